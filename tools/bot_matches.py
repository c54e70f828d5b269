"""Matches between bots, as the tools look at them: decision by decision."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import NamedTuple

from atout.arena.run import match_seed
from atout.bots.loading import load_bot
from atout.bots.searcher import Searcher
from atout.kernel.game import Game
from atout.kernel.view import View
from atout.match import Match, shuffler


class Moment(NamedTuple):
    """A decision of a match between bots."""

    match: int
    step: int
    view: View
    chosen: int


def add_options(parser: ArgumentParser) -> None:
    """Let people say how long bots think, and by which luck the cards are dealt."""
    parser.add_argument("--seconds", type=float, default=0.05, help="of thought per decision")
    parser.add_argument("--seed", type=int, default=1)


def play_match(game: Game, seats: int, bot: str, seconds: float, seed: int, number: int) -> Iterator[Moment]:
    """Play a match; yield what was to be decided where there was a choice, and what was chosen."""
    seed = match_seed(seed, number)
    match = Match(game, seats, shuffle=shuffler(seed))
    players = [load_bot(bot, game, seed + seat, seconds=seconds) for seat in range(seats)]
    for player in players:
        if isinstance(player, Searcher):
            player.by_processor = True
    while not match.over:
        seat = match.state.owing()[0]
        view = match.view(seat)
        chosen = players[seat].choose(view)
        if len(view.legal) > 1:
            yield Moment(number, len(match.steps), view, chosen)
        match.play(seat, chosen)
