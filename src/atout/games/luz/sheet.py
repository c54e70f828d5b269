"""Luz: the score sheet for people who play with real cards. A deal is its bets and its tricks, seat by seat."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.luz import actions, bets, scoring
from atout.games.luz.actions import BETS
from atout.games.luz.cards import hand_size
from atout.kernel.errors import NotationError
from atout.kernel.game import Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start, last_written
from atout.kernel.state import lines_before


def score(seats: i64, options: Options, head: Start, deals: list[Start]) -> Sheet:
    """Return the scores; `marker` in the head is the seat that drew the marker, for the last tie-break.

    A sheet may begin with a later deal: its number is `first_deal`, then come the `totals` before it, and the
    `last_scores`, which break a tie.
    """
    most = int(options.number("deals"))
    number = head.number("first_deal", 1, 1, most)
    last_number = last_written(number, len(deals), int(most), "deals", "")
    size = int(hand_size(options))
    drawn = head.number("marker", 0, 0, int(seats) - 1)
    before = head.numbers("totals", [0 for _ in range(seats)], -9999, 9999)
    totals = vec[i64](before)
    last = vec[i64](head.numbers("last_scores", [0 for _ in range(seats)], -9999, 9999))
    head.finish()
    supply = bets.bead_supply(size)
    lines = lines_before(before, scoring.BEFORE)
    for k, deal in enumerate(deals):
        won = deal.numbers("tricks", [0 for _ in range(seats)], 0, size)
        if sum(won) != size:
            raise NotationError(f"{deal.where}: the tricks add up to {sum(won)}, but a deal has {size} [LUZ-36]")
        texts = deal.texts("bets", int(seats))
        deal.finish()
        made = [_bet(text, size, deal.where) for text in texts]
        if options.is_on("bead_limit") and sum([int(bet) // 2 for bet in made]) > supply:
            raise NotationError(f"{deal.where}: the bets need more than {supply} beads [LUZ-05]")
        for seat in range(seats):
            line = scoring.line(number + k, seat, made[seat], won[seat])
            lines.append(line)
            totals[seat] += line.points
            last[seat] = line.points
    first = bets.first_player(drawn, last_number, seats)
    return Sheet(lines, [int(total) for total in totals], scoring.places(totals, last, first), last_number == most)


def _bet(text: str, size: int, where: str) -> i64:
    action = actions.parse(text)
    if action >= BETS:
        raise NotationError(f"{where}: {text} is not a bet [LUZ-20]")
    if action // 2 > size:
        raise NotationError(f"{where}: {text} is more than the tricks of a deal [LUZ-21]")
    return action
