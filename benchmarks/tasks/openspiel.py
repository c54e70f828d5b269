"""What OpenSpiel is timed at, through its wheel."""

import random
from collections.abc import Callable
from itertools import count

import pyspiel

Work = Callable[[int], float]
DEALS = 8
SAMPLED = 500  # play-outs per deal that tell how many decisions one has


def position(game: pyspiel.Game, bids: int, seed: int) -> pyspiel.State:
    """Return the first position with a choice after some random decisions; deals that end before are passed over."""
    for other in count(seed, DEALS):
        rng = random.Random(other)
        state = game.new_initial_state()
        left = bids
        while not state.is_terminal() and (state.is_chance_node() or left or len(state.legal_actions()) == 1):
            if left and not state.is_chance_node():
                left -= 1
            state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state
    raise AssertionError


def decisions_left(state: pyspiel.State, rng: random.Random) -> int:
    """Return how many decisions one random play-out has; forced actions do not count."""
    decisions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        decisions += len(legal) > 1
        state.apply_action(rng.choice(legal))
    return decisions


def rollouts(game: str, bids: int) -> Work:
    """Roll out at random in C++.

    The evaluator cannot be called from Python, but a search of two simulations does nothing else than evaluate twice:
    once from the root, once a decision later, each time from a world it draws for the seat on turn.
    """
    rules = pyspiel.load_game(game)
    roots = [position(rules, bids, seed) for seed in range(DEALS)]
    rng = random.Random(1)
    each = 0.0
    for root in roots:
        for _ in range(SAMPLED):
            world = root.resample_from_infostate(root.current_player(), rng.random)
            each += decisions_left(world, rng) / SAMPLED / DEALS

    def work(amount: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(64 * amount, 1)
        bot = pyspiel.ISMCTSBot(
            1, evaluator, 1.0, 2, -1, pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, False
        )
        for root in roots:
            bot.step(root)
        return 64 * amount * DEALS * (each + (each - 1))

    return work


def whole_deals(game: str) -> Work:
    """Play whole games at random, action by action; the cards are chance nodes, all outcomes alike."""
    rules = pyspiel.load_game(game)
    terminal = int(pyspiel.PlayerId.TERMINAL)
    draw = random.Random(1).random

    def work(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            state = rules.new_initial_state()
            while True:
                turn = state.current_player()
                if turn == terminal:
                    break
                legal = state.legal_actions()
                choices = len(legal)
                if turn >= 0 and choices > 1:
                    decisions += 1
                state.apply_action(legal[int(draw() * choices)])
        return decisions

    return work


def resampled_worlds(game: str, bids: int) -> Work:
    """Draw worlds for the seat on turn: at the first lead, and 9, 18 and 27 cards later."""
    rules = pyspiel.load_game(game)
    roots = []
    for seed in range(DEALS):
        rng = random.Random(seed)
        state = position(rules, bids, seed)
        for _ in range(9 * (seed % 4)):
            state.apply_action(rng.choice(state.legal_actions()))
        roots.append(state)
    draw = random.Random(1).random

    def work(amount: int) -> float:
        for root in roots:
            seat = root.current_player()
            for _ in range(amount):
                root.resample_from_infostate(seat, draw)
        return amount * DEALS

    return work


def searches(game: str, bids: int, iterations: int) -> Work:
    """Search in C++ for the seat on turn, one roll-out per simulation and a world for each."""
    rules = pyspiel.load_game(game)
    roots = [position(rules, bids, seed) for seed in range(DEALS)]

    def work(amount: int) -> float:
        bot = pyspiel.ISMCTSBot(
            1,
            pyspiel.RandomRolloutEvaluator(1, 1),
            1.0,
            iterations,
            -1,
            pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT,
            False,
            False,
        )
        for number in range(amount):
            bot.step(roots[number % DEALS])
        return iterations * amount

    return work
