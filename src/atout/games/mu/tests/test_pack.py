"""Mü: the small pack (option pack), for exact work."""

from collections import Counter

import pytest

from atout.games.mu import GAME
from atout.games.mu.terms import Terms
from atout.kernel.errors import NotationError
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.kernel.state import CHANCE
from tests.kit.advice import advised_deal

SMALL: dict[str, object] = {"pack": "small", "length": "single"}
PACKS = {
    4: "R0 R7 R7 R9 B0 B7 B7 B9",
    5: "R0 R6 R7 R7 R9 B0 B6 B7 B7 B9",
    6: "R0 R7 R7 R9 B0 B7 B7 B9 G0 G7 G7 G9",
}
POINTS = {4: 10, 5: 14, 6: 15}
SEATS = sorted(PACKS)

HANDS = ["R7 R9", "R7 B9", "R0 B7", "B0 B7"]
BIDS = ["R9", "R7 B9", "-", "B7", "-", "-", "-", "-"]  # seat 1 is Chief, seat 0 with the 9 is Vice
TRICKS = ["B9*", "B7", "B0", "R9*", "R7*", "R0", "B7*", "R7"]


def terms(seats, **options):
    return Terms(seats, GAME.settle({**SMALL, **options}))


@pytest.mark.parametrize("seats", SEATS)
def test_the_pack_is_dealt_out_two_cards_each(table, seats):
    t = table(seats, SMALL, seed=3)
    hands = [t.hand(seat) for seat in range(seats)]
    assert [len(hand) for hand in hands] == [2] * seats
    assert Counter(card for hand in hands for card in hand) == Counter(PACKS[seats].split())
    for observer in t.observers:
        assert [len(t.cards("hand", seat, observer)) for seat in range(seats)] == [2] * seats


@pytest.mark.parametrize("seats", SEATS)
def test_a_round_has_two_tricks(table, seats):
    t = table(seats, SMALL, seed=4)
    seat = t.turn
    t.bid(t.hand(seat)[0])
    t.pass_all()
    assert t.phase == "chief_trump"
    t.say("trump:none", f"partner:{'ABCDEF'[(seat + 1) % seats]}")
    played = 0
    while t.turn >= 0:
        t.match.play(t.turn, t.match.legal(t.turn)[0])
        played += 1
    assert t.match.over
    assert played == 2 * seats
    taken = [line.points for line in t.match.score_lines() if line.clause.why == "card-points"]
    assert sum(taken) == POINTS[seats]


@pytest.mark.parametrize(("seats", "targets"), [(4, [5, 6]), (5, [6, 7]), (6, [5, 6])])
def test_targets_are_in_proportion_to_the_card_points(seats, targets):
    assert list(terms(seats).targets)[1:3] == targets


def test_other_targets_are_in_proportion_too():
    assert list(terms(5, targets="raised").targets)[1:3] == [6, 7]  # 25 and 28 of 60, of 14
    assert list(terms(6, targets="raised").targets)[1:3] == [6, 7]  # 22 and 26 of 60, of 15
    assert list(terms(4, targets="5406").targets)[1:3] == [10, 11]
    assert list(terms(4, targets="0000").targets)[1:3] == [0, 0]


def test_a_whole_round(table):
    t = table(4, SMALL)
    t.draw(0)
    t.deal_hands(HANDS)
    t.bid(*BIDS)
    assert (t.who("chief"), t.who("vice"), t.fact("size"), t.fact("target")) == (1, 0, "2", "6")
    assert t.trumps_of(0) == {"R", "9"}
    t.say("trump:9")
    assert t.trumps_of(1) == {"R", "B", "7", "none"}
    t.say("trump:B", "partner:D")
    t.say(*TRICKS)
    # Seat 1 took B9 B7 B0 R9, seat 3 R7 R0 B7 R7: 3 and 7 card points, and 20 each for the bid.
    assert t.match.over
    assert t.match.scores() == [0, 23, 0, 27]
    assert t.match.places() == [3, 2, 3, 1]


def test_a_round_in_which_the_bid_is_missed(table):
    t = table(4, SMALL)
    t.draw(0)
    t.deal_hands(HANDS)
    t.bid(*BIDS)
    t.say("trump:9", "trump:B", "partner:C", *TRICKS)
    # Three card points miss even the target of one card: a shortfall of 2.
    assert t.match.scores() == [10, 3 - 20, 0, 7 + 10]


def test_a_deadlock(table):
    t = table(4, SMALL)
    t.draw(2)
    t.deal_hands(HANDS)
    t.bid("R0", "B0", "-", "-", "-", "-")
    assert t.match.scores() == [0, 0, 5, -10]
    assert t.match.over


@pytest.mark.parametrize("seats", SEATS)
def test_a_single_round_ends_the_match(table, seats):
    for options in ({"length": "single"}, SMALL):
        t = table(seats, options, {"dealer": 1, "totals": [7] * seats})
        assert (t.turn, t.fact("rounds")) == (CHANCE, "1")
        t.match.deal(list(range(len(t.match.state.pack()))))
        t.pass_all()
        assert t.match.over


def test_positions_know_the_pack(table):
    start = {"dealer": 0, "hands": ["R9", "?? ??", "??", "??"], "bids": ["R7", "", "B9", "B0"], "turn": 1}
    t = table(4, SMALL, start)
    held = [card for seat in range(4) for card in t.hand(seat) + t.bids(seat)]
    assert Counter(held) == Counter(PACKS[4].split())
    with pytest.raises(NotationError, match="K9 appears more often than the pack has it"):
        table(4, SMALL, start | {"hands": ["K9", "?? ??", "??", "??"]})
    last = {"dealer": 0, "hands": ["R9", "R7", "B7", "B0"], "chief": 1, "partner": 3, "size": 1, "chief_trump": "none"}
    t = table(4, SMALL, last | {"tricks": [0, 1, 0, 0], "points": [0, 5, 0, 0], "leader": 1})
    t.say("R7", "B7", "B0", "R9")
    assert t.match.scores() == [5, 5 + 40, 0, 40]  # five card points are just enough for one card without a trump
    with pytest.raises(NotationError, match="the cards that nobody holds have 5"):
        table(4, SMALL, last | {"tricks": [0, 1, 0, 0], "points": [0, 6, 0, 0]})


def test_the_score_sheet_knows_the_pack():
    played = {"chief": "B", "partner": "D", "size": 2, "trump": "B", "points": [0, 3, 0, 7]}
    sheet = GAME.score_sheet(4, GAME.settle(SMALL), Start({}), [Start(played)])
    assert (sheet.totals, sheet.over) == ([0, 23, 0, 27], True)
    with pytest.raises(NotationError, match=r"points add up to 9, but a round has 10 \[MU-52\]"):
        GAME.score_sheet(4, GAME.settle(SMALL), Start({}), [Start(played | {"points": [0, 2, 0, 7]})])


@pytest.mark.parametrize("seats", SEATS)
def test_advice_bids_one_card_or_two_by_the_hand(seats):
    rng = Rng(seats)
    sizes: Counter[str] = Counter()
    for _ in range(40):
        state = advised_deal(GAME, seats, SMALL, rng)
        sizes[state.score_lines()[0].values["cards"]] += 1
    assert sizes["1"] + sizes["2"] == 40
    assert min(sizes["1"], sizes["2"]) > 1
