"""Mü: positions to begin from."""

import pytest

from atout.games.mu import GAME
from atout.games.mu.reading import CHIEF_IS, DEALER, LEADS, LIES, NUMBER, PARTNER_IS
from atout.kernel.errors import NotationError
from atout.kernel.log import DEALT, TOTAL
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.match import Match

UNKNOWN = ["??"] * 15
AUCTION = {
    "dealer": 1,
    "hands": [" ".join(UNKNOWN[:13]), " ".join(UNKNOWN), " ".join(UNKNOWN[:12]), " ".join(UNKNOWN[:14])],
    "bids": ["R2 R3", "", "K7 K7 G1", "B9"],
}
TRICKS = {
    "dealer": 3,
    "round": 2,
    "totals": [10, -5, 20, 0],
    "hands": ["R7 Y2", "G3", "K5 R6", "B4 B5"],
    "bids": ["", "R7", "", ""],
    "chief": 1,
    "size": 3,
    "chief_trump": "R",
    "vice": 2,
    "vice_trump": "7",
    "partner": 0,
    "tricks": [4, 5, 3, 1],
    "points": [12, 20, 10, 7],
    "leader": 1,
}


def without(start, *names):
    return {name: value for name, value in start.items() if name not in names}


def test_start_before_a_round(table):
    t = table(5, start={"dealer": 3, "round": 7, "totals": [1, 2, 3, 4, -5]})
    assert (t.turn, t.who("dealer"), t.fact("round")) == (CHANCE, 3, "7")
    assert t.match.scores() == [1, 2, 3, 4, -5]


def test_start_takes_the_farthest_numbers(table):
    t = table(4, start={"dealer": 3, "round": 9999, "totals": [-9999, 9999, 0, 1]})
    assert (t.who("dealer"), t.fact("round"), t.match.scores()) == (3, "9999", [-9999, 9999, 0, 1])
    t = table(
        4,
        start=TRICKS
        | {"hands": ["R1", "B1", "G1", "Y1"], "bids": [""] * 4, "tricks": [14, 0, 0, 0]}
        | {"points": [60, 0, 0, 0], "size": 15, "leader": 3},
    )
    assert (t.turn, t.each("tricks"), t.fact("size")) == (3, ["14", "0", "0", "0"], "15")


def test_start_the_chief_leads_unless_somebody_else_is_named(table):
    t = table(4, start=without(TRICKS, "leader"))
    assert t.turn == TRICKS["chief"]
    assert table(4, start=TRICKS | {"leader": 0}).turn == 0


def test_start_within_an_auction(table):
    t = table(4, start=AUCTION)
    assert (t.turn, t.phase) == (1, "auction")
    assert t.each("bid") == ["2", "0", "3", "1"]
    assert (t.fact("most"), t.fact("room", 1)) == ("3", "4")
    assert [len(t.hand(seat)) for seat in range(4)] == [13, 15, 12, 14]
    held = [card for seat in range(4) for card in t.hand(seat) + t.bids(seat)]
    assert len(held) == 60
    t = table(4, start=AUCTION | {"turn": 3, "passes": 3})
    t.say("-")
    assert (t.phase, t.who("chief"), t.who("vice")) == ("vice_trump", 2, 0)


def test_start_remembers_who_bid_last(table):
    hands = [" ".join(UNKNOWN[:14])] * 2 + [" ".join(UNKNOWN)] * 2
    for latest, scores in (("AB", [5, -10, 0, 0]), ("BA", [-10, 5, 0, 0])):
        t = table(4, start={"dealer": 0, "hands": hands, "bids": ["R2", "B2", "", ""], "latest": latest})
        t.pass_all()
        assert t.match.scores() == scores
    t = table(4, start={"dealer": 1, "hands": hands, "bids": ["R2", "B2", "", ""]})  # clockwise from the dealer
    t.pass_all()
    assert t.match.scores() == [-10, 5, 0, 0]


def test_start_within_the_tricks(table):
    t = table(4, {"show_points": "on"}, TRICKS)
    assert (t.turn, t.phase, t.fact("round"), t.who("dealer")) == (1, "tricks", "2", 3)
    assert (t.who("chief"), t.who("vice"), t.who("partner")) == (1, 2, 0)
    assert (t.fact("size"), t.fact("target"), t.fact("bonus")) == ("3", "34", "30")
    assert (t.fact("chief_trump"), t.fact("vice_trump")) == ("R", "7")
    assert (t.each("tricks"), t.each("points")) == (["4", "5", "3", "1"], ["12", "20", "10", "7"])
    assert t.options_of(1) == ["G3", "R7*"]
    t.say("R7*", "R6", "B4", "R7", "G3", "K5", "B5", "Y2")
    assert t.match.scores() == [10 + 12 + 30, -5 + 20 + 7 + 4 + 30, 20 + 10, 7]


def test_start_without_a_vice_and_at_the_first_trick(table, full_hands):
    hands = [hand.split() for hand in full_hands(4, {2: "K9 K8"})]
    bids = ["", "", "K9 K8", ""]
    for card in ("K9", "K8"):
        hands[2].remove(card)
    start = {"dealer": 0, "hands": [" ".join(hand) for hand in hands], "bids": bids}
    start |= {"chief": 2, "size": 2, "chief_trump": "K", "partner": 0}
    t = table(4, start=start)
    assert (t.turn, t.who("vice"), t.fact("vice_trump"), t.fact("target")) == (2, None, None, "32")
    assert t.each("tricks") == ["0"] * 4
    kinds = {entry.kind for entry in t.match.view(0).seen}
    assert kinds == {NUMBER, DEALER, TOTAL, DEALT, LIES, CHIEF_IS, PARTNER_IS, LEADS}


def test_start_unknown_cards_are_cards_that_lie_nowhere_else(table):
    t = table(4, start=AUCTION)
    held = [card for seat in range(4) for card in t.hand(seat)]
    assert held.count("K7") == 0
    assert held.count("R2") == held.count("R3") == held.count("B9") == 0
    assert held.count("G1") == 1


def test_start_cards_that_nobody_holds_have_been_played(table):
    t = table(4, start=TRICKS)
    rng = Rng(1)
    held = {"Y2", "R7", "K5", "R6", "B4", "B5", "G3"}
    for observer in t.observers:
        for _ in range(20):
            world = GAME.sampler(t.match.view(observer)).draw(rng)
            zones = [zone for seat in range(4) for zone in world.view(seat).display().zones if zone.seat == seat]
            cards = {card.text for zone in zones for card in zone.cards if zone.name == "hand"}
            assert cards <= held


def test_start_views_hide_hands_too(table):
    t = table(4, start=TRICKS)
    other = table(4, start=TRICKS | {"hands": ["R7 Y2", "G3", "K5 B4", "R6 B5"]})
    assert t.match.view(0) == other.match.view(0)
    assert t.match.view(1) == other.match.view(1)
    assert t.match.view(2) != other.match.view(2)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        # the whole
        ({"round": 2}, "dealer is missing"),
        ({"totals": [0, 0, 0, 0]}, "dealer is missing"),
        ({"dealer": 0, "marker": 1}, "marker means nothing"),
        ({"dealer": 0, "bids": ["", "", "", ""]}, "bids means nothing"),
        ({"dealer": 0, "chief": 1}, "chief means nothing"),
        (AUCTION | {"tricks": [1, 0, 0, 0]}, "tricks means nothing"),
        (AUCTION | {"leader": 0}, "leader means nothing"),
        (TRICKS | {"latest": "B"}, "latest means nothing"),
        (without(TRICKS, "vice"), "vice_trump means nothing"),
        # numbers
        ({"dealer": 4}, "dealer must be"),
        ({"dealer": -1}, "dealer must be"),
        ({"dealer": 0, "round": 10000}, "round must be"),
        ({"dealer": 0, "totals": [-10000, 0, 0, 0]}, "totals must be"),
        ({"dealer": 0, "totals": [0, 0, 0, 10000]}, "totals must be"),
        (AUCTION | {"turn": -1}, "turn must be"),
        (AUCTION | {"passes": -1}, "passes must be"),
        (TRICKS | {"partner": 4}, "partner must be"),
        (TRICKS | {"partner": -1}, "partner must be"),
        (TRICKS | {"vice": 4}, "vice must be"),
        (TRICKS | {"vice": -1}, "vice must be"),
        (TRICKS | {"chief": -1}, "chief must be"),
        (TRICKS | {"leader": 4}, "leader must be"),
        (TRICKS | {"tricks": [4, 5, 5, -1]}, "tricks must be"),
        (TRICKS | {"tricks": [16, 0, 0, 0]}, "tricks must be"),
        ({"dealer": "A"}, "dealer must be"),
        ({"dealer": 0, "round": 0}, "round must be"),
        ({"dealer": 0, "totals": [1, 2, 3]}, "totals must be"),
        (AUCTION | {"turn": 4}, "turn must be"),
        (AUCTION | {"passes": 4}, "passes must be"),
        (TRICKS | {"chief": 4}, "chief must be"),
        (TRICKS | {"size": 0}, "size must be"),
        (TRICKS | {"size": 16}, "size must be"),
        (TRICKS | {"tricks": [4, 5, 3]}, "tricks must be"),
        (TRICKS | {"points": [12, 20, 10]}, "points must be"),
        (TRICKS | {"points": [12, 20, 18, -1]}, "points must be"),
        (TRICKS | {"points": [61, 0, 0, 0]}, "points must be"),
        (TRICKS | {"leader": -1}, "leader must be"),
        # cards
        (AUCTION | {"hands": ["", "", ""]}, "hands must be"),
        (AUCTION | {"bids": ["", "", ""]}, "bids must be"),
        (AUCTION | {"bids": ["R2", "", "K7 K7 G1", "B9"]}, "seat 0 must have 15 cards"),
        (AUCTION | {"bids": ["R2 R2", "", "K7 K7 G1", "B9"]}, "R2 appears more often"),
        (AUCTION | {"bids": ["R2 X3", "", "K7 K7 G1", "B9"]}, "no card X3"),
        (AUCTION | {"bids": ["R2 ??", "", "K7 K7 G1", "B9"]}, "lie open"),
        (TRICKS | {"hands": ["R7 Y2", "G3 G3", "K5 R6", "B4 B5"]}, "seat 1 must have 2 cards"),
        (TRICKS | {"hands": ["R7 R7", "G3", "K5 R6", "B4 B5"]}, "R7 appears more often"),
        # the auction
        (AUCTION | {"latest": "AC"}, "latest must name"),
        (AUCTION | {"latest": "ACDD"}, "latest must name"),
        (AUCTION | {"latest": "ABCD"}, "latest must name"),
        # roles and trumps
        (without(TRICKS, "partner"), "partner or size is missing"),
        (without(TRICKS, "size"), "partner or size is missing"),
        (without(TRICKS, "chief_trump"), "chief_trump must be"),
        (TRICKS | {"chief_trump": "red"}, "chief_trump must be"),
        (TRICKS | {"vice_trump": "none"}, "vice_trump cannot be none"),
        (TRICKS | {"vice_trump": "R"}, "chief_trump is the Vice's"),
        (TRICKS | {"partner": 1}, "different seats"),
        (TRICKS | {"partner": 2}, "different seats"),
        (TRICKS | {"vice": 1}, "different seats"),
        (TRICKS | {"size": 1, "bids": ["R7", "", "", ""], "hands": ["Y2", "G3 R7", "K5 R6", "B4 B5"]}, "more than 0"),
        (TRICKS | {"size": 1, "bids": ["", "R7", "", "B4"], "hands": ["R7 Y2", "G3", "K5 R6", "B5"]}, "more than 0"),
        (TRICKS | {"size": 1, "chief_trump": "G"}, "on none of the Chief's bid cards"),
        # what was won
        (TRICKS | {"tricks": [5, 5, 4, 1], "hands": [""] * 4, "bids": [""] * 4}, "at most 14 can be over"),
        (TRICKS | {"points": [12, 20, 10, 8]}, "add up to 50"),
        (TRICKS | {"tricks": [5, 5, 3, 0]}, "points of seat 3 do not come from any trick"),
    ],
)
def test_start_refusals(start, words):
    with pytest.raises(NotationError, match=words):
        Match(GAME, 4, start=start)


def test_start_the_chief_leads_the_first_trick(full_hands):
    hands = [hand.split() for hand in full_hands(4, {2: "K9"})]
    hands[2].remove("K9")
    start = {"dealer": 0, "hands": [" ".join(hand) for hand in hands], "bids": ["", "", "K9", ""]}
    start |= {"chief": 2, "size": 1, "chief_trump": "K", "partner": 0}
    Match(GAME, 4, start=start | {"leader": 2})
    with pytest.raises(NotationError, match=r"\[MU-42\]"):
        Match(GAME, 4, start=start | {"leader": 0})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({}, ""),
        ({"size": 3}, r"bids of the Chief are not 3 cards, as size says \[MU-18\]"),
        ({"vice": 1, "vice_trump": "8"}, r"vice is not the runner-up of these bids \[MU-22\]"),
        ({"vice_trump": "B"}, r"vice_trump is on none of the Vice's bid cards \[MU-26\]"),
        ({"leader": 3}, r"leader of the first trick is the Chief \[MU-42\]"),
    ],
)
def test_start_at_the_first_trick_fits_the_bids(full_hands, more, words):
    bids = ["", "R8", "K9 K8", "G9"]
    hands = [hand.split() for hand in full_hands(4, dict(enumerate(bids)))]
    for seat, bid in enumerate(bids):
        for card in bid.split():
            hands[seat].remove(card)
    start = {"dealer": 0, "hands": [" ".join(hand) for hand in hands], "bids": bids}
    start |= {"chief": 2, "size": 2, "chief_trump": "K", "vice": 3, "vice_trump": "9", "partner": 0}
    if not words:
        assert Match(GAME, 4, start=start | more).turn == 2
        return
    with pytest.raises(NotationError, match=words):
        Match(GAME, 4, start=start | more)


def test_start_at_the_first_trick_needs_the_vice_that_the_bids_make(full_hands):
    hands = [hand.split() for hand in full_hands(4, {2: "K9 K8", 3: "G9"})]
    hands[2].remove("K9")
    hands[2].remove("K8")
    hands[3].remove("G9")
    start = {"dealer": 0, "hands": [" ".join(hand) for hand in hands], "bids": ["", "", "K9 K8", "G9"]}
    start |= {"chief": 2, "size": 2, "chief_trump": "K", "partner": 0}
    with pytest.raises(NotationError, match=r"\[MU-22\]"):
        Match(GAME, 4, start=start)


def test_start_refuses_a_round_the_match_does_not_have():
    Match(GAME, 4, {"length": "twice"}, start={"dealer": 0, "round": 8})
    with pytest.raises(NotationError, match="round must be"):
        Match(GAME, 4, {"length": "twice"}, start={"dealer": 0, "round": 9})
