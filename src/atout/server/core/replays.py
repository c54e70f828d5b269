"""Matches that are over: their records, and every position as somebody saw it."""

import dataclasses
import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from msgspec import Raw, Struct

from atout import record
from atout.bots.names import default_bot_name
from atout.kernel.log import SPECTATOR
from atout.kernel.view import Display
from atout.match import DealStep, Match, PlayStep
from atout.match import Step as MatchStep
from atout.server.core import messages, moves, wire
from atout.server.core.parts import D, Ended, Line
from atout.server.core.parts import Display as Shown
from atout.server.core.table import Table

OPEN_VIEW: Final = -4

S = TypeVar("S")


@dataclass(frozen=True)
class PastMatch:
    """What a match has come to, apart from the match itself, which may go on meanwhile."""

    beginning: Match
    steps: tuple[MatchStep, ...]

    @classmethod
    def from_match(cls, match: Match) -> "PastMatch":
        """Return everything that has happened so far."""
        return cls(match.replay([]), tuple(match.steps))

    def finished_deals(self) -> "PastMatch | None":
        """Return what happened until the last finished deal ended, or None if there is none.

        A deal is finished when cards are dealt again after it. Where they never are, as in Loop, no part of a running
        match can be shown openly.
        """
        for place in range(len(self.steps) - 1, 0, -1):
            if isinstance(self.steps[place], DealStep) and isinstance(self.steps[place - 1], PlayStep):
                return dataclasses.replace(self, steps=self.steps[:place])
        return None

    def observers(self, seat: int) -> list[int]:
        """Return the observers whose views a replay shows: one, or all seats where everything is open."""
        if seat == OPEN_VIEW:
            return list(range(self.beginning.seats))
        return [seat] if 0 <= seat < self.beginning.seats or seat == SPECTATOR else []


class StepOf(Struct, Generic[D], frozen=True):
    """A step whose displays are read (`Step`), or written already."""

    happened: list[wire.Happened]
    displays: list[D]  # one, or that of every seat where everything is open
    ended: Ended[D] | None = None  # a step of its own, after the last trick: what the deal has brought
    at: int = 0  # how many steps of the match lie before


class ReplayOf(Struct, Generic[S], frozen=True):
    """A replay of such steps."""

    match: str
    game: str
    names: list[str]
    options: dict[str, str]
    status: str
    seat: int
    deals: int
    deal: int
    steps: list[S]
    lines: list[Line]
    scores: list[int]
    places: list[int]
    has_record: bool  # none of its cards were dealt anew in mid-deal


class Step(StepOf[Shown], frozen=True):
    """What happened, and how the table looked then."""


class Replay(ReplayOf[Step], frozen=True):
    """A deal of a match, step by step; the first step is the position where it begins."""

    you: int  # the seat that you have or had, or -1


def names_of(table: Table, names: dict[str, str]) -> list[str]:
    """Return what the seats are called, as at the table: a bot whose name a person has is a second one."""
    people = {names.get(chair.identity, "") for chair in table.chairs}
    bots = [chair.bot or default_bot_name(seat) for seat, chair in enumerate(table.chairs)]
    return [
        names.get(chair.identity, "?") if chair.identity else f"{bot} 2" if bot in people else bot
        for chair, bot in zip(table.chairs, bots, strict=True)
    ]


def seat_in_past(table: Table, identity: str) -> int:
    """Return the seat that somebody has or had, or -1."""
    seat = table.seat_of(identity)
    return table.played_seats.get(identity, -1) if seat is None else seat


def record_of(table: Table, names: list[str]) -> record.Record:
    """Return the record of a match that is over, with the proof of its deals.

    One that was played on from another's position proves nothing, since its first cards were known; it says where from.
    """
    assert table.match is not None
    assert table.result is not None, "a record holds everything"
    date = datetime.datetime.fromtimestamp(table.created_at / 1000, datetime.UTC).date()
    beginning = table.setup.beginning
    if beginning is None:
        made = record.make_record(table.match, names, date=date, fair=moves.deal_source(table).to_table())
    else:
        origin = {"played_on_from": beginning.of, "step": len(beginning.steps)}
        made = record.make_record(table.match, names, date=date, meta=origin)
    return dataclasses.replace(made, rules=table.setup.rules_version)


def replay_of(table: Table, past: PastMatch, names: list[str], seat: int, deal: int) -> ReplayOf[StepOf[Raw]] | None:
    """Return one deal of a match, as a seat or a watcher saw it or open; None if there is no such deal."""
    spans = deals_of(past)
    if not 0 <= deal < len(spans):
        return None
    begin, end = spans[deal]
    now = past.beginning.copy()
    for step in past.steps[:begin]:
        now.take(step)
    steps = tell_steps(now, past.steps[begin:end], past.observers(seat))
    for step in past.steps[end:]:
        now.take(step)
    return ReplayOf(
        match=table.id,
        game=now.game.name,
        names=names,
        options=dict(now.options.values),
        status=table.status,
        seat=seat,
        deals=len(spans),
        deal=deal,
        steps=steps,
        lines=messages.score_lines(now),
        scores=now.scores() if table.result is None else list(table.result.scores),
        places=[] if table.result is None or table.result.abandoned else list(table.result.places),
        has_record=past.beginning.drawn is None,
    )


def tell_steps(now: Match, steps: Sequence[MatchStep], observers: list[int]) -> list[StepOf[Raw]]:
    """Return how a match goes on, as observers saw it; the first step is how it stands, and it is moved along."""
    bare = Table("")

    def write(shown: list[Display]) -> list[Raw]:
        return [messages.write_display(bare, now, each) for each in shown]

    told = [StepOf([], write([now.view(observer).display() for observer in observers]), at=len(now.steps))]
    for step in steps:
        moment = messages.ChangeRecorder(now)
        now.take(step)
        views = [now.view(observer) for observer in observers]
        after = [view.display() for view in views]
        teller = step.seat if len(observers) > 1 and isinstance(step, PlayStep) else 0
        ends = [view.ended() for view in views] if moment.has_ended_deal() else []
        lying = [end for end in ends if end is not None]
        happened = moment.events_for(after[teller], end=lying[teller] if lying else None)
        at = len(now.steps)
        told.append(StepOf(happened, write(lying or after), at=at))
        if lying:
            results = [messages.end_of_deal(bare, now, view) for view in views]
            found = [result for result in results if result is not None]
            told.append(StepOf([], [result.display for result in found], found[0], at))
    return told


def deals_of(past: PastMatch) -> list[tuple[int, int]]:
    """Return where deals begin and end among the steps: as the log of the match is divided."""
    match = past.beginning.copy()
    spans: list[tuple[int, int]] = []
    begin = 0
    for place, step in enumerate(past.steps, 1):
        before = match.state.past
        match.take(step)
        if match.state.past is not before:
            spans.append((begin, place))
            begin = place
    return [*spans, (begin, len(past.steps))] if begin < len(past.steps) else spans
