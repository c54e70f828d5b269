"""Worker processes: the same matches for any number of them, and none is stopped by a bot that hangs."""

from multiprocessing import active_children
from multiprocessing.connection import wait

import pytest

from atout.arena.bout import ENDED, HUNG, Contest, Outcome
from atout.arena.workers import Worker, play_matches
from atout.record import loads, replay
from tests.arena.contests import CHEATS, contest


def played(told: Contest, matches: int, jobs: int) -> list[tuple[Outcome, str]]:
    return sorted(play_matches(told, range(matches), jobs), key=lambda found: found[0].number)


def test_any_number_of_processes_plays_the_same_matches() -> None:
    told = contest("expert", "casual", "random")
    alone = played(told, 5, 1)
    assert [outcome.number for outcome, _ in alone] == [0, 1, 2, 3, 4]
    assert played(told, 5, 3) == alone
    for outcome, text in alone:
        assert replay(loads(text)).scores() == outcome.scores


@pytest.mark.parametrize(
    ("kind", "why", "what"),
    [
        ("Sleeper", HUNG, "thought for more than 3 s"),
        ("Quitter", ENDED, "its process ended with code 7"),
    ],
)
def test_a_process_that_is_lost_is_replaced(kind: str, why: str, what: str) -> None:
    name = f"{CHEATS}:{kind}"
    told = contest("novice", "casual", name, "random", seed=2, patience=3.0)
    numbers = (1, 2, 3, 4)  # it is in the first two
    found = sorted(play_matches(told, numbers, 2), key=lambda each: each[0].number)
    assert [name in outcome.bots for outcome, _ in found] == [True, True, False, False]
    for outcome, text in found:
        fault = outcome.forfeit
        if name in outcome.bots:
            assert fault is not None
            assert (outcome.bots[fault.seat], fault.why, fault.what) == (name, why, what)
            assert (outcome.places[fault.seat], outcome.scores, text) == (3, None, "")
        else:
            assert fault is None
            assert replay(loads(text)).over


def test_what_bots_print_does_not_reach_the_output(capfd: pytest.CaptureFixture[str]) -> None:
    played(contest(f"{CHEATS}:Chatty", "random", "novice"), 1, 1)
    output, errors = capfd.readouterr()
    assert output == ""
    assert "I am thinking" in errors


def test_a_process_that_was_killed_between_two_matches_is_replaced() -> None:
    worker = Worker(contest("casual", "novice", "random"))
    others = active_children()
    try:
        numbers = []
        for number in (0, 1):
            worker.begin(number)
            while (found := worker.take_result()) is None:
                wait([worker.pipe])
            numbers.append(found[0].number)
            (child,) = (each for each in active_children() if each not in others)
            child.kill()
            child.join()
        assert numbers == [0, 1]
    finally:
        worker.close()


def test_processes_end_when_nobody_wants_more() -> None:
    matches = play_matches(contest("casual", "novice", "random"), range(100), 2)
    assert next(matches)[0].forfeit is None
    matches.close()  # type: ignore[attr-defined] # it is a generator
