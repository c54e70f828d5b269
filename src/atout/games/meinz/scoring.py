"""Meinz: from two tricks each to point cards, and the winner (MEINZ-60 to MEINZ-72, MEINZ-90, MEINZ-91)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.meinz.deal import MONSTER, PLACES, zeros
from atout.games.meinz.reading import SCORED
from atout.kernel.clause import Clause
from atout.kernel.log import kind_of, seat_of, value_of
from atout.kernel.opening import number_of
from atout.kernel.state import ScoreLine

BEFORE: Final = Clause("MEINZ-66", "before")
BONUS: Final = 12  # for the Monster


def totals_with_bonus(sums: vec[i64], with_monster: bool) -> vec[i64]:
    """Return the totals that are compared: the Monster's has its bonus (MEINZ-60, MEINZ-90)."""
    if not with_monster:
        return sums
    totals = sums[:]
    totals[MONSTER] += BONUS
    return totals


def rank(totals: vec[i64], place: i64) -> i64:
    """Return 1 + how many have a higher total (MEINZ-61)."""
    higher: i64 = 0
    for other in range(PLACES):
        if totals[other] > totals[place]:
            higher += 1
    return higher + 1


def is_tied(totals: vec[i64], place: i64) -> bool:
    """Say whether another place has the same total."""
    for other in range(PLACES):
        if other != place and totals[other] == totals[place]:
            return True
    return False


def points(totals: vec[i64], place: i64) -> i64:
    """Return the value of the point card: 3, 1, none, 2 by rank; nothing for a shared total (MEINZ-62, MEINZ-63)."""
    if is_tied(totals, place):
        return 0
    at = rank(totals, place)
    if at == 1:
        return 3
    if at == 2:
        return 1
    return 2 if at == PLACES else 0


def reason(totals: vec[i64], place: i64) -> Clause:
    """Return the clause behind the point card, or behind getting none."""
    if is_tied(totals, place):
        return Clause("MEINZ-62", "tied")
    at = rank(totals, place)
    if at == 1:
        return Clause("MEINZ-63", "first")
    if at == 2:
        return Clause("MEINZ-63", "second")
    return Clause("MEINZ-63", "third") if at == 3 else Clause("MEINZ-63", "last")


def line(number: i64, totals: vec[i64], seat: i64, with_monster: bool) -> ScoreLine:
    """Return what one seat gets in one round, with the numbers that explain it."""
    gained = points(totals, seat)
    values = {
        "round": str(number),
        "totals": ranking(totals, with_monster),
        "total": str(totals[seat]),
        "place": str(rank(totals, seat)),
        "points": str(gained),
    }
    return ScoreLine(int(seat), gained, reason(totals, seat), values)


def ranking(totals: vec[i64], with_monster: bool) -> str:
    """Return all totals, the highest first; the Monster's shows its bonus: 48, M 35+12, 42, 29 (MEINZ-90)."""
    texts: list[str] = []
    for at in range(1, PLACES + 1):
        for place in range(PLACES):
            if rank(totals, place) == at:
                monster = with_monster and place == MONSTER
                texts.append(f"M {totals[place] - BONUS}+{BONUS}" if monster else str(totals[place]))
    return ", ".join(texts)


def places(sums: vec[i64], seats: i64, monster_can_win: bool) -> list[int]:
    """Return the place of each player by point cards; equal sums share (MEINZ-70, MEINZ-71).

    The Monster comes before nobody (MEINZ-91), unless the table lets it win.
    """
    rivals: i64 = PLACES if monster_can_win else seats
    found: list[int] = []
    for seat in range(seats):
        place = 1
        for other in range(rivals):
            if sums[other] > sums[seat]:
                place += 1
        found.append(place)
    return found


def monster_wins(sums: vec[i64]) -> bool:
    """Say whether the Monster would win or share the victory."""
    for seat in range(MONSTER):
        if sums[seat] > sums[MONSTER]:
            return False
    return True


def read_lines(parts: list[vec[i64]], seats: i64) -> list[ScoreLine]:
    """Return the lines of everything that a log says was scored."""
    found: list[ScoreLine] = []
    totals = zeros()
    for entries in parts:
        number = number_of(entries)
        for item in entries:
            if kind_of(item) == SCORED:
                totals[seat_of(item)] = value_of(item)
                if seat_of(item) == PLACES - 1:
                    for seat in range(seats):
                        found.append(line(number, totals, seat, seats < PLACES))
    return found
