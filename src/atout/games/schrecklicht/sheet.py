"""Schrecklicht: the score sheet for people who play with real cards.

A round is its three objectives, for green, violet and blue, and the displays as they lie at its end. Where the pawns
stand follows from the displays.
"""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import plays, scoring
from atout.games.schrecklicht.cards import COLOUR_COUNT
from atout.games.schrecklicht.deal import Deal, steps
from atout.games.schrecklicht.objectives import NAMES
from atout.games.schrecklicht.position import is_over, read_displays, read_objectives
from atout.games.schrecklicht.terms import Terms
from atout.kernel.bits import bit, members
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start, last_written
from atout.kernel.state import lines_before


def score(seats: i64, options: Options, head: Start, rounds: list[Start]) -> Sheet:
    """Return the scores; a sheet may begin with a later `round`, and the `totals`, `firsts` and `used` before it."""
    terms = Terms(seats, options)
    zeros = [0 for _ in range(seats)]
    number = head.number("round", 1, 1, int(terms.rounds))
    before = head.numbers("totals", zeros, 0, 9999)
    firsts = vec[i64](head.numbers("firsts", zeros, 0, len(NAMES)))
    used: i64 = 0
    if head.has("used"):
        for objective in read_objectives(head, "used", COLOUR_COUNT * (number - 1), 0):
            used |= bit(objective)
    head.finish()
    last = last_written(number, len(rounds), int(terms.rounds), "rounds", " [SCH-01]")
    totals = vec[i64](before)
    lines = lines_before(before, scoring.BEFORE)
    for k, written in enumerate(rounds):
        objectives = vec[i64](read_objectives(written, "objectives", COLOUR_COUNT, used))
        deal = read_displays(terms.scale, written, seats)
        written.finish()
        _require_end(deal, written.where)
        for objective in objectives:
            used |= bit(objective)
        terms.judge.score(deal, objectives, 0, totals, firsts)
        lines += scoring.lines(number + k, deal, objectives, terms.judge)
    places = scoring.places(totals, firsts, terms.count_firsts)
    return Sheet(lines, [int(total) for total in totals], places, last == terms.rounds)


def _require_end(deal: Deal, where: str) -> None:
    """Refuse displays with which no round ends: there is a last card, and before it the round went on."""
    if not is_over(deal):
        raise NotationError(f"{where}: displays are not full and no pawn is at the end of the track [SCH-27]")
    for visible in deal.visible:
        for card in members(visible):
            if not plays.is_at_end(deal.pawns - steps(card), deal.beyond):
                return
    raise NotationError(f"{where}: displays would have ended the round before their last card [SCH-27]")
