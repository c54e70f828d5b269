"""Was sticht?: the complete rounds of the specification and rare events as records, with what they must show."""

from pathlib import Path

import pytest

from atout import record
from atout.games.was_sticht import GAME
from atout.games.was_sticht.reading import ANNOUNCED, MET, MISSED, SUCCEEDS, TRUMPS
from atout.match import Match

RECORDS = Path(__file__).parent.parent / "records"


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"{name}.toml"))


def entries(name: str, *kinds: int) -> list[tuple[int, int, int]]:
    """Return the entries of some kinds in a record: seat, open number and value."""
    found = []
    for moment in record.replay_steps(record.load(RECORDS / f"{name}.toml")):
        found += [(item.seat, item.open, item.value) for item in moment.entries_seen() if item.kind in kinds]
    return found


def trick_winners(name: str) -> str:
    winners = ""
    for moment in record.replay_steps(record.load(RECORDS / f"{name}.toml")):
        winners += "".join("ABCD"[seat] for seat in moment.trick_winners())
    return winners


def test_every_record_is_tested_here():
    examples = {f"ex-w-{name}" for name in ("r1", "r2", "t26", "t27", "t28", "t29", "t30")}
    matches = {"match-3-players", "match-4-players"}
    rare = {"shared-victory", "forced-last-discard", "no-trumps", "round-limit", "number-trump-follows-colour"}
    assert {file.stem for file in RECORDS.glob("*.toml")} == examples | matches | rare | {"small-pack"}


def test_small_pack():
    assert "".join("ABCD"[seat] for seat, _, _ in entries("small-pack", ANNOUNCED)) == "AC"
    assert trick_winners("small-pack") == "AC"
    assert replay("small-pack").scores() == [1, 0, 1]


def test_was_ex_r1_complete_round_with_four_players():
    assert "".join("ABCD"[seat] for seat, _, _ in entries("ex-w-r1", ANNOUNCED)) == "BCCABCAAB"
    assert trick_winners("ex-w-r1") == "ABCBCCBAC"
    assert [(seat, value) for seat, _, value in entries("ex-w-r1", MET)] == [(2, 4), (3, 0)]
    assert [(seat, value) for seat, _, value in entries("ex-w-r1", MISSED)] == [(1, 3)]
    assert entries("ex-w-r1", SUCCEEDS) == [(0, 6, 1)]  # through exact-2 of B
    match = replay("ex-w-r1")
    assert match.scores() == [1, 0, 1, 1]


def test_was_ex_r2_complete_round_with_three_players():
    assert "".join("V" if seat == 15 else "ABC"[seat] for seat, _, _ in entries("ex-w-r2", ANNOUNCED)) == "BCVVAVBCB"
    assert trick_winners("ex-w-r2") == "BBCBAABBC"
    assert [(seat, value) for seat, _, value in entries("ex-w-r2", MET)] == [(2, 2)]
    assert [(seat, value) for seat, _, value in entries("ex-w-r2", MISSED)] == [(0, 2)]
    assert entries("ex-w-r2", SUCCEEDS) == [(1, 10, 0)]  # through most of A
    assert replay("ex-w-r2").scores() == [0, 1, 1]


@pytest.mark.parametrize(
    ("name", "scores"),
    [
        ("t26", [0, 1, 0, 0]),
        ("t27", [1, 1, 0, 0]),
        ("t28", [1, 0, 0, 0]),
        ("t29", [4, 2, 4, 2]),
        ("t30", [0, 1, 0, 0]),
    ],
)
def test_was_ex_t26_to_t30_as_records(name, scores):
    assert replay(f"ex-w-{name}").scores() == scores


def test_record_of_a_shared_victory():
    match = replay("shared-victory")
    assert match.places().count(1) == 2


def test_record_of_a_forced_last_discard():
    moments = list(record.replay_steps(record.load(RECORDS / "forced-last-discard.toml")))
    last = moments[-1]
    assert GAME.text(last.step.action).startswith("discard:")  # type: ignore[union-attr]
    assert len(last.legal) == 1
    assert last.before.forced_action() == last.legal[0]
    assert last.after.places()[last.step.seat] == 1  # type: ignore[union-attr]


def test_record_without_any_trumps():
    assert [pair for _, pair, _ in entries("no-trumps", TRUMPS)] == [49]
    assert replay("no-trumps").over


def test_record_of_a_round_limit():
    match = replay("round-limit")
    assert match.over
    assert max(match.scores()) < 4


def test_record_of_a_number_trump_that_follows_its_colour():
    """Somebody plays a number trump of the colour led while holding a plain card of it."""
    used = 0
    for moment in record.replay_steps(record.load(RECORDS / "number-trump-follows-colour.toml")):
        display = moment.before.view(-3).display()
        trick = [card.text for zone in display.zones if zone.name == "trick" for card in zone.cards]
        facts = {fact.name: fact.value for fact in display.facts if fact.seat < 0}
        if display.phase == "tricks" and trick and facts["led"] != "trump":
            card = GAME.text(moment.step.action)  # type: ignore[union-attr]
            plain = [text for text in map(GAME.text, moment.legal) if text[1] != facts["trump_number"]]
            if card[0] == trick[0][0] and card[1] == facts["trump_number"]:
                used += any(text[0] == card[0] for text in plain)
    assert used


@pytest.mark.parametrize("seats", [3, 4])
def test_records_of_whole_matches(seats):
    match = replay(f"match-{seats}-players")
    assert (match.over, match.seats) == (True, seats)
    assert max(match.scores()) == 4
