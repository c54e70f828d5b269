"""Mü: the score sheet for people who play with real cards.

A deal has an `outcome`: `played` (if absent), `deadlock` or `all-pass`. A played one has `chief` and `partner` by
letter, the `size` of the Chief's bid, the Chief's `trump`, and the card points (`points`) seat by seat. A deadlock has
the `size` of the tied bids, `tied`, the letters of the tied seats, and the `culprit`.
"""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.mu import scoring
from atout.games.mu.actions import SEATS, trump_of
from atout.games.mu.position import FARTHEST_TOTAL, MOST_ROUNDS
from atout.games.mu.terms import Terms
from atout.kernel.bits import bit, count
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start
from atout.kernel.state import lines_before


def score(seats: i64, options: Options, head: Start, deals: list[Start]) -> Sheet:
    """Return the scores; a sheet may begin with a later `round` and the `totals` before it."""
    terms = Terms(seats, options)
    number = head.number("round", 1, 1, int(terms.rounds) if terms.rounds else MOST_ROUNDS)
    before = head.numbers("totals", [0 for _ in range(seats)], -FARTHEST_TOTAL, FARTHEST_TOTAL)
    head.finish()
    totals = vec[i64](before)
    lines = lines_before(before, scoring.BEFORE)
    over = False
    for k, deal in enumerate(deals):
        if over:
            raise NotationError(f"{deal.where}: the match was over after {number + k - 1} rounds [MU-62]")
        result = _outcome(terms, deal)
        deal.finish()
        for line in scoring.lines(number + k, result):
            lines.append(line)
            totals[line.seat] += line.points
        over = scoring.is_over(terms, number + k, totals)
    return Sheet(lines, [int(total) for total in totals], scoring.places(totals), over)


def _outcome(terms: Terms, deal: Start) -> scoring.Outcome:
    """Return what a person wrote down of one round, checked as far as it can be."""
    outcome = deal.text("outcome", "played")
    result = scoring.Outcome(terms)
    if outcome == "played":
        _read_played(terms, deal, result)
    elif outcome == "deadlock":
        _read_deadlock(terms, deal, result)
    elif outcome != "all-pass":
        raise NotationError(f"{deal.where}: outcome must be played, deadlock or all-pass")
    return result


def _read_played(terms: Terms, deal: Start, result: scoring.Outcome) -> None:
    result.size = _size(terms, deal)
    result.chief = _seat(terms, deal, "chief")
    result.partner = _seat(terms, deal, "partner")
    if result.chief == result.partner:
        raise NotationError(f"{deal.where}: partner must be a different seat from chief [MU-31]")
    result.trump = trump_of(deal.text("trump", ""))
    if result.trump < 0:
        raise NotationError(f"{deal.where}: trump must be a colour like R, a number like 7, or none [MU-27]")
    points = deal.numbers("points", [0 for _ in range(terms.seats)], 0, int(terms.points))
    if sum(points) != terms.points:
        raise NotationError(f"{deal.where}: points add up to {sum(points)}, but a round has {terms.points} [MU-52]")
    result.points = vec[i64](points)


def _read_deadlock(terms: Terms, deal: Start, result: scoring.Outcome) -> None:
    result.size = _size(terms, deal)
    for letter in deal.text("tied", ""):
        result.tied |= bit(_index(terms, letter, deal.where))
    if count(result.tied) < 2:
        raise NotationError(f"{deal.where}: tied must name two seats or more by letter, like AC [MU-19]")
    result.culprit = _seat(terms, deal, "culprit")
    if not result.tied & bit(result.culprit):
        raise NotationError(f"{deal.where}: culprit must be one of the tied seats [MU-20]")


def _size(terms: Terms, deal: Start) -> i64:
    if not deal.has("size"):
        raise NotationError(f"{deal.where}: size is missing: the number of bid cards [MU-18]")
    return deal.number("size", 1, 1, int(terms.hand))


def _seat(terms: Terms, deal: Start, name: str) -> i64:
    letter = deal.text(name, "")
    if len(letter) != 1:
        raise NotationError(f"{deal.where}: {name} must be the letter of a seat")
    return _index(terms, letter, deal.where)


def _index(terms: Terms, letter: str, where: str) -> i64:
    seat = SEATS.find(letter)
    if not 0 <= seat < terms.seats:
        raise NotationError(f"{where}: {letter} is not a seat")
    return seat
