"""How deals can go: counted to the end, and as the advice plays them against uniform play."""

from random import Random

from atout import OVER, Game, Match, State, shuffler
from atout.kernel.rng import Rng


def endings(state: State) -> int:
    """Return how many ways a match can end from here, if no more is dealt."""
    if state.turn == OVER:
        return 1
    found = 0
    for action in state.legal(state.turn):
        after = state.clone()
        after.apply(state.turn, action)
        found += endings(after)
    return found


def lead_of_advice(game: Game, seats: int, options: dict[str, object], matches: int) -> float:
    """Return how many points a seat that follows the advice is ahead of the others on average, who play anything."""
    lead = 0.0
    for seed in range(matches):
        advised = seed % seats
        match = Match(game, seats, options, shuffle=shuffler(seed))
        chance, rng = Random(seed), Rng(seed)
        while not match.over:
            view = match.view(match.turn)
            action = game.advice().choose(game.sampler(view).draw(rng), match.turn, rng)
            assert action in view.legal
            match.play(match.turn, action if match.turn == advised else chance.choice(view.legal))
        scores = match.scores()
        lead += (scores.pop(advised) - sum(scores) / (seats - 1)) / matches
    return lead
