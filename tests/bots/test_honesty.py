"""No bot uses what its seat cannot know: whatever is hidden from it is dealt anew, and it chooses the same."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import count, islice

import pytest

from atout import Game, State, load, names
from atout.bots import honesty
from atout.bots.base import Bot
from atout.bots.levels import make_bot
from atout.bots.loading import load_bot
from tests.bots.cheats import Honest, Outlaw, Peeker, Unsteady
from tests.conformance.oracle import oracle
from tests.conformance.play import DEPTH, INTERPRETED, Pair
from tests.conformance.secrecy import replayed

STATES = 60 * DEPTH if INTERPRETED else 500 * DEPTH
ITERATIONS = 3 if INTERPRETED else 24
BOTS = ("novice", "casual", "club", "expert", "textbook")


def decisions(name: str) -> Iterator[tuple[Pair, int, random.Random]]:
    """Yield decisions of random matches with every number of seats, and a match that is played alongside."""
    game = load(name)
    for number in count():
        rng = random.Random(f"honesty {name} {number}")
        pair = Pair(game, oracle(name), game.seat_counts[number % len(game.seat_counts)], {})
        while not pair.match.over:
            pair.random_step(rng)
            owing = [seat for seat in pair.state.owing() if len(pair.state.legal(seat)) > 1]
            if owing and rng.random() < 0.12:
                yield pair, rng.choice(owing), rng


def others(pair: Pair, seat: int, rng: random.Random, number: int) -> list[State]:
    """Return worlds that the seat cannot tell from the truth: one by the sampler, one by the independent swapper."""
    found = honesty.sample_worlds(pair.game, pair.state, seat, 1, number)
    history = pair.oracle.swap(pair.truth, pair.history, seat, rng)
    return found if history is None else [*found, replayed(pair, history).state]


def made(level: str, game: Game, seed: int) -> Bot:
    return load_bot(level, game, seed, iterations=ITERATIONS)


@pytest.mark.sweep
@pytest.mark.parametrize("name", names())
def test_shipped_bots_choose_by_what_they_may_know(name: str) -> None:
    game, swapped = load(name), 0
    for number, (pair, seat, rng) in enumerate(islice(decisions(name), STATES)):
        worlds = others(pair, seat, rng, number)
        swapped += len(worlds) > 1
        level = BOTS[number % len(BOTS)]
        verdict = honesty.judge_decision(partial(made, level, game), pair.state, seat, worlds, number)
        assert verdict.fault == honesty.HONEST, f"{level}: {verdict}: {pair.where()}"
    assert swapped > STATES / 6  # the swapper leaves some positions of Was sticht? as they are


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (Peeker, honesty.DISHONEST),
        (Unsteady, honesty.UNSTEADY),
        (Outlaw, honesty.ILLEGAL),
        (Honest, honesty.HONEST),
    ],
)
def test_toys_are_seen_through(kind: type[Honest], fault: str) -> None:
    game = load("luz")
    found = set()
    for number, (state, seat) in enumerate(islice(honesty.sample_decisions(game, 4, game.settle({}), 1), 12)):
        others = honesty.sample_worlds(game, state, seat, 2, number)
        found.add(honesty.judge_decision(lambda seed: kind(game, seed), state, seat, others, number).fault)
    assert fault in found
    assert found <= {fault, honesty.HONEST}


def test_decisions_are_real_ones() -> None:
    game = load("mu")
    for state, seat in islice(honesty.sample_decisions(game, 4, game.settle({}), 3), 20):
        assert state.owes(seat)
        assert len(state.legal(seat)) > 1


def test_a_bot_is_given_no_state() -> None:
    game = load("njet")
    state, seat = next(iter(honesty.sample_decisions(game, 3, game.settle({}), 1)))
    chosen = make_bot("expert", game, 5, iterations=4).choose(state.view(seat))
    assert chosen == make_bot("expert", game, 5, iterations=4).choose(state.clone().view(seat))
