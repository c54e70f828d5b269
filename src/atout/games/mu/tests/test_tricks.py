"""Mü: suits, ranks and tricks (MU-35 to MU-51)."""

import random

import pytest

from atout.games.mu import GAME
from atout.games.mu.cards import FACE_OF, ranking
from atout.kernel.bits import members
from atout.kernel.errors import NotYourTurnError
from atout.kernel.state import CHANCE

FACE_ORDER = [f"{colour}{number}" for colour in "RBGYK" for number in range(10)]
NAMES = [*"RBGYK", *"0123456789", "none"]


def classes(chief, vice):
    """Return by class the faces that the engine gives it, and whether one suit holds all trumps."""
    order = ranking(NAMES.index(chief), NAMES.index(vice))
    found: dict[str, set[str]] = {"double": set(), "chief": set(), "vice": set(), "plain": set()}
    for card in range(60):
        name = ["plain", "vice", "chief", "double"][order.strengths[card] // 10]
        found[name].add(GAME.text(73 + FACE_OF[card]))
        assert (name != "plain") == (card in members(order.trumps))
    return found


def winner_of(table, at_tricks, trick, chief, vice=None):
    """Return the place of the winning card in a trick that is the last of a round."""
    cards = trick.split()
    t = table(len(cards), {"last_trick": "last"}, at_tricks(cards, chief, vice))
    t.say(*cards)
    zone = t.zone("last_trick")
    assert [card.text for card in zone.cards] == cards
    (won,) = [card.seat for card in zone.cards if card.mark == "winning"]
    return won


def test_mu_35_classes():
    found = classes("R", "7")
    assert found["double"] == {"R7"}
    assert found["chief"] == {f"R{number}" for number in "012345689"}
    assert found["vice"] == {"B7", "G7", "Y7", "K7"}
    assert len(found["plain"]) == 50 - 14
    found = classes("7", "R")
    assert (found["double"], found["chief"]) == ({"R7"}, {"B7", "G7", "Y7", "K7"})
    found = classes("none", "G")
    assert (found["double"], found["chief"], len(found["vice"])) == (set(), set(), 10)
    assert classes("none", "none")["plain"] == {f"{colour}{number}" for colour in "RBGYK" for number in range(10)}


def test_mu_35_the_table_marks_the_classes(table, at_tricks):
    t = table(4, start=at_tricks(["R7 R2 B7", "B2 Y5 K5", "G2 Y3 K3", "K2 Y2 Y4"], "R", "7"))
    hand = t.zone("hand", 0, 0)
    assert [(card.text, card.mark) for card in hand.cards] == [
        ("B7", "vice_class"),
        ("R2", "chief_class"),
        ("R7", "double"),
    ]
    assert {card.mark for card in t.shown_cards("hand", 1, 1)} == {""}


@pytest.mark.sweep
def test_mu_36_all_trumps_are_one_suit_and_leave_their_colour():
    for chief in range(16):
        for vice in range(16):
            order = ranking(chief, vice)
            for card in range(60):
                face = GAME.text(73 + FACE_OF[card])
                trump = NAMES[chief] in face or NAMES[vice] in face
                same = {GAME.text(73 + FACE_OF[other]) for other in members(order.suits[card])}
                if trump:
                    assert members(order.suits[card]) == members(order.trumps)
                else:
                    assert same == {f for f in same if f[0] == face[0]}
                    assert not order.suits[card] & order.trumps
                assert face in same


def test_mu_36_the_hand_is_shown_by_effective_suit(table, at_tricks):
    t = table(4, start=at_tricks(["R7 R2 R3", "B2 Y5 K5", "G2 Y3 K3", "K2 Y2 Y4"], "7"))
    assert t.hand(0) == ["R7", "R2", "R3"]  # the 7 stands with the trumps, not with the reds


def test_mu_37_double_beats_chief_beats_vice_beats_plain(table, at_tricks):
    assert winner_of(table, at_tricks, "B9 B8 B7 R9", "B", "7") == 2
    assert winner_of(table, at_tricks, "R9 B0 R8 R6", "B", "R") == 1
    assert winner_of(table, at_tricks, "K9 R0 K8 K6", "B", "R") == 1


def test_mu_38_higher_trump_within_a_class(table, at_tricks):
    assert winner_of(table, at_tricks, "B5 B8 B0 B6", "B", "R") == 1
    assert winner_of(table, at_tricks, "R5 R4 R9 R6", "B", "R") == 2
    for chief in ("R", "none"):
        order = ranking(NAMES.index(chief), NAMES.index("K"))
        for suit in (range(12), range(48, 60)):
            strengths = [order.strengths[card] for card in suit]
            assert strengths == sorted(strengths)
            assert len(set(strengths)) == 10


def test_mu_39_higher_card_within_a_colour(table, at_tricks):
    assert winner_of(table, at_tricks, "Y5 Y4 Y8 Y0", "R", "7") == 2
    assert winner_of(table, at_tricks, "Y0 K9 B9 G9", "R", "7") == 0


def test_mu_40_of_equal_cards_the_earlier_wins(table, at_tricks):
    assert winner_of(table, at_tricks, "K6 K7 K7 K5", "R") == 1
    assert winner_of(table, at_tricks, "R7 G7 R7 K7", "7") == 0
    assert winner_of(table, at_tricks, "K5 G1 K1 K1", "R", "1") == 1
    assert winner_of(table, at_tricks, "R9 R7 R7 R8", "R", "7") == 1


def test_mu_41_doubles_need_a_colour_and_a_number():
    for chief in NAMES:
        for vice in NAMES:
            doubles = classes(chief, vice)["double"]
            if (chief in "RBGYK") != (vice in "RBGYK") and "none" not in (chief, vice):
                colour, number = (chief, vice) if chief in "RBGYK" else (vice, chief)
                assert doubles == {colour + number}
            else:
                assert doubles == set()
    order = ranking(NAMES.index("R"), NAMES.index("7"))
    assert [order.strengths[card] >= 30 for card in range(12)].count(True) == 2
    order = ranking(NAMES.index("6"), NAMES.index("R"))
    assert [order.strengths[card] >= 30 for card in range(12)].count(True) == 1


def test_mu_42_chief_leads_with_any_card(table, full_hands):
    t = table(5, start={"dealer": 1})
    t.deal_hands(full_hands(5, {3: "R9 R8"}))
    t.bid("-", "-", "R9", "-", "-", "-", "-", "R8")
    t.pass_all()
    t.say("trump:R", "partner:A")
    assert t.turn == 3
    hand = t.hand(3)
    assert t.options_of(3) == [*dict.fromkeys(sorted(hand, key=FACE_ORDER.index)), "R8*", "R9*"]


@pytest.mark.sweep
def test_mu_43_one_card_each_clockwise_from_hand_or_bid_cards(table, at_tricks):
    t = table(4, start=at_tricks(["Y3", "Y4", "Y5", "Y6"], "R", bids=["Y7", "Y8", "Y9", "Y0"]))
    for seat in range(4):
        assert t.turn == seat
        assert t.options_of(seat) == [f"Y{seat + 3}", f"Y{(seat + 7) % 10}*"]
        for other in range(4):
            if other != seat:
                t.expect_refusal(other, f"Y{other + 3}", "MU-43", "not-your-turn", NotYourTurnError)
        t.expect_refusal(seat, f"Y{seat + 3}*", "MU-43", "not-among-your-bid-cards")
        t.expect_refusal(seat, f"Y{(seat + 7) % 10}", "MU-43", "not-in-your-hand")
        for text in ("R0", "K9"):
            t.expect_refusal(seat, text, "MU-43", "not-in-your-hand")
            t.expect_refusal(seat, f"{text}*", "MU-43", "not-among-your-bid-cards")
        for text in ("-", "+R0", "+K9"):
            t.expect_refusal(seat, text, "MU-16", "auction-over")
        for text in ("trump:R", "trump:none", "partner:A", "partner:F"):
            t.expect_refusal(seat, text, "MU-31", "team-stands")
        for action in (-1, 173):
            t.expect_refusal(seat, action, "MU-43", "play-a-card")
        t.say(f"Y{(seat + 7) % 10}*" if seat % 2 else f"Y{seat + 3}")
    assert t.trick("last_trick") == [(0, "Y3"), (1, "Y8"), (2, "Y5"), (3, "Y0")]


def test_mu_43_hand_copy_and_bid_copy_are_two_options(table, at_tricks):
    t = table(4, start=at_tricks(["K7 K1", "R4 R5", "G5 G4", "B6 B3"], "R", bids=["K7", "R6", "G6", "B5"]))
    assert t.options_of(0) == ["K1", "K7", "K7*"]
    other = table(4, start=at_tricks(["K7 K1", "R4 R5", "G5 G4", "B6 B3"], "R", bids=["K7", "R6", "G6", "B5"]))
    t.say("K7")
    other.say("K7*")
    assert (t.hand(0), t.bids(0)) == (["K1"], ["K7"])
    assert (other.hand(0), other.bids(0)) == (["K1", "K7"], [])
    assert t.match.view(1) != other.match.view(1)


def test_mu_44_follow_the_suit_led(table, at_tricks):
    t = table(4, start=at_tricks(["Y3 Y5", "Y6 B4", "Y8 K1", "R2 G4"], "R", bids=["K9", "Y0", "K2", "Y9"]))
    t.say("Y3")
    assert t.options_of(1) == ["Y6", "Y0*"]  # any of them
    t.expect_refusal(1, "B4", "MU-44", "must-follow")
    t.say("Y0*")
    t.expect_refusal(2, "K2*", "MU-44", "must-follow")
    t.say("Y8")
    assert t.options_of(3) == ["Y9*"]  # a bid card follows too


def test_mu_45_any_trump_follows_a_trump(table, at_tricks):
    t = table(4, start=at_tricks(["R4 Y5 K3", "R2 B7 K5", "R7 G7 K8", "Y7 G4 K9"], "R", "7"))
    t.say("R4")
    assert t.options_of(1) == ["R2", "B7"]
    t.expect_refusal(1, "K5", "MU-45", "must-follow-trump")
    t.say("B7")
    assert t.options_of(2) == ["R7", "G7"]
    t.say("G7")
    assert t.options_of(3) == ["Y7"]


def test_mu_46_any_card_without_the_suit_led(table, at_tricks):
    t = table(4, start=at_tricks(["Y3 Y5 K3", "Y7 R2 B4", "K1 G4 G5", "K8 G6 G8"], "R", "7"))
    t.say("Y3")
    assert t.options_of(1) == ["R2", "B4", "Y7"]  # the Y7 is a trump, so there is no yellow
    t.say("B4")
    assert t.options_of(2) == ["G4", "G5", "K1"]


def test_mu_47_no_duty_to_trump_or_beat(table, at_tricks):
    t = table(4, start=at_tricks(["Y3 Y5 K3", "R9 R2 B4", "Y0 Y9 G5", "Y1 Y8 G8"], "R"))
    t.say("Y3", "B4")
    assert t.options_of(2) == ["Y0", "Y9"]
    t.say("Y0", "Y1")
    assert t.trick("last_trick") == [(0, "Y3"), (1, "B4"), (2, "Y0"), (3, "Y1")]
    assert t.turn == 0


def test_mu_48_strongest_trump_else_strongest_of_the_colour_led(table, at_tricks):
    assert winner_of(table, at_tricks, "Y3 K9 Y4 B9", "R", "7") == 2
    assert winner_of(table, at_tricks, "Y3 K9 R0 Y9", "R", "7") == 2
    assert winner_of(table, at_tricks, "Y9 K7 R0 B7", "7", "R") == 1
    assert winner_of(table, at_tricks, "Y0 K9 B9 G9 R9 K8", "none") == 0


def test_mu_49_winner_keeps_the_trick_and_leads(table, at_tricks):
    t = table(4, {"show_points": "on"}, at_tricks(["Y3 Y5", "Y7 B4", "Y6 G5", "Y1 G8"], "R"))
    points = [int(value or "") for value in t.each("points")]
    t.say("Y3", "Y7", "Y6", "Y1")
    assert t.turn == 1
    assert t.each("tricks") == ["13", "1", "0", "0"]
    assert [int(value or "") for value in t.each("points")] == [points[0], 5, 0, 0]


def test_mu_50_only_the_last_complete_trick_can_be_looked_at(table, at_tricks):
    hands = ["Y3 Y5 Y9", "Y7 B4 B5", "Y6 G5 G6", "Y1 G8 G9"]
    t = table(4, start=at_tricks(hands, "R"))
    assert t.zone("last_trick") is None
    t.say("Y3", "Y7", "Y6", "Y1")
    first = [(0, "Y3"), (1, "Y7"), (2, "Y6"), (3, "Y1")]
    t.say("B4", "G5", "G8")
    for observer in t.observers:
        assert t.trick("last_trick", observer) == first  # until the next trick is complete
        assert t.zone("earlier_trick", observer=observer) is None
    t.say("Y5")
    for observer in t.observers:
        assert t.trick("last_trick", observer) == [(1, "B4"), (2, "G5"), (3, "G8"), (0, "Y5")]
        shown = {card.text for zone in t.display(observer).zones for card in zone.cards}
        assert not shown & {"Y3", "Y7", "Y1"}


def test_mu_50_the_last_trick_of_a_round_lies_until_the_next_deal(table, at_tricks):
    t = table(4, start=at_tricks(["Y3", "Y7", "Y6", "Y1"], "R"))
    t.say("Y3", "Y7", "Y6", "Y1")
    assert t.turn == CHANCE
    assert t.trick("last_trick") == [(0, "Y3"), (1, "Y7"), (2, "Y6"), (3, "Y1")]
    t.match.deal(range(60))
    assert t.zone("last_trick") is None


@pytest.mark.parametrize(("seats", "tricks"), [(4, 15), (5, 12), (6, 10)])
def test_mu_51_all_cards_are_played(table, seats, tricks):
    t = table(seats, {"show_points": "on"}, {"dealer": 0})
    rng = random.Random(51)
    t.match.deal(rng.sample(range(60), 60))
    t.bid(t.hand(0)[3], " ".join(t.hand(1)[4:6]))
    t.pass_all()
    while t.phase != "tricks":
        t.play_any(rng)
    for trick in range(tricks):
        assert (t.phase, sum(int(won or "") for won in t.each("tricks"))) == ("tricks", trick)
        for _ in range(seats):
            t.play_any(rng)
    assert (t.turn, t.phase) == (CHANCE, "deal")
    card_points = [line.points for line in t.match.score_lines() if line.clause.why == "card-points"]
    assert (len(card_points), sum(card_points)) == (seats, 60)


# Worked examples


@pytest.mark.parametrize(
    ("chief", "vice", "trick", "winner"),
    [
        pytest.param("R", "7", "G7 R2 R7 B7 R7", 2, id="MU-EX-09"),
        pytest.param("7", "R", "R9 G7 B7 R8", 1, id="MU-EX-10"),
        pytest.param("7", "R", "R9 G7 R7 B7", 2, id="MU-EX-10b"),
        pytest.param("B", "R", "R9 R8 B0 R7 Y9", 2, id="MU-EX-11"),
        pytest.param("1", "7", "Y7 G7 K1 B1 Y9 R7", 2, id="MU-EX-12"),
        pytest.param("0", "G", "G9 K0 G8 R0", 1, id="MU-EX-13"),
        pytest.param("0", "G", "G9 K0 G0 R0", 2, id="MU-EX-13b"),
        pytest.param("none", "G", "B9 B7 G0 K9", 2, id="MU-EX-14"),
        pytest.param("none", None, "Y7 Y7 K9 Y6", 0, id="MU-EX-15"),
    ],
)
def test_mu_ex_09_to_15_who_wins(table, at_tricks, chief, vice, trick, winner):
    assert winner_of(table, at_tricks, trick, chief, vice) == winner


def test_mu_ex_09_classes():
    found = classes("R", "7")
    names = [next(name for name in found if card in found[name]) for card in ("G7", "R2", "R7", "B7", "R7")]
    assert names == ["vice", "chief", "double", "vice", "double"]


def test_mu_ex_12_a_plain_card_only_without_ones_and_sevens(table, at_tricks):
    hands = ["Y7 R2", "G7 R3", "K1 R4", "B1 R5", "Y9 Y1", "R7 R6"]
    t = table(6, start=at_tricks(hands, "1", "7"))
    t.say("Y7", "G7", "K1", "B1")
    t.expect_refusal(4, "Y9", "MU-45", "must-follow-trump")
    t = table(6, start=at_tricks([*hands[:4], "Y9 Y8", hands[5]], "1", "7"))
    t.say("Y7", "G7", "K1", "B1", "Y9")
    assert classes("1", "7")["double"] == set()


def test_mu_ex_14_bonus_without_a_trump(table, at_tricks):
    t = table(4, start=at_tricks(["B9", "B7", "G0", "K9"], "none", "G", size=3))
    assert t.fact("bonus") == "60"


@pytest.mark.parametrize(
    ("led", "hand", "bids", "legal"),
    [
        pytest.param("Y3", "Y6 R2 B4", "K9", ["R2", "B4", "Y6", "K9*"], id="a"),
        pytest.param("Y3", "B4 R2", "Y8", ["Y8*"], id="b"),
        pytest.param("R4", "K9 Y8", "G6", ["G6*"], id="c"),
        pytest.param("G3", "K9 Y8", "G6", ["Y8", "K9", "G6*"], id="d"),
        pytest.param("G6", "R1 G9", "", ["R1"], id="e"),
    ],
)
def test_mu_ex_16_following_suit(table, at_tricks, led, hand, bids, legal):
    size = len(hand.split()) + len(bids.split())
    spare = ["K0", "K2", "K3", "B0", "B2", "B3", "B5", "G0", "G2", "G4", "G5"]
    rest = [" ".join([first, *[spare.pop() for _ in range(size - 1)]]) for first in (led, "Y1", "Y2")]
    t = table(4, start=at_tricks([rest[0], hand, rest[1], rest[2]], "R", "6", bids=["", bids, "", ""]))
    t.say(led)
    assert t.options_of(1) == legal
