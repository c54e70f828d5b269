"""What RLCard is timed at: its games themselves, which are faster than its environments around them."""

import random
from collections.abc import Callable

from rlcard.games.bridge import Game as Bridge
from rlcard.games.doudizhu import Game as DouDizhu

Work = Callable[[int], float]


def bridge() -> Work:
    """Play whole deals of bridge at random, action by action."""
    game = Bridge()
    draw = random.Random(1).random

    def work(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            game.init_game()
            while not game.is_over():
                legal = game.judger.get_legal_actions()
                choices = len(legal)
                if choices > 1:
                    decisions += 1
                game.step(legal[int(draw() * choices)])
        return decisions

    return work


def dou_dizhu() -> Work:
    """Play whole deals of Dou Dizhu at random, action by action."""
    game = DouDizhu()
    draw = random.Random(1).random

    def work(amount: int) -> float:
        decisions = 0
        for _ in range(amount):
            state, _ = game.init_game()
            while not game.is_over():
                legal = state["actions"]
                choices = len(legal)
                if choices > 1:
                    decisions += 1
                state, _ = game.step(legal[int(draw() * choices)])
        return decisions

    return work
