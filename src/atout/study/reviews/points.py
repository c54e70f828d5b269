"""Where the points came from: the luck of the deal, one's own decisions, gifts of others, what remained to chance.

A position is worth to a seat what it can expect if everybody goes on as the game advises, with the cards as they lie.
From one step of a match to the next this worth changes, and all changes together are the points of the match. Each
change is put down to its cause:

- what was dealt, and what the best decisions could make of it beyond the advice: the luck of the deal;
- what a decision of one's own cost, by what one could know: own decisions;
- what others did instead of what they would have been advised: gifts;
- how an own decision turned out with the cards as they lay, against what was to be expected of it: chance.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from atout.kernel.game import Game
from atout.kernel.state import State
from atout.match import DealStep, Step
from atout.study.reviews.trials import Playouts, Policy
from atout.study.reviews.types import Decision, Moment, Origin, SeatReview, Turn

MOST_TURNS: Final = 3
LEAST_TURN: Final = 0.05


class Worth(NamedTuple):
    """What a position is worth to every seat: points it can expect, and, where a deal has just ended, those it has."""

    expected: list[float]
    standing: list[float] | None  # None: in the middle of a deal
    chances: list[float]  # to win, by the standing


def worths(game: Game, positions: Sequence[State], times: int, seed: int) -> list[Worth]:
    """Return what each position of a match is worth."""
    found: list[Worth] = []
    policy = Policy(game.advice())
    stage = -2  # of the position before
    for position in positions:
        playouts = Playouts(game, policy, position)
        points, chances = playouts.standing(position)
        ended = position.turn < 0 or playouts.stage != stage
        expected = points if position.turn < 0 else playouts.expect(position, times, seed)[0]
        found.append(Worth(expected, points if ended else None, chances))
        stage = -2 if position.turn < 0 else playouts.stage
    return found


class Ledger:
    """The points of one seat in one deal, cause by cause."""

    def __init__(self) -> None:
        self.luck = 0.0
        self.decisions = 0.0
        self.gifts = 0.0
        self.chance = 0.0

    def close(self, deal: int) -> Origin:
        """Return the sums."""
        points = self.luck + self.decisions + self.gifts + self.chance
        return Origin(deal, points, self.luck, self.decisions, self.gifts, self.chance)


def sum_up(
    seat: int,
    steps: Sequence[Step],
    positions: Sequence[State],
    values: Sequence[Worth],
    judged: Mapping[int, Decision],
) -> SeatReview:
    """Return the review of a seat whose decisions, by step, are judged."""
    origins, total = trace_points(seat, steps, positions, values, judged)
    curve = draw_curve(seat, positions, values, judged)
    decisions = [judged[number] for number in sorted(judged)]
    return SeatReview(seat, decisions, origins, total, curve, find_turns(seat, curve))


def trace_points(
    seat: int,
    steps: Sequence[Step],
    positions: Sequence[State],
    values: Sequence[Worth],
    judged: Mapping[int, Decision],
) -> tuple[list[Origin], Origin]:
    """Return where the points of a seat came from: deal by deal, and for the match."""
    ledgers: dict[int, Ledger] = {}
    first = ledgers.setdefault(int(positions[0].number), Ledger())
    first.luck = values[0].expected[seat] - float(positions[0].scores()[seat])
    for number, step in enumerate(steps):
        now, then = values[number].expected[seat], values[number + 1]
        following = ledgers.setdefault(int(positions[number + 1].number), Ledger())
        if isinstance(step, DealStep):
            following.luck += then.expected[seat] - now
            continue
        ledger = ledgers[int(positions[number].number)]
        ended = then.standing is not None
        end = then.expected[seat] if then.standing is None else then.standing[seat]
        change = end - now
        if ended:  # the next deal may begin without a shuffle
            following.luck += then.expected[seat] - end
        if step.seat != seat:
            ledger.gifts += change
        elif number in judged:
            made = judged[number]
            ledger.decisions -= made.cost
            ledger.luck += made.above_advice + made.cost
            ledger.chance += change - made.above_advice
        else:
            ledger.chance += change
    origins = [ledgers[deal].close(deal) for deal in sorted(ledgers)]
    total = Ledger()
    for origin in origins:
        total.luck += origin.luck
        total.decisions += origin.decisions
        total.gifts += origin.gifts
        total.chance += origin.chance
    return [origin for origin in origins if origin.points or origin.luck or origin.gifts], total.close(0)


def round_origin(origin: Origin, scale: int = 1) -> tuple[int, int, int, int, int]:
    """Return points, luck, decisions, gifts and chance in whole parts that add up: the last takes the rest."""
    parts = (origin.points, origin.luck, origin.decisions, origin.gifts)
    points, luck, own, gifts = (round(part * scale) for part in parts)
    return points, luck, own, gifts, points - luck - own - gifts


def draw_curve(
    seat: int, positions: Sequence[State], values: Sequence[Worth], judged: Mapping[int, Decision]
) -> list[Moment]:
    """Return everybody's chances to win as the seat could know them: after its decisions, and between deals."""
    curve: list[Moment] = []
    for number, (position, worth) in enumerate(zip(positions, values, strict=True)):
        deal = int(position.number)
        if worth.standing is not None:
            if not curve or curve[-1].own or curve[-1].chances != worth.chances:
                curve.append(Moment(number, deal, worth.chances, False))
        elif number - 1 in judged:
            curve.append(Moment(number, deal, judged[number - 1].after, True))
    return curve


def find_turns(seat: int, curve: Sequence[Moment]) -> list[Turn]:
    """Return where the chance of a seat changed most, the greatest change first."""
    turns = [
        Turn(now.step, now.deal, before.chances[seat], now.chances[seat], now.own)
        for before, now in pairwise(curve)
        if abs(now.chances[seat] - before.chances[seat]) >= LEAST_TURN
    ]
    return sorted(turns, key=lambda turn: -abs(turn.after - turn.before))[:MOST_TURNS]
