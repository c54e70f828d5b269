"""Schrecklicht: who sees what (the information model of the rules' specification)."""

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

from atout.games.schrecklicht import GAME, reading
from atout.games.schrecklicht.reading import OBJECTIVE, PILE, REJECTED, TURNED
from atout.games.schrecklicht.state import SchrecklichtState
from atout.kernel.log import ACTION, DEALT, EVERYBODY, FIRST_OWN_KIND, HIDDEN, SPECTATOR
from atout.kernel.rng import Rng

SEATS = (3, 4, 5)
PACK = [f"{colour}{value}" for colour in "GVB" for value in range(12)]
SEVEN_REJECTED = "G11 G10 G9 G8 G7 V11 V10 V9 B11 B10 V4 B4"  # seven are rejected


def name(card):
    return f"{'GVB'[card % 3]}{card // 3}"


@cache
def cards_of(hand):
    return frozenset(name(card) for card in range(36) if hand >> card & 1)


def dealt(table, seats, dealer, deck, objectives="LOW_SUM HIGH_COVER MULTIPLES"):
    t = table(seats)
    t.deal(dealer="ABCDE"[dealer])
    t.deal(objectives=objectives)
    rest = [card for card in PACK if card not in deck.split()]
    Random(1).shuffle(rest)
    t.deal(deck=" ".join([deck, *rest]))
    return t


def hands_of(world):
    """Return the hands of a drawn world, as their holders would see them."""
    found = []
    for seat in range(world.seats):
        zone = next(zone for zone in world.view(seat).display().zones if (zone.name, zone.seat) == ("hand", seat))
        found.append([card.text for card in zone.cards])
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_hand_cards_are_for_their_holder_only(table, seats):
    t = table(seats, seed=1)
    for observer in t.observers:
        for entry in t.match.view(observer).seen:
            if entry.kind == DEALT:
                assert (entry.value != HIDDEN) == (entry.seat == observer)
        for seat in range(seats):
            cards = t.cards("hand", seat, observer)
            assert len(cards) == 6
            assert (cards == ["??"] * 6) == (seat != observer)


@pytest.mark.parametrize("seats", SEATS)
def test_the_number_of_hand_cards_is_open(table, seats):
    t = table(seats, seed=2)
    for step in range(2 * seats):
        for observer in t.observers:
            assert sum(len(t.cards("hand", seat, observer)) for seat in range(seats)) == 6 * seats - step
        t.match.play(t.turn, t.match.legal(t.turn)[0])


def test_everything_on_the_table_is_open(table, ex_27):
    objectives, hands, plays = ex_27
    t = table(3, start={"dealer": 2, "objectives": objectives, "displays": ["G11", "V10", "B1"], "hands": hands})
    for text in plays:
        shown = []
        for observer in t.observers:
            display = t.display(observer)
            zones = [zone for zone in display.zones if zone.name != "hand"]
            facts = [fact for fact in display.facts if fact.name != "preview"]
            shown.append((zones, facts, display.phase, display.turn))
        assert all(one == shown[0] for one in shown)
        t.say(text)


@pytest.mark.parametrize("covers", ["open", "memory"])
def test_a_preview_tells_what_the_play_then_shows(table, ex_27, covers):
    objectives, hands, plays = ex_27
    start = {"dealer": 2, "objectives": objectives, "displays": ["G11", "V10", "B1"], "hands": hands}
    t = table(3, {"covers": covers}, start)
    for text in plays:
        seat = t.turn
        assert [t.fact("preview", other, other) is not None for other in range(3)] == [k == seat for k in range(3)]
        told = dict(zip(t.match.legal(seat), t.fact("preview", seat, seat).split(), strict=True))
        pawns, _, points = told[GAME.parse(text)].partition(":")
        t.say(text)
        assert pawns == "/".join(map(str, t.pawns()))
        for colour, digits in zip("GVB", points.split("/"), strict=True):
            if digits == "-":
                assert covers == "memory"
            elif t.display().phase == "plays":
                assert digits == "".join(str(each) for _, _, each in t.standing(colour))


def test_hands_are_logged_sorted_so_that_no_dealing_order_shows(table):
    t = dealt(table, 4, 3, "G1 V2 B3 G4")
    for seat in range(4):
        numbers = [entry.value for entry in t.match.view(seat).seen if entry.kind == DEALT and entry.seat == seat]
        assert numbers == sorted(numbers)
        holders = [entry.seat for entry in t.match.view(SPECTATOR).seen if entry.kind == DEALT]
        assert holders == sorted(holders)


def test_rejected_cards_are_seen_by_everybody_when_they_are_turned_up(table):
    t = dealt(table, 5, 1, SEVEN_REJECTED)
    for observer in t.observers:
        turned = [entry for entry in t.match.view(observer).seen if entry.kind in (TURNED, REJECTED)]
        assert [name(entry.open) for entry in turned] == SEVEN_REJECTED.split()
        assert [entry.kind == REJECTED for entry in turned] == [
            card in "G10 G9 G8 G7 V10 V9 B10" for card in SEVEN_REJECTED.split()
        ]


def test_the_pile_is_logged_for_nobody(table):
    t = table(3, seed=5)
    for observer in t.observers:
        seen = t.match.view(observer).seen
        assert [entry.value for entry in seen if entry.kind == PILE] == [HIDDEN] * 9
        assert {entry.audience for entry in seen if entry.kind == OBJECTIVE} == {EVERYBODY}
        assert len([entry for entry in seen if entry.kind == OBJECTIVE]) == 3


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_hidden_but_hands_and_the_pile(table, seats):
    t = table(seats, {"rounds": 3}, seed=seats)
    t.finish_match(Random(seats))
    for observer in t.observers:
        assert {entry.kind for entry in t.match.view(observer).seen if entry.value == HIDDEN} == {DEALT, PILE}


def test_nothing_is_hidden_but_hands_where_a_record_begins(table, within):
    t = table(3, start=within(["G5 V9/V2", "V5", "B5"], "LOW_SUM HIGH_COVER MULTIPLES"))
    for observer in t.observers:
        assert {entry.kind for entry in t.match.view(observer).seen if entry.value == HIDDEN} == {DEALT}


def test_worlds_drawn_before_anything_happened_begin_like_the_match(table):
    t = table(3)
    world = GAME.sampler(t.match.view(0)).draw(Rng(1))
    t.deal(dealer="A")
    world.deal([0, 1, 2])
    assert world.view(0) == t.match.view(0)


def test_kinds_of_entries_are_distinct_and_of_the_game():
    kinds = [reading.ROUND, reading.DEALER, reading.FIRSTS, reading.USED, OBJECTIVE, PILE, TURNED, REJECTED]
    kinds += [reading.SCORED, reading.LAID, reading.PAIR, reading.TURN]
    assert len(set(kinds)) == len(kinds)
    assert min(kinds) >= FIRST_OWN_KIND


def test_left_over_hands_stay_hidden_in_later_rounds(table):
    t = table(4, {"rounds": 3}, seed=6)
    t.finish_match(Random(6))
    for observer in t.observers:
        entries = [entry for entry in t.match.view(observer).seen if entry.kind == DEALT]
        assert len(entries) == 3 * 24
        assert all((entry.value != HIDDEN) == (entry.seat == observer) for entry in entries)


# Worlds: rejected cards lie where everybody can count them to be


@pytest.mark.parametrize(
    ("seats", "dealer", "deck", "rejected", "holders"),
    [
        (5, 4, "G9 V2 G7 B11 V10 B4", ["G7"], [None]),
        (5, 4, "G9 V2 G7 B11 B5 V10 B4", ["G7", "B5"], [4, None]),
        (5, 1, SEVEN_REJECTED, ["G10", "G9", "G8", "G7", "V10", "V9", "B10"], [1, 2, 3, 4, 0, 1, None]),
        (
            4,
            2,
            "G11 G10 G9 V11 V10 V9 B11 B10 B9 B8 G8 V8 G0",
            ["G10", "G9", "V10", "V9", "B10", "B9", "B8", "G8", "V8"],
            [2, *[None] * 8],
        ),
        (3, 0, "B11 B5 B7 B4 B1 B10 B0", ["B5", "B7", "B1", "B10"], [None] * 4),
    ],
)
def test_rejected_cards_lie_where_they_were_counted_to_be(table, seats, dealer, deck, rejected, holders):
    t = dealt(table, seats, dealer, deck)
    assert t.cards("rejected") == rejected
    truth = {card: seat for seat in range(seats) for card in t.hand(seat)}
    assert [truth.get(card) for card in rejected] == holders
    rng, chance = Rng(seats), Random(seats)
    for _ in range(seats + 3):
        lying = [zone for zone in t.display().zones if zone.name in ("display", "covered_pair")]
        played = {card.text for zone in lying for card in zone.cards}
        expected = [None if card in played else holder for card, holder in zip(rejected, holders, strict=True)]
        for observer in t.observers:
            hands = hands_of(GAME.sampler(t.match.view(observer)).draw(rng))
            held = {card: seat for seat in range(seats) for card in hands[seat]}
            assert [held.get(card) for card in rejected] == expected
            assert observer < 0 or hands[observer] == t.hand(observer)
        t.play_any(chance)


def test_worlds_of_five_players_are_all_drawn_alike(table):
    """Late in a round with two rejected cards: enumerate what fits by hand, and count what is drawn."""
    t = dealt(table, 5, 4, "G9 V2 G7 B11 B5 V10 B4")  # G7 was dealt to seat 4, B5 is the one unused card
    sizes = [6] * 5
    while sizes != [1, 2, 2, 2, 2]:
        texts = [text for text in t.options_of(t.turn) if not text.startswith("G7")]
        covers = [text for text in texts if "/" in text]
        t.say(covers[0] if covers else min(texts, key=lambda text: int(text[1:-2])))
        sizes = [len(t.cards("hand", seat)) for seat in range(5)]
    assert (t.turn, t.display().phase) == (1, "plays")
    assert "G7" in t.hand(4)
    loose = [card for seat in (0, 2, 3, 4) for card in t.hand(seat) if card != "G7"]
    worlds = set()
    for one in combinations(loose, 1):
        left = [card for card in loose if card not in one]
        for two in combinations(left, 2):
            rest = [card for card in left if card not in two]
            for three in combinations(rest, 2):
                (last,) = (card for card in rest if card not in three)
                worlds.add((frozenset(one), frozenset(two), frozenset(three), frozenset({last, "G7"})))
    assert len(worlds) == 6 * 10 * 3
    draws: Counter[tuple[frozenset[str], ...]] = Counter()
    rng = Rng(7)
    sampler = GAME.sampler(t.match.view(1))
    for _ in range(20 * len(worlds)):
        world = sampler.draw(rng)
        assert isinstance(world, SchrecklichtState)
        assert world.running is not None
        hands = [cards_of(hand) for hand in world.running.hands]
        draws[hands[0], hands[2], hands[3], hands[4]] += 1
    assert set(draws) == worlds
    statistic = sum((draws[world] - 20) ** 2 / 20 for world in worlds)
    assert statistic < len(worlds) + 6 * (2 * len(worlds)) ** 0.5


NINE_REJECTED = "G11 G10 G9 V11 V10 V9 B11 B10 B9 B8 G8 V8 G0"  # G10 comes to the dealer, eight stay unused


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("seats", "deck", "left", "kept", "count"),
    [
        (3, "G1 V2 B3", 4, [], 17 * 16),  # 15 unused cards and one in each of two hands
        (3, "B11 B5 B7 B4 B1 B10 B0", 4, [], 13 * 12),  # four of the unused cards were seen
        (4, "G1 V2 B3 G4", 5, [], 11 * 10 * 9),
        (4, NINE_REJECTED, 8, ["G10"], 10 * 3),  # two in each of three hands, and one of the six is known
    ],
)
def test_worlds_of_late_positions_are_all_drawn_alike(table, seats, deck, left, kept, count):
    """Enumerate what fits by hand, and count what is drawn for the seat on turn."""
    t = dealt(table, seats, seats - 1, deck)
    rejected = t.cards("rejected")
    while sum(len(t.cards("hand", seat)) for seat in range(seats)) > left:
        texts = [text for text in t.options_of(t.turn) if text.split(">")[0].split("/")[0] not in kept]
        covers = [text for text in texts if "/" in text]
        t.say(covers[0] if covers else min(texts, key=lambda text: int(text[1:-2])))
    assert t.display().phase == "plays"
    observer = t.turn
    others = [seat for seat in range(seats) if seat != observer]
    known = {seat: [card for card in t.hand(seat) if card in rejected] for seat in others}
    assert [card for seat in others for card in known[seat]] == kept
    lying = {card.text for zone in t.display().zones if zone.name != "hand" for card in zone.cards}
    loose = [card for card in PACK if card not in lying and card not in t.hand(observer) and card not in rejected]
    worlds: list[tuple[tuple[frozenset[str], ...], list[str]]] = [((), loose)]
    for seat in others:
        room = len(t.hand(seat)) - len(known[seat])
        worlds = [
            ((*hands, frozenset([*known[seat], *new])), [card for card in rest if card not in new])
            for hands, rest in worlds
            for new in combinations(rest, room)
        ]
    assert len(worlds) == count
    draws: Counter[tuple[frozenset[str], ...]] = Counter()
    rng = Rng(seats)
    sampler = GAME.sampler(t.match.view(observer))
    for _ in range(10 * count):
        world = sampler.draw(rng)
        assert isinstance(world, SchrecklichtState)
        assert world.running is not None
        draws[tuple(cards_of(world.running.hands[seat]) for seat in others)] += 1
    assert set(draws) <= {hands for hands, _ in worlds}
    statistic = sum((draws[hands] - 10) ** 2 / 10 for hands, _ in worlds)
    assert statistic < count + 6 * (2 * count) ** 0.5


@pytest.mark.parametrize("seats", SEATS)
def test_drawn_worlds_look_the_same_at_every_moment(table, seats):
    t = table(seats, {"rounds": 2})
    rng, chance = Rng(seats), Random(seats)
    while True:
        for observer in t.observers:
            view = t.match.view(observer)
            world = GAME.sampler(view).draw(rng)
            assert world.view(observer) == view
        if t.match.over:
            break
        t.go_on(chance)


def test_own_cards_lead_to_the_action_that_lays_them_into_the_own_display(table, within):
    t = table(3, start=within(["G5 G6 G7 V0", "V5", "B5"], "LOW_SUM HIGH_COVER MULTIPLES", "G1 V9"))
    for seat in range(3):
        zone = next(zone for zone in t.display(seat).zones if (zone.name, zone.seat) == ("hand", seat))
        assert [GAME.text(card.action) for card in zone.cards] == [f"{card.text}>{'ABC'[seat]}" for card in zone.cards]
    others = [card for zone in t.display(0).zones if zone.seat != 0 or zone.name != "hand" for card in zone.cards]
    assert {card.action for card in others} == {-1}


def test_hands_are_shown_by_colour_and_value(table):
    t = table(5, seed=7)
    for seat in range(5):
        hand = t.hand(seat)
        assert hand == sorted(hand, key=lambda card: ("GVB".index(card[0]), int(card[1:])))


def test_covered_pairs_are_marked(table, within):
    t = table(3, start=within(["G5 V9/V2", "V5", "B5"], "LOW_SUM HIGH_COVER MULTIPLES"))
    (zone,) = (zone for zone in t.display().zones if zone.name == "covered_pair")
    assert (zone.seat, [(card.text, card.mark) for card in zone.cards]) == (0, [("V9", "cover"), ("V2", "covered")])


def test_a_finished_round_lies_there_until_the_next_cards(table, ended):
    t = ended(["G4 V7 B6 B11 G0/G11", "V10 G10 V9 B3", "B0 B10 G8 B2 V8/B1"], "LOW_SUM HIGH_COVER MULTIPLES")
    assert (t.fact("round"), t.who("dealer"), t.pawns()) == ("1", 2, (22, 26, 32))
    assert [t.fact("total", seat) for seat in range(3)] == ["1", "5", "4"]
    t.deal(objectives="HIGH_SUM MOST_ODD LOW_COVER")
    assert t.of_colours("objective") == {"G": "LOW_SUM", "V": "HIGH_COVER", "B": "MULTIPLES"}
    t.deal(deck="")
    assert (t.fact("round"), t.who("dealer"), t.display().phase) == ("2", 0, "plays")
    assert t.of_colours("objective") == {"G": "HIGH_SUM", "V": "MOST_ODD", "B": "LOW_COVER"}


def test_actions_are_public(table):
    t = table(4, seed=9)
    text = t.options_of(t.turn)[-1]
    seat = t.turn
    t.say(text)
    for observer in t.observers:
        entry = t.match.view(observer).seen[-1]
        assert (entry.kind, entry.seat, GAME.text(entry.value), entry.audience) == (ACTION, seat, text, EVERYBODY)
