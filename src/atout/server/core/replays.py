"""Matches that are over: their records, and every position as somebody saw it."""

import dataclasses
import datetime
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from msgspec import Raw, Struct

from atout import record
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR
from atout.kernel.options import Options
from atout.kernel.view import Display
from atout.match import DealStep, Match, PlayStep
from atout.match import Step as MatchStep
from atout.server.core import messages, moves, wire
from atout.server.core.table import Table
from atout.server.core.wire import D

OPEN_VIEW: Final = -4

S = TypeVar("S")


@dataclass(frozen=True)
class PastMatch:
    """What a match has come to, apart from the match itself, which may go on meanwhile."""

    game: Game
    seats: int
    options: Options
    steps: tuple[MatchStep, ...]

    @classmethod
    def from_match(cls, match: Match) -> "PastMatch":
        """Return everything that has happened so far."""
        return cls(match.game, match.seats, match.options, tuple(match.steps))

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
            return list(range(self.seats))
        return [seat] if 0 <= seat < self.seats or seat == SPECTATOR else []


class StepOf(Struct, Generic[D], frozen=True):
    """A step whose displays are read (`Step`), or written already."""

    happened: list[wire.Happened]
    displays: list[D]  # one, or that of every seat where everything is open


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
    lines: list[wire.Line]
    scores: list[int]
    places: list[int]


class Step(StepOf[wire.Display], frozen=True):
    """What happened, and how the table looked then."""


class Replay(ReplayOf[Step], frozen=True):
    """A deal of a match, step by step; the first step is the position where it begins."""


def names_of(table: Table, names: dict[str, str]) -> list[str]:
    """Return what the seats are called."""
    return [
        names.get(chair.identity, "?") if chair.identity else f"Bot {seat + 1}"
        for seat, chair in enumerate(table.chairs)
    ]


def record_of(table: Table, names: list[str]) -> record.Record:
    """Return the record of a match that is over, with the proof of its deals."""
    assert table.match is not None
    assert table.result is not None, "a record holds everything"
    date = datetime.datetime.fromtimestamp(table.created_at / 1000, datetime.UTC).date()
    made = record.make_record(table.match, names, date=date, fair=moves.deal_source(table).to_table())
    return dataclasses.replace(made, rules=table.setup.rules_version)


def replay_of(table: Table, past: PastMatch, names: list[str], seat: int, deal: int) -> ReplayOf[StepOf[Raw]] | None:
    """Return one deal of a match, as a seat or a watcher saw it or open; None if there is no such deal."""
    parts = deals_of(past)
    if not 0 <= deal < len(parts):
        return None
    begin, end = parts[deal]
    now = Match(past.game, past.seats, past.options)
    for step in past.steps[:begin]:
        now.take(step)
    bare = Table(table.id)
    observers = past.observers(seat)

    def shown() -> list[Display]:
        return [now.view(observer).display() for observer in observers]

    steps = [StepOf([], [messages.write_display(bare, now, each) for each in shown()])]
    for step in past.steps[begin:end]:
        moment = messages.ChangeRecorder(now)
        now.take(step)
        after = shown()
        teller = step.seat if seat == OPEN_VIEW and isinstance(step, PlayStep) else 0
        steps.append(
            StepOf(moment.events_for(after[teller]), [messages.write_display(bare, now, each) for each in after])
        )
    for step in past.steps[end:]:
        now.take(step)
    return ReplayOf(
        match=table.id,
        game=past.game.name,
        names=names,
        options=dict(past.options.values),
        status=table.status,
        seat=seat,
        deals=len(parts),
        deal=deal,
        steps=steps,
        lines=messages.score_lines(now),
        scores=now.scores() if table.result is None else list(table.result.scores),
        places=[] if table.result is None else list(table.result.places),
    )


def deals_of(past: PastMatch) -> list[tuple[int, int]]:
    """Return where deals begin and end among the steps: as the log of the match is divided."""
    match = Match(past.game, past.seats, past.options)
    parts: list[tuple[int, int]] = []
    begin = 0
    for place, step in enumerate(past.steps, 1):
        before = match.state.past
        match.take(step)
        if match.state.past is not before:
            parts.append((begin, place))
            begin = place
    return [*parts, (begin, len(past.steps))] if begin < len(past.steps) else parts
