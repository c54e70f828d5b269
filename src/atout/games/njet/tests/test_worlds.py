"""Njet!: worlds drawn from views, where the rules of the game make them special."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from random import Random

import pytest

from atout.games.njet import GAME
from atout.games.njet.sampling import NjetSampler
from atout.kernel.log import ACTION, DEALT, SPECTATOR
from atout.kernel.rng import Rng
from atout.match import Match, shuffler
from tests.conformance.oracle import Deal, Play, oracle
from tests.conformance.play import Pair
from tests.conformance.secrecy import check_uniform, check_worlds
from tests.conformance.statistics import ALARM, chi_squared

ZEROS = [f"{colour}0" for colour in "RKBY" for _ in range(3)]
COPIES = [3, 1, 1, 1, 1, 1, 1, 4, 1, 1]
OTHERS = [f"{colour}{number}" for colour in "RKBY" for number in range(1, 10) for _ in range(COPIES[number])]


def pair_of(seats, hands, *texts, options=None):
    """Return a match beside the naive one: seat 0 deals and holds C1; then whoever is on turn acts."""
    pair = Pair(GAME, oracle("njet"), seats, options or {})
    pair.take(Deal(tuple("ABCDE"[:seats])))
    held = Counter(card for hand in hands for card in hand)
    deck = ZEROS + (OTHERS if seats != 3 else sorted(set(OTHERS)))
    pair.take(Deal((*[card for hand in hands for card in hand], *(Counter(deck) - held).elements())))
    for text in texts:
        seat, _, words = text.rpartition("/")
        for word in words.split():
            pair.take(Play(int(seat) if seat else pair.match.turn, word))
    return pair


def settle(pair, *wanted):
    """Cover everything but these spaces, one of each row."""
    while pair.match.view(0).display().phase == "tokens":
        legal = [GAME.text(action) for action in pair.match.legal(pair.match.turn)]
        text = next(text for text in legal if text.removeprefix("cover:") not in wanted)
        pair.take(Play(pair.match.turn, text))


@pytest.fixture
def zeros_at_seat_1():
    """Five players; seat 1 was dealt eleven 0s and B4; nobody may put away a 0."""
    others = [card for card in OTHERS if card != "B4"]
    hands = [others[:12], [*ZEROS[:11], "B4"], others[12:24], others[24:36], [*others[36:47], "Y0"]]
    pair = pair_of(5, hands)
    settle(pair, "start-c1", "lay-2-no-0", "trump-none", "super-none", "points-1")
    pair.take(Play(0, "team:AB"))
    return pair


def lay(pair, seat, *cards):
    for card in cards:
        pair.take(Play(seat, f"lay:{card}"))


def share_of_zero_choices(pair, observer, seat, draws, seed):
    """Return in which share of the worlds a seat has laid a 0."""
    sampler = GAME.sampler(pair.state.view(observer))
    rng = Rng(seed)
    found = 0
    for _ in range(draws):
        found += any(is_zero(card) for card in chosen_by(sampler.draw(rng), seat))
    return found / draws


def chosen_by(state, seat):
    """Return the cards a seat has put away or passed on, as it knows them itself."""
    actions = [seen.value for seen in state.view(seat).seen if seen.kind == ACTION and seen.seat == seat]
    return [GAME.text(action).removeprefix("lay:") for action in actions if GAME.text(action).startswith("lay:")]


def dealt_to(state, seat):
    """Return the cards a seat was dealt, as it knows them itself, in order."""
    return [GAME.text(90 + seen.value) for seen in state.view(seat).seen if seen.kind == DEALT and seen.seat == seat]


@pytest.mark.sweep
@pytest.mark.parametrize("cards", [["K0", "B4"], ["B4", "Y0"], ["R0"], ["B4"]])
def test_the_exception_of_njet_27_is_among_the_worlds(zeros_at_seat_1, cards):
    """Whoever sees a world in which a hand of 0s put away a 0 must be able to think of it: views fit in every world."""
    pair = zeros_at_seat_1
    lay(pair, 1, *cards)
    for observer in (0, 1, 2, 3, 4, SPECTATOR):
        check_worlds(pair, observer, seed=3, draws=5)


def placements(cards, places):
    """Count the ways to put cards, all told apart, into places: pairs of room and of what a card must be like."""

    @cache
    def ways(k, rooms):
        if k == len(cards):
            return int(not any(rooms))
        total = 0
        for place, (_, admits) in enumerate(places):
            if rooms[place] and admits(cards[k]):
                total += ways(k + 1, (*rooms[:place], rooms[place] - 1, *rooms[place + 1 :]))
        return total

    return ways(0, tuple(room for room, _ in places))


def is_zero(card):
    return card.endswith("0")


def is_other(card):
    return not is_zero(card)


def lay_all(pair):
    """Let seat 1 put away a 0, and the others cards that are none."""
    lay(pair, 1, "K0", "B4")
    for seat in (0, 2, 3, 4):
        hand = [card for card in pair.truth.hands[seat] if card not in ZEROS]
        lay(pair, seat, hand[0], hand[1])


@pytest.mark.sweep
def test_worlds_of_njet_27_have_their_exact_share(zeros_at_seat_1):
    """Nine 0s of seat 1 have been played: now worlds in which it put away a 0 are no longer rare."""
    pair = zeros_at_seat_1
    lay_all(pair)
    while len(pair.truth.hands[1]) > 1 or pair.truth.trick:
        turn = pair.match.turn
        pair.take(Play(turn, sorted(pair.truth.legal(turn))[0]))
    for observer in (0, 2):
        truth = pair.truth
        hidden = [seat for seat in range(5) if seat != observer]
        unseen = [card for seat in hidden for card in truth.hands[seat] + truth.chosen[seat]]

        def holds(seat, truth=truth):
            shown = [trick for trick in truth.tricks for player, card in trick if player == seat]
            void = [t[0][1] for t in shown for p, c in t if p == seat and not truth.follows(c, t[0][1])]
            return lambda card: not any(truth.follows(card, led) for led in void)

        admits = holds(1)

        def zero_held(card, admits=admits):
            return is_zero(card) and admits(card)

        usual = [place for seat in hidden if seat != 1 for place in ((1, holds(seat)), (2, is_other))]
        regular = placements(unseen, [*usual, (1, holds(1)), (2, is_other)])
        with_one = placements(unseen, [*usual, (1, zero_held), (1, is_other), (1, is_zero)])
        with_none = placements(unseen, [*usual, (1, zero_held), (2, is_zero)])
        expected = (with_one + with_none) / (regular + with_one + with_none)
        assert 0.02 < expected < 0.98
        found = share_of_zero_choices(pair, observer, 1, 1500, observer + 1)
        assert abs(found - expected) < 5 * (expected * (1 - expected) / 1500) ** 0.5
        check_worlds(pair, observer, seed=7, draws=5)


def test_worlds_of_njet_27_are_counted_from_the_first_trick_on(zeros_at_seat_1):
    """Before any card is played they are very rare, too rare to be met; their number is exact all the same."""
    pair = zeros_at_seat_1
    lay_all(pair)
    # Seat 0 cannot place 36 other cards and twelve 0s.
    sampler = GAME.sampler(pair.state.view(0))
    usual = comb(36, 2) * comb(34, 2) * comb(32, 2) * comb(30, 2)  # four pairs put away
    hands = comb(40, 10) * comb(30, 10) * comb(20, 10)
    one = 36 * 12 * comb(11, 10) * (comb(35, 2) * comb(33, 2) * comb(31, 2)) * (comb(30, 10) * comb(20, 10))
    none = comb(12, 2) * (comb(36, 2) * comb(34, 2) * comb(32, 2)) * (comb(30, 10) * comb(20, 10))
    expected = [usual * hands]
    for _ in range(4):
        expected += [one, none]
    assert isinstance(sampler, NjetSampler)
    assert [case.ways for case in sampler.cases] == pytest.approx(expected, rel=1e-12)


def begun_by_seat_1(hands, cards, first):
    """Return a match of four in which seat 1 has chosen one of two cards and nobody else has begun."""
    pair = pair_of(4, hands)
    settle(pair, "start-c1", cards, "trump-none", "super-none", "points-1")
    pair.take(Play(0, "team:AB"))
    lay(pair, 1, first)
    return pair


def first_cards(pair, observer, draws, seed):
    """Return how often each card is the first one that seat 1 has chosen, in worlds drawn for an observer."""
    sampler = GAME.sampler(pair.state.view(observer))
    rng = Rng(seed)
    return Counter(chosen_by(sampler.draw(rng), 1)[0] for _ in range(draws))


def unseen_by_seat_0(pair):
    return [card for seat in (1, 2, 3) for card in pair.truth.hands[seat] + pair.truth.chosen[seat]]


def rank(card):
    return ("RKBY".index(card[0]), card[1])


@pytest.mark.sweep
def test_half_made_choices_are_drawn_evenly():
    """All hands with that first card count, but for those in which every other card stands before it."""
    deck = ZEROS + OTHERS
    hands = [deck[seat::4] for seat in range(4)]
    pair = begun_by_seat_1(hands, "lay-2", in_order(hands[1])[0])
    unseen = unseen_by_seat_0(pair)
    weights = {}
    for card, copies in Counter(unseen).items():
        before = len([other for other in unseen if rank(other) < rank(card)])
        weights[card] = copies * (comb(44, 14) - comb(before, 14))
    possible = {card: ways for card, ways in weights.items() if ways}
    assert len(possible) == len(weights) - 1  # the very last card cannot be the first
    assert chi_squared(first_cards(pair, 0, 2000, 4), possible) > ALARM


@pytest.mark.sweep
def test_half_made_choices_without_zeros_are_drawn_evenly():
    """The same where 0s cannot be chosen, so that they cannot follow either."""
    deck = OTHERS + ZEROS
    hands = [deck[seat::4] for seat in range(4)]
    pair = begun_by_seat_1(hands, "lay-2-no-0", next(card for card in in_order(hands[1]) if is_other(card)))
    unseen = unseen_by_seat_0(pair)
    weights = {}
    for card, copies in Counter(unseen).items():
        if is_other(card):
            after = len([other for other in unseen if is_other(other) and rank(other) >= rank(card)]) - 1
            weights[card] = copies * (comb(44, 14) - comb(44 - after, 14))
    possible = {card: ways for card, ways in weights.items() if ways}
    assert len(possible) == len(weights) - 1  # the very last card cannot be the first
    assert chi_squared(first_cards(pair, 0, 2000, 4), possible) > ALARM


@pytest.mark.sweep
@pytest.mark.parametrize("cards", ["lay-1", "lay-2"])
def test_what_others_have_chosen_while_one_still_chooses(cards):
    """Seat 1 has chosen; seats 2 and 3 have not begun: each card seat 0 cannot see is as likely to be chosen."""
    deck = ZEROS + OTHERS
    hands = [deck[seat::4] for seat in range(4)]
    number = int(cards[-1])
    pair = pair_of(4, hands)
    settle(pair, "start-c1", cards, "trump-none", "super-none", "points-1")
    pair.take(Play(0, "team:AB"))
    lay(pair, 1, *in_order(hands[1])[:number])
    sampler = GAME.sampler(pair.state.view(0))
    rng = Rng(number)
    draws = 1000 if number == 1 else 4000
    found = Counter(" ".join(chosen_by(sampler.draw(rng), 1)) for _ in range(draws))
    copies = Counter(unseen_by_seat_0(pair))
    weights = dict(copies)
    if number == 2:
        weights = {f"{card} {card}": comb(many, 2) for card, many in copies.items() if many > 1}
        for one, other in combinations(sorted(copies, key=rank), 2):
            weights[f"{one} {other}"] = copies[one] * copies[other]
    assert chi_squared(found, weights) > ALARM


@pytest.mark.sweep
@pytest.mark.parametrize(("seats", "cards"), [(3, "lay-2"), (3, "lay-2-no-0"), (3, "lay-1"), (4, "lay-1")])
def test_a_suit_that_is_not_followed_may_have_been_put_away(seats, cards):
    """Before the last trick somebody has not followed: that suit is not held, but may be among the cards put away."""
    deck = ZEROS + (OTHERS if seats == 4 else sorted(set(OTHERS)))
    Random(seats).shuffle(deck)
    hands = [in_order(deck[seat::seats]) for seat in range(seats)]
    pair = pair_of(seats, hands)
    settle(pair, "start-c1", cards, "trump-black", "super-blue", "points-1")
    pair.take(Play(0, "alone:A" if seats == 3 else "team:AB"))
    for seat, hand in enumerate(hands):
        lengths = Counter(card[0] for card in hand)
        shortest_first = sorted([card for card in hand if is_other(card)], key=lambda card: lengths[card[0]])
        lay(pair, seat, *in_order(shortest_first[: int(cards[4])]))
    while len(pair.truth.hands[0]) > 1 or pair.truth.trick:
        turn = pair.match.turn
        pair.take(Play(turn, sorted(pair.truth.legal(turn))[0]))
    put_away = 0
    for observer in range(seats):
        weights = pair.oracle.worlds(pair.truth, observer, 5000)
        assert weights is not None
        for seat in range(seats):
            missing = shown_void(pair.truth, seat)
            if seat != observer and missing:
                put_away += any(any(missing(card) for card in chosen[seat]) for _, chosen in weights)
        check_uniform(pair, observer, weights, seed=observer)
    assert put_away


def shown_void(truth, seat):
    """Return what says of a card that a seat has shown not to hold any like it, or None if it has always followed."""
    tricks = [(trick[0][1], card) for trick in truth.tricks for player, card in trick if player == seat]
    led = [lead for lead, card in tricks if not truth.follows(card, lead)]
    return (lambda card: any(truth.follows(card, lead) for lead in led)) if led else None


@pytest.mark.sweep
def test_half_made_choices_without_zeros_fit():
    others = [card for card in OTHERS if card not in ("Y8", "Y9")]
    hands = [others[:15], [*ZEROS[:12], "Y8", "Y9", others[15]], others[16:31], others[31:46]]
    pair = pair_of(4, hands)
    settle(pair, "start-c1", "lay-2-no-0", "trump-none", "super-none", "points-1")
    pair.take(Play(0, "team:AB"))
    lay(pair, 1, hands[1][14])
    for observer in (0, 2, SPECTATOR):
        check_worlds(pair, observer, seed=2, draws=5)
        sampler = GAME.sampler(pair.state.view(observer))
        rng = Rng(observer + 9)
        for _ in range(100):
            world = sampler.draw(rng)
            order, chosen = [card for card in dealt_to(world, 1) if is_other(card)], chosen_by(world, 1)
            assert is_other(chosen[0])
            assert order[-1] != chosen[0] or order.count(chosen[0]) > 1


def in_order(cards):
    return sorted(cards, key=lambda card: ("RKBY".index(card[0]), card[1]))


@pytest.mark.sweep
def test_passed_cards_are_any_two_of_the_receivers_cards():
    """Three players: what seat 1 passed to seat 2 is unknown to seat 0; in the end any pair is as likely."""
    deck = ZEROS + sorted(set(OTHERS))
    hands = [deck[0::3], deck[1::3], deck[2::3]]
    pair = pair_of(3, hands)
    settle(pair, "start-c1", "pass-2", "trump-none", "super-none", "points-1")
    pair.take(Play(0, "alone:A"))
    for seat in range(3):
        lay(pair, seat, *in_order(hands[seat])[:2])
    while len(pair.truth.hands[2]) > 1 or pair.truth.trick:
        turn = pair.match.turn
        pair.take(Play(turn, sorted(pair.truth.legal(turn))[0]))
    weights = pair.oracle.worlds(pair.truth, 0, 5000)
    assert weights is not None
    assert len(weights) >= 90
    check_uniform(pair, 0, weights, seed=8)


def test_given_cards_stay_with_the_receiver():
    """Two players: the two cards I gave are in the other hand, whatever else is there."""
    own = ["R7", "R7", *[card for card in OTHERS if card[0] == "Y"], "Y0"]
    rest = list((Counter(ZEROS + OTHERS) - Counter(own)).elements())
    pair = pair_of(2, [own, rest[:15]])
    settle(pair, "start-c1", "pass-2", "trump-none", "super-none", "points-1")
    lay(pair, 0, "R7", "R7")
    lay(pair, 1, *in_order(rest[:15])[:2])
    sampler = GAME.sampler(pair.state.view(0))
    rng = Rng(1)
    found = [hand_of(sampler.draw(rng), 1).count("R7") for _ in range(200)]
    assert set(found) == {2, 3, 4}


def hand_of(state, seat):
    zone = next(zone for zone in state.view(seat).display().zones if (zone.name, zone.seat) == ("hand", seat))
    return [card.text for card in zone.cards]


@pytest.mark.sweep
def test_a_given_card_that_may_have_been_played_is_weighed_exactly():
    """Two players: the receiver plays an R7; it may be one that was given, or an own one."""
    own = ["R7", "R7", *[card for card in OTHERS if card[0] == "Y"], "Y0"]
    pair = pair_of(2, [own, ["R7", *[card for card in OTHERS if card[0] == "B"], "B0", "B0"]])
    settle(pair, "start-c1", "pass-2", "trump-none", "super-none", "points-1")
    lay(pair, 0, "R7", "Y0")
    lay(pair, 1, "B0", "B0")
    pair.take(Play(0, "R7"))
    pair.take(Play(1, "R7"))
    # Of four R7 two are seen. The other hand has 14 cards left; 44 are unseen, two R7 and the given Y0 among them.
    sampler = GAME.sampler(pair.state.view(0))
    rng = Rng(6)
    counts: Counter[int] = Counter()
    for _ in range(3000):
        counts[hand_of(sampler.draw(rng), 1).count("R7")] += 1
    # With x more R7 in that hand, the given one is any of its x + 1; Y0 is there once, twice or three times.
    ways: Counter[int] = Counter()
    for x in range(3):
        for y in range(1, 4):
            ways[x] += comb(2, x) * (x + 1) * comb(3, y) * y * comb(len_unseen(pair) - 5, 14 - x - y)
    assert chi_squared(counts, ways) > ALARM


def len_unseen(pair):
    """Return how many cards seat 0 cannot place."""
    return len(pair.truth.hands[1]) + len(pair.truth.aside)


def test_where_nothing_is_hidden_the_world_is_the_view():
    """Before the first deal, between rounds and after the last one."""
    match = Match(GAME, 3, {"rounds": "2"})
    shuffle, rng = shuffler(5), Rng(5)
    seen = 0
    while True:
        if match.turn < 0:
            seen += 1
            for observer in (0, 1, 2, SPECTATOR):
                view = match.view(observer)
                world = GAME.sampler(view).draw(rng)
                assert world.view(observer) == view
                assert (world.turn, world.scores()) == (match.turn, match.scores())
            if match.over:
                break
            match.deal(shuffle(len(match.state.pack())))
        else:
            match.play(match.turn, match.legal(match.turn)[0])
    assert seen == 4  # the draw of the dealer, two deals, the end
