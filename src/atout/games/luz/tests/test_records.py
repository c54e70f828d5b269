"""Luz: the examples of the rules as records, replayed to the positions and results the rules state."""

from pathlib import Path

import pytest

from atout import record
from atout.games.luz import GAME
from atout.kernel.errors import IllegalActionError
from atout.match import Match

RECORDS = Path(__file__).parent.parent / "records"
EXAMPLES = sorted(file.stem for file in RECORDS.glob("ex-luz-*.toml"))


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"{name}.toml"))


def cards(match: Match, zone: str) -> list[tuple[int, str]]:
    display = match.view(0).display()
    return [(card.seat, card.text) for each in display.zones if each.name == zone for card in each.cards]


def seats_of(match: Match) -> dict[str, int]:
    names = ("dealer", "first_player", "starter")
    return {fact.name: fact.seat for fact in match.view(0).display().facts if fact.name in names}


def refuse(match: Match, text: str) -> str:
    seen = [match.view(seat) for seat in range(match.seats)]
    with pytest.raises(IllegalActionError) as caught:
        match.play(match.turn, text)
    assert [match.view(seat) for seat in range(match.seats)] == seen
    assert caught.value.clause is not None
    return caught.value.clause.id


def test_every_recorded_example_is_tested_here():
    here = "1 8 9 10 15 16a 16b 16c 18 19 19-bead-limit 20 20-low 22 23 24"
    assert {f"ex-luz-{number}" for number in here.split()} == set(EXAMPLES)


def test_ex_luz_1_as_a_record():
    match = replay("ex-luz-1")
    assert cards(match, "last_trick") == [(0, "R4"), (1, "R3"), (2, "G3"), (3, "R2")]
    assert match.turn == 0


@pytest.mark.parametrize(
    ("name", "first_trick", "winner", "scores"),
    [
        ("ex-luz-8", [(0, "B10"), (1, "B9"), (2, "Y1"), (3, "B2")], 2, [10, 10, 10, 5]),
        ("ex-luz-9", [(0, "G2"), (1, "P10"), (2, "R10"), (3, "B10")], 0, [5, 10, 10, 5]),
        ("ex-luz-10", [(0, "Y5"), (1, "Y3"), (2, "B8"), (3, "Y9")], 3, [10, 10, -5, 5]),
    ],
)
def test_ex_luz_8_9_10_as_records(name, first_trick, winner, scores):
    moments = list(record.replay_steps(record.load(RECORDS / f"{name}.toml")))
    after = moments[3].after
    shown = next(zone for zone in after.view(0).display().zones if zone.name == "last_trick")
    assert [(card.seat, card.text) for card in shown.cards] == first_trick
    assert (after.turn, moments[3].trick_winners()) == (winner, [winner])
    assert moments[-1].after.scores() == scores


def test_ex_luz_15_as_a_record():
    file = record.load(RECORDS / "ex-luz-15.toml")
    bidders = [moment.before.turn for moment in record.replay_steps(file)][1:4]
    assert bidders == [2, 0, 1]
    match = record.replay(file)
    assert seats_of(match) == {"dealer": 0, "first_player": 1, "starter": 2}
    assert cards(match, "trick") == [(2, "Y7")]


@pytest.mark.parametrize(
    ("letter", "totals", "starter"), [("a", [40, 10, 40], 2), ("b", [40] * 3, 1), ("c", [40, 40, 10], 1)]
)
def test_ex_luz_16_as_records(letter, totals, starter):
    match = replay(f"ex-luz-16{letter}")
    assert match.scores() == totals
    assert seats_of(match) == {"dealer": 0, "first_player": 1, "starter": starter}
    assert match.turn == starter


def test_ex_luz_18_as_a_record():
    match = replay("ex-luz-18")
    assert match.over
    assert (match.scores(), match.places()) == ([70, 70, 55, 70], [3, 1, 4, 2])


def test_ex_luz_19_as_records():
    assert replay("ex-luz-19").turn == 0
    moments = list(record.replay_steps(record.load(RECORDS / "ex-luz-19-bead-limit.toml")))
    assert [GAME.text(action) for action in moments[-1].legal] == ["0", "0+S"]


def test_ex_luz_20_as_records():
    for name, values in [("ex-luz-20", ["Y7", "Y6", "Y5", "Y2"]), ("ex-luz-20-low", ["Y2", "Y5"])]:
        found = []
        for moment in record.replay_steps(record.load(RECORDS / f"{name}.toml")):
            if moment.before.turn == 0:
                zone = next(zone for zone in moment.after.view(0).display().zones if zone.name == "trick")
                found.append(zone.cards[0].text)
        assert found == values


def test_ex_luz_22_as_a_record():
    match = replay("ex-luz-22")
    assert match.scores() == [10, 20, -5]
    assert [line.values["tricks"] for line in match.score_lines()] == ["2", "4", "4"]
    moments = record.replay_steps(record.load(RECORDS / "ex-luz-22.toml"))
    assert [seat for moment in moments for seat in moment.trick_winners()] == [2, 1, 2, 2, 0, 0, 2, 1, 1, 1]


def test_ex_luz_23_as_a_record():
    file = record.load(RECORDS / "ex-luz-23.toml")
    moments = list(record.replay_steps(file))
    third = [m for m in moments if m.before.turn == 0][3]  # bet, trick 1, trick 2, trick 3
    assert [GAME.text(action) for action in third.legal] == ["R#1", "R#2", "R#3", "G#1", "G#2", "B#1", "B#2", "P#1"]
    match = record.replay(file)
    assert match.turn == 1
    assert refuse(match, "G#1") == "LUZ-29"
    broken = record.loads(record.dumps(file).replace("C: Y#4 Y#1 Y#2", "C: Y#4 R#1 Y#2"))
    with pytest.raises(record.ReplayError) as caught:
        record.replay(broken)
    assert caught.value.clause is not None
    assert (caught.value.clause.id, caught.value.action) == ("LUZ-29", "R#1")


def test_ex_luz_24_as_a_record():
    assert replay("ex-luz-24").scores()[0] == -30
