"""Loop: the examples of the rules and rare events as records, replayed to what the rules state."""

from pathlib import Path

import pytest

from atout import record
from atout.games.loop import GAME
from atout.match import Match

RECORDS = Path(__file__).parent.parent / "records"
FILES = sorted(file.stem for file in RECORDS.glob("*.toml"))


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"{name}.toml"))


def facts(match: Match, name: str) -> dict[int, str]:
    return {fact.seat: fact.value for fact in match.view(0).display().facts if fact.name == name}


def current(match: Match) -> list[tuple[int, list[str]]]:
    zones = match.view(0).display().zones
    return [(zone.seat, [card.text for card in zone.cards]) for zone in zones if zone.name == "current"]


@pytest.mark.parametrize("name", FILES)
def test_records_are_written_as_they_are_read(name):
    file = RECORDS / f"{name}.toml"
    found = record.load(file)
    assert record.dumps(found) == file.read_text(encoding="utf-8")


def test_every_seat_count_has_a_whole_match():
    for seats in GAME.seat_counts:
        match = replay(f"match-{seats}-players")
        assert (match.over, match.seats, match.places().count(1)) == (True, seats, 1)


def test_shared_victory():
    match = replay("shared-victory")
    assert (match.over, match.places().count(1)) == (True, 2)


def test_tie_broken_by_rows():
    match = replay("tie-broken-by-rows")
    scores = match.scores()
    assert scores.count(max(scores)) == 2
    assert match.places().count(1) == 1


def test_flip_when_leading_as_a_record():
    match = replay("flip-when-leading")
    assert facts(match, "direction") == {-1: "down"}
    assert current(match) == [(0, ["9"])]


def test_two_flips_by_one_seat():
    moments = list(record.replay_steps(record.load(RECORDS / "two-flips-by-one-seat.toml")))
    flips = [moment for moment in moments if GAME.text(moment.step.action).startswith("flip+")]  # type: ignore[union-attr]
    assert [moment.before.turn for moment in flips] == [0, 0]
    shown = [{f.name: f.value for f in moment.after.view(1).display().facts}["direction"] for moment in flips]
    assert shown == ["down", "up"]
    zone = next(z for z in moments[-1].after.view(1).display().zones if (z.name, z.seat) == ("set_aside", 0))
    assert [card.mark for card in zone.cards] == ["revealed", "revealed"]


def test_ex_loop_8_as_a_record():
    match = replay("ex-loop-8")
    assert (facts(match, "direction"), current(match)) == ({-1: "up"}, [(0, ["6", "6"])])


def test_ex_loop_10_as_a_record():
    match = replay("ex-loop-10")
    assert (match.scores(), match.places()) == ([13, 12, 12, 8], [1, 2, 2, 4])


@pytest.mark.parametrize(
    ("name", "leader"),
    [
        ("ex-loop-13", 1),
        ("ex-loop-14", 3),
        ("ex-loop-14-beaten", 0),
        ("ex-loop-15", 0),
        ("ex-loop-18", 0),
        ("ex-loop-22", 0),
    ],
)
def test_who_leads_at_the_end_of_records(name, leader):
    match = replay(name)
    assert (match.turn, current(match)) == (leader, [])


def test_ex_loop_16_as_a_record():
    moments = list(record.replay_steps(record.load(RECORDS / "ex-loop-16.toml")))
    assert [(moment.before.turn, moment.trick_winners()) for moment in moments] == [
        (1, [1]),
        (1, [1]),
        (1, []),
        (2, []),
    ]


def test_ex_loop_18_as_a_record():
    assert facts(replay("ex-loop-18"), "place") == {3: "1"}


def test_ex_loop_19_as_a_record():
    match = replay("ex-loop-19")
    assert facts(match, "round") == {-1: "3"}
    pawns = {(fact.seat, fact.value) for fact in match.view(0).display().facts if fact.name == "pawn"}
    assert {(1, "A2:3"), (3, "C2:4")} <= pawns


def test_ex_loop_20_as_a_record():
    moments = list(record.replay_steps(record.load(RECORDS / "ex-loop-20.toml")))
    assert [GAME.text(action) for action in moments[0].legal] == ["pass", "13", "flip+3"]


def test_ex_loop_22_as_a_record():
    assert facts(replay("ex-loop-22"), "direction") == {-1: "down"}


def test_ex_loop_27_as_a_record():
    file = record.load(RECORDS / "ex-loop-27.toml")
    moments = list(record.replay_steps(file))
    assert [seat for moment in moments for seat in moment.trick_winners()] == [2, 2, 2, 1, 1, 0, 0, 0]
    match = record.replay(file)
    pawns = {(fact.seat, fact.value) for fact in match.view(0).display().facts if fact.name == "pawn"}
    assert pawns == {(2, "C1:1"), (1, "B1:2"), (0, "A1:3"), (3, "D1:4")}
    assert list(facts(match, "golden")) == [3]
    broken = record.loads(record.dumps(file).replace("B: 10 12 13 pass", "B: 10 9 13 pass"))
    with pytest.raises(record.ReplayError) as caught:
        record.replay(broken)
    assert caught.value.clause is not None
    assert (caught.value.clause.id, caught.value.action) == ("LOOP-19", "9")
