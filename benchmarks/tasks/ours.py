"""What Atout is timed at. Each function prepares, and returns work: it does an amount and counts its units."""

import random
from collections.abc import Callable
from itertools import count, repeat

from atout import SPECTATOR
from atout.bots.search import Search
from atout.bots.searcher import TEXTBOOK, advised_style
from atout.games import load
from atout.kernel.dealer import Dealer
from atout.kernel.playout import Playout
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, State

Work = Callable[[int], float]
DEALS = 8  # so that no figure hangs on one deal


def position(game: str, seats: int, phase: str, seed: int, deal: int = 1, option: str = "") -> State:
    """Return where a phase of a deal begins, after random actions: of the first deal, another, or (0) the last one.

    Deals that end before that phase do not count, and matches without such a deal are passed over.
    """
    rules = load(game)
    name, _, value = option.partition("=")
    options = rules.settle({name: value} if option else {})
    for other in count(seed, DEALS):
        found = beginnings(rules.new(seats, options), phase, Rng(other), deal)
        if len(found) >= max(deal, 1):
            return found[deal - 1]
    raise AssertionError


def beginnings(state: State, phase: str, rng: Rng, most: int) -> list[State]:
    """Play a match at random and return where a phase begins in each deal; 0: in all of them, else in that many."""
    playout = Playout(rng, state.width())
    found: list[State] = []
    while state.turn == CHANCE and (not most or len(found) < most):
        state.deal(list(rng.order(len(state.pack()))))
        while state.turn >= 0 and state.view(SPECTATOR).display().phase != phase:
            legal = state.legal(state.turn)
            state.apply(state.turn, legal[rng.below(len(legal))])
        if state.turn >= 0:
            found.append(state.clone())
        playout.finish_deal(state)
    return found


def playouts(game: str, seats: int, phase: str) -> Work:
    """Finish the deal at random, inside the core, from clones of a position."""
    roots = [position(game, seats, phase, seed) for seed in range(DEALS)]
    for root in roots:
        root.silent = True
    playout = Playout(Rng(1), roots[0].width())

    def work(amount: int) -> float:
        before = playout.decisions
        for root in roots:
            playout.repeat_deal(root, amount)
        return int(playout.decisions - before)

    return work


def whole_deals(game: str, seats: int) -> Work:
    """Play whole matches at random, action by action."""
    rules = load(game)
    options = rules.settle({})
    rng = Rng(1)
    draw = random.Random(1).random

    def work(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            state = rules.new(seats, options)
            while True:
                turn = state.turn
                if turn >= 0:
                    legal = state.legal(turn)
                    choices = len(legal)
                    if choices > 1:
                        decisions += 1
                    state.apply(turn, legal[int(draw() * choices)])
                elif turn == CHANCE:
                    state.deal(list(rng.order(len(state.pack()))))
                else:
                    break
        return decisions

    return work


def later(state: State, quarters: int, seed: int) -> State:
    """Return the position after some quarters of the rest of the deal, played at random."""
    rest = Playout(Rng(seed), state.width())
    rest.finish_deal(state.clone())
    rng = Rng(seed)
    state = state.clone()
    for _ in range(rest.actions * quarters // 4):
        legal = state.legal(state.turn)
        state.apply(state.turn, legal[rng.below(len(legal)) if len(legal) > 1 else 0])
    return state


def midway(game: str, seats: int, phase: str) -> list[State]:
    """Return positions of several deals: where the phase begins, and one, two and three quarters of the deal later."""
    return [later(position(game, seats, phase, seed), seed % 4, seed) for seed in range(DEALS)]


def worlds(game: str, seats: int, phase: str) -> Work:
    """Draw worlds from views of the seat on turn."""
    rules = load(game)
    draws = [rules.sampler(state.view(state.turn)).draw for state in midway(game, seats, phase)]
    rng = Rng(1)

    def work(amount: int) -> float:
        for draw in draws:
            for _ in repeat(None, amount):
                draw(rng)
        return amount * len(draws)

    return work


def samplers(game: str, seats: int, phase: str) -> Work:
    """Make samplers from views of the seat on turn."""
    rules = load(game)
    views = [state.view(state.turn) for state in midway(game, seats, phase)]

    def work(amount: int) -> float:
        for view in views:
            for _ in repeat(None, amount):
                rules.sampler(view)
        return amount * len(views)

    return work


def views(game: str, seats: int, phase: str) -> Work:
    """Make the views of all seats."""
    states = midway(game, seats, phase)

    def work(amount: int) -> float:
        for state in states:
            for _ in repeat(None, amount):
                for seat in range(seats):
                    state.view(seat)
        return amount * len(states) * seats

    return work


def clones(game: str, seats: int, phase: str, deal: int) -> Work:
    """Clone a state that keeps its log."""
    copies = [position(game, seats, phase, seed, deal).clone for seed in range(DEALS)]

    def work(amount: int) -> float:
        for clone in copies:
            for _ in repeat(None, amount):
                clone()
        return amount * len(copies)

    return work


def logged_decisions(game: str, seats: int, phase: str, deal: int, option: str) -> Work:
    """Finish a deal of a long match from Python, with the log kept and the view of the seat on turn made each time."""
    roots = [position(game, seats, phase, seed, deal, option) for seed in range(DEALS)]
    draw = random.Random(1).random

    def work(amount: int) -> float:
        decisions = 0
        for root in roots:
            for _ in repeat(None, amount):
                state = root.clone()
                while state.turn >= 0:
                    legal = state.view(state.turn).legal
                    decisions += len(legal) > 1
                    state.apply(state.turn, legal[int(draw() * len(legal))])
        return decisions

    return work


def dealers(hands: int, size: int) -> Work:
    """Count placements: as many suits as hands, every hand void in one of them."""
    allowed = [(2**hands - 1) ^ 2**suit for suit in range(hands) for _ in range(size)]
    rooms = [size] * hands

    def work(amount: int) -> float:
        for _ in repeat(None, amount):
            Dealer(allowed, rooms)
        return amount

    return work


def nearer_the_end(state: State, left: int, seed: int) -> State:
    """Return a position after random actions, from which about that many are left in the deal."""
    rng = Rng(seed)
    while True:
        rest = Playout(Rng(seed), state.width())
        rest.finish_deal(state.clone())
        legal = state.legal(state.turn)
        if rest.actions <= left and len(legal) > 1:
            return state
        state.apply(state.turn, legal[rng.below(len(legal))])


def searches(game: str, seats: int, phase: str, left: int, manner: str, iterations: int) -> Work:
    """Search from views of the seat on turn, with that many actions left (0: all of the phase), plainly or advised."""
    rules = load(game)
    roots = [position(game, seats, phase, seed) for seed in range(DEALS)]
    if left:
        roots = [nearer_the_end(root, left, seed) for seed, root in enumerate(roots)]
    views = [root.view(root.turn) for root in roots]
    manners = [TEXTBOOK if manner == "textbook" else advised_style(rules, view) for view in views]

    def work(amount: int) -> float:
        for number in range(amount):
            search = Search(rules, views[number % DEALS], number, manners[number % DEALS])
            for _ in repeat(None, iterations):
                search.iterate()
        return iterations * amount

    return work
