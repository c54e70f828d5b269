"""Schrecklicht: match and round set-up (SCH-01 to SCH-11)."""

from random import Random

import pytest

from atout.games.schrecklicht import GAME
from atout.kernel.log import DEALT, HIDDEN
from atout.kernel.state import CHANCE, OVER
from atout.match import Match
from tests.kit.setup import expect_equal_chances, expect_seats

SEATS = (3, 4, 5)
PACK = [f"{colour}{value}" for colour in "GVB" for value in range(12)]


BEFORE_CARDS = {"dealer": 0, "objectives": "LOW_SUM HIGH_SUM MOST_ODD"}


def pack_names():
    return Match(GAME, 3, start=BEFORE_CARDS).state.pack().names


def value(card):
    return int(card[1:])


def finish_round(t, rng):
    number = t.fact("round")
    while t.turn >= 0 and t.fact("round") == number:
        t.play_any(rng)


def test_sch_01_three_to_five_players():
    expect_seats(GAME, SEATS, "SCH-01")


@pytest.mark.parametrize("seats", SEATS)
def test_sch_01_four_rounds(table, seats):
    t = table(seats)
    rng = Random(seats)
    t.set_up("B")
    for number in range(1, 5):
        assert t.turn == CHANCE
        t.match.deal(rng.sample(range(36), 36))
        assert (t.fact("round"), t.fact("rounds"), t.display().phase) == (str(number), "4", "plays")
        finish_round(t, rng)
        assert t.display().phase == ("evaluated" if number < 4 else "over")
    assert (t.turn, t.match.over) == (OVER, True)


@pytest.mark.parametrize("seats", SEATS)
def test_sch_02_every_objective_is_used_once(table, seats):
    t = table(seats)
    t.deal(dealer="A")
    pack = t.match.state.pack()
    assert (pack.kind, len(pack)) == ("objectives", 12)
    rng = Random(2)
    order = rng.sample(range(12), 12)
    t.match.deal(order)
    used = []
    for number in range(4):
        assert (t.match.state.pack().kind, len(t.match.state.pack())) == ("cards", 36)  # shuffled once only
        t.match.deal(rng.sample(range(36), 36))
        drawn = list(t.of_colours("objective").values())
        assert drawn == [pack.names[item] for item in order[3 * number : 3 * number + 3]]
        used += drawn
        finish_round(t, rng)
    assert sorted(used) == sorted(pack.names)
    assert len(set(used)) == 12


@pytest.mark.sweep
def test_sch_03_the_first_dealer_is_drawn_and_the_left_neighbour_follows(table):
    for seats in SEATS:
        for first in range(seats):
            t = table(seats)
            pack = t.match.state.pack()
            assert (pack.kind, len(pack)) == ("seats", seats)
            t.set_up("ABCDE"[first])
            rng = Random(first)
            for number in range(4):
                t.match.deal(rng.sample(range(36), 36))
                assert t.who("dealer") == (first + number) % seats
                finish_round(t, rng)


def test_sch_03_every_seat_is_drawn_by_as_many_orders():
    expect_equal_chances(GAME, "dealer")


@pytest.mark.parametrize("seats", SEATS)
def test_sch_04_a_round_begins_with_nothing_but_what_is_turned_up_and_dealt(table, seats):
    t = table(seats, seed=4)
    rng = Random(4)
    for _ in range(4):
        shown = [t.visible(seat) for seat in range(seats)]
        assert [len(cards) for cards in shown] == [1] * seats
        assert [t.pair(seat) for seat in range(seats)] == [""] * seats
        lying = set().union(*shown)
        for colour, pawn in zip("GVB", t.pawns(), strict=True):
            assert pawn == sum(value(card) for card in lying if card[0] == colour)
        held = [card for seat in range(seats) for card in t.hand(seat)]
        assert len(held) == len(set(held)) == 6 * seats
        assert not set(held) & lying
        assert set(held) | lying <= set(PACK)
        finish_round(t, rng)
    assert t.match.over


def test_sch_04_all_cards_are_shuffled_again(table):
    t = table(3)
    t.set_up("A")
    rng = Random(4)
    for _ in range(4):
        assert sorted(t.match.state.pack().names) == sorted(PACK)
        t.match.deal(rng.sample(range(36), 36))
        finish_round(t, rng)


def test_sch_05_objectives_go_to_green_violet_and_blue_in_order(table):
    t = table(4)
    t.deal(dealer="C")
    t.deal(objectives="MULTIPLES LOW_SUM HIGH_COVER MOST_ODD")
    for observer in t.observers:
        assert t.of_colours("objective", observer) == {"G": "MULTIPLES", "V": "LOW_SUM", "B": "HIGH_COVER"}


def test_sch_06_this_colour_is_the_colour_the_objective_is_attached_to(ranks_of):
    displays = ["G9 V1 B4", "G2 V7 B3", "G1 V5 B8"]
    assert ranks_of(displays, "HIGH_COLOUR_SUM", "G") == [1, 2, 3]
    assert ranks_of(displays, "HIGH_COLOUR_SUM", "V") == [3, 1, 2]
    assert ranks_of(displays, "HIGH_COLOUR_SUM", "B") == [2, 3, 1]
    assert ranks_of(displays, "LOW_COLOUR_SUM", "G") == [3, 2, 1]
    assert ranks_of(displays, "LOW_COLOUR_SUM", "V") == [1, 3, 2]
    assert ranks_of(displays, "LOW_COLOUR_SUM", "B") == [2, 1, 3]


@pytest.mark.parametrize("seats", SEATS)
def test_sch_07_cards_are_turned_up_from_the_dealers_left(table, seats):
    for dealer in range(seats):
        t = table(seats)
        cards = ["G1", "V2", "B3", "G4", "V5"][:seats]
        t.set_up("ABCDE"[dealer], " ".join(cards))
        for place, card in enumerate(cards):
            assert t.visible((dealer + 1 + place) % seats) == {card}


def test_sch_08_a_card_beyond_fifteen_goes_under_the_deck(table):
    t = table(3)
    t.set_up("C", "B11 B5 B7 B4 B1 B10 B0")  # 16, 18, then exactly 15; then 16 and 25, then still 15
    assert [t.visible(seat) for seat in range(3)] == [{"B11"}, {"B4"}, {"B0"}]
    assert t.pawns() == (0, 0, 15)
    for observer in t.observers:
        assert t.cards("rejected", observer=observer) == ["B5", "B7", "B1", "B10"]


@pytest.mark.parametrize(
    ("deck", "pawns"),
    [("G11 V10 B9 V5", (11, 15, 9)), pytest.param("B2 V9 B3 G4", (4, 9, 5), id="EX-SCH-1")],
)
def test_sch_08_each_card_moves_only_its_own_pawn(table, deck, pawns):
    t = table(4)
    t.set_up("D", deck)
    assert t.pawns() == pawns
    assert t.cards("rejected") == []


def test_sch_08_rejected_cards_are_shown_until_everybody_has_had_a_turn(table):
    t = table(5)
    t.set_up("C", "G9 V2 G7 B11 V10 B4")
    for seat in (3, 4, 0, 1, 2):
        assert t.turn == seat
        for observer in t.observers:
            assert t.cards("rejected", observer=observer) == ["G7"]
        t.say(t.options_of(t.turn)[0])
    for observer in t.observers:
        assert t.cards("rejected", observer=observer) == []


@pytest.mark.parametrize("seats", SEATS)
def test_sch_09_turning_up_ends_whatever_the_order(table, seats):
    names = pack_names()
    rng = Random(9)
    decks = [rng.sample(range(36), 36) for _ in range(60)]
    decks.append(sorted(range(36), key=lambda item: -value(names[item])))  # the highest cards first
    decks.append(sorted(range(36), key=lambda item: (names[item][0], -value(names[item]))))  # and colour by colour
    for deck in decks:
        t = table(seats, start=BEFORE_CARDS)
        t.match.deal(deck)
        assert [len(t.visible(seat)) for seat in range(seats)] == [1] * seats
        assert max(t.pawns()) <= 15
        assert [len(t.hand(seat)) for seat in range(seats)] == [6] * seats


@pytest.mark.parametrize("seats", SEATS)
def test_sch_10_six_cards_each_one_at_a_time_from_the_dealers_left(table, seats):
    for dealer in range(seats):
        t = table(seats)
        first = ["G1", "V2", "B3", "G4", "V5"][:seats]
        rest = [card for card in PACK if card not in first]
        Random(dealer).shuffle(rest)
        t.set_up("ABCDE"[dealer], " ".join(first + rest))
        for place in range(seats):
            seat = (dealer + 1 + place) % seats
            assert sorted(t.hand(seat)) == sorted(rest[place : 6 * seats : seats])


def test_sch_10_rejected_cards_are_dealt_last(table):
    t = table(5)
    t.set_up("B")  # C D E A B
    turned = ["G11", "G10", "G9", "G8", "V11", "V10", "B11", "B10", "V4", "B4"]  # five rejected, 26 above them
    rest = [card for card in PACK if card not in turned]
    t.deal(deck=" ".join(turned + rest))
    assert [t.visible(seat) for seat in (2, 3, 4, 0, 1)] == [{"G11"}, {"V11"}, {"B11"}, {"V4"}, {"B4"}]
    assert t.cards("rejected") == ["G10", "G9", "G8", "V10", "B10"]
    held = {card: seat for seat in range(5) for card in t.hand(seat)}
    assert [held.get(card) for card in ("G10", "G9", "G8", "V10", "B10")] == [3, 4, 0, 1, None]


def test_sch_10_nothing_can_be_done_before_the_cards_are_dealt(table):
    t = table(3)
    for deal in ({"dealer": "A"}, {"objectives": ""}):
        t.expect_cards_first("SCH-10", "G5>A")
        t.deal(**deal)
    t.expect_cards_first("SCH-10", "G5>A")


@pytest.mark.parametrize(("seats", "unused"), [(3, 15), (4, 8), (5, 1)])
def test_sch_11_the_remaining_cards_take_no_part_and_are_seen_by_nobody(table, seats, unused):
    rng = Random(11)
    order = rng.sample(range(36), 36)
    names = pack_names()
    t = table(seats, start=BEFORE_CARDS)
    t.match.deal(order)
    in_play = {card for seat in range(seats) for card in [*t.hand(seat), *t.visible(seat)]}
    rejected = set(t.cards("rejected"))
    out = set(PACK) - in_play
    assert len(out) == unused
    seen = []
    places = [place for place in range(36) if names[order[place]] in out - rejected]
    for _ in range(3):
        items = [order[place] for place in places]
        rng.shuffle(items)
        for place, item in zip(places, items, strict=True):
            order[place] = item
        t = table(seats, start=BEFORE_CARDS)
        t.match.deal(order)
        hands = [len(t.hand(seat)) for seat in range(seats)]
        chance = Random(1)
        finish_round(t, chance)
        assert hands == [6] * seats
        seen.append(t.everything())
        for observer in t.observers:
            numbers = {entry.value for entry in t.match.view(observer).seen if entry.kind == DEALT} - {HIDDEN}
            assert not {names[number] for number in numbers} & out
    assert seen[0] == seen[1] == seen[2]


def test_sch_ex_9_track_end(table):
    assert [table(seats, seed=9).fact("track_end") for seats in SEATS] == ["45", "45", "50"]


def test_sch_ex_10_rejection(table):
    t = table(5)
    t.set_up("E", "G9 V2 G7 B11 V10 B4")
    assert [t.visible(seat) for seat in range(5)] == [{"G9"}, {"V2"}, {"B11"}, {"V10"}, {"B4"}]
    assert t.pawns() == (9, 12, 15)
    held = [card for seat in range(5) for card in t.hand(seat)]
    assert len(held) == 30
    assert set(PACK) - set(held) - {"G9", "V2", "B11", "V10", "B4"} == {"G7"}
