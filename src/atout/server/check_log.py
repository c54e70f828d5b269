"""Whether stored matches still replay, event by event: what `atout check-log` reports."""

from collections.abc import Sequence

from msgspec import MsgspecError, Struct

from atout.fair import FairError
from atout.games import load, names
from atout.kernel.state import CHANCE
from atout.server.core import events, moves
from atout.server.core.table import ReplayError, Table
from atout.server.stores.base import Event, Remark, Snapshot


class Finding(Struct, frozen=True):
    """Something about a stored match, at the event with this number."""

    match: str
    seq: int
    what: str


class MismatchError(Exception):
    """An event that differs from what a replay gives."""


def find_replay_fault(match: str, log: Sequence[Event]) -> Finding | None:
    """Replay a log; return the first thing that does not fit, if there is any."""
    table = Table(match)
    for seq, event in enumerate(log, 1):
        try:
            _check_event(table, seq, event)
        except MismatchError as error:
            return Finding(match, seq, str(error))
        except ReplayError as error:
            return Finding(match, seq, f"cannot be replayed: {error.__cause__ or error!r}")
    return None


def _check_event(table: Table, seq: int, event: Event) -> None:
    """Apply an event; WrongError if it applies, but is not what the server would have written."""
    if event.seq != seq:
        raise MismatchError(f"is missing; the next one is {event.seq}")
    expected = _expected_shuffle(table)
    did = table.apply(event)
    tag = str(type(did).__struct_config__.tag)
    if event.kind != tag:
        raise MismatchError(f"is called {event.kind!r}, but says {tag!r}")
    if (seq == 1) != isinstance(did, events.Created):
        raise MismatchError(f"is {tag!r}: a log begins with 'created', and only once")
    if isinstance(did, events.Created):
        _require_rules(did)
    if isinstance(did, events.Dealt) and list(did.order) != expected:
        raise MismatchError("is not the shuffle that the secret and the players' bytes give")
    if isinstance(did, events.Over):
        _require_result(table, did)


def _expected_shuffle(table: Table) -> list[int] | None:
    """Return how the pack has to be shuffled now."""
    match = table.match
    if match is None or match.turn != CHANCE:
        return None
    try:
        return moves.deal_source(table).order(len(match.state.pack()), table.deals)
    except FairError as error:
        raise MismatchError(f"cannot be checked: {error}") from None


def _require_rules(did: events.Created) -> None:
    if did.game not in names():
        raise MismatchError(f"is of a game this program does not know: {did.game!r}")
    known = load(did.game).rules
    if did.rules_version > known:
        raise MismatchError(f"is by rules {did.rules_version} of {did.game}, but this program has {known}")


def _require_result(table: Table, did: events.Over) -> None:
    match = table.match
    if match is None or (not did.abandoned and not match.over):
        raise MismatchError("ends the match, which a replay does not")
    found = tuple(match.scores()), tuple(match.places())
    if found != (did.scores, did.places):
        raise MismatchError(
            f"has scores {did.scores} and places {did.places}, but a replay gives {found[0]} and {found[1]}"
        )


def find_snapshot_fault(log: Sequence[Event], snapshot: Snapshot) -> Finding | None:
    """Compare a snapshot with the log it stands for; return where they differ first, if they do."""
    try:
        kept = snapshot.events()
    except MsgspecError:  # of another version: nobody reads it
        return None
    if len(kept) != snapshot.seq:
        return Finding(snapshot.match, snapshot.seq, f"the snapshot up to here holds {len(kept)} events")
    for seq, event in enumerate(kept, 1):
        if seq > len(log) or event != log[seq - 1]:
            return Finding(snapshot.match, seq, "differs between the snapshot and the log")
    return None


def find_talk_fault(lines: Sequence[Remark]) -> Finding | None:
    """Return the first line of a table's talk that nobody can have said, if there is one."""
    for line in lines:
        says = bool(line.phrase) + bool(line.text)
        if says != bool(line.identity):
            return Finding(line.match, line.number, "of the talk was said by nobody")
    return None


def find_older_rules(log: Sequence[Event]) -> Finding | None:
    """Tell whether a match was begun by older rules than this program's, which may judge it differently."""
    did = events.decode_event(log[0]).did
    assert isinstance(did, events.Created), "the log replays"
    known = load(did.game).rules
    if did.rules_version == known:
        return None
    return Finding(log[0].match, 1, f"is by rules {did.rules_version} of {did.game}, but this program has {known}")
