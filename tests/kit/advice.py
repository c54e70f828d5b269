"""Advice, asked as bots ask for it: in worlds drawn from what a seat has seen."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, State
from atout.kernel.view import View
from atout.match import Match, shuffler


def advise(game: Game, view: View, rng: Rng) -> int:
    """Return what is advised in a world that fits the view."""
    return game.advice().choose(game.sampler(view).draw(rng), view.seat, rng)


def legal_advice(match: Match, seed: int) -> Iterator[tuple[View, int]]:
    """Play a match at random, in any order of the seats; yield what each is advised, which must be legal."""
    chance, rng = Random(seed), Rng(seed)
    while not match.over:
        seat = chance.choice(match.state.owing())
        view = match.view(seat)
        action = advise(match.game, view, rng)
        assert action in view.legal
        yield view, action
        match.play(seat, chance.choice(view.legal))


def advised_phases(game: Game, seats: int, options: Mapping[str, object]) -> set[str]:
    """Play two matches at random; return the phases in which there was advice, which must be legal."""
    matches = [(Match(game, seats, options, shuffle=shuffler(seed)), seed) for seed in range(2)]
    return {view.display().phase for match, seed in matches for view, _ in legal_advice(match, seed)}


def play_advised(match: Match, seed: int, is_advised: Callable[[View], bool]) -> None:
    """Play a match in which some decisions are advised and the others are anything."""
    rng = Rng(seed)
    while not match.over:
        view = match.view(match.turn)
        action = advise(match.game, view, rng) if is_advised(view) else view.legal[rng.below(len(view.legal))]
        match.play(match.turn, action)


def advised_deal(game: Game, seats: int, options: dict[str, object], rng: Rng) -> State:
    """Return a deal that was dealt at random and played as advised, which must be legal."""
    state = game.new(seats, game.settle(options))
    while state.turn == CHANCE:
        state.deal(list(rng.order(len(state.pack()))))
    while state.turn >= 0:
        action = game.advice().choose(state, state.turn, rng)
        assert state.check(state.turn, action) is None
        state.apply(state.turn, action)
    return state


def lead_of(match: Match, seat: int) -> float:
    """Return how far a seat is ahead of the mean of the others."""
    scores = match.scores()
    own = scores.pop(seat)
    return own - sum(scores) / len(scores)
