"""Mü: the table options."""

import pytest

from atout.games.mu import GAME
from atout.games.mu.scoring import Outcome
from atout.games.mu.terms import Terms
from atout.kernel.errors import SetupError
from atout.kernel.state import CHANCE, OVER

TRUMPS = [*"RBGYK", *"0123456789", "none"]


def outcome(seats, size, trump, **options):
    result = Outcome(Terms(seats, GAME.settle(options)))
    result.chief, result.partner, result.size, result.trump = 0, 1, size, TRUMPS.index(trump)
    return result


def after_a_pass(table, full_hands, totals, **options):
    t = table(len(totals), options, {"dealer": 0, "totals": totals})
    t.deal_hands(full_hands(len(totals), {}))
    t.pass_all()
    return t.turn


def test_defaults_are_those_of_the_rule_book():
    assert GAME.settle({}).values == {
        "limit": "200",
        "end_test": "over",
        "length": "limit",
        "same_trump": "no",
        "targets": "classic",
        "bonuses": "classic",
        "bonus_cap": "100",
        "deadlock_payout": "each",
        "pack": "full",
        "show_points": "on",
        "last_trick": "last",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", 9),
        ("limit", 501),
        ("limit", "none"),
        ("end_test", "past"),
        ("length", "once more"),
        ("targets", "12"),
        ("targets", "28+2"),
        ("bonuses", "10203"),
        ("bonuses", "flat"),
        ("bonus_cap", 50),
        ("last_trick", "two"),
        ("three_players", "on"),
    ],
)
def test_values_that_do_not_exist_are_refused(name, value):
    with pytest.raises(SetupError):
        GAME.settle({name: value})


@pytest.mark.parametrize("limit", [10, 100, 137, 200, 300, 500])
def test_limit(table, full_hands, limit):
    assert after_a_pass(table, full_hands, [limit, 0, 0, 0], limit=limit) == CHANCE
    assert after_a_pass(table, full_hands, [limit + 1, 0, 0, 0], limit=limit) == OVER


def test_end_test_reach(table, full_hands):
    for total, turn in ((199, CHANCE), (200, OVER), (201, OVER)):
        assert after_a_pass(table, full_hands, [0, total, 0, 0], end_test="reach") == turn


@pytest.mark.parametrize(("length", "times"), [("once", 1), ("twice", 2), ("thrice", 3)])
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_length_by_deals(table, full_hands, seats, length, times):
    t = table(seats, {"length": length}, {"dealer": 1, "totals": [300] * seats})
    assert t.fact("limit") is None
    dealers = []
    for number in range(1, seats * times + 1):
        assert (t.turn, t.fact("round"), t.fact("rounds")) == (CHANCE, str(number), str(seats * times))
        dealers.append(t.who("dealer"))
        t.deal_hands(full_hands(seats, {}))
        t.pass_all()  # totals above the limit do not matter
    assert t.match.over
    assert [dealers.count(seat) for seat in range(seats)] == [times] * seats
    assert t.match.places() == [1] * seats


def test_same_trump_yes(table):
    hands = [" ".join(["??"] * n) for n in (12, 13, 15, 15)]
    start = {"dealer": 0, "hands": hands, "bids": ["R2 R3 R7", "R9 B7", "", ""], "turn": 0}
    t = table(4, {"same_trump": "yes"}, start)
    t.pass_all()
    t.say("trump:7")
    assert t.trumps_of(0) == {"R", "2", "3", "7", "none"}
    t.say("trump:7", "partner:C")
    assert (t.fact("chief_trump"), t.fact("vice_trump"), t.fact("bonus")) == ("7", "7", "40")
    marks = {card.mark for zone in t.display(1).zones for card in zone.cards if card.text.endswith("7")}
    assert marks == {"chief_class"}
    marks = {card.mark for zone in t.display(1).zones for card in zone.cards}
    assert marks == {"chief_class", ""}


def test_same_trump_makes_one_class(table, at_tricks):
    start = at_tricks(["Y9 K2", "Y8 G7", "R7 K3", "B7 K4"], "7", "7")
    t = table(4, {"same_trump": "yes"}, start)
    t.say("Y9", "Y8", "R7", "B7")
    assert t.turn == 2


@pytest.mark.parametrize(("seats", "more"), [(4, 0), (5, 1), (6, 2)])
def test_targets_raised(seats, more):
    for size in range(1, 60 // seats + 1):
        usual = outcome(seats, size, "R").target()
        assert outcome(seats, size, "R", targets="raised").target() == usual + more


def test_targets_of_ones_own(table, before_last_trick):
    for seats in (4, 5, 6):
        assert [outcome(seats, size, "R", targets="2803").target() for size in (1, 2, 10)] == [31, 34, 58]
    start = before_last_trick([25, 9, 7, 19], chief=0, partner=1, size=2, trump="R")
    for targets, score in (("2803", 45), ("2903", 15), ("3203", 5), ("0000", 45), ("9999", 5)):
        t = table(4, {"targets": targets}, start)
        t.finish()
        assert t.match.scores()[0] == score


def test_bonuses_of_ones_own():
    for bonuses, extras in (("classic", (0, 10, 20, 30)), ("102030", (0, 10, 20, 30)), ("051599", (0, 5, 15, 99))):
        for trump, extra in zip(("G", "1", "5", "none"), extras, strict=True):
            assert outcome(4, 1, trump, bonuses=bonuses, bonus_cap="none").bonus() == 10 + extra
    assert outcome(4, 1, "none", bonuses="000099").bonus() == 100


def test_bonus_cap_none(table, before_last_trick):
    assert outcome(4, 15, "none", bonus_cap="none").bonus() == 180
    start = before_last_trick([58, 0, 2, 0], chief=0, partner=1, size=8, trump="none")
    t = table(4, {"limit": 500, "bonus_cap": "none"}, start)
    assert t.fact("bonus") == "110"
    t.finish()
    assert t.match.scores() == [168, 110, 2, 0]
    assert {line.clause.why for line in t.match.score_lines()} == {"card-points", "bonus"}


@pytest.mark.parametrize(("tied", "payout"), [(2, 30), (3, 15), (4, 10)])
def test_deadlock_payout_shared(table, tied, payout):
    bids = [f"{colour}2 {colour}3 {colour}4" for colour in "RBGY"[:tied]] + [""] * (5 - tied)
    hands = [" ".join(["??"] * (12 - len(bid.split()))) for bid in bids]
    t = table(5, {"deadlock_payout": "shared"}, {"dealer": 0, "hands": hands, "bids": bids, "turn": 4})
    t.pass_all()
    assert t.match.scores() == [payout] * (tied - 1) + [-30] + [0] * (5 - tied)
    assert {line.clause.why for line in t.match.score_lines()} == {"culprit", "tied-sharing"}


def test_deadlock_payout_is_rounded_down(table):
    bids = ["R2", "B2", "G2", "Y2", ""]
    hands = [" ".join(["??"] * (12 - len(bid.split()))) for bid in bids]
    t = table(5, {"deadlock_payout": "shared"}, {"dealer": 0, "hands": hands, "bids": bids, "turn": 4})
    t.pass_all()
    assert t.match.scores() == [3, 3, 3, -10, 0]


def test_show_points(table, at_tricks):
    start = at_tricks(["Y3 Y5", "Y7 B4", "Y6 G5", "Y1 G8"], "R")
    assert table(4, {"show_points": "off"}, start).each("points") == [None] * 4
    t = table(4, start=start)
    t.say("Y3", "Y7", "Y6", "Y1")
    assert t.each("points")[1] == "5"


def test_last_trick_all_and_none(table, at_tricks):
    start = at_tricks(["Y3 Y5 Y9", "Y7 B4 B5", "Y6 G5 G6", "Y1 G8 G9"], "R")
    for value in ("all", "none"):
        t = table(4, {"last_trick": value}, start)
        t.say("Y3", "Y7", "Y6", "Y1", "B4", "G5", "G8", "Y5")
        for observer in t.observers:
            if value == "none":
                assert t.zone("last_trick", observer=observer) is t.zone("earlier_trick", observer=observer) is None
            else:
                assert t.cards("earlier_trick", observer=observer) == ["Y3", "Y7", "Y6", "Y1"]
                assert t.trick("last_trick", observer) == [(1, "B4"), (2, "G5"), (3, "G8"), (0, "Y5")]
