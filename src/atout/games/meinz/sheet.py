"""Meinz: the score sheet for people who play with real cards.

A round is `totals`, what the cards in the two tricks of each player count, and with three players `monster`, the same
for the Monster, without its bonus. Or the cards themselves are written down: `cards`, and with three players
`monster_cards`.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz import scoring
from atout.games.meinz.actions import parse_card
from atout.games.meinz.cards import value_of
from atout.games.meinz.deal import DEALT, OWN_TRICKS, PLACES, hand_size, least_sum, most_sum, pack_of, zeros
from atout.games.meinz.position import MOST_POINTS
from atout.kernel.bits import bit, count
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start, last_written
from atout.kernel.state import lines_before


@final
class _Limits:
    """What can be written down of a round with hands of this size."""

    def __init__(self, size: i64) -> None:
        self.pack = pack_of(size)
        self.tricks: i64 = size - 1
        self.own: i64 = OWN_TRICKS if size == DEALT else 1  # tricks of one place
        self.each: bool = self.tricks == PLACES * self.own  # whether every place has that many
        self.won = int(PLACES * self.own)  # cards in them
        self.lowest = least_sum(self.pack, self.won)
        self.highest = most_sum(self.pack, self.won)
        self.fewest = least_sum(self.pack, PLACES * self.tricks)  # in all tricks
        self.most = most_sum(self.pack, PLACES * self.tricks)

    def fits(self, total: int) -> bool:
        """Say whether the tricks of a place can count so much."""
        return self.lowest <= total <= self.highest or (total == 0 and not self.each)


def score(seats: i64, options: Options, head: Start, rounds: list[Start]) -> Sheet:
    """Return the scores; a sheet may begin with a later `round` and the `totals` before it, the Monster's last."""
    most = int(options.number("rounds"))
    number = head.number("round", 1, 1, most)
    before = head.numbers("totals", [0 for _ in range(PLACES)], 0, MOST_POINTS)
    head.finish()
    last = last_written(number, len(rounds), int(most), "rounds", " [MEINZ-07]")
    points = vec[i64](before)
    lines = lines_before(before[: int(seats)], scoring.BEFORE)
    limits = _Limits(hand_size(seats, options))
    for k, written in enumerate(rounds):
        by_cards = written.has("cards")
        sums = _add_up_cards(seats, limits, written) if by_cards else _read_totals(seats, limits, written)
        written.finish()
        totals = scoring.totals_with_bonus(sums, seats < PLACES)
        for place in range(PLACES):
            points[place] += scoring.points(totals, place)
        for seat in range(seats):
            lines.append(scoring.line(number + k, totals, seat, seats < PLACES))
    found = [int(points[seat]) for seat in range(seats)]
    places = scoring.places(points, seats, options.is_on("monster_can_win"))
    return Sheet(lines, found, places, last == most)


def _read_totals(seats: i64, limits: _Limits, written: Start) -> vec[i64]:
    """Return the sums that were written down, the Monster's last."""
    lowest = limits.lowest if limits.each else 0
    sums = written.numbers("totals", [0 for _ in range(seats)], lowest, limits.highest)
    if seats < PLACES:
        sums = [*sums, written.number("monster", 0, lowest, limits.highest)]
    if not written.has("totals") or (limits.each and 0 in sums):
        monster = "" if seats == PLACES else ", and monster for the Monster"
        raise NotationError(f"{written.where}: totals is missing: what the tricks of each player count{monster}")
    for total in sums:
        if not limits.fits(total):
            raise NotationError(f"{written.where}: no trick counts {total} [MEINZ-60]")
    if not limits.fewest <= sum(sums) <= limits.most:
        raise NotationError(
            f"{written.where}: the totals add up to {sum(sums)}; without four cards the values add up to "
            f"{limits.fewest} to {limits.most} [MEINZ-60]"
        )
    return vec[i64](sums)


def _add_up_cards(seats: i64, limits: _Limits, written: Start) -> vec[i64]:
    """Return what the cards count that were written down, the Monster's last."""
    piles = written.texts("cards", int(seats))
    if seats < PLACES:
        piles = [*piles, written.text("monster_cards", "")]
    sums = zeros()
    seen: i64 = 0
    for place, pile in enumerate(piles):
        names = pile.split()
        if len(names) != limits.won and (limits.each or names):
            tricks = "two tricks have" if limits.own == OWN_TRICKS else "a trick has"
            raise NotationError(f"{written.where}: '{pile}' has {len(names)} cards, {tricks} {limits.won} [MEINZ-60]")
        for name in names:
            card = parse_card(name)
            if not limits.pack & bit(card):
                raise NotationError(f"{written.where}: {name} is not in the small pack")
            if seen & bit(card):
                size = count(limits.pack)
                raise NotationError(
                    f"{written.where}: {name} appears twice, but each of the {size} cards exists once [MEINZ-02]"
                )
            seen |= bit(card)
            sums[place] += value_of(card)
    if count(seen) != PLACES * limits.tricks:
        raise NotationError(f"{written.where}: {count(seen)} cards are written down, not {PLACES * limits.tricks}")
    return sums
