"""Mü: trumps and team (MU-26 to MU-34)."""

import pytest

from atout.games.mu import GAME
from atout.kernel.errors import NotationError, NotYourTurnError

TARGETS = {  # table 2.3 of the specification
    4: [30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58],
    5: [24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57],
    6: [20, 24, 28, 32, 36, 40, 44, 48, 52, 56],
}


def finish_auction(table, bids, options=None):
    """Return a table where the auction has just ended with these bid cards."""
    seats = len(bids)
    size = {4: 15, 5: 12, 6: 10}[seats]
    hands = [" ".join(["??"] * (size - len(bid.split()))) for bid in bids]
    t = table(seats, options, {"dealer": 0, "hands": hands, "bids": bids, "turn": 0})
    t.pass_all()
    return t


def test_mu_26_vice_names_first_and_must_name_one(table):
    t = finish_auction(table, ["R2 R3 R7", "B7 G1", "", ""])
    assert (t.phase, t.turn) == ("vice_trump", 1)
    assert t.trumps_of(1) == {"B", "G", "7", "1"}
    t.expect_refusal(1, "trump:none", "MU-26", "vice-must-name-a-trump")
    for trump in ("R", "Y", "K", "0", "9"):
        t.expect_refusal(1, f"trump:{trump}", "MU-26", "trump-not-on-bid-cards")
    for seat in (0, 2, 3):
        t.expect_refusal(seat, "trump:R", "MU-26", "vice-names-trump", NotYourTurnError)
    t.expect_refusal(1, "partner:A", "MU-27", "name-a-trump-first")
    t.expect_refusal(1, "B7*", "MU-27", "name-a-trump-first")
    t.say("trump:7")
    assert (t.fact("vice_trump"), t.phase, t.turn) == ("7", "chief_trump", 0)


def test_mu_27_chief_names_a_trump_of_the_bid_cards_or_none(table):
    t = finish_auction(table, ["R2 R3 K7", "B7 G1", "", ""])
    t.say("trump:G")
    for observer in t.observers:
        assert t.fact("vice_trump", observer=observer) == "G"
    assert t.trumps_of(0) == {"R", "K", "2", "3", "7", "none"}
    for trump in ("B", "Y", "1", "9"):
        t.expect_refusal(0, f"trump:{trump}", "MU-27", "trump-not-on-bid-cards")
    for seat in (1, 2, 3):
        t.expect_refusal(seat, "trump:R", "MU-27", "chief-names-trump", NotYourTurnError)
    for action in ("partner:C", "R2*", -1, 173):
        t.expect_refusal(0, action, "MU-27", "name-a-trump-first")
    t.say("trump:none")
    assert (t.fact("chief_trump"), t.phase, t.turn) == ("none", "partner", 0)


def test_mu_28_not_the_trump_of_the_vice(table):
    for named in ("7", "R"):
        t = finish_auction(table, ["R2 R3 R7", "R9 B7", "", ""])
        t.say(f"trump:{named}")
        assert t.trumps_of(0) == {"R", "2", "3", "7", "none"} - {named}
        t.expect_refusal(0, f"trump:{named}", "MU-28", "trump-is-the-vices")


def test_mu_29_no_trump_without_a_vice(table):
    t = finish_auction(table, ["R2", "", "", ""])
    assert t.trumps_of(0) == {"R", "2", "none"}
    t.say("trump:none", "partner:D")
    assert (t.fact("chief_trump"), t.fact("vice_trump"), t.phase) == ("none", None, "tricks")
    marks = {card.mark for observer in range(4) for zone in t.display(observer).zones for card in zone.cards}
    assert marks == {""}


def test_mu_30_partner_comes_after_the_trumps(table):
    t = finish_auction(table, ["R2 R3", "B7", "", ""])
    t.say("trump:B", "trump:R")
    assert (t.phase, t.turn) == ("partner", 0)
    for trump in ("R", "2", "none"):
        t.expect_refusal(0, f"trump:{trump}", "MU-30", "trumps-are-named")
    for card in ("R0", "R2*", "K9*"):
        t.expect_refusal(0, card, "MU-30", "pick-a-partner-first")
    for seat in (1, 2, 3):
        t.expect_refusal(seat, "partner:C", "MU-30", "chief-picks-partner", NotYourTurnError)
    t.say("partner:C")
    assert (t.who("partner"), t.phase, t.turn) == (2, "tricks", 0)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_mu_31_anybody_but_chief_and_vice(table, seats):
    t = finish_auction(table, ["R2", "B7 B6", *["G1"][: seats - 3], "K2 K3 K4", *[""] * (seats - 4)])
    chief, vice = t.who("chief"), t.who("vice")
    t.say("trump:B", "trump:K")
    others = [seat for seat in range(seats) if seat not in (chief, vice)]
    assert t.options_of(chief) == [f"partner:{'ABCDEF'[seat]}" for seat in others]
    t.expect_refusal(chief, f"partner:{'ABCDEF'[vice]}", "MU-31", "vice-is-no-partner")
    for seat in range(seats, 6):
        t.expect_refusal(chief, f"partner:{'ABCDEF'[seat]}", "MU-31", "no-such-partner")
    t.expect_refusal(chief, 173, "MU-31", "no-such-partner")


def test_mu_31_without_a_vice_anybody_else(table):
    t = finish_auction(table, ["", "", "G1", "", "", ""])
    t.say("trump:G")
    assert t.options_of(2) == [f"partner:{letter}" for letter in "ABDEF"]
    t.say("partner:F")  # has no bid card, and is not asked
    assert (t.who("partner"), t.turn) == (5, 2)
    t.expect_refusal(2, "partner:A", "MU-31", "team-stands")
    t.expect_refusal(2, "trump:1", "MU-31", "team-stands")


def test_mu_32_chief_never_plays_alone(table):
    for bids in (["R2", "", "", ""], ["R2 R3", "B7", "", ""]):
        t = finish_auction(table, bids)
        t.say(*(["trump:B"] if t.phase == "vice_trump" else []), "trump:none")
        assert len(t.options_of(0)) >= 2
        t.expect_refusal(0, "partner:A", "MU-32", "chief-needs-a-partner")


def test_mu_33_everybody_else_is_an_opponent(table, before_last_trick):
    start = before_last_trick([10, 10, 10, 10, 10, 10], chief=2, partner=4, size=2, trump="R")
    t = table(6, start=start | {"vice": 0, "vice_trump": "7"})
    t.finish()  # 20 points of 24: short by one card
    assert t.match.scores() == [15, 15, 0, 15, 10, 15]  # the Vice is paid as well


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_mu_34_targets(table, seats):
    deck = [f"{colour}{number}" for colour in "RBGYK" for number in "011234567789"]
    for size, target in enumerate(TARGETS[seats], start=1):
        t = finish_auction(table, [" ".join(deck[:size]), *[""] * (seats - 1)])
        assert (t.fact("size"), t.fact("target")) == (str(size), str(target))
    assert TARGETS[seats][0] == 60 * 2 // seats


def test_mu_ex_05_options_of_vice_and_chief(ex_1, ex_1_turns):
    t = ex_1
    t.bid(*ex_1_turns)
    assert t.trumps_of(2) == {"R", "Y", "B", "5", "8", "9"}
    t.say("trump:B")
    assert t.trumps_of(3) == {"G", "1", "7", "8", "none"}


def test_mu_ex_06_target(ex_1, ex_1_turns):
    ex_1.bid(*ex_1_turns)
    assert ex_1.fact("target") == "33"


def test_naming_is_never_forced_even_with_an_empty_hand(table):
    deck = [f"{colour}{number}" for colour in "RBGYK" for number in "011234567789"]
    t = finish_auction(table, [" ".join(deck[:15]), "", "", ""])
    for text in ("trump:R", "partner:B"):
        assert (t.hand(0), t.match.state.forced_action()) == ([], -1)
        t.say(text)


@pytest.mark.parametrize(
    "text", ["trump:", "trump:X", "trump:RR", "trump:10", "partner:G", "partner:AB", "partner:", "*"]
)
def test_notation_that_means_nothing(text):
    with pytest.raises(NotationError, match="is not an action like"):
        GAME.parse(text)


def test_notation_of_trumps_and_partners():
    trumps = [*"RBGYK", *"0123456789", "none"]
    assert [GAME.text(action) for action in range(51, 67)] == [f"trump:{trump}" for trump in trumps]
    assert [GAME.text(action) for action in range(67, 73)] == [f"partner:{letter}" for letter in "ABCDEF"]
