"""Meinz: what follows a card or an answer: a cry window, the next card, or the award of the trick."""

from mypy_extensions import i64

from atout.games.meinz import cries, tricks
from atout.games.meinz.deal import NONE, PLACES, PLAYING, Round


def proceed(deal: Round, one_cry: bool, earliest: bool) -> i64:
    """Go on after a card or an answer; return the place that received the trick, or NONE."""
    if cries.ask(deal, one_cry):
        return NONE
    if deal.laid < PLACES:
        deal.phase = PLAYING
        deal.turn = deal.player(deal.laid)
        return NONE
    return tricks.award(deal, earliest)
