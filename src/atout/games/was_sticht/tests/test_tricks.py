"""Was sticht?: following suit and winning tricks (WAS-50 to WAS-67, WAS-100)."""

from itertools import product
from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.games.was_sticht.cards import RANKINGS
from atout.kernel.bits import bit
from atout.kernel.errors import NotationError, NotYourTurnError
from atout.kernel.log import SPECTATOR

CARDS = [f"{colour}{number}" for colour in "RBGY" for number in range(1, 10)]
ALL_TRUMPS = [f"{colour}/{number}" for colour in "RBGY-" for number in "123456789-"]


def legal(t, trick_start, trumps, led, hand):
    """Return what the second player of a trick may play from a hand, in the order of the hand."""
    start = trick_start(4, [led, hand, "", ""], trumps, 0)
    play = t(4, start=start)
    play.say(led)
    held = hand.split()
    may = play.may().split()
    return " ".join(card for card in held if card in may)


def winner(t, trick_start, trumps, cards):
    """Return who wins four or three cards that are played in order, A first."""
    seats = len(cards.split())
    play = t(seats, start=trick_start(seats, cards.split(), trumps, 0))
    play.say(*cards.split())
    marks = [
        card.seat for zone in play.display().zones if zone.name == "last_trick" for card in zone.cards if card.mark
    ]
    assert len(marks) == 1
    return "ABCD"[marks[0]]


def ranking(trumps):
    return RANKINGS[ALL_TRUMPS.index(trumps)]


def trump_suit(trumps):
    return {card for number, card in enumerate(CARDS) if ranking(trumps).trumps & bit(number)}


@pytest.mark.sweep
@pytest.mark.parametrize("seats", [3, 4])
def test_was_50_nine_tricks_the_left_neighbour_leads(table, seats):
    t = table(seats, seed=seats)
    t.until("tricks")
    first = t.who("first_player")
    assert t.turn == (first + 1) % seats
    leader = t.turn
    for number in range(9):
        assert t.turn == leader
        for step in range(seats):
            assert t.turn == (leader + step) % seats
            for other in range(seats):
                if other != t.turn:
                    t.expect_refusal(other, t.options_of(t.turn)[0], "WAS-50", "not-your-turn", NotYourTurnError)
            if number == 4:
                hand = t.cards("hand", t.turn, t.turn)
                t.expect_refusal(t.turn, next(card for card in CARDS if card not in hand), "WAS-50", "not-in-hand")
                t.expect_refusal(t.turn, -1, "WAS-50", "not-in-hand")
                t.expect_refusal(t.turn, 108, "WAS-82", "discard-later")
            t.any()
        if number < 8:
            leader = next(
                card.seat for zone in t.display().zones if zone.name == "last_trick" for card in zone.cards if card.mark
            )
    assert t.phase in ("discard", "columns", "over")


@pytest.mark.parametrize(("trumps", "number"), [("R/5", 12), ("-/5", 4), ("R/-", 9), ("-/-", 0)])
def test_was_51_trumps_have_the_colour_or_the_number(trumps, number):
    colour, value = trumps.split("/")
    assert trump_suit(trumps) == {card for card in CARDS if colour in card or value in card}
    assert len(trump_suit(trumps)) == number


def test_was_52_a_trump_does_not_belong_to_its_printed_colour(table, trick_start):
    assert legal(table, trick_start, "R/5", "B4", "B5 B7 R2") == "B7"
    assert legal(table, trick_start, "R/5", "B4", "B5 R2") == "B5 R2"
    for trumps, led in product(ALL_TRUMPS, CARDS):
        suit = ranking(trumps).suits[CARDS.index(led)]
        cards = {card for number, card in enumerate(CARDS) if suit & bit(number)}
        if led in trump_suit(trumps):
            assert cards == trump_suit(trumps)
        else:
            assert cards == {card for card in CARDS if card[0] == led[0]} - trump_suit(trumps)


@pytest.mark.parametrize("trumps", ["R/5", "-/-", "G/-"])
def test_was_53_the_leader_may_play_any_card(table, trick_start, trumps):
    t = table(4, start=trick_start(4, ["R1 R5 B5 B7 G9 Y1", "", "", ""], trumps, 0))
    assert t.may() == "R1 R5 B5 B7 G9 Y1"


def test_was_54_follow_a_plain_colour_or_a_trump(table, trick_start):
    t = table(4, start=trick_start(4, ["B4 R1", "B7 B9 R2 G5", "", ""], "R/5", 0))
    t.say("B4")
    t.expect_refusal(1, "R2", "WAS-54", "must-follow")
    t.expect_refusal(1, "G5", "WAS-54", "must-follow")
    assert t.may() == "B7 B9"
    t = table(4, start=trick_start(4, ["B4 R1", "B7 B9 R2 G5", "", ""], "R/5", 0))
    t.say("R1")
    t.expect_refusal(1, "B7", "WAS-54", "must-follow-trump")
    assert t.may() == "R2 G5"


def test_was_55_who_cannot_follow_may_play_anything(table, trick_start):
    assert legal(table, trick_start, "R/5", "B4", "R5 R1 G2 Y9") == "R5 R1 G2 Y9"
    assert legal(table, trick_start, "R/5", "R4", "B1 G2 Y9") == "B1 G2 Y9"
    assert legal(table, trick_start, "-/-", "R4", "B1 G2 Y9") == "B1 G2 Y9"
    assert legal(table, trick_start, "R/5", "R9", "R1 R8 G5") == "R1 R8 G5"  # no duty to beat


def test_was_56_trumps_of_one_kind_or_none(table, trick_start):
    assert legal(table, trick_start, "-/5", "G5", "G9 R5") == "R5"
    assert legal(table, trick_start, "R/-", "R2", "R9 B5") == "R9"
    assert legal(table, trick_start, "-/-", "G5", "G9 R5") == "G9"
    for number in "123456789":
        assert trump_suit(f"-/{number}") == {f"{colour}{number}" for colour in "RBGY"}
    for colour in "RBGY":
        assert trump_suit(f"{colour}/-") == {f"{colour}{number}" for number in range(1, 10)}
    assert trump_suit("-/-") == set()


@pytest.mark.parametrize("cards", ["R5 R9 B5 G5", "B5 G5 R9 R5", "B1 R5 R8 Y5", "B5 R5 B9 R9"])
def test_was_60_the_super_trump_wins(table, trick_start, cards):
    assert cards.split()["ABCD".index(winner(table, trick_start, "R/5", cards))] == "R5"


def test_was_61_the_first_of_the_trump_number_wins(table, trick_start):
    assert winner(table, trick_start, "R/5", "B9 G5 R9 Y5") == "B"
    assert winner(table, trick_start, "R/5", "R9 R8 Y5 G5") == "C"
    assert winner(table, trick_start, "-/5", "Y5 G5 R5 B5") == "A"
    assert winner(table, trick_start, "-/5", "B9 R5 G5 Y5") == "B"


def test_was_62_the_highest_of_the_trump_colour_wins(table, trick_start):
    assert winner(table, trick_start, "R/5", "G2 R1 R4 G9") == "C"
    assert winner(table, trick_start, "R/-", "R2 B9 R9 R8") == "C"


def test_was_63_the_highest_of_the_colour_led_wins(table, trick_start):
    assert winner(table, trick_start, "R/5", "B2 B9 B8 B1") == "B"
    assert winner(table, trick_start, "-/-", "B1 R9 G9 B2") == "D"


def test_was_64_other_cards_never_win(table, trick_start):
    assert winner(table, trick_start, "R/5", "G2 Y9 B9 Y8") == "A"
    assert winner(table, trick_start, "-/-", "G1 Y9 B9 R9") == "A"


def test_was_65_rank_order_with_red_five():
    order = ["R5", "B5", "R9", "R8", "R7", "R6", "R4", "R3", "R2", "R1"]
    order += [f"B{number}" for number in (9, 8, 7, 6, 4, 3, 2, 1)]
    ranks = ranking("R/5")
    numbers = [CARDS.index(card) for card in order]
    led = ranks.suits[CARDS.index("B1")]
    for high, low in product(range(len(order)), repeat=2):
        assert ranks.beats(bit(numbers[high]), bit(numbers[low]), led) == (high < low)
    for one, other in product(["B5", "G5", "Y5"], repeat=2):
        assert not ranks.beats(bit(CARDS.index(one)), bit(CARDS.index(other)), led)


@pytest.mark.parametrize("trumps", ["R/5", "G/-", "-/1", "-/-"])
def test_was_60_to_64_agree_with_the_naive_rules(rules, trumps):
    """Any four different cards, drawn many times, have the winner that the naive rules give."""
    rng = Random(trumps)
    ranks = ranking(trumps)
    for _ in range(1500):
        cards = rng.sample(CARDS, rng.choice([3, 4]))
        best = 0
        led = ranks.suits[CARDS.index(cards[0])]
        for place in range(1, len(cards)):
            if ranks.beats(bit(CARDS.index(cards[place])), bit(CARDS.index(cards[best])), led):
                best = place
        assert rules.winner(list(enumerate(cards)), tuple(trumps.split("/"))) == best


@pytest.mark.parametrize("seats", [3, 4])
def test_was_66_all_nine_tricks_are_played_out(table, trick_start, seats):
    """Even where one seat has won all tricks and nothing can change any more."""
    t = table(seats, start=trick_start(seats, ["R9 R8"] + [""] * (seats - 1), "R/-", 0))
    assert t.fact("tricks", 0) == "7"
    t.any(seats)
    assert t.phase == "tricks"
    t.any(seats)
    assert t.phase != "tricks"


@pytest.mark.parametrize("seats", [3, 4])
def test_was_67_only_the_last_trick_may_be_looked_at(table, seats):
    t = table(seats, {"max_rounds": 1}, seed=seats + 20)
    rng = Random(seats)
    t.until("tricks", choose=rng.choice)
    last: list[tuple[int, str]] = []
    trick: list[tuple[int, str]] = []
    won = [0] * seats
    while t.phase == "tricks":
        for observer in (rng.randrange(seats), SPECTATOR):
            assert t.trick("last_trick", observer) == last
            assert t.trick("trick", observer) == trick
            assert [t.fact("tricks", seat, observer) for seat in range(seats)] == [str(number) for number in won]
            assert t.zones("earlier_trick", observer) == []
        text = rng.choice(t.options_of(t.turn))
        trick.append((t.turn, text))
        t.say(text)
        if len(trick) == seats:
            last, trick = trick, []
            if t.phase == "tricks":
                won[t.turn] += 1
    for observer in t.observers:
        assert t.trick("last_trick", observer) == last


def test_was_67_the_last_trick_is_gone_when_the_next_round_is_laid_out(table, round_start):
    t = table(4, start=round_start(4, 0))
    t.lay_out([], "R/5")
    t.until("deal")
    assert len(t.trick("last_trick")) == 4
    t.match.deal(range(36))
    assert t.trick("last_trick") == []


def test_was_100_three_players_hold_nine_cards(w_r2, w_r2_picks):
    w_r2.pick(" ".join(w_r2_picks))
    assert [len(w_r2.cards("hand", seat)) for seat in range(3)] == [9, 9, 9]
    w_r2.choose("most", "exact-2")
    tricks = []
    while w_r2.phase == "tricks":
        w_r2.any(3)
        assert w_r2.trick() == []
        tricks.append(w_r2.trick("last_trick"))
    assert [len(trick) for trick in tricks] == [3] * 9


# Worked examples


def test_was_ex_e1_trumps_r_5(table):
    assert len(trump_suit("R/5")) == 12
    ranks = ranking("R/5")
    strengths = {card: ranks.strengths[CARDS.index(card)] for card in trump_suit("R/5")}
    order = ["R5", ("B5", "G5", "Y5"), "R9", "R8", "R7", "R6", "R4", "R3", "R2", "R1"]
    grouped: dict[int, set[str]] = {}
    for card, strength in strengths.items():
        grouped.setdefault(strength, set()).add(card)
    assert [grouped[strength] for strength in sorted(grouped, reverse=True)] == [
        {item} if isinstance(item, str) else set(item) for item in order
    ]


def test_was_ex_e2_only_a_trump_number():
    assert trump_suit("-/5") == {"R5", "B5", "G5", "Y5"}
    assert len({ranking("-/5").strengths[CARDS.index(card)] for card in trump_suit("-/5")}) == 1


def test_was_ex_e3_only_a_trump_colour():
    ranks = ranking("R/-")
    assert trump_suit("R/-") == {f"R{number}" for number in range(1, 10)}
    strengths = [ranks.strengths[CARDS.index(f"R{number}")] for number in range(1, 10)]
    assert strengths == sorted(set(strengths))


@pytest.mark.parametrize(
    ("trumps", "led", "hand", "may"),
    [
        pytest.param("R/5", "B4", "B5 B7 R2 G1", "B7", id="W-T1"),
        pytest.param("R/5", "B4", "B5 R2 G1", "B5 R2 G1", id="W-T2"),
        pytest.param("R/5", "B5", "B9 R1 G5 Y3", "R1 G5", id="W-T3"),
        pytest.param("R/5", "B5", "B9 B1 Y3", "B9 B1 Y3", id="W-T4"),
        pytest.param("R/5", "R3", "G5 B2", "G5", id="W-T5"),
        pytest.param("-/5", "G5", "G9 R5", "R5", id="W-T6"),
        pytest.param("-/5", "G9", "G5 R2", "G5 R2", id="W-T7"),
        pytest.param("R/-", "R2", "R9 B5", "R9", id="W-T8"),
    ],
)
def test_was_ex_t1_to_t8_following_suit(table, trick_start, trumps, led, hand, may):
    assert legal(table, trick_start, trumps, led, hand) == may


@pytest.mark.parametrize(
    ("trumps", "cards", "taker"),
    [
        pytest.param("-/-", "B1 R9 G9 B2", "D", id="W-T9"),
        pytest.param("R/5", "B9 G5 R9 Y5", "B", id="W-T10"),
        pytest.param("R/5", "B5 G5 R9 R5", "D", id="W-T11"),
        pytest.param("R/5", "G2 Y9 B9 Y8", "A", id="W-T12"),
        pytest.param("R/5", "G2 R1 R4 G9", "C", id="W-T13"),
    ],
)
def test_was_ex_t9_to_t13_winners(table, trick_start, trumps, cards, taker):
    assert winner(table, trick_start, trumps, cards) == taker


def test_was_ex_r1_legal_cards_of_a_in_trick_7(w_r1, w_r1_picks):
    w_r1.pick(" ".join(w_r1_picks))
    w_r1.choose("exact-2", "most", "no-tricks")
    w_r1.say("B8", "R2", "B5", "B9", "Y3", "Y9", "Y6", "Y2", "G5", "G9", "G8", "G1", "R3", "B1", "R4", "R5")
    w_r1.say("R8", "R9", "Y5", "R6", "Y7")
    assert w_r1.may() == "G3"  # the others must play trumps to the number trump
    w_r1.say("G3")
    assert w_r1.may() == "R7 G2"
    w_r1.say("G2", "G4", "G6", "B6")
    assert (w_r1.turn, w_r1.may()) == (0, "R7")


def test_was_ex_r2_a_trump_is_no_green_card(w_r2, w_r2_picks):
    w_r2.pick(" ".join(w_r2_picks))
    w_r2.choose("most", "exact-2")
    w_r2.say("B4", "B1", "B6", "Y3", "Y6", "Y4", "Y5", "Y8", "R9", "R2", "R6", "R7", "G4")
    assert w_r2.turn == 2
    assert "G3" in w_r2.cards("hand", 2, 2)
    assert w_r2.may() == "G1 G5 G9"
    w_r2.expect_refusal(2, "G3", "WAS-54", "must-follow")


@pytest.mark.parametrize("text", ["R0", "R", "r5", "R55", "P5", "pick:R0", "pick:", "take:red", "play:R5", "last", ""])
def test_notation_refuses_other_texts(text):
    with pytest.raises(NotationError, match="not an action like take:no-red, pick:R5"):
        GAME.parse(text)


@pytest.mark.parametrize("action", [-1, 108])
def test_notation_refuses_other_numbers(action):
    with pytest.raises(NotationError, match=f"no action {action}"):
        GAME.text(action)


def test_notation():
    assert [GAME.parse(GAME.text(action)) for action in range(108)] == list(range(108))
    assert [GAME.text(action) for action in (0, 11, 12, 47, 48, 59, 60, 95, 96, 107)] == [
        *["take:no-tricks", "take:fewest", "pick:R1", "pick:Y9", "choose:no-tricks"],
        *["choose:fewest", "R1", "Y9", "discard:no-tricks", "discard:fewest"],
    ]
