"""Compare what players sent and heard with the log in the database, and the log with a replay of it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

import msgspec

from atout.games import load
from atout.kernel.log import SPECTATOR
from atout.server.core import events, messages
from atout.server.core.table import ReplayError, Table
from atout.server.core.talk import KEPT
from atout.server.stores.base import Event, Remark, Store
from tools.drills.client import Player, Position, Request, digest

KINDS: Final = {"ready": "readied", "reveal": "revealed", "sit": "seated"}  # what a request leads to in the log


@dataclass
class Findings:
    """What a comparison has found."""

    matches: int = 0
    events: int = 0
    moves: int = 0  # decisions of players that were acknowledged
    positions: int = 0  # that players were shown
    repeated: int = 0  # requests that had to be sent again
    lost: list[str] = field(default_factory=list)  # acknowledged or shown, but not in the log
    doubled: list[str] = field(default_factory=list)  # carried out more than once
    wrong: list[str] = field(default_factory=list)  # whatever else does not fit

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.lost or self.doubled or self.wrong)


async def audit(store: Store, players: Sequence[Player]) -> Findings:
    """Compare everything these players sent and heard with the logs of their matches."""
    found = Findings()
    requests: defaultdict[str, list[Request]] = defaultdict(list)
    positions: defaultdict[str, list[Position]] = defaultdict(list)
    for player in players:
        found.wrong += player.strange
        for request in player.requests:
            requests[request.match].append(request)
        for position in player.positions:
            positions[position.match].append(position)
    for match in sorted({*requests, *positions}):
        compare(await store.read_events(match), await store.read_talk(match), requests[match], positions[match], found)
    return found


def compare(
    log: list[Event],
    talk: Sequence[Remark],
    requests: Sequence[Request],
    positions: Sequence[Position],
    found: Findings,
) -> None:
    """Compare one match."""
    found.matches += 1
    found.events += len(log)
    entries = [events.decode_event(event) for event in log]
    if not log:
        matches = {request.match for request in requests} | {position.match for position in positions}
        found.lost += [f"the whole log of {match}" for match in sorted(matches)]
        return
    if [event.seq for event in log] != list(range(1, len(log) + 1)):
        found.wrong.append(f"the numbers of {log[0].match} have gaps")
        return
    carried_out: defaultdict[tuple[str, str], list[int]] = defaultdict(list)  # the numbers of its first events
    for seq, entry in enumerate(entries, 1):
        if entry.request:
            carried_out[entry.who, entry.request].append(seq)
    steps = _steps(entries)
    for request in requests:
        if request.type == "say":
            _compare_words(request, talk, found)
        else:
            _compare_request(request, entries, steps, carried_out.pop((request.who, request.id), []), found)
    asked = {(request.who, request.id) for request in requests}
    found.wrong += [f"nobody said {line}" for line in talk if (line.identity, line.request) not in asked]
    found.wrong += [f"nobody sent {request} of {who}" for who, request in carried_out]
    found.wrong += _find_unasked(entries)
    _compare_positions(log, positions, found)


def _steps(entries: list[events.Entry]) -> list[int]:
    """Return the step of every event, as the wire counts."""
    return list(accumulate(not isinstance(entry.did, events.QUIET) for entry in entries))


def _compare_words(request: Request, talk: Sequence[Remark], found: Findings) -> None:
    """Compare something that was said; of a long evening only the last lines are kept."""
    name = f"{request.type} {request.id} of {request.match} by {request.who}"
    found.repeated += request.again
    numbers = [line.number for line in talk if (line.identity, line.request) == (request.who, request.id)]
    if len(numbers) > 1:
        found.doubled.append(f"{name}: lines {numbers}")
    if request.refused and numbers:
        found.wrong.append(f"{name} was refused ({request.refused}), and is line {numbers[0]}")
    first = talk[0].number if len(talk) >= KEPT else 0
    if [number for number in request.accepted if number >= first and [number] != numbers]:
        found.lost.append(f"{name}: acknowledged as {request.accepted}")


def _compare_request(
    request: Request, entries: list[events.Entry], steps: list[int], seqs: list[int], found: Findings
) -> None:
    name = f"{request.type} {request.id} of {request.match} by {request.who}"
    found.moves += request.type == "play" and bool(request.accepted)
    found.repeated += request.again
    if len(seqs) > 1:
        found.doubled.append(f"{name}: events {seqs}")
    if request.refused and seqs:
        found.wrong.append(f"{name} was refused ({request.refused}), and is event {seqs[0]}")
    if request.accepted and not seqs and (request.type == "play" or request.type in KINDS):
        found.lost.append(f"{name}: acknowledged as {request.accepted}")
    if not seqs:
        return
    if any(step != steps[seqs[0] - 1] for step in request.accepted):  # the same in every answer
        found.wrong.append(f"{name}: acknowledged as {request.accepted}, but is step {steps[seqs[0] - 1]}")
    batch = _batch(entries, seqs[0])
    if request.type == "play" and not any(_is_decision(request, did, entries[0].did) for did in batch):
        found.wrong.append(f"{name} asked for {request.fields}, but event {seqs[0]} is {batch[0]}")
    elif request.type in KINDS and batch[0].__struct_config__.tag != KINDS[request.type]:
        found.wrong.append(f"{name}: event {seqs[0]} is {batch[0]}")


def _batch(entries: list[events.Entry], first: int) -> list[events.AnyBody]:
    """Return what was appended together, from the number of its first event on."""
    batch = [entries[first - 1].did]
    for entry in entries[first:]:
        if entry.request or entry.who != entries[first - 1].who:
            break
        batch.append(entry.did)
    return batch


def _is_decision(request: Request, did: events.AnyBody, setup: events.AnyBody) -> bool:
    """Tell whether an event is the decision that was asked for."""
    assert isinstance(setup, events.Created)
    text = load(setup.game).text
    if isinstance(did, events.Played) and did.by == "player":
        return [text(action) for action in did.actions] == request.fields["actions"]
    return isinstance(did, events.Answered) and [text(did.action)] == request.fields["actions"]


def _find_unasked(entries: list[events.Entry]) -> list[str]:
    """Return the decisions of players that follow from no request."""
    found: list[str] = []
    answers: dict[int, int] = {}  # of seats that are asked at once, until they are counted
    before = entries[0]
    for seq, entry in enumerate(entries, 1):
        did = entry.did
        if isinstance(did, events.Played | events.Answered) and did.by == "player" and not entry.request:
            returned = bool(before.request) and before.who == entry.who and isinstance(before.did, events.StoodIn)
            counted = isinstance(did, events.Played) and did.actions == (answers.pop(did.seat, None),)
            if not (returned or counted):
                found.append(f"event {seq} is a decision nobody sent: {entry}")
        if isinstance(did, events.Answered):
            answers[did.seat] = did.action
        before = entry
    return found


def _compare_positions(log: list[Event], positions: Iterable[Position], found: Findings) -> None:
    """Replay a log, and look at every position that somebody was shown."""
    shown: defaultdict[int, list[Position]] = defaultdict(list)
    for position in positions:
        shown[position.seq].append(position)
        found.positions += 1
    table = Table(log[0].match)
    seen: set[Position] = set()  # what is secret changes a position, but not its number
    for event in log:
        try:
            table.apply(event)
        except ReplayError as error:
            found.wrong.append(str(error))
            return
        for position in shown[table.step]:
            if position.digest in _display_digests(table, position.who):
                seen.add(position)
    for step, unseen in shown.items():
        if step > table.step:
            found.lost += [f"position {step} of {one.match} was shown to {one.who}" for one in unseen]
        else:
            wrong = [one for one in unseen if one not in seen]
            found.wrong += [f"{one.who} was shown another position {step} of {one.match}" for one in wrong]


def _display_digests(table: Table, who: str) -> set[bytes]:
    """Return what somebody may be shown of a table: a position, or the same without choices, before more follows."""
    observer = table.observer(who)
    if table.match is None or (observer == SPECTATOR and table.rules.watch == "nobody"):
        return {b""}
    shown = table.match.view(observer).display()
    found = {digest(msgspec.json.encode(messages.write_display(table, table.match, shown)))}
    shown.legal, shown.owing = [], []
    return found | {digest(msgspec.json.encode(messages.write_display(table, table.match, shown)))}
