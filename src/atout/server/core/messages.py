"""What the observers of a table are told. Compiled: this is most of what a move costs.

Positions come from the view of the observer who is told, and from nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from librt.vecs import vec
from msgspec import Raw
from mypy_extensions import i64

from atout.kernel import view as core
from atout.kernel.display_json import encode_action, encode_display
from atout.kernel.game import Game
from atout.kernel.log import ACTION, FIRST_OWN_KIND, HIDDEN, SPECTATOR, TRICK, Segment, kind_of
from atout.kernel.wording import fact_value
from atout.match import Match
from atout.server.core import decide, events, moves, parts, wire
from atout.server.core.table import Table
from atout.server.stores.base import Event

MOVES: Final = frozenset({"played", "dealt"})
NO_POLL: Final = wire.encode(parts.PollShown([], 0, False, False))[1:]


class ChangeRecorder:
    """The moment before something happens in a match; afterwards it can be told to every observer.

    What an action was called is told from what watchers saw before it: who may know of an action knows that too.
    Positions are not kept, but made when they are shown and gone again: memory of a thousand tables would be cold.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.before = match.view(SPECTATOR).display()
        self._past: Segment | None = match.state.past
        self._read = len(match.state.log)
        self._scores = match.scores()
        self._deal = int(match.state.number)
        self._tricks = count_tricks(match.game, match.state.log)

    def has_ended_deal(self) -> bool:
        """Tell whether a deal ended since."""
        return self.match.state.past is not self._past

    def has_scored(self) -> bool:
        """Tell whether a deal ended or points were made since."""
        return self.has_ended_deal() or self.match.scores() != self._scores

    def has_taken_trick(self) -> bool:
        """Tell whether a trick was taken since, the last of a deal included."""
        return self.has_ended_deal() or count_tricks(self.match.game, self.match.state.log) > self._tricks

    def events_for(self, after: core.Display, by: str = "", end: core.Display | None = None) -> list[wire.Happened]:
        """Return what happened since, as the observer saw it who is shown this now; `end`: how the deal ended."""
        match, state, words = self.match, self.match.state, self.match.game.words()
        news = core.entries_since(self._past, self._read, state.past, state.log, after.seat)
        trick = self._tricks + 1 if self.before.phase in words.tricks else 0
        told: list[wire.Happened] = []
        for seen in news:
            one = describe_entry(match.game, self.before, after, seen, by)
            if one is not None:
                why = parts.Phrase(*words.won(end or after)) if seen.kind in words.taken else parts.Phrase()
                part_of = trick if seen.kind == ACTION or seen.kind in words.taken else 0
                told.append(msgspec.structs.replace(one, deal=self._deal, trick=part_of, why=why))
        return told


def count_tricks(game: Game, log: vec[i64]) -> int:
    """Return how many tricks of the running deal have been taken."""
    found = 0
    taken = game.words().taken
    for item in log:
        if kind_of(item) in taken:
            found += 1
    return found


def describe_entry(
    game: Game, before: core.Display, after: core.Display, seen: core.SeenEntry, by: str
) -> wire.Happened | None:
    """Return an entry of the log as a client is told, or nothing if it is not worth a word."""
    if seen.kind == ACTION:
        if seen.value == HIDDEN:
            half_made = before.phase == after.phase and seen.seat in after.owing
            return None if half_made else wire.Happened("has_chosen", seen.seat, by=by)
        key, values = game.words().event(before, seen.value)
        card = core.last_card_laid(before, after, seen.seat)
        return wire.Happened(key, seen.seat, {"card": card, **values} if card else values, game.text(seen.value), by)
    if seen.kind == TRICK:
        return wire.Happened("trick", seen.seat)
    if seen.kind >= FIRST_OWN_KIND:
        key, values = game.words().notice(after, seen)
        if key:
            return wire.Happened(key, seen.seat if seen.seat < after.seats else -1, values)
    return None


def describe_table_event(did: events.AnyBody) -> wire.Happened | None:
    """Return something that happened beside the match, in the client's own words; nothing if it is not worth a word."""
    match did:
        case events.TookBack():
            return wire.Happened("took_back", did.seat, by="table")
        case events.Paused():
            return wire.Happened("adjourned" if did.adjourned else "paused", did.seat, by="table")
        case events.Agreed():
            return wire.Happened("agreed", did.seat, by="table")
        case events.Resumed():
            return wire.Happened("resumed", did.seat, by="table")
        case events.Voted():
            return wire.Happened("voted" if did.abandon else "unvoted", did.seat, by="table")
        case events.StoodIn():
            return wire.Happened(f"stand_in_{did.why}", did.seat, by="table")
        case events.Seated():
            return wire.Happened("took_over", did.seat, by="table")
        case events.Left():
            return wire.Happened("removed", did.seat, by="table") if did.removed else None
    return None


class DisplayWriter:
    """A position that is about to be shown to several observers: what they all see of it is made once."""

    def __init__(self, table: Table, match: Match) -> None:
        self._table = table
        self._match = match
        self._scores = match.scores()
        self._usual = b""  # the rest of a position for whoever is asked nothing and has said nothing

    def write(self, shown: core.Display) -> Raw:
        """Return a position as it goes over the wire: the JSON of a `parts.Display`."""
        table, game, poll, seat, legal = self._table, self._match.game, self._table.poll, shown.seat, shown.legal
        if seat in poll.waiting and table.owing_seats():
            legal = moves.state_when_asked(table, seat).legal(seat)
        if legal or seat in poll.hushed or seat in poll.answers:
            rest = self._write_rest(shown, legal)
        else:
            rest = self._usual = self._usual or self._write_rest(shown, legal)
        return Raw(b"".join([b"{", encode_display(game, shown, legal), b",", rest]))

    def _write_rest(self, shown: core.Display, legal: list[int]) -> bytes:
        """Return the members that the game's display does not have: what may be done, the points and the poll."""
        game, poll = self._match.game, self._table.poll
        prompt, values = game.words().prompt(shown) if legal else ("", {})
        names, phrases = _write_actions(game, legal)
        several = b"true" if legal and shown.phase in game.words().several else b"false"
        members = [
            b'"legal":[' + names,
            b'],"actions":[' + phrases,
            b'],"several":' + several,
            b',"prompt":' + wire.encode(prompt),
            b',"values":' + wire.encode(values),
            b',"scores":' + wire.encode(self._scores),
            b',"won":' + wire.encode(parts.Phrase(*game.words().won(shown))),
            b"," + (wire.encode(poll.describe(shown.seat))[1:] if poll.waiting or poll.hushed else NO_POLL),
        ]
        return b"".join(members)


def write_display(table: Table, match: Match, shown: core.Display) -> Raw:
    """Return a position as it goes over the wire."""
    return DisplayWriter(table, match).write(shown)


def action_phrase(game: Game, action: int) -> parts.Phrase:
    """Return what an action is called."""
    return parts.Phrase(*game.words().action(action))


_phrases: dict[Game, dict[int, bytes]] = {}


def _write_actions(game: Game, actions: list[int]) -> tuple[bytes, bytes]:
    """Return actions in the game's notation and in words, as JSON; of each game they are written once."""
    written = _phrases.setdefault(game, {})
    phrases: list[bytes] = []
    for action in actions:
        known = written.get(action)
        if known is None:
            known = written[action] = wire.encode(action_phrase(game, action))
        phrases.append(known)
    return b",".join([encode_action(game, action) for action in actions]), b",".join(phrases)


def score_lines(match: Match) -> list[parts.Line]:
    """Return every point and where it comes from."""
    return [
        parts.Line(line.seat, line.points, line.clause.id, line.clause.why, line.values, deal_of(line.values))
        for line in match.score_lines()
    ]


def deal_of(values: Mapping[str, str]) -> int:
    """Return the number of the deal in which points were made; games call it a deal or a round."""
    return int(values.get("deal") or values.get("round") or 0)


def clocks(table: Table, now: int) -> tuple[list[int], list[bool]]:
    """Return how much time the seats have left, and whose clock runs."""
    left = [table.time_left(seat, now) for seat in range(len(table.chairs))]
    return [-1 if value is None else value for value in left], [
        table.is_clock_running(seat) for seat in range(len(left))
    ]


def end_of_deal(table: Table, match: Match, view: core.View) -> parts.Ended[Raw] | None:
    """Return how the deal before ended, as somebody saw it; nothing where there is none."""
    shown = view.ended()
    if shown is None:
        return None
    show_totals(shown, view.display())
    number = number_of(shown)
    lines = [line for line in score_lines(match) if line.deal == number]
    results = [_result(match, shown, lines, seat) for seat in range(match.seats)]
    return parts.Ended(number, write_display(table, match, shown), results)


def is_just_over(match: Match) -> bool:
    """Tell whether a deal has ended and nobody has decided anything since."""
    state = match.state
    return state.past is not None and all(kind_of(item) != ACTION for item in list(state.log))


def show_totals(shown: core.Display, now: core.Display) -> None:
    """Let the end of a deal show the totals that it has led to."""
    totals = {(fact.name, fact.seat): fact.value for fact in now.facts if fact.name.endswith("total")}
    shown.facts = [
        core.Fact(fact.name, fact.seat, totals.get((fact.name, fact.seat), fact.value)) for fact in shown.facts
    ]


def number_of(shown: core.Display) -> int:
    """Return the number of the deal that is shown; games call it a deal or a round."""
    return int(fact_value(shown, "deal") or fact_value(shown, "round") or 0)


def _result(match: Match, shown: core.Display, lines: list[parts.Line], seat: int) -> parts.Result:
    tricks = fact_value(shown, "tricks", seat)
    stake = parts.Phrase(*match.game.words().stake(shown, seat))
    worth = fact_value(shown, "worth_now", seat)
    if worth:  # points come at the end of the match
        return parts.Result(int(worth), None, int(tricks or -1), stake)
    points = sum(line.points for line in lines if line.seat == seat)
    return parts.Result(match.scores()[seat], points, int(tricks or -1), stake)


class TableChanges:
    """What has happened at a table since it was made, and what has to be told of it."""

    def __init__(self, table: Table, observers: set[int]) -> None:
        self.table = table
        self.observers = observers  # who is there to see the match
        self.whole = False  # something has changed that only the whole table shows
        self.presence = False  # somebody came or went
        self._readers = table.reading.seats
        self.frames: list[dict[int, wire.Message]] = []  # complete tricks and deals that more has followed already
        self._happened: dict[int, list[wire.Happened]] = {}
        self._displays: dict[int, core.Display] = {}
        self._deal_ends: dict[int, parts.Ended[Raw] | None] = {}
        self._private: set[int] = set()
        self._has_scored = False
        self._is_complete = False  # a trick or a deal is complete

    def apply(self, new: Sequence[Event], entries: Sequence[events.Entry | None]) -> None:
        """Apply events, which may have been read already; ReplayError if they do not fit."""
        for event, entry in zip(new, entries, strict=True):
            match = self.table.match
            if match is not None and self.observers and event.kind in MOVES:
                if self._is_complete:
                    self._keep_frame()
                moment, polled = ChangeRecorder(match), bool(self.table.poll.waiting)
                self._record_move(moment, self.table.apply(event, entry), polled)
            else:
                self._record_other(self.table.apply(event, entry))

    def _record_move(self, moment: ChangeRecorder, did: events.AnyBody, polled: bool) -> None:
        """Gather what observers see of a move. Whether somebody declined or said nothing, the others are not told."""
        by = others = did.by if isinstance(did, events.Played) else ""
        seat = did.seat if isinstance(did, events.Played) else -1
        if polled and by == "window":
            others = "player"
        self._has_scored = self._has_scored or moment.has_scored()
        self._is_complete = moment.has_taken_trick()
        for observer in self.observers:
            view = moment.match.view(observer)
            shown = view.display()
            self._displays[observer] = shown
            if moment.has_ended_deal():
                self._deal_ends[observer] = end_of_deal(self.table, moment.match, view)
            who = by if observer == seat else others
            end = view.ended() if moment.has_ended_deal() else None
            self._happened.setdefault(observer, []).extend(moment.events_for(shown, who, end))

    def _keep_frame(self) -> None:
        """Keep what is told of a complete trick or deal before more happens; nobody is asked anything in it."""
        for shown in self._displays.values():
            shown.legal = []
            shown.owing = []
        self.frames.append(self.messages(self.table.at))
        self._happened, self._displays, self._deal_ends = {}, {}, {}
        self._has_scored = self._is_complete = False

    def _record_other(self, did: events.AnyBody) -> None:
        """Note what else has to be told."""
        if isinstance(did, (events.Played, events.Dealt)):
            pass  # nobody looks
        elif isinstance(did, (events.Answered, events.Hushed)):
            self._private.add(did.seat)
        elif isinstance(did, (events.Came, events.Went)):
            self.presence = True
        elif not isinstance(did, events.QUIET):
            self.whole = True
            self._tell(describe_table_event(did))

    def _tell(self, told: wire.Happened | None) -> None:
        """Tell all who look on what has happened beside the match; before it, only that somebody was removed."""
        if told is not None and (self.table.match is not None or told.key == "removed"):
            for observer in self.observers:
                self._happened.setdefault(observer, []).append(told)

    @property
    def reading(self) -> bool:
        """Whether somebody has begun or stopped looking at how a deal ended."""
        return self.table.reading.seats != self._readers

    def events_for(self, observer: int) -> list[wire.Happened]:
        """Return what an observer saw happen in the match."""
        return self._happened.get(observer, [])

    def messages(self, now: int) -> dict[int, wire.Message]:
        """Return what observers are told who see the match differently now."""
        table, match = self.table, self.table.match
        if match is None:
            return {}
        if not self._displays:
            self._displays = {seat: match.view(seat).display() for seat in self.observers & self._private}
        if not self._displays:
            return {}
        left, running = clocks(table, now)
        lines = score_lines(match) if self._has_scored else None
        scene = DisplayWriter(table, match)
        return {
            observer: wire.Changed(
                table.step,
                now,
                self.events_for(observer),
                scene.write(shown),
                left,
                running,
                lines,
                self._deal_ends.get(observer),
                decide.can_take_back(table, observer),
            )
            for observer, shown in self._displays.items()
        }
