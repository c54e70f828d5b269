"""Mü: the auction, and who becomes Chief and Vice (MU-08 to MU-25)."""

import pytest

from atout.games.mu import GAME
from atout.games.mu.auction import bid_height
from atout.games.mu.cards import FACES
from atout.kernel.errors import NotYourTurnError
from atout.kernel.state import CHANCE

SEATS = (4, 5, 6)


def start(bids, turn=0, dealer=0, **more):
    """Return a position within an auction; hands are filled up with cards that nobody has laid."""
    seats = len(bids)
    size = {4: 15, 5: 12, 6: 10}[seats]
    hands = [" ".join(["??"] * (size - len(bid.split()))) for bid in bids]
    return {"dealer": dealer, "hands": hands, "bids": bids, "turn": turn} | more


def most_cards(t, seat):
    """Return how many cards a seat on turn may lay, by laying them."""
    clone = t.match.state.clone()
    laid = 0
    while clone.turn == seat and len(clone.legal(seat)) > 1:
        clone.apply(seat, clone.legal(seat)[1])
        laid += 1
    return laid


@pytest.mark.parametrize("seats", SEATS)
def test_mu_08_dealer_acts_first_then_clockwise(table, full_hands, seats):
    for dealer in range(seats):
        t = table(seats, start={"dealer": dealer})
        t.deal_hands(full_hands(seats, {}))
        for step in range(seats - 1):
            assert t.turn == (dealer + step) % seats
            t.say("-")
        t.bid(t.hand(t.turn)[0])
        assert t.turn == dealer


def test_mu_08_others_have_to_wait(table):
    t = table(4, start=start(["", "", "", ""], turn=2))
    for seat in (0, 1, 3):
        t.expect_refusal(seat, "-", "MU-08", "not-your-bid", NotYourTurnError)
        t.expect_refusal(seat, f"+{t.hand(seat)[0]}", "MU-08", "not-your-bid", NotYourTurnError)


def test_mu_09_pass_or_lay_cards_from_the_hand(table, full_hands):
    t = table(4, start={"dealer": 1})
    t.deal_hands(full_hands(4, {1: "R7 R7 B1 K9", 2: "R6"}))
    hand = t.hand(1)
    assert t.options_of(1) == ["-", *dict.fromkeys(f"+{card}" for card in hand)]
    assert t.options_of(1).count("+R7") == 1
    t.expect_refusal(1, "+R6", "MU-09", "not-in-hand")
    for action in (-1, 173):
        t.expect_refusal(1, action, "MU-09", "bid-or-pass")
    t.say("+R7")
    assert (t.bids(1), len(t.hand(1))) == (["R7"], 14)
    t.say("+R6 -")
    assert t.bids(2) == ["R6"]
    for observer in t.observers:
        assert (t.bids(1, observer), t.bids(2, observer)) == (["R7"], ["R6"])


def test_mu_09_a_bid_of_several_cards_has_one_spelling(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "B2 K3", 1: "R7 R7 B1 K9"}))
    t.bid("B2")
    t.say("+B1")
    assert t.options_of(1)[0] == "-"
    t.expect_refusal(1, "+R7", "MU-09", "lay-cards-in-order")
    t.say("-")
    t.bid("-", "-", "K3")
    t.say("+R7 +R7")  # copies may follow each other; two and one before make three, the most there is
    assert (t.bids(1), t.turn) == (["R7", "R7", "B1"], 2)


def test_mu_09_several_cards_are_laid_whole_or_not_at_all(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "B2", 1: "R7 B1", 2: "K9"}))
    t.bid("B2")
    before = t.everything()
    for texts in ("+R7 +K9", "+B1 +R7", "+R7 R7"):
        with pytest.raises(ValueError, match=r"\[MU-(09|16)\]"):
            t.match.play(1, texts)
    assert t.everything() == before


def test_mu_10_at_most_one_above_the_leader(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R2 R3 R4 R5", 1: "B2 B3 B4 B5", 2: "G2 G3 G4"}))
    assert t.fact("room", 0) == "1"
    t.say("+R2")  # the very first bid is exactly one card, so the turn is over
    assert t.turn == 1
    for card in ("+R0", "+R3", "+K9"):
        t.expect_refusal(0, card, "MU-10", "one-more-than-the-leader", NotYourTurnError)
    for action in ("-", "trump:R"):
        t.expect_refusal(0, action, "MU-08", "not-your-bid", NotYourTurnError)
    assert t.fact("room", 1) == "2"
    t.say("+B2 +B3")
    assert (t.turn, t.fact("room", 2)) == (2, "3")
    t.expect_refusal(1, "+B4", "MU-10", "one-more-than-the-leader", NotYourTurnError)
    t.expect_refusal(0, "+R3", "MU-08", "not-your-bid", NotYourTurnError)
    t.say("-", "-")
    assert (t.turn, t.fact("room", 0)) == (0, "2")  # one of its own lies there
    t.say("-")
    assert (t.turn, t.fact("room", 1)) == (1, "1")  # leads alone
    t.say("+B4")
    assert t.turn == 2


def test_mu_11_a_bid_need_not_reach_the_leader(table):
    t = table(4, start=start(["R2 R3 R4 R5", "", "", ""], turn=1))
    assert t.fact("room", 1) == "5"
    t.bid(t.hand(1)[0])
    assert (t.turn, t.each("bid"), t.fact("most")) == (2, ["4", "1", "0", "0"], "4")


def test_mu_12_a_pass_is_not_final(table):
    t = table(4, start=start(["R2", "", "", ""], turn=1))
    t.bid("-", "-", t.hand(3)[0])
    t.bid("-")
    assert t.turn == 1
    t.bid(t.hand(1)[0])
    assert t.each("bid") == ["1", "1", "0", "1"]


def test_mu_13_bid_cards_stay_and_are_played(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R9 R8"}))
    t.bid("R9", "-", "-", "-", "R8")
    t.pass_all()
    assert (t.bids(0), len(t.hand(0))) == (["R8", "R9"], 13)
    t.say("trump:R", "partner:B")
    assert {"R8*", "R9*"} < set(t.options_of(0))
    t.say("R9*")
    assert t.bids(0) == ["R8"]
    assert t.trick() == [(0, "R9")]


def test_mu_14_only_the_number_of_cards_counts(table):
    t = table(4, start=start(["R0 R1", "B9", "", ""], turn=2))
    t.pass_all()
    assert t.who("chief") == 0
    t = table(4, start=start(["R0", "B9", "", ""], turn=2, latest="AB"))
    t.pass_all()
    assert t.match.scores() == [5, -10, 0, 0]


@pytest.mark.parametrize("seats", SEATS)
def test_mu_15_an_empty_hand_can_only_pass(table, seats):
    size = {4: 15, 5: 12, 6: 10}[seats]
    deck = [f"{colour}{number}" for colour in "RBGYK" for number in "011234567789"]
    bids = [" ".join(deck[:size]), " ".join(deck[size : 2 * size - 1]), *[""] * (seats - 2)]
    t = table(seats, start=start(bids))
    assert (t.options_of(0), t.match.state.forced_action(), t.fact("room", 0)) == (["-"], 0, "0")
    t.expect_refusal(0, "+R6", "MU-15", "empty-hand-can-only-pass")
    t.say("-")
    assert (t.match.state.forced_action(), t.fact("room", 1)) == (-1, "1")
    t.say(f"+{t.hand(1)[0]}")  # now this hand is empty too, and more could be laid: only `-` is left
    assert (t.turn, t.options_of(1), t.match.state.forced_action()) == (1, ["-"], 0)
    assert t.match.play_forced()
    assert t.turn == 2


@pytest.mark.parametrize("seats", SEATS)
def test_mu_16_as_many_passes_in_a_row_as_players(table, seats):
    t = table(seats, start=start(["R2", *[""] * (seats - 1)], turn=1))
    for _ in range(seats - 1):
        t.say("-")
        assert t.phase == "auction"
    assert t.turn == 0  # the last bidder gets one more turn
    t.say("-")
    assert (t.phase, t.who("chief")) == ("chief_trump", 0)
    t = table(seats, start=start(["R2", *[""] * (seats - 1)], turn=1))
    for _ in range(seats - 1):
        t.say("-")
    t.say(f"+{t.hand(0)[0]}")  # a bid begins the count anew
    for _ in range(seats - 1):
        t.say("-")
    assert (t.phase, t.turn) == ("auction", 0)


def test_mu_16_nothing_else_before_the_auction_is_over(table):
    t = table(4, start=start(["R2", "", "", ""], turn=1))
    for action in ("trump:R", "trump:none", "partner:A", t.hand(1)[0], "R2*", "K9*"):
        t.expect_refusal(1, action, "MU-16", "auction-runs")
    t.pass_all()
    for action in ("-", f"+{t.hand(0)[0]}", "+K9"):
        t.expect_refusal(0, action, "MU-16", "auction-over")


@pytest.mark.parametrize("seats", SEATS)
def test_mu_17_nobody_bids(table, full_hands, seats):
    t = table(seats, start={"dealer": 1, "totals": list(range(seats))})
    t.deal_hands(full_hands(seats, {}))
    t.say(*["-"] * seats)
    assert (t.turn, t.phase, t.match.scores()) == (CHANCE, "deal", list(range(seats)))
    assert t.zone("last_trick") is None
    assert [line.clause.why for line in t.match.score_lines()] == ["before"] * (seats - 1)
    assert (t.who("dealer"), t.fact("round")) == (2, "2")


def test_mu_18_sole_highest_bidder_is_chief(table):
    for bids, chief in ((["R2", "", "", ""], 0), (["R2", "B3 B4", "G2", ""], 1), (["R2", "", "G4", "K1 K2 K3"], 3)):
        t = table(4, start=start(bids))
        t.pass_all()
        assert (t.who("chief"), t.fact("size")) == (chief, str(max(len(bid.split()) for bid in bids)))


def test_mu_19_shared_highest_number_is_a_deadlock(table):
    t = table(5, start=start(["R2 R3", "B2", "G2 G3", "", "K2 K3"], turn=3, dealer=4, latest="ABCE"))
    t.pass_all()
    assert (t.turn, t.phase) == (CHANCE, "deal")
    assert t.who("chief") is None
    assert t.zone("last_trick") is None
    assert {line.clause.id for line in t.match.score_lines()} == {"MU-21"}
    assert t.match.scores() == [10, 0, 10, 0, -20]


@pytest.mark.parametrize(
    ("latest", "culprit"), [("ABC", 1), ("BAC", 0), ("CBA", 0), ("CAB", 1), ("BCA", 0), ("ACB", 1)]
)
def test_mu_20_the_last_of_the_tied_bidders_is_the_culprit(table, latest, culprit):
    t = table(4, start=start(["R2 R3", "B2 B3", "G2", ""], turn=3, latest=latest))
    t.pass_all()
    assert [score < 0 for score in t.match.scores()] == [culprit == 0, culprit == 1, False, False]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_mu_21_deadlock_scores(table, size):
    colours = [" ".join(f"{colour}{number}" for number in "2345678"[:size]) for colour in "RBG"]
    t = table(5, start=start([*colours, "", ""], turn=3, latest="CAB"))
    t.pass_all()
    assert t.match.scores() == [5 * size, -10 * size, 5 * size, 0, 0]
    lines = [(line.seat, line.points, line.clause.why) for line in t.match.score_lines()]
    assert lines == [(0, 5 * size, "tied"), (1, -10 * size, "culprit"), (2, 5 * size, "tied")]


def test_mu_22_vice_has_most_bid_cards_of_the_others(table):
    t = table(5, start=start(["R9 R8", "B0 B1 B2", "G9", "Y2 Y3 Y4 Y5", "K9 K8"]))
    t.pass_all()
    assert (t.who("chief"), t.who("vice"), t.phase, t.turn) == (3, 1, "vice_trump", 1)


@pytest.mark.parametrize(
    ("first", "second", "vice"),
    [
        ("R9", "B8", 1),
        ("R8", "B9", 2),
        ("R9 R2", "B9 B3", 2),
        ("R7 R7", "B7 B6", 1),
        ("R9 R0", "B8 G8", 1),
        ("G9 R6 K2", "Y8 R9 B5", 2),
        ("B7 B7 G1", "Y7 Y6 Y5", 1),
        ("R6 K6 G1", "Y6 B6 B1", None),
    ],
)
def test_mu_23_higher_numbers_decide(table, first, second, vice):
    free = [f"K{number}" for number in range(3, 9) if f"K{number}" not in first + second]
    chief = " ".join(free[: len(first.split()) + 1])
    t = table(4, start=start([chief, first, second, ""]))
    t.pass_all()
    assert (t.who("chief"), t.who("vice")) == (0, vice)


def test_mu_23_height_orders_bids_as_lists_of_numbers():
    bids = ["R0", "K1", "B5", "G9", "R0 B0", "K1 B0", "R1 R1", "Y9 R0", "B9 G9", "R0 B0 G0", "R9 B9 G9", "R7 R7 B7 B7"]
    heights = [bid_height(cards(bid)) for bid in bids]
    assert heights == sorted(heights)
    assert len(set(heights)) == len(heights)
    assert bid_height(cards("R8 B3")) == bid_height(cards("K3 Y8"))


def cards(line):
    found = 0
    for name in line.split():
        found |= FACES.first(FACES.cards[FACES.names.index(name)] & ~found, FACES.names.index(name))
    return found


def test_mu_24_an_unbreakable_tie_means_no_vice(table):
    t = table(4, start=start(["R2 R3 R4", "B8 B3", "Y8 K3", "K8 K2"]))
    t.pass_all()
    assert (t.who("chief"), t.who("vice"), t.phase, t.turn) == (0, None, "chief_trump", 0)
    t = table(5, start=start(["R2 R3 R4", "B8 B3", "Y8 K3", "K8 K2", "G9 R0"]))
    t.pass_all()
    assert t.who("vice") == 4  # beats the two that are equal


def test_mu_25_no_vice_without_other_bids(table, full_hands):
    t = table(4, start={"dealer": 0})
    t.deal_hands(full_hands(4, {0: "R9"}))
    t.bid("R9")
    t.pass_all()
    assert (t.who("vice"), t.phase) == (None, "chief_trump")
    t = table(4, start=start(["R2 R3 R4", "", "", ""]))
    t.pass_all()
    assert (t.who("vice"), t.phase) == (None, "chief_trump")


# Worked examples


def test_mu_ex_01_the_rule_books_auction(ex_1, ex_1_turns):
    t = ex_1
    for k, turn in enumerate(ex_1_turns):
        assert t.turn == k % 5
        if k == 4:
            assert (t.fact("room", 4), most_cards(t, 4)) == ("3", 3)
        t.bid(turn)
    assert t.phase == "vice_trump"
    assert [t.bids(seat) for seat in range(5)] == [
        ["R6", "G9", "K2"],
        ["Y9"],
        ["R9", "B5", "Y8"],
        ["B1", "B7", "G1", "G8"],
        ["K8"],
    ]


def test_mu_ex_02_chief(ex_1, ex_1_turns):
    ex_1.bid(*ex_1_turns)
    assert (ex_1.who("chief"), ex_1.fact("size")) == (3, "4")


def test_mu_ex_03_deadlock(ex_1, ex_1_turns):
    ex_1.bid(*ex_1_turns[:13], "G8", *["-"] * 5)
    assert (ex_1.match.scores(), ex_1.turn, ex_1.who("dealer")) == ([15, 0, 15, -30, 0], CHANCE, 1)
    assert ex_1.zone("last_trick") is None


def test_mu_ex_04_vice(ex_1, ex_1_turns):
    ex_1.bid(*ex_1_turns)
    assert ex_1.who("vice") == 2


@pytest.mark.parametrize(("seat", "most"), [(0, 2), (1, 4), (2, 1), (3, 1)])
def test_mu_ex_17_bid_limits(table, seat, most):
    t = table(4, start=start(["R2 R3", "", "G2 G3 G4", "Y2 Y3 Y4"], turn=seat))
    assert (t.fact("room", seat), most_cards(t, seat)) == (str(most), most)


def test_mu_ex_17_the_leader_adds_exactly_one(table):
    t = table(4, start=start(["R2", "", "", ""]))
    assert (t.fact("room", 0), most_cards(t, 0)) == ("1", 1)


def test_mu_ex_18_deadlock_culprit(table, full_hands):
    t = table(4, start={"dealer": 2})
    t.deal_hands(full_hands(4, {0: "G3", 1: "B9", 2: "K4 K6", 3: "R2 Y5"}))
    for seat, turn in ((2, "K4"), (3, "R2 Y5"), (0, "-"), (1, "B9"), (2, "K6"), (3, "-"), (0, "G3")):
        assert t.turn == seat
        t.bid(turn)
    assert t.each("bid") == ["1", "1", "2", "2"]
    for seat in (1, 2, 3, 0):
        assert t.turn == seat
        t.bid("-")
    assert t.match.scores() == [0, 0, -20, 10]


def test_mu_ex_19_all_pass(table, full_hands):
    t = table(6, start={"dealer": 5})
    t.deal_hands(full_hands(6, {}))
    t.say(*["-"] * 6)
    assert (t.match.scores(), t.who("dealer"), t.turn) == ([0] * 6, 0, CHANCE)


def test_mu_ex_20_self_raised_chief(table, full_hands):
    t = table(4, start={"dealer": 1})
    t.deal_hands(full_hands(4, {1: "R9 R8"}))
    t.bid("R9", "-", "-", "-", "R8", "-", "-", "-", "-")
    assert (t.who("chief"), t.fact("size"), t.who("vice"), t.fact("target")) == (1, "2", None, "32")
    assert t.trumps_of(1) == {"R", "8", "9", "none"}
    t.say("trump:9")
    assert t.options_of(1) == ["partner:A", "partner:C", "partner:D"]


def test_mu_ex_21_vice_tie_breaks(table):
    t = table(5, start=start(["R2 R3 R4 R5", "B7 B7 G1", "Y7 Y6 Y5", "K9", ""]))
    t.pass_all()
    assert (t.who("chief"), t.who("vice")) == (0, 1)
    t = table(5, start=start(["R2 R3 R4", "B8 B3", "Y8 K3", "K8 K2", ""]))
    t.pass_all()
    assert (t.who("chief"), t.who("vice")) == (0, None)


def test_notation_of_bids():
    assert [GAME.text(action) for action in (0, 1, 50)] == ["-", "+R0", "+K9"]
