"""Meinz: the score sheet for people who play with real cards.

A round is `totals`, what the cards in the two tricks of each player count, and with three players `monster`, the same
for the Monster, without its bonus. Or the cards themselves are written down: `cards`, and with three players
`monster_cards`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import scoring
from atout.games.meinz.actions import CARDS, parse_card
from atout.games.meinz.deal import PLACES, value_of, zeros
from atout.kernel.bits import bit
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start
from atout.kernel.state import ScoreLine

WON_CARDS: Final = 8  # of each place
LOWEST: Final = 12  # four 1s and four 2s
HIGHEST: Final = 68  # four 9s and four 8s
FEWEST: Final = 144  # all values, without four 9s
MOST: Final = 176  # all values, without four 1s


def score(seats: i64, options: Options, head: Start, rounds: list[Start]) -> Sheet:
    """Return the scores. Nothing has to be known about the match as a whole."""
    most = options.number("rounds")
    if len(rounds) > most:
        raise NotationError(f"{len(rounds)} rounds are written down, a match has {most} [MEINZ-07]")
    head.finish()
    points = zeros()
    lines: list[ScoreLine] = []
    for k, written in enumerate(rounds):
        sums = _by_cards(seats, written) if written.has("cards") else _by_totals(seats, written)
        written.finish()
        totals = scoring.counted(sums, seats < PLACES)
        for place in range(PLACES):
            points[place] += scoring.points(totals, place)
        for seat in range(seats):
            lines.append(scoring.line(k + 1, totals, seat, seats < PLACES))
    found = [int(points[seat]) for seat in range(seats)]
    places = scoring.places(points, seats, options.on("monster_can_win"))
    return Sheet(lines, found, places, len(rounds) == most)


def _by_totals(seats: i64, written: Start) -> vec[i64]:
    """Return the sums that were written down, the Monster's last."""
    sums = written.numbers("totals", [0 for _ in range(seats)], LOWEST, HIGHEST)
    if seats < PLACES:
        sums = [*sums, written.number("monster", 0, LOWEST, HIGHEST)]
    if not written.has("totals") or 0 in sums:
        monster = "" if seats == PLACES else ", and monster for the Monster"
        raise NotationError(f"{written.where}: totals is missing, what the tricks of each player count{monster}")
    if not FEWEST <= sum(sums) <= MOST:
        raise NotationError(
            f"{written.where}: the totals add up to {sum(sums)}; without four cards the values add up to {FEWEST} to "
            f"{MOST} [MEINZ-60]"
        )
    return vec[i64](sums)


def _by_cards(seats: i64, written: Start) -> vec[i64]:
    """Return what the cards count that were written down, the Monster's last."""
    piles = written.texts("cards", int(seats))
    if seats < PLACES:
        piles = [*piles, written.text("monster_cards", "")]
    sums = zeros()
    seen: i64 = 0
    for place, pile in enumerate(piles):
        names = pile.split()
        if len(names) != WON_CARDS:
            raise NotationError(
                f"{written.where}: '{pile}' has {len(names)} cards, two tricks have {WON_CARDS} [MEINZ-60]"
            )
        for name in names:
            card = parse_card(name)
            if seen & bit(card):
                raise NotationError(
                    f"{written.where}: {name} is there twice, of {CARDS} cards each is there once [MEINZ-02]"
                )
            seen |= bit(card)
            sums[place] += value_of(card)
    return sums
