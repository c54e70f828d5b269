"""Was sticht? with the small pack (a ruling of ours, table options): eight cards, two for everyone, few contracts."""

from random import Random

import pytest

from atout import OVER
from atout.games.was_sticht import GAME
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from tests.courses import lead_of_advice

SEATS = (3, 4)
SMALL: dict[str, object] = {"pack": "small"}
ONE_ROUND: dict[str, object] = {"pack": "small", "contracts_per_player": "1", "max_rounds": "1"}
KINDS = ["no-tricks", "no-red", "no-blue", "exact-1", "last"]
COLUMNS = ["R1 R4 B2 B3", "R2 R3 B1 B4"]


def lay_out(t, columns, trumps):
    colour, number = trumps.split("/")
    t.shuffle(columns=columns)
    t.shuffle(trump_colour=colour)
    t.shuffle(trump_number=number)


@pytest.mark.parametrize("seats", SEATS)
def test_packs(table, seats):
    t = table(seats, ONE_ROUND, {"first_player": 0})
    t.any(seats)
    assert t.match.state.pack().names == ["R1", "R2", "R3", "R4", "B1", "B2", "B3", "B4"]
    t.shuffle(columns=COLUMNS)
    assert t.match.state.pack().names == ["R", "-"]
    t.shuffle(trump_colour="-")
    assert t.match.state.pack().names == ["1", "-"]
    t.shuffle(trump_number="1")
    assert t.trumps(0) == "-/1"
    assert t.fact("columns") == "2"
    assert t.zones("present_column") == [COLUMNS[0].split()]
    assert t.zones("later_column") == [COLUMNS[1].split()]


@pytest.mark.parametrize(("number", "taken"), [("1", 1), ("2", 2), ("3", 2), ("4", 2), ("5", 2)])
@pytest.mark.parametrize("distinct", ["off", "on"])
@pytest.mark.parametrize("seats", SEATS)
def test_contracts(table, seats, number, taken, distinct):
    options = {"contracts_per_player": number, "distinct_contracts": distinct}
    t = table(seats, SMALL | options, {"first_player": 1})
    assert t.options_of(1) == [f"take:{kind}" for kind in KINDS]
    t.expect_refusal(1, "take:most", "WAS-13", "not-on-offer")
    assert t.fact("goal") == str(taken)
    for lap in range(taken):
        for _ in range(seats):
            assert t.phase == "contracts"
            t.any()
        assert [len(t.cards("contracts", seat)) for seat in range(seats)] == [lap + 1] * seats
    assert t.phase == "deal"


@pytest.mark.parametrize("order", range(20))
def test_distinct_contracts_never_run_out(table, order):
    rng = Random(order)
    t = table(4, SMALL | {"distinct_contracts": "on"}, {"first_player": 0})
    t.any(8, rng.choice)
    assert t.phase == "deal"


def test_a_round_by_hand(table):
    t = table(3, ONE_ROUND)
    t.draw(0)
    t.say("take:no-tricks", "take:exact-1", "take:last")
    lay_out(t, COLUMNS, "R/1")
    t.expect_refusal(1, "pick:R5", "WAS-27", "not-in-the-pack")
    t.expect_refusal(1, "pick:R2", "WAS-24", "later-column")
    t.pick("B3 R4 R1")  # B, C, A; B2 goes to V
    t.expect_refusal(2, "pick:B3", "WAS-27", "card-taken")
    t.pick("B1 R2 B4")  # C, A, B; R3 goes to V
    assert t.announcements() == ["A", "C"]
    t.choose("exact-1", "last")
    t.say("B4", "R4", "R1")  # the super trump wins
    t.expect_refusal(0, "R4", "WAS-50", "not-in-hand")
    t.say("R2", "B3")
    assert t.may() == "B1"
    t.say("B1")  # a 1 beats the trump colour
    assert t.phase == "discard"  # A has won one trick, at which B failed
    t.say("discard:no-tricks")
    assert t.match.over
    assert t.match.scores() == [1, 0, 1]
    assert t.match.places() == [1, 3, 1]


def test_a_round_of_four_by_hand(table):
    t = table(4, ONE_ROUND)
    t.draw(3)
    t.say("take:last", "take:no-tricks", "take:no-red", "take:no-blue")  # D, A, B, C
    lay_out(t, COLUMNS, "-/-")
    t.pick("R4 R1 B3 B2")  # A, B, C, D
    t.pick("R2 B1 B4 R3")  # B, C, D, A
    assert t.announcements() == ["A", "A"]  # R4, and R3, which followed R2
    t.choose("no-tricks", "no-red", "no-blue")
    t.say("R3", "R2", "B1", "B4")  # A wins
    t.say("R4", "R1", "B3", "B2")  # and again
    assert t.match.over is False  # D won no trick, and A failed at just that
    t.say("discard:last")
    assert t.match.scores() == [0, 0, 0, 1]


@pytest.mark.parametrize("seats", SEATS)
def test_a_match_ends_with_one_contract(table, seats):
    for seed in range(5):
        t = table(seats, {"pack": "small", "contracts_per_player": "1"}, seed=seed)
        rng = Random(seed)
        while t.turn != OVER:
            t.any(1, rng.choice)
        assert max(t.match.scores()) == 1


def test_start_positions(table):
    start = {"first_player": 0, "contracts": ["no-tricks", "exact-1", "last"], "trump_colour": "R", "trump_number": "1"}
    hands = {"hands": ["R1 R2", "B3 B4", "R4 B1"]}
    t = table(3, ONE_ROUND, start | hands)
    t.choose("exact-1", "last")
    t.say("B4", "R4", "R1", "R2", "B3", "B1", "discard:no-tricks")
    assert t.match.scores() == [1, 0, 1]
    later = {"hands": ["R2", "B3", "B1"], "won": ["B4 R4 R1", "", ""], "chosen": ["-", "exact-1", "last"], "leader": 0}
    t = table(3, ONE_ROUND, start | later)
    t.say("R2", "B3", "B1", "discard:no-tricks")
    assert t.match.scores() == [1, 0, 1]
    for wrong in (
        {"hands": ["R1 R2 R3", "B3 B4 B2", "R4 B1 B5"]},
        {"hands": ["R1 R2", "B3 B4", "R4 B5"]},
        {"hands": ["R1 R2", "B3 B4", "R4 G1"]},
        hands | {"trump_colour": "B"},
        hands | {"trump_number": "2"},
        {"contracts": ["no-tricks", "exact-1", "most"]},
        {"contracts": ["no-tricks last", "exact-1 last", "exact-1 no-red"]},
    ):
        with pytest.raises(NotationError):
            table(3, ONE_ROUND, start | wrong)


def test_sheet():
    def sheet(**written):
        head = Start({"first_player": 0, "contracts": ["no-tricks", "exact-1", "last"]}, "head")
        return GAME.score_sheet(3, GAME.settle(ONE_ROUND), head, [Start(written, "round 1")])

    chosen = ["-", "exact-1", "last"]
    found = sheet(chosen=chosen, tricks=[1, 0, 1], last=2, discard="no-tricks")
    assert (found.totals, found.over) == ([1, 0, 1], True)
    for tricks in ([3, 3, 3], [2, 1, 0], [1, 0, 0]):
        with pytest.raises(NotationError, match="tricks"):
            sheet(chosen=chosen, tricks=tricks, last=0)


def test_trumps_of_the_small_pack_are_drawn(table):
    t = table(3, ONE_ROUND)
    t.draw(0)
    t.any(3)
    lay_out(t, COLUMNS, "R/1")
    t.pick("B3 R4 R1")  # A, with R1, is announced
    rng = Rng(3)
    sampler = GAME.sampler(t.match.view(2))
    drawn = set()
    for _ in range(60):
        facts = {fact.name: fact.value for fact in sampler.draw(rng).view(0).display().facts}
        drawn.add((facts["trump_colour"], facts["trump_number"]))
    assert drawn == {("R", "1"), ("-", "1")}  # with R/- the R4 would have won, with -/- the B3


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_advice_beats_uniform_play(seats):
    assert lead_of_advice(GAME, seats, SMALL, 40) > 0.3
