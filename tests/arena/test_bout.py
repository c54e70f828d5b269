"""One match of an arena: repeatable, recorded, and not stopped by bots with faults."""

import pytest

from atout.arena.bout import ILLEGAL, RAISED, number_names, play
from atout.record import loads, replay
from tests.arena.contests import CHEATS, contest


def ignore(seat: int) -> None:
    """Watch nobody."""


def test_a_match_is_the_same_again_and_its_record_replays() -> None:
    told = contest("expert", "casual", "random")
    outcome, text = play(told, 4, ignore)
    assert (outcome, text) == play(told, 4, ignore)
    assert outcome.forfeit is None
    match = replay(loads(text))
    assert match.over
    assert (match.scores(), match.places()) == (outcome.scores, outcome.places)
    assert loads(text).seats == tuple(outcome.bots)


def test_matches_of_one_deal_have_the_same_cards_and_different_bots() -> None:
    told = contest("casual", "novice", "random")
    first, second, other = (loads(play(told, number, ignore)[1]) for number in (0, 1, 3))
    assert first.deals[0].dealt == second.deals[0].dealt != other.deals[0].dealt
    assert first.seats != second.seats


@pytest.mark.parametrize(
    ("kind", "why", "what"),
    [
        ("Broken", RAISED, "KeyError: 'nothing there'"),
        ("Outlaw", ILLEGAL, "which is not legal"),
        ("Poet", ILLEGAL, "chose 'a rose', which is not an action"),
        ("Demanding", RAISED, "network"),
    ],
)
def test_a_bot_with_a_fault_forfeits(kind: str, why: str, what: str) -> None:
    name = f"{CHEATS}:{kind}"
    outcome, text = play(contest(name, "casual", "random"), 1, ignore)
    assert outcome.forfeit is not None
    assert outcome.bots[outcome.forfeit.seat] == name
    assert outcome.forfeit.why == why
    assert what in outcome.forfeit.what
    assert outcome.scores is None
    assert [place for place, bot in zip(outcome.places, outcome.bots, strict=True) if bot == name] == [3]
    assert sorted(outcome.places) == [1, 1, 3]
    assert not replay(loads(text)).over
    assert loads(text).note.startswith(f"{name} forfeits: ")


def test_the_watcher_hears_who_thinks() -> None:
    heard: list[int] = []
    outcome, _ = play(contest("casual", "novice", "random"), 0, heard.append)
    assert set(heard[1::2]) == {-1}
    assert heard[:6:2] == [0, 1, 2]
    assert len(heard) // 2 - 3 >= outcome.decisions


def test_names_are_told_apart() -> None:
    assert number_names(["expert", "club", "expert"]) == ["expert 1", "club", "expert 2"]
