"""Schrecklicht: the records, replayed to the positions and results the rules state."""

from pathlib import Path

import pytest

from atout import record
from atout.games.schrecklicht import GAME
from atout.games.schrecklicht.reading import REJECTED
from atout.kernel.errors import IllegalActionError
from atout.match import Match, PlayStep

RECORDS = Path(__file__).parent.parent / "records"
EXAMPLES = sorted(file.stem for file in RECORDS.glob("ex-sch-*.toml"))


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"{name}.toml"))


def pawns(match: Match) -> list[str]:
    return [fact.value for fact in match.view(0).display().facts if fact.name == "pawn"]


def standing(match: Match, colour: str) -> list[tuple[str, ...]]:
    """Return rank, what is counted, and points of each seat."""
    facts = [fact.value.split() for fact in match.view(0).display().facts if fact.name == "standing"]
    return [tuple(parts[1:]) for parts in facts if parts[0] == colour]


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.toml")), ids=lambda file: file.stem)
def test_records_are_written_as_they_are_read_and_replay(file):
    found = record.load(file)
    assert record.dumps(found) == file.read_text(encoding="utf-8")
    record.replay(found)


def test_every_recorded_example_is_tested_here():
    here = "1 10 14 14-five-players 15 15-over 16 17 18 22 23 27"
    assert {f"ex-sch-{number}" for number in here.split()} == set(EXAMPLES)


def test_sch_ex_1_as_a_record():
    assert pawns(replay("ex-sch-1")) == ["G 4", "V 9", "B 5"]


def test_sch_ex_10_as_a_record():
    match = replay("ex-sch-10")
    assert pawns(match) == ["G 9", "V 12", "B 15"]
    names = match.view(0).display().zones
    assert [card.text for zone in names if zone.name == "rejected" for card in zone.cards] == ["G7"]


def test_sch_ex_14_as_records():
    match = replay("ex-sch-14")
    assert (match.turn, pawns(match)) == (-1, ["G 45", "V 20", "B 9"])
    match = replay("ex-sch-14-five-players")
    assert (match.turn, pawns(match)[0]) == (2, "G 49")


def test_sch_ex_15_as_records():
    assert replay("ex-sch-15").turn == 2
    assert replay("ex-sch-15-over").turn == -1


def test_sch_ex_16_17_18_22_23_as_records():
    assert standing(replay("ex-sch-16"), "V") == [
        ("2", "27", "3"),
        ("1", "27", "5"),
        ("1", "27", "5"),
        ("3", "11", "1"),
    ]
    assert [points for _, _, points in standing(replay("ex-sch-17"), "G")] == ["5", "3", "5", "1"]
    assert [points for _, _, points in standing(replay("ex-sch-18"), "G")] == ["1", "3", "0"]
    assert [rank for rank, _, _ in standing(replay("ex-sch-22"), "B")] == ["1", "2", "2", "3", "0"]
    assert [rank for rank, _, _ in standing(replay("ex-sch-23"), "V")] == ["2", "1", "4", "3"]


def test_sch_ex_27_as_a_record():
    file = record.load(RECORDS / "ex-sch-27.toml")
    moments = list(record.replay_steps(file))
    assert [GAME.text(moment.step.action) for moment in moments if isinstance(moment.step, PlayStep)][:2] == [
        "G0/G11",
        "V8/B1",
    ]
    match = record.replay(file)
    assert (match.scores(), pawns(match)) == ([1, 5, 4], ["G 22", "V 26", "B 32"])


def test_the_record_of_both_ends_shows_both():
    match = replay("both-ends-at-once")
    display = match.view(0).display()
    assert pawns(match)[0] == "G 45"
    assert [len(zone.cards) for zone in display.zones if zone.name == "display"] == [4, 4, 4]
    assert match.over


@pytest.mark.parametrize(("name", "seats", "least"), [("rejected-card-is-dealt", 5, 2), ("nine-rejections", 4, 9)])
def test_the_records_of_rejected_cards_deal_some_of_them_again(name, seats, least):
    file = record.load(RECORDS / f"{name}.toml")
    moments = [moment for moment in record.replay_steps(file) if not isinstance(moment.step, PlayStep)]
    state = moments[-1].after
    rejected = [f"{'GVB'[entry.open % 3]}{entry.open // 3}" for entry in state.view(0).seen if entry.kind == REJECTED]
    assert (state.seats, len(rejected) >= least) == (seats, True)
    held = set()
    for seat in range(seats):
        zone = next(zone for zone in state.view(seat).display().zones if (zone.name, zone.seat) == ("hand", seat))
        held |= {card.text for card in zone.cards}
    dealt = [card for card in rejected if card in held]
    assert dealt
    assert dealt == rejected[: len(dealt)]


def test_the_record_of_covers_to_be_remembered_hides_them():
    file = record.load(RECORDS / "covers-to-be-remembered.toml")
    hidden = shown = 0
    for moment in record.replay_steps(file):
        for zone in moment.after.view(0).display().zones:
            if zone.name == "covered_pair":
                hidden += zone.cards[0].text == "??"
                shown += zone.cards[0].text != "??"
    assert hidden > shown > 0


def test_the_records_of_ties():
    match = replay("shared-victory")
    assert match.places().count(1) == 2
    match = replay("tie-broken-by-best-ranks")
    assert match.scores().count(max(match.scores())) == 2
    assert match.places().count(1) == 1


def test_an_illegal_play_in_a_record_is_found():
    text = (RECORDS / "ex-sch-27.toml").read_text(encoding="utf-8").replace("B2>C", "B2/B1")
    with pytest.raises(record.ReplayError) as caught:
        record.replay(record.loads(text))
    assert caught.value.clause is not None
    assert (caught.value.clause.id, caught.value.action) == ("SCH-20", "B2/B1")
    assert issubclass(IllegalActionError, ValueError)
