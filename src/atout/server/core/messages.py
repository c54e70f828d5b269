"""What the observers of a table are told. Compiled: this is most of what a move costs.

Positions come from the view of the observer who is told, and from nothing else.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from msgspec import Raw

from atout import fair
from atout.bots.hints import Opinion
from atout.kernel import view as core
from atout.kernel.display_json import encode_action, encode_display
from atout.kernel.game import Game
from atout.kernel.log import ACTION, FIRST_OWN_KIND, HIDDEN, SPECTATOR, TRICK, Segment
from atout.match import Match
from atout.server.core import decide, events, moves, wire
from atout.server.core.table import LIVE, SEALED, Table
from atout.server.stores.base import Event, Remark

MOVES: Final = frozenset({"played", "dealt"})
NO_POLL: Final = wire.encode(wire.PollShown([], 0, False, False))[1:]

Consider = Callable[[core.View, str, str], Awaitable[list[Opinion]]]


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

    def has_scored(self) -> bool:
        """Tell whether a deal ended or points were made since."""
        return self.match.state.past is not self._past or self.match.scores() != self._scores

    def events_for(self, after: core.Display, by: str = "") -> list[wire.Happened]:
        """Return what happened since, as the observer saw it who is shown this now."""
        match, state = self.match, self.match.state
        news = core.entries_since(self._past, self._read, state.past, state.log, after.seat)
        told = [describe_entry(match.game, self.before, after, seen, by) for seen in news]
        return [one for one in told if one is not None]


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


class DisplayWriter:
    """A position that is about to be shown to several observers: what they all see of it is made once."""

    def __init__(self, table: Table, match: Match) -> None:
        self._table = table
        self._match = match
        self._scores = match.scores()
        self._usual = b""  # the rest of a position for whoever is asked nothing and has said nothing

    def write(self, shown: core.Display) -> Raw:
        """Return a position as it goes over the wire: the JSON of a `wire.Display`."""
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
            b"," + (wire.encode(poll.describe(shown.seat))[1:] if poll.waiting or poll.hushed else NO_POLL),
        ]
        return b"".join(members)


def write_display(table: Table, match: Match, shown: core.Display) -> Raw:
    """Return a position as it goes over the wire."""
    return DisplayWriter(table, match).write(shown)


class TableChanges:
    """What has happened at a table since it was made, and what has to be told of it."""

    def __init__(self, table: Table, observers: set[int]) -> None:
        self.table = table
        self.observers = observers  # who is there to see the match
        self.whole = False  # something has changed that only the whole table shows
        self.presence = False  # somebody came or went
        self._told: dict[int, list[wire.Happened]] = {}
        self._shown: dict[int, core.Display] = {}
        self._private: set[int] = set()
        self._scored = False

    def apply(self, new: Sequence[Event], entries: Sequence[events.Entry | None]) -> None:
        """Apply events, which may have been read already; ReplayError if they do not fit."""
        for event, entry in zip(new, entries, strict=True):
            match = self.table.match
            if match is not None and self.observers and event.kind in MOVES:
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
        self._scored = self._scored or moment.has_scored()
        for observer in self.observers:
            shown = moment.match.view(observer).display()
            self._shown[observer] = shown
            self._told.setdefault(observer, []).extend(moment.events_for(shown, by if observer == seat else others))

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

    def events_for(self, observer: int) -> list[wire.Happened]:
        """Return what an observer saw happen in the match."""
        return self._told.get(observer, [])

    def messages(self, now: int) -> dict[int, wire.Message]:
        """Return what observers are told who see the match differently now."""
        table, match = self.table, self.table.match
        if match is None:
            return {}
        if not self._shown:
            self._shown = {seat: match.view(seat).display() for seat in self.observers & self._private}
        if not self._shown:
            return {}
        left, running = clocks(table, now)
        lines = score_lines(match) if self._scored else None
        scene = DisplayWriter(table, match)
        return {
            observer: wire.Changed(table.step, now, self.events_for(observer), scene.write(shown), left, running, lines)
            for observer, shown in self._shown.items()
        }


def action_phrase(game: Game, action: int) -> wire.Phrase:
    """Return what an action is called."""
    return wire.Phrase(*game.words().action(action))


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


async def make_hint(consider: Consider, game: Game, view: core.View, seed: str) -> wire.Hinted:
    """Return what a good player thinks who sees what this view shows."""
    shown = view.display()
    tip, _ = game.words().event(shown, shown.legal[0])
    told = [
        wire.Opinion(
            game.text(one.action), action_phrase(game, one.action), round(one.points, 2), round(one.loss, 2), one.how
        )
        for one in await consider(view, game.name, seed)
    ]
    return wire.Hinted(0, told, tip)


def score_lines(match: Match) -> list[wire.Line]:
    """Return every point and where it comes from."""
    return [
        wire.Line(line.seat, line.points, line.clause.id, line.clause.why, line.values) for line in match.score_lines()
    ]


def clocks(table: Table, now: int) -> tuple[list[int], list[bool]]:
    """Return how much time the seats have left, and whose clock runs."""
    left = [table.time_left(seat, now) for seat in range(len(table.chairs))]
    return [-1 if value is None else value for value in left], [
        table.is_clock_running(seat) for seat in range(len(left))
    ]


def remark_message(table: Table, said: Remark, names: Mapping[str, str]) -> wire.Heard:
    """Return what somebody said."""
    name = names.get(said.identity, "")
    return wire.Heard(said.number, said.at, name, table.observer(said.identity), said.phrase, said.text)


def table_message(
    table: Table,
    shown: core.Display | None,
    who: str,
    names: Mapping[str, str],
    here: Sequence[bool],
    watchers: int,
    now: int,
    told: Sequence[wire.Happened] = (),
    words: Sequence[Remark] = (),
) -> wire.Table[Raw]:
    """Return the whole table as one person may see it."""
    match, setup, you = table.match, table.setup, table.observer(who)
    left, running = clocks(table, now)
    return wire.Table(
        seq=table.step,
        at=now,
        match=table.id,
        game=setup.game,
        rules=setup.rules_version,
        seats=setup.seats,
        options=dict(match.options.values) if match is not None else setup.options,
        status=table.status,
        you=you,
        host=setup.host == who,
        chairs=[
            wire.Chair(
                name=names.get(chair.identity, "") if chair.identity else "",
                level=chair.level,
                here=here[seat],
                ready=chair.is_ready,
                revealed=bool(chair.revealed),
                stand_in=chair.stand_in,
                abandon=chair.abandon,
                clock=left[seat],
                running=running[seat],
            )
            for seat, chair in enumerate(table.chairs)
        ],
        watchers=watchers,
        public=table.rules.public,
        clock=table.rules.clock,
        watch=table.rules.watch,
        chat=table.rules.chat,
        fairness=fairness(table),
        display=None if match is None or shown is None else write_display(table, match, shown),
        lines=[] if match is None or shown is None else score_lines(match),
        places=list(table.result.places) if table.result is not None else [],
        happened=list(told),
        words=[remark_message(table, said, names) for said in words if said.identity in names],
        speech=decide.allowed_speech(table, who),
        rematch=table.rematch,
        invite=table.invite if you != SPECTATOR or setup.host == who else "",
    )


def fairness(table: Table) -> wire.Fairness:
    """Return what a client keeps to check the deals by."""
    over = table.status not in LIVE
    chairs = dict(enumerate(table.chairs))
    return wire.Fairness(
        digest=fair.digest(table.setup.secret),
        commitments={str(seat): chair.commitment for seat, chair in chairs.items() if chair.commitment},
        revealed={str(seat): chair.revealed for seat, chair in chairs.items() if chair.revealed and over},
        until=table.until if table.status == SEALED else 0,
        secret=table.setup.secret if over else "",
    )
