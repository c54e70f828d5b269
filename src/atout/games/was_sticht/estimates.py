"""Was sticht?: what cards are worth under given trumps, as tables for the cheap policy."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import CARDS, COLOUR_COUNT
from atout.games.was_sticht.cards import FULL_KIT, NUMBER_STRENGTH, RANKINGS, SMALL_KIT, TRUMP_PAIRS, Kit, suit
from atout.kernel.bits import bit

PLAIN_SHARES: Final = [40, 26, 15, 9, 5, 3, 1, 1, 0]  # of the tricks that a plain suit wins, from its highest card down


def beating_cards(pair: i64, card: i64) -> i64:
    """Return the cards that beat a card which leads or is a trump: stronger ones of its suit, and trumps."""
    ranking = RANKINGS[pair]
    found: i64 = 0
    for other in range(CARDS):
        rivals = bit(other) & (ranking.suits[card] | ranking.trumps)
        if rivals and ranking.strengths[other] > ranking.strengths[card]:
            found |= bit(other)
    return found


def expected_tricks(kit: Kit, pair: i64) -> list[i64]:
    """Return, by card, how many hundredths of a trick it should win; together they win all tricks."""
    ranking = RANKINGS[pair]
    worth: list[i64] = [0 for _ in range(CARDS)]
    left: i64 = 100 * kit.size
    for card in kit.cards:
        if bit(card) & ranking.trumps:
            above: i64 = 0
            for other in kit.cards:
                if ranking.strengths[other] > ranking.strengths[card]:
                    above += 1
            if ranking.strengths[card] == NUMBER_STRENGTH:
                above += 1  # of equal trumps the first played wins
            worth[card] = 95 - 8 * above if above < 10 else 15
            left -= worth[card]
    suits: i64 = 0  # plain suits
    for colour in range(COLOUR_COUNT):
        if suit(colour) & kit.pack & ~ranking.trumps:
            suits += 1
    for card in kit.cards:
        if not bit(card) & ranking.trumps:
            place: i64 = 0
            for other in kit.cards:
                if other > card and bit(other) & ranking.suits[card]:
                    place += 1
            worth[card] = left * PLAIN_SHARES[place] // (100 * suits)
    return worth


OVER: Final = [vec[i64]([beating_cards(pair, card) for card in range(CARDS)]) for pair in range(TRUMP_PAIRS)]
WORTH: Final = [vec[i64](expected_tricks(kit, pair)) for kit in (FULL_KIT, SMALL_KIT) for pair in range(TRUMP_PAIRS)]
