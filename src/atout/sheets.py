"""Score sheets for people who play with real cards."""

from collections.abc import Mapping, Sequence

from atout.games import find_game
from atout.kernel.game import Game, Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start

HEAD = "sheet"  # how refusals call the part before the deals


def score(
    game: Game | str,
    seats: int,
    deals: Sequence[Mapping[str, object]],
    options: Options | Mapping[str, object] | None = None,
    *,
    start: Mapping[str, object] | None = None,
) -> Sheet:
    """Return the scores of results that people wrote down, deal by deal; `start` says what was before the first."""
    game = find_game(game) if isinstance(game, str) else game
    chosen = options if isinstance(options, Options) else game.settle(dict(options or {}))
    written = [Start(dict(deal), f"deal {number}") for number, deal in enumerate(deals, 1)]
    return game.score_sheet(seats, chosen, Start(dict(start or {}), HEAD), written)
