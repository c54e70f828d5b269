"""Loop: who sees what and when (the information model)."""

from collections import Counter
from random import Random

import pytest

from atout.games.loop import GAME
from atout.kernel.log import ACTION, DEALT, HIDDEN, SPECTATOR
from atout.kernel.rng import Rng

SEATS = (4, 5, 6)


def known_hands(view):
    """Return, seat by seat, the thirteen cards at the seat as far as the view tells them; None where it does not."""
    found: list[list[int]] = [[] for _ in range(view.seats)]
    number = 0
    for seen in view.seen:
        if seen.kind == 16:  # a new round
            found, number = [[] for _ in range(view.seats)], number + 1
        elif seen.kind == DEALT:
            found[seen.seat].append(seen.value)
    return [None if HIDDEN in cards else cards for cards in found]


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_remembers_the_hands_it_held(table, seats):
    t = table(seats, seed=1)
    for number in range(1, seats + 1):
        truth = [sorted(map(int, t.hand(seat).split())) for seat in range(seats)]
        for observer in range(seats):
            seen = [
                (observer + step) % seats for step in range(number)
            ]  # its own, and those of the next seats to the left
            expected = [truth[seat] if seat in seen else None for seat in range(seats)]
            assert known_hands(t.match.view(observer)) == expected
        assert known_hands(t.match.view(SPECTATOR)) == [None] * seats
        t.all_set_aside()
        t.finish_round()


def test_ex_loop_26_knowledge(table):
    t = table(4, seed=26)
    for _ in range(2):
        t.all_set_aside()
        t.finish_round()
    truth = [sorted(map(int, t.hand(seat).split())) for seat in range(4)]
    assert known_hands(t.match.view(0)) == [truth[0], truth[1], truth[2], None]
    rest = Counter({value: 4 for value in range(1, 14)})
    for cards in truth[:3]:
        rest -= Counter(cards)
    sampler = GAME.sampler(t.match.view(0))
    for seed in range(20):
        world = sampler.draw(Rng(seed))
        assert Counter(known_hands(world.view(3))[3]) == rest == Counter(truth[3])


@pytest.mark.parametrize("seats", SEATS)
def test_set_aside_cards_are_never_shown_to_others(table, seats):
    t = table(seats, seed=2)
    t.finish_match(Random(2))
    chosen = 0
    for observer in t.observers:
        for seen in t.match.view(observer).seen:
            if seen.kind == ACTION and (seen.value == HIDDEN or 0 < seen.value < 14):
                assert (seen.value == HIDDEN) == (seen.seat != observer)
                chosen += 1
    assert chosen == 2 * seats * seats * (seats + 1)


def test_counts_are_public(at):
    t = at(["3 4 5 6", "7 7", "9", "10 11 12"], ["8 8"], current="2", owner=3)
    t.say("3")
    for observer in t.observers:
        assert [len(t.hand(seat, observer).split()) for seat in range(4)] == [3, 2, 1, 3]
        assert [len(t.aside(seat, observer).split()) for seat in range(4)] == [2, 2, 2, 2]


def test_the_running_trick_is_public_and_discards_are_not(at):
    t = at(["3 4 5", "7 7", "9", "10 11 12"])
    t.say("3", "7")
    for observer in t.observers:
        assert [(zone.name, zone.seat) for zone in t.display(observer).zones if zone.name in ("current", "beaten")] == [
            ("current", 1),
            ("beaten", 0),
        ]
    t.say("pass", "pass", "pass")
    for observer in t.observers:
        cards = [
            c.text for z in t.display(observer).zones if z.name not in ("hand", "set_aside", "hidden") for c in z.cards
        ]
        assert cards == ["7"]  # what took the trick lies there until the next combination
    t.say("7")
    for observer in t.observers:
        assert [z.name for z in t.display(observer).zones if z.name == "last_trick"] == []


@pytest.mark.sweep
@pytest.mark.parametrize("seats", SEATS)
def test_displays_show_only_what_may_be_shown(table, seats):
    """Hands and set-aside cards of others are backs, except revealed 8s; facts are the same for everybody."""
    for seed in range(2):
        t = table(seats, seed=seed)
        rng = Random(seed)
        while not t.match.over:
            displays = {observer: t.display(observer) for observer in t.observers}
            for observer, display in displays.items():
                for zone in display.zones:
                    if zone.name in ("hand", "set_aside", "hidden") and zone.seat != observer:
                        shown = [(card.text, card.mark) for card in zone.cards]
                        assert set(shown) <= {("?", ""), ("8", "revealed")}
                assert display.facts == displays[SPECTATOR].facts or [
                    (fact.name, fact.seat, fact.value) for fact in display.facts
                ] == [(fact.name, fact.seat, fact.value) for fact in displays[SPECTATOR].facts]
            for _ in range(7):
                if not t.match.over:
                    t.play_any(rng)


def test_hand_cards_carry_the_action_that_sets_them_aside(table, ex_27_hands):
    t = table(4, start={"golden": 2, "hands": ex_27_hands})
    hand = next(zone for zone in t.display(0).zones if (zone.name, zone.seat) == ("hand", 0))
    actions = {card.text: card.action for card in hand.cards}
    assert actions == {"1": 1, "2": 2, "4": 4, "5": 5, "7": 7, "11": 11, "12": 12, "13": 13}
    t.all_set_aside("4 11", "4 5", "3 8", "1 8")
    hand = next(zone for zone in t.display(2).zones if (zone.name, zone.seat) == ("hand", 2))
    assert {card.action for card in hand.cards} == {-1}


def test_what_a_pair_showed_is_not_added_up_over_rounds(table):
    """A value seen in two rounds may be the same card: a pair held at least the larger number, not the sum."""
    t = table(4, seed=5)
    for _ in range(2):
        t.all_set_aside()
        t.finish_round()
    shown = {(seen.seat, seen.open): seen.value for seen in t.match.view(0).seen if seen.kind == 19}
    least: dict[str, Counter[str]] = {}
    for step in range(2):
        played: dict[int, Counter[str]] = {seat: Counter() for seat in range(4)}
        for seat, text in rounds_of(t)[step]:
            if text.startswith("flip+"):
                played[seat]["8"] += 1
            if text != "pass" and not text.startswith("aside:"):
                played[seat] += Counter(text.removeprefix("flip+").split(","))
        for seat in range(4):
            board = "ABCD"[(seat - step) % 4]
            least[board] = least.get(board, Counter()) | played[seat]
    expected = {}
    for seat in range(4):
        for value, number in least["ABCD"[(seat - 2) % 4]].items():
            expected[seat, int(value)] = number
    assert expected == {key: number for key, number in shown.items() if key in expected}
    assert len(expected) == sum(1 for seen in t.match.view(0).log if (seen >> 44) == 19)


def rounds_of(t):
    """Return the decisions of each round: who, and the notation."""
    found: list[list[tuple[int, str]]] = []
    playing = True
    for step in t.match.steps[2:]:
        text = GAME.text(step.action)
        if text.startswith("aside:") and playing:
            found.append([])
        playing = not text.startswith("aside:")
        found[-1].append((step.seat, text))
    return found
