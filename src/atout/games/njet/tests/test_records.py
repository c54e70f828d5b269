"""Njet!: stored records: the examples of the rules, and rare events that records must show."""

from pathlib import Path

import pytest

from atout import record
from atout.games.njet import GAME
from atout.kernel.options import RULE
from atout.match import Match, PlayStep

RECORDS = Path(__file__).parent.parent / "records"
EXAMPLES = sorted(file.stem for file in RECORDS.glob("ex-njet-*.toml"))


def replay(name: str) -> Match:
    return record.replay(record.load(RECORDS / f"{name}.toml"))


def moments(name: str) -> list[record.ReplayStep]:
    return list(record.replay_steps(record.load(RECORDS / f"{name}.toml")))


def shown(match: Match, zone: str) -> dict[int, str]:
    zones = match.view(0).display().zones
    return {each.seat: " ".join(card.text for card in each.cards) for each in zones if each.name == zone}


def board(name: str) -> dict[str, str]:
    """Return the settled board of the first round of a record."""
    for moment in moments(name):
        facts = {fact.name: fact.value for fact in moment.after.view(0).display().facts if fact.seat < 0}
        if "trump" in facts:
            return facts
    raise AssertionError("the board is never settled")


def test_every_recorded_example_is_tested_here():
    assert {f"ex-njet-{number}" for number in ["01", "03", "07", "14a", "14b", "15", "17", "21", "22", "23"]} == set(
        EXAMPLES
    )


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_a_full_match_for_every_number_of_players(seats):
    match = replay(f"match-{seats}-players")
    assert match.over
    assert match.seats == seats
    assert not record.load(RECORDS / f"match-{seats}-players.toml").options


def test_no_trump_with_supertrump():
    facts = board("no-trump-with-supertrump")
    assert facts["trump"] == "trump-none"
    assert facts["supertrump"] != "super-none"


def test_minus_points():
    assert board("minus-points")["value"] == "points-minus-2"
    match = replay("minus-points")
    assert {line.clause.id for line in match.score_lines()} >= {"NJET-56", "NJET-59"}
    assert max(match.scores()) > 0


def test_neither_trump_nor_supertrump():
    facts = board("neither-trump-nor-supertrump")
    assert (facts["trump"], facts["supertrump"]) == ("trump-none", "super-none")


def test_trump_colour_is_supertrump_colour():
    facts = board("trump-colour-is-supertrump-colour")
    assert facts["trump"].removeprefix("trump-") == facts["supertrump"].removeprefix("super-") != "none"


def test_shared_victory():
    match = replay("shared-victory")
    assert match.over
    assert match.places().count(1) > 1


def test_half_match_and_all_options():
    match = replay("half-match")
    assert match.over
    assert match.options.text("rounds") == "half"
    chosen = replay("all-options").options
    for option in [option for option in GAME.options if option.kind == RULE and option.name != "pack"]:
        assert chosen.text(option.name) != option.default()
    assert replay("small-pack").options.text("pack") == "small"


@pytest.mark.parametrize(
    ("name", "cards"),
    [("pass-two-on", "pass-2"), ("two-players-exchange", "pass-2"), ("put-away-two-without-zero", "lay-2-no-0")],
)
def test_cards_before_play(name, cards):
    assert board(name)["cards_before"] == cards
    actions = [moment.step.action for moment in moments(name) if isinstance(moment.step, PlayStep)]
    laid = [GAME.text(action) for action in actions if action in range(50, 90)]
    assert len(laid) == 2 * replay(name).seats
    if cards == "lay-2-no-0":
        assert not [text for text in laid if text.endswith("0")]


def test_ex_njet_01_as_a_record():
    facts = [(fact.name, fact.seat, fact.value) for fact in replay("ex-njet-01").view(0).display().facts]
    assert [value for name, _, value in facts if name == "team"] == ["2", "1", "1", "2", "2"]
    assert [seat for name, seat, _ in facts if name == "monster"] == [2]


def test_ex_njet_03_as_a_record():
    match = replay("ex-njet-03")
    assert (match.turn, shown(match, "loot")) == (4, {4: "K0"})


def test_ex_njet_07_as_a_record():
    match = replay("ex-njet-07")
    legal = [GAME.text(action) for action in match.legal(2)]
    assert len(legal) == 20
    assert not [text for text in legal if text.startswith("cover:start")]


def test_ex_njet_14_and_15_as_records():
    for name, winner, loot in [("14a", 2, "R0"), ("14b", 1, "Y0 Y0"), ("15", 2, "R0")]:
        match = replay(f"ex-njet-{name}")
        assert (match.turn, shown(match, "loot")) == (winner, {winner: loot})


def test_ex_njet_17_as_a_record():
    match = replay("ex-njet-17")
    received = [match.view(seat).display() for seat in range(3)]
    cards = [[card.text for zone in each.zones if zone.name == "received" for card in zone.cards] for each in received]
    assert cards == [["K7", "B7"], ["R9", "K0"], ["Y1", "Y2"]]


def test_ex_njet_21_as_a_record():
    match = replay("ex-njet-21")
    assert match.over
    assert match.places() == [3, 1, 1, 4]


def test_ex_njet_22_as_a_record():
    match = replay("ex-njet-22")
    assert match.scores() == [0] * 5
    winners = [seat for moment in moments("ex-njet-22") for seat in moment.trick_winners()]
    assert winners == [0, 1, 4, 1, 2, 0, 3, 2, 2, 2]


def test_ex_njet_23_as_a_record():
    match = replay("ex-njet-23")
    assert match.scores() == [0, 4]
    winners = [seat for moment in moments("ex-njet-23") for seat in moment.trick_winners()]
    assert winners == [1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0]
