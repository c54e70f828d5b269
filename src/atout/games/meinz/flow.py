"""Meinz: what follows a card or an answer: a cry window, the next card, or the award of the trick."""

from mypy_extensions import i64

from atout.games.meinz import cry, exchange, tricks
from atout.games.meinz.actions import DECLINE
from atout.games.meinz.deal import CRYING, DONE, EXCHANGING, NONE, PLACES, PLAYING, Deal
from atout.kernel.bits import count, lowest, nth
from atout.kernel.rng import Rng


def proceed(deal: Deal, one_cry: bool, earliest: bool) -> i64:
    """Go on after a card or an answer; return the place that received the trick, or NONE."""
    if cry.ask_next(deal, one_cry):
        return NONE
    if deal.laid < PLACES:
        deal.phase = PLAYING
        deal.turn = deal.player(deal.laid)
        return NONE
    return tricks.award(deal, earliest)


def play_tricks_randomly(deal: Deal, rng: Rng, one_cry: bool, earliest: bool) -> None:
    """Play the tricks that are left, every place any of its actions, each equally likely."""
    while deal.phase != DONE:
        if deal.phase == EXCHANGING:
            exchange.apply(deal, exchange.option(deal, any_of(exchange.options(deal), rng)))
            continue
        if deal.phase == CRYING:
            cry.apply(deal, DECLINE + rng.below(2))
        elif deal.is_monster(deal.turn):
            tricks.turn_up(deal)
        else:
            cards = tricks.playable(deal)
            tricks.lay(deal, lowest(nth(cards, any_of(count(cards), rng))))
        proceed(deal, one_cry, earliest)


def any_of(n: i64, rng: Rng) -> i64:
    """Return a number below n; where there is only one it takes no luck."""
    if n > 1:
        return rng.below(n)
    return 0
