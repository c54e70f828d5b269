"""Njet!: the score sheet for people who play with real cards.

A deal is its value, its team (the letters of one team, of the smaller one if they differ), its Monster, and seat by
seat the tricks and the captured 0s. A sheet may begin with a later `round` and the `totals` before it.
"""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet import scoring
from atout.games.njet.actions import POINTS, space
from atout.games.njet.cards import ZEROS
from atout.games.njet.terms import Terms
from atout.kernel.bits import bit, count, lowest
from atout.kernel.cards import seat_letter
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.rng import number_range
from atout.kernel.start import Start, last_written
from atout.kernel.state import lines_before


def score(seats: i64, options: Options, head: Start, deals: list[Start]) -> Sheet:
    """Return the scores."""
    terms = Terms(seats, options, number_range(seats))
    number = head.number("round", 1, 1, int(terms.rounds))
    before = head.numbers("totals", [0 for _ in range(seats)], -9999, 9999)
    head.finish()
    last = last_written(number, len(deals), int(terms.rounds), "deals", " [NJET-62]")
    totals = vec[i64](before)
    lines = lines_before(before, scoring.BEFORE)
    for k, deal in enumerate(deals):
        result = _outcome(terms, deal)
        deal.finish()
        for line in scoring.lines(number + k, result, terms.difference):
            lines.append(line)
            totals[line.seat] += line.points
    found = [int(total) for total in totals]
    return Sheet(lines, found, scoring.places(totals), last == terms.rounds)


def _outcome(terms: Terms, deal: Start) -> scoring.Outcome:
    """Return what a person wrote down of one round, checked as far as it can be."""
    seats = terms.seats
    value = deal.number("value", 0, -2, 4)
    if value in (-1, 0):
        raise NotationError(f"{deal.where}: value must be 1, 2, 3, 4 or -2 [NJET-54]")
    if not terms.open & bit(space(POINTS, value - 1 if value > 0 else 4)):
        raise NotationError(f"{deal.where}: the small board has no value {value} [NJET-54]")
    team = _team(seats, deal)
    result = scoring.Outcome(seats, value, team, _monster(seats, deal, team))
    won = deal.numbers("tricks", [0 for _ in range(seats)], 0, int(terms.hand))
    fewest = terms.hand - (1 if terms.small else 2)
    if not fewest <= sum(won) <= terms.hand:
        usual = f"{fewest} to {terms.hand}"
        raise NotationError(f"{deal.where}: the tricks add up to {sum(won)}, but a round has {usual} [NJET-49]")
    zeros = int(count(terms.pack & ZEROS))
    loot = deal.numbers("loot", [0 for _ in range(seats)], 0, zeros)
    if sum(loot) > zeros:
        raise NotationError(f"{deal.where}: the captured 0s add up to {sum(loot)}, but there are {zeros} [NJET-02]")
    for seat in range(seats):
        result.won += won[seat] << (8 * seat)
        result.loot += loot[seat] << (8 * seat)
        most = result.most_loot(seat)
        if loot[seat] > most:
            tricks = f"{won[seat]} tricks hold at most {most}"
            raise NotationError(f"{deal.where}: seat {seat_letter(seat)} captured {loot[seat]} 0s, {tricks} [NJET-53]")
    return result


def _team(seats: i64, deal: Start) -> i64:
    """Return the seats of the team that was written down."""
    if seats == 2:
        return 1
    team = _seats(seats, deal.text("team", ""), deal.where)
    size = 1 if seats == 3 else 2
    if count(team) != size:
        raise NotationError(
            f"{deal.where}: team must name {size} of {seats} seats by letter, like {'AB'[:size]} [NJET-16]"
        )
    return team


def _monster(seats: i64, deal: Start, team: i64) -> i64:
    """Return who held the Monster, or -1 (NJET-21, NJET-22)."""
    if seats == 3:
        return lowest(team)
    if seats != 5:
        return -1
    named = _seats(seats, deal.text("monster", ""), deal.where)
    if count(named) != 1 or not named & team:
        raise NotationError(f"{deal.where}: monster must name a seat of the team of two [NJET-21]")
    return lowest(named)


def _seats(seats: i64, letters: str, where: str) -> i64:
    found: i64 = 0
    for letter in letters:
        seat = "ABCDE".find(letter)
        if not 0 <= seat < seats:
            raise NotationError(f"{where}: {letter} is not a seat")
        found |= bit(seat)
    return found
