"""Until answers are counted nobody can tell whether one was given, changed or taken back: bytes, numbers, order, times.

The same evening is played again and again; only what one seat does in secret is different. Everybody else, at this node
and at another, looks, reconnects, asks for things in between, and keeps every byte with its time.
"""

from collections.abc import Sequence

import pytest

from atout.server.core import events, wire
from atout.server.live.room import Room
from tests.server.core.leaks import WATCHER, WatchedStore
from tests.server.core.rooms import FakeRegistry, ManualClock, settle
from tests.server.core.sessions import MATCH, PEOPLE
from tests.server.core.tables import ask, ask_accepted, begin, first_choice, open_table
from tests.server.core.test_timing import TimedRecorder

CRY, DECLINE = "meinz", "-"
SEATS = 4
SLOT = 0.6  # seconds
SECRETS: dict[str, list[wire.AnyRequest]] = {
    "an answer": [wire.Play(1, "a", [CRY])],
    "silence, said": [wire.Play(1, "a", [DECLINE])],
    "a changed answer": [wire.Play(1, "a", [CRY]), wire.Play(2, "b", [DECLINE]), wire.Play(3, "c", [CRY])],
    "not this trick": [wire.Hush(1, "a")],
    "not this trick, and yet": [wire.Hush(1, "a"), wire.Hush(2, "b", on=False)],
    "an answer, and then not this trick": [wire.Play(1, "a", [CRY]), wire.Hush(2, "b"), wire.Hush(3, "c", on=False)],
    "something refused": [wire.Play(1, "a", ["R1"]), wire.Hush(2, "b", on=False)],
}


async def play_until_asked(room: Room) -> None:
    """Play until three seats are asked at once."""
    for number in range(500):
        table = room.table
        if len(table.poll.waiting) == 3:
            return
        seat = next(seat for seat in table.owing_seats() if not table.poll.has_answered(seat))
        choice = [DECLINE] if table.poll.waiting else first_choice(room, seat)
        await ask_accepted(room, PEOPLE[seat], wire.Play(1, f"{number}", choice))
    raise AssertionError


async def play_evening(secret: Sequence[wire.AnyRequest]) -> tuple[list[bytes], int]:
    """Return everything that everybody else gets until the answers are counted, and the length of the log then."""
    heard: list[bytes] = []
    store, hands = WatchedStore(heard), ManualClock()
    house, other = FakeRegistry(store, hands), FakeRegistry(store, hands, node="other")
    room = await begin(await open_table(house, "meinz", SEATS, 0))
    await play_until_asked(room)
    actor, second, third = room.table.poll.waiting
    there = await other.room_of(room.table)
    watching = [TimedRecorder(who, heard, hands) for who in (*PEOPLE[:SEATS], WATCHER) if who != PEOPLE[actor]]
    own = TimedRecorder(PEOPLE[actor], [], hands)
    await room.join(own)
    for line in watching:
        await room.join(line)
    far = [TimedRecorder(PEOPLE[third], heard, hands), TimedRecorder(WATCHER, heard, hands)]
    for line in far:
        await there.join(line)
    answers: list[wire.Message] = []
    for slot in range(5):
        await room.on_append(len(store.logs[MATCH]))
        if slot < len(secret):
            await room.handle_request(own, secret[slot])
        await there.on_append(len(store.logs[MATCH]))
        await hands.advance(SLOT)
        for line in (*watching, *far):
            where = there if line in far else room
            line.send(await where.handle_request(line, wire.Refresh(slot)))
            line.send(await where.handle_request(line, wire.Play(slot, actions=["R1"], seq=room.table.step)))
            line.send(await where.handle_request(line, wire.Say(slot, phrase="hello")))
            heard.append(wire.encode(wire.Accepted(slot, where.table.question(second))))
        line = watching[slot % len(watching)]
        await room.leave(line)
        await room.join(line)
        answers.append(await ask(room, PEOPLE[second], wire.Vote(slot, f"vote {slot}", slot % 2 == 0)))
    await settle()
    heard += [wire.encode(answer) for answer in answers]
    done = len(store.logs[MATCH])
    assert room.table.poll.waiting, "nothing is counted yet"
    await house.close()
    await other.close()
    return heard, done


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
async def test_a_secret_answer_changes_nothing_for_anybody_else(secret):
    silent, events_without = await play_evening([])
    told, events_with = await play_evening(secret)
    assert told == silent
    assert len(told) > 100
    assert (events_with > events_without) == (secret is not SECRETS["something refused"])


async def test_counting_secret_events_would_show(monkeypatch):
    few = (events.Came, events.Went, events.Saw)
    monkeypatch.setattr(events, "QUIET", (*few, *few, events.Saw))  # as many as there are: compiled code counts on it
    silent, _ = await play_evening([])
    told, _ = await play_evening(SECRETS["an answer"])
    assert told != silent


async def test_the_others_are_not_told_whether_somebody_declined_or_said_nothing():
    found = []
    for speaks in (True, False):
        heard: list[bytes] = []
        store, hands = WatchedStore(heard), ManualClock()
        house = FakeRegistry(store, hands)
        room = await begin(await open_table(house, "meinz", SEATS, 0))
        await play_until_asked(room)
        actor = room.table.poll.waiting[0]
        for who in (*PEOPLE[:SEATS], WATCHER):
            if who != PEOPLE[actor]:
                await room.join(TimedRecorder(who, heard, hands))
        if speaks:
            await ask_accepted(room, PEOPLE[actor], wire.Play(1, actions=[DECLINE]))
        before = len(heard)
        await hands.advance(5.1)
        assert len(heard) > before
        found.append(heard)
        await house.close()
    assert found[0] == found[1]
