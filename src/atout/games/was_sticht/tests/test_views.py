"""Was sticht?: who sees what and when (the information model), and worlds that fit a view."""

from collections import Counter
from random import Random

import pytest

from atout.games.was_sticht import GAME
from atout.games.was_sticht.reading import TRUMP_COLOUR, TRUMP_NUMBER, TRUMPS
from atout.kernel.log import ACTION, HIDDEN, SPECTATOR
from atout.kernel.rng import Rng
from tests.conformance.statistics import ALARM, chi_squared

SEATS = (3, 4)


def count_draws(t, observer, count, read):
    """Return how often each value was drawn in worlds that fit a view."""
    sampler = GAME.sampler(t.match.view(observer))
    rng = Rng(7)
    return Counter(read(sampler.draw(rng)) for _ in range(count))


def trumps_of(world):
    view = world.view(world.first)
    found = {entry.kind: entry.value for entry in view.seen if entry.kind in (TRUMP_COLOUR, TRUMP_NUMBER)}
    return (found[TRUMP_COLOUR], found.get(TRUMP_NUMBER))


def choices_of(world):
    """Return all choices of a world, read from the views of those who made them."""
    found = {}
    for seat in range(world.seats):
        for entry in world.view(seat).seen:
            if entry.kind == ACTION and entry.seat == seat and 48 <= entry.value < 60:
                found[seat] = GAME.text(entry.value).removeprefix("choose:")
    return tuple(sorted(found.items()))


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_everybody_remembers_everything_public(table, seats):
    """Two observers differ only in the trumps before they are turned up and in choices before they are revealed."""
    t = table(seats, {"max_rounds": 2}, seed=seats)
    rng = Random(seats)
    while not t.match.over:
        seat = rng.choice(t.owing)
        t.match.play(seat, rng.choice(t.match.legal(seat)))
        memories = [t.match.view(observer).seen for observer in t.observers]
        for entries in zip(*memories, strict=True):
            whole = {(entry.kind, entry.seat, entry.open) for entry in entries}
            assert len(whole) == 1
            values = {entry.value for entry in entries}
            if len(values) > 1:
                secret = entries[0].kind in (TRUMP_COLOUR, TRUMP_NUMBER) or entries[0].kind == ACTION
                assert secret
                for observer, entry in zip(t.observers, entries, strict=True):
                    assert (entry.value == HIDDEN) == (observer != entry.seat)


@pytest.mark.parametrize("seats", SEATS)
def test_choices_of_others_leave_no_trace_before_the_reveal(table, seats):
    """Whatever the others choose, a view, its display and every answer stay the same."""
    shown = {}
    for last in (False, True):
        t = table(seats, seed=11)
        t.until("choice")
        chooser, observer = t.owing[0], t.owing[1]
        kinds = t.options_of(chooser)
        assert len(kinds) > 1
        t.match.play(chooser, kinds[-1] if last else kinds[0])
        state = t.match.state
        answers = [
            state.key(observer),
            state.turn,
            state.owing(),
            state.forced_action(),
            state.line(),
            state.legal(observer),
        ]
        shown[last] = (
            t.match.view(observer).seen,
            t.display(observer),
            answers,
            t.match.view(SPECTATOR).seen,
        )
        assert state.key(chooser) != state.key(observer)
    assert shown[False] == shown[True]


def test_keys_tell_who_has_chosen_and_in_which_order(w_r1, w_r1_picks):
    """Everybody sees that somebody has chosen, but only the owner what."""
    w_r1.pick(" ".join(w_r1_picks))
    keys = {}
    for order in ([], [1], [2], [1, 2], [2, 1]):
        state = w_r1.match.state.clone()
        for seat in order:
            state.apply(seat, state.legal(seat)[0])
        keys[tuple(order)] = state.key(3)
    assert len(set(keys.values())) == len(keys)


def test_trumps_leave_no_trace_before_they_are_turned_up(table, round_start):
    """With one announcement for both, nobody but the first player can tell R/- from R/9."""
    seen = []
    for trumps in ("R/-", "R/9"):
        t = table(4, start=round_start(4, 0))
        t.lay_out(["R8 B1 B2 B3"], trumps)
        t.pick("R8 B1 B2 B3")
        state = t.match.state
        others = [
            (
                t.match.view(observer).seen,
                t.display(observer),
                state.key(observer) if observer >= 0 else 0,
                state.line(),
            )
            for observer in (1, 2, 3, SPECTATOR)
        ]
        seen.append((others, t.match.view(0).seen, state.key(0)))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1]
    assert seen[0][2] != seen[1][2]


@pytest.mark.sweep
def test_worlds_before_the_first_announcement(table, round_start):
    t = table(4, start=round_start(4, 0))
    t.match.deal(range(36))
    assert count_draws(t, 1, 10, lambda world: world.turn) == {-1: 10}
    t.match.deal(range(5))
    colours = count_draws(t, 1, 1000, trumps_of)
    assert set(colours) == {(colour, None) for colour in range(5)}
    assert chi_squared(colours, dict.fromkeys(colours, 1)) > ALARM
    assert set(count_draws(t, 0, 50, trumps_of)) == {(4, None)}
    t.match.deal(range(10))
    pairs = {(colour, number): 1 for colour in range(5) for number in range(10)}
    for observer in (1, SPECTATOR):
        assert chi_squared(count_draws(t, observer, 3000, trumps_of), pairs) > ALARM
    assert set(count_draws(t, 0, 50, trumps_of)) == {(4, 9)}


@pytest.mark.sweep
def test_worlds_explain_every_announcement(w_r1, w_r1_picks, rules):
    """After each column of W-R1 just the trumps are drawn that give all announced winners, by the naive rules."""
    colours, numbers = "RBGY-", "123456789-"
    rows: list[list[tuple[str, str]]] = []
    sizes = []
    for cards in w_r1_picks[:8]:
        row = []
        for card in cards.split():
            row.append(("ABCD"[w_r1.turn], card))
            w_r1.pick(card)
        rows.append(row)
        possible = {}
        for c, colour in enumerate(colours):
            for n, number in enumerate(numbers):
                if [rules.winner(row, (colour, number)) for row in rows] == list("BCCABCAAB")[: len(rows)]:
                    possible[(c, n)] = 1
        sizes.append(len(possible))
        for observer in (1, 2, 3, SPECTATOR):
            assert chi_squared(count_draws(w_r1, observer, 80 * len(possible), trumps_of), possible) > ALARM
        assert (2, 6) in possible
        assert set(count_draws(w_r1, 0, 20, trumps_of)) == {(2, 6)}
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


@pytest.mark.sweep
def test_worlds_draw_choices_by_contract_cards(table, choice_start):
    """Two copies of a kind are two cards: they are chosen twice as often as a single one."""
    contracts = ["last most exact-1 no-red", "exact-2 exact-2 no-blue", "exact-3 exact-3 most last"]
    t = table(3, start=choice_start(contracts, ["", "no-tricks", ""]))
    t.say("choose:no-blue")
    weights = {((1, "exact-2"),): 2, ((1, "no-blue"),): 1}
    for observer in (0, 2, SPECTATOR):
        assert chi_squared(count_draws(t, observer, 900, choices_of), weights) > ALARM
    assert set(count_draws(t, 1, 20, choices_of)) == {((1, "no-blue"),)}


@pytest.mark.sweep
def test_worlds_draw_all_hidden_choices_independently(table, choice_start):
    """Two have chosen, one has not: every pair of contract cards is equally likely, whatever they really chose."""
    contracts = ["last most", "exact-2 exact-2 no-blue", "exact-3 last", "exact-4 exact-4 most no-red"]
    t = table(4, start=choice_start(contracts, ["exact-1 no-red", "no-tricks", "no-tricks fewest", ""], "R"))
    t.match.play(3, "choose:no-red")
    t.match.play(1, "choose:exact-2")
    first = {"exact-2": 2, "no-blue": 1}
    third = {"exact-4": 2, "most": 1, "no-red": 1}
    whole = {((1, one), (3, other)): first[one] * third[other] for one in first for other in third}
    for observer in (0, 2, SPECTATOR):
        assert chi_squared(count_draws(t, observer, 1800, choices_of), whole) > ALARM
    own = {((1, "exact-2"), (3, other)): weight for other, weight in third.items()}
    assert chi_squared(count_draws(t, 1, 900, choices_of), own) > ALARM
    t.match.play(2, "choose:last")
    revealed = ((1, "exact-2"), (2, "last"), (3, "no-red"))
    assert {choices for observer in t.observers for choices in count_draws(t, observer, 20, choices_of)} == {revealed}


@pytest.mark.parametrize("virtual", ["on", "off"])
def test_worlds_explain_announcements_with_a_virtual_player(table, rules, round_start, w_r2_picks, virtual):
    """Whether V's card counts makes a difference to what the announcements of W-R2 leave possible."""
    left = ["R5", "Y1", "Y7", "Y9", "R8", "R3", "B9", "B5", "B3"]
    t = table(3, {"virtual_in_announcement": virtual}, round_start(3, 1))
    t.lay_out([f"{cards} {last}" for cards, last in zip(w_r2_picks, left, strict=True)], "Y/3")
    possible = {(c, n): 1 for c in range(5) for n in range(10)}
    for cards, last in zip(w_r2_picks[:4], left, strict=False):
        row = [("ABC"[(t.turn + k) % 3], card) for k, card in enumerate(cards.split())]
        row += [("V", last)] if virtual == "on" else []
        t.pick(cards)
        said = t.announcements()[-1]
        possible = {(c, n): 1 for c, n in possible if rules.winner(row, ("RBGY-"[c], "123456789-"[n])) == said}
        assert chi_squared(count_draws(t, 0, 80 * len(possible), trumps_of), possible) > ALARM
    assert t.announcements() == list("BCVV" if virtual == "on" else "BCCA")
    assert (3, 2) in possible


@pytest.mark.parametrize("seats", SEATS)
def test_worlds_look_like_the_view_at_every_moment(table, seats):
    t = table(seats, {"max_rounds": 2})
    chance, rng = Random(seats), Rng(seats)
    while True:
        observer = chance.choice(t.observers)
        view = t.match.view(observer)
        world = GAME.sampler(view).draw(rng)
        assert world.view(observer) == view
        assert world.scores() == t.match.scores()
        if t.match.over:
            break
        t.go_on(chance)


@pytest.mark.parametrize("seats", SEATS)
def test_a_clone_goes_on_just_like_the_original(table, seats):
    """Every step is taken by a copy of a copy as well; both know and answer the same."""
    t = table(seats, {"max_rounds": 2, "number_trump_colour": "on"})
    chance = Random(seats)
    other = t.match.state.clone()
    while not t.match.over:
        other = other.clone()
        if t.turn < 0:
            order = chance.sample(range(len(t.match.state.pack())), len(t.match.state.pack()))
            t.match.deal(order)
            other.deal(list(order))
        else:
            seat = chance.choice(t.owing)
            assert other.legal(seat) == t.match.legal(seat)
            action = chance.choice(t.match.legal(seat))
            t.match.play(seat, action)
            other.apply(seat, action)
        state = t.match.state
        assert (other.turn, other.forced_action(), other.line()) == (state.turn, state.forced_action(), state.line())
        assert [other.key(seat) for seat in range(seats)] == [state.key(seat) for seat in range(seats)]
        assert other.view(SPECTATOR) == t.match.view(SPECTATOR)
    assert [other.view(seat) for seat in range(seats)] == [t.match.view(seat) for seat in range(seats)]
    assert other.scores() == t.match.scores()


@pytest.mark.parametrize("seats", SEATS)
def test_older_rounds_hold_no_secrets(table, seats):
    """Trumps and choices of a finished round are known to everybody from what was turned up."""
    t = table(seats, {"max_rounds": 2}, seed=3)
    while t.fact("round") != "2":
        t.any()
    for observer in t.observers:
        entries = t.match.view(observer).seen
        assert sum(entry.kind == TRUMPS for entry in entries) == 1
    t.until("choice")
    t.any(len(t.owing))
    for observer in t.observers:
        assert {t.fact("choice", seat, observer) for seat in range(seats)} - {None}


@pytest.mark.parametrize("seats", SEATS)
def test_spectators_see_no_hand(table, seats):
    t = table(seats, {"max_rounds": 1}, seed=4)
    while not t.match.over:
        for zone in t.display(SPECTATOR).zones:
            if zone.name == "hand":
                assert {card.text for card in zone.cards} <= {"?"}
        t.any()


def test_actions_in_the_display_are_those_of_the_seat(w_r1, w_r1_picks):
    """What can be clicked is in sight: columns, contracts and your own hand carry their actions."""
    t = w_r1
    for cards in w_r1_picks:
        for card in cards.split():
            shown = [c.action for zone in t.display(t.turn).zones if zone.name == "present_column" for c in zone.cards]
            assert shown == t.match.legal(t.turn)
            t.pick(card)
    for seat in (1, 2, 3):
        zones = [zone for zone in t.display(seat).zones if zone.name == "contracts" and zone.seat == seat]
        assert [card.action for card in zones[0].cards] == t.match.legal(seat)
        others = [zone for zone in t.display(seat).zones if zone.name == "contracts" and zone.seat != seat]
        assert {card.action for zone in others for card in zone.cards} == {-1}
    assert {card.action for zone in t.display(0).zones if zone.name == "contracts" for card in zone.cards} == {-1}
    t.choose("exact-2", "most", "no-tricks")
    hand = [card.action for zone in t.display(1).zones if (zone.name, zone.seat) == ("hand", 1) for card in zone.cards]
    assert sorted(hand) == t.match.legal(1)


def test_the_own_hand_shows_what_is_known_as_trump(w_r1, w_r1_picks):
    """Plain cards in order, then trumps from the weakest up. Before they are turned up only A knows them: G/7."""
    t = w_r1

    def hand(seat):
        cards = [
            card for zone in t.display(seat).zones if (zone.name, zone.seat) == ("hand", seat) for card in zone.cards
        ]
        assert {card.mark for card in cards} <= {"", "trump"}
        return tuple(" ".join(card.text for card in cards if card.mark == mark) for mark in ("", "trump"))

    t.pick(" ".join(w_r1_picks[:8]))
    assert hand(0) == ("R4 B3 B9 Y1 Y3", "G1 G2 R7")
    assert hand(1) == ("R5 R8 B2 B4 G4 G5 G7 Y9", "")
    t.pick(w_r1_picks[8])
    assert hand(0) == ("R4 R6 B3 B9 Y1 Y3", "G1 G2 R7")
    assert hand(1) == ("R5 R8 B2 B4 B8 Y9", "G4 G5 G7")
    assert hand(2) == ("R1 R2 R3 R9 Y6", "G6 G9 B7 Y7")
    t.choose("exact-2", "most", "no-tricks")
    assert t.cards("hand", 2, 2) == ["R1", "R2", "R3", "R9", "Y6", "G6", "G9", "B7", "Y7"]
