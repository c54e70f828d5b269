"""Talk and other things that are not decisions: told to everybody, kept apart from the log, and bounded."""

from itertools import pairwise

import pytest

from atout.server.core import events, wire
from atout.server.core.events import Rules
from atout.server.core.table import Table
from atout.server.core.talk import KEPT, MOST_ACTS, PAGE, SHOWN, Bucket
from atout.server.live.presence import FLICKERS, LINGER_MS
from atout.server.live.snapshots import FIRST_SNAPSHOT
from atout.server.stores.base import Event
from tests.server.core.rooms import FakeRegistry, ManualClock, Recorder, make_registry, two_registries
from tests.server.core.sessions import MATCH
from tests.server.core.tables import ask, ask_accepted, begin, join, open_table

CHAT = Rules(chat=True)


def heard_texts(line: Recorder) -> list[str]:
    return [message.text or message.phrase for message in line.got if isinstance(message, wire.Heard)]


async def refusal_codes(room, who: str, request: wire.AnyRequest) -> tuple[str, str]:
    answer = await ask(room, who, request)
    assert isinstance(answer, wire.Refused), answer
    return answer.code, answer.why


async def test_talk_is_kept_told_and_not_in_the_log():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house, rules=CHAT))
    ada, eve = Recorder("ada"), Recorder("eve")
    for line in (ada, eve):
        await room.join(line)
    seq = len(memory.logs[MATCH])
    assert await ask_accepted(room, "bo", wire.Say(1, "a", text="hi")) == wire.Accepted(1, 1)
    assert await ask_accepted(room, "bo", wire.Say(2, "a", text="hi")) == wire.Accepted(2, 1)  # not twice
    assert await ask_accepted(room, "eve", wire.Say(3, phrase="wow")) == wire.Accepted(3, 2)
    assert len(memory.logs[MATCH]) == seq
    assert heard_texts(ada) == heard_texts(eve) == ["hi", "wow"]
    words = [message for message in ada.got if isinstance(message, wire.Heard)]
    assert [(word.number, word.name, word.seat) for word in words] == [(1, "Bo", 1), (2, "Eve", -3)]
    assert ada.table().speech == "text"
    assert eve.table().speech == "phrases"
    await house.close()
    again = FakeRegistry(memory, ManualClock())
    line = Recorder("ada")
    await (await again.room_of(room.table)).join(line)
    assert [word.text or word.phrase for word in line.table().words] == ["hi", "wow"]
    await again.close()


async def test_a_table_shows_the_last_lines_and_recalls_those_before():
    house, _, _ = make_registry()
    house.limited = False
    room = await begin(await open_table(house, rules=CHAT))
    for number in range(KEPT + 30):
        await ask_accepted(room, "bo", wire.Say(1, text=f"{number + 1}"))
    line = await join(room, "ada")
    last = KEPT + 30
    assert [word.number for word in line.table().words] == list(range(last - SHOWN + 1, last + 1))
    found: list[int] = []
    more, before = True, 0
    while more:
        await room.handle_request(line, wire.Recall(1, before=before))
        page = line.got[-1]
        assert isinstance(page, wire.Recalled)
        assert len(page.words) <= PAGE
        found = [*(word.number for word in page.words), *found]
        more, before = page.more, page.words[0].number
    assert found == list(range(31, last + 1))
    await house.close()


async def test_what_older_versions_wrote_into_the_log_is_still_heard():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house, rules=CHAT))
    log = memory.logs[MATCH]
    for text in ("once", "upon"):
        body = events.Said("ada", text=text)
        log.append(events.encode_event(MATCH, len(log) + 1, 5, events.Entry(body, "ada", text)))
    await house.close()
    again = FakeRegistry(memory, ManualClock())
    room = await again.room_of(room.table)
    line = await join(room, "bo")
    answer = await ask_accepted(room, "bo", wire.Say(1, text="a time"))
    assert answer.seq == len(log) - 1 + 1  # `came` of this node is behind the old lines
    await room.handle_request(line, wire.Recall(1))
    page = line.got[-1]
    assert isinstance(page, wire.Recalled)
    assert [word.text for word in page.words] == ["once", "upon", "a time"]
    assert await ask_accepted(room, "ada", wire.Say(2, "upon", text="upon")) == wire.Accepted(2, room.table.step)
    await again.close()


async def test_a_line_reaches_who_is_at_another_node():
    first, second, _, _ = two_registries()
    here = await begin(await open_table(first))
    there = await second.room_of(here.table)
    line = await join(there, "bo")
    await ask_accepted(here, "ada", wire.Say(1, phrase="hello"))
    assert heard_texts(line) == []
    second._on_remark(MATCH, 1)
    await second.clock.advance(0)  # type: ignore[attr-defined]
    assert heard_texts(line) == ["hello"]
    await ask_accepted(there, "bo", wire.Say(1, phrase="bye"))
    await ask_accepted(here, "ada", wire.Say(1, phrase="wow"))  # which did not hear of it: both get everything
    second._on_append("", 0)
    await second.clock.advance(0)  # type: ignore[attr-defined]
    assert heard_texts(line) == ["hello", "bye", "wow"]
    await first.close()
    await second.close()


async def test_who_talks_too_much_is_refused_and_others_are_not():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, people=3, bots=0))
    before = 0
    while isinstance(answer := await ask(room, "ada", wire.Say(1, phrase="hello")), wire.Accepted):
        before += 1
    assert answer == wire.Refused(1, "limited", "too-much-talk", retry=2000)
    assert before == 8
    await ask_accepted(room, "bo", wire.Say(1, phrase="hello"))
    hands.time += 2000
    await ask_accepted(room, "ada", wire.Say(1, phrase="hello"))
    assert await refusal_codes(room, "ada", wire.Say(1, phrase="hello")) == ("limited", "too-much-talk")
    assert len(memory.lines[MATCH]) == before + 2
    await house.close()


async def test_a_crowd_that_talks_too_much_is_refused():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house))
    for number in range(100):
        await ask(room, f"watcher {number}", wire.Say(1, phrase="hello"))
    assert len(memory.lines[MATCH]) == 40
    assert await refusal_codes(room, "ada", wire.Say(1, phrase="hello")) == ("limited", "too-much-talk")
    await house.close()


async def test_140_000_lines_leave_no_more_than_500():
    """The log, what is read when the table is opened, and what stays in memory are as if nobody had talked."""
    house, memory, _ = make_registry()
    house.limited = False
    room = await begin(await open_table(house, rules=CHAT))
    log, step = len(memory.logs[MATCH]), room.table.step
    for number in range(2 * KEPT):  # the same path 140,000 times; the benchmark does it
        await ask_accepted(room, "ada", wire.Say(1, f"{number}", text="x" * 300))
    assert (len(memory.logs[MATCH]), room.table.step) == (log, step)
    assert (len(memory.lines[MATCH]), len(room._talk.talk.lines), len(room._talk.talk._requests)) == (KEPT, KEPT, KEPT)
    read: list[Event] = []
    again = Table(MATCH)
    for event in await memory.read_events(MATCH):
        read.append(event)
        again.apply(event)
    assert len(read) == log
    assert not again.words
    await house.close()


# Other things that are not decisions


async def test_changes_are_limited_and_leaving_is_not():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house))
    log = len(memory.logs[MATCH])
    done = 0
    while isinstance(answer := await ask(room, "bo", wire.Vote(1, abandon=done % 2 == 0)), wire.Accepted):
        done += 1
    assert answer == wire.Refused(1, "limited", "too-many-changes", retry=2000)
    assert (done, len(memory.logs[MATCH])) == (58, log + 58)  # being ready and revealing was two, a moment ago
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    hands.time += 2000
    await ask_accepted(room, "bo", wire.Vote(1, abandon=done % 2 == 0))
    assert await refusal_codes(room, "bo", wire.Pause(1)) == ("limited", "too-many-changes")
    await ask_accepted(room, "bo", wire.Leave(1))
    await house.close()


async def test_one_person_can_add_only_so_much_to_a_match():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, people=1, bots=2))
    log = memory.logs[MATCH]
    for number in range(MOST_ACTS):
        entry = events.Entry(events.Invited(f"{number}"), "ada", f"{number}")
        log.append(events.encode_event(MATCH, len(log) + 1, hands.time, entry))
    await room.on_append(len(log))
    assert await refusal_codes(room, "ada", wire.Invite(1)) == ("limited", "enough-changes")
    await ask_accepted(room, "ada", wire.Play(1, actions=["0"]))
    await house.close()


async def test_who_comes_and_goes_all_evening_fills_no_log():
    house, memory, hands = make_registry()
    room = await begin(await open_table(house, rules=Rules(grace=0)))
    before = len(memory.logs[MATCH])
    for _ in range(600):  # an hour of coming for three seconds and going for three
        line = await join(room, "bo")
        await hands.advance(3)
        await room.leave(line)
        await hands.advance(LINGER_MS / 1000 + 0.1)
    assert len(memory.logs[MATCH]) - before <= 2 * FLICKERS + 4
    assert not room.table.chairs[1].nodes or room.table.chairs[1].absences >= FLICKERS
    await hands.advance(60)
    assert not room.table.chairs[1].nodes
    await house.close()


async def test_snapshots_grow_with_the_log():
    """All of them together hold no more than three times the events of the log."""
    house, memory, _ = make_registry()
    house.limited = False
    room = await begin(await open_table(house))
    packed: list[int] = []
    keep = memory.save_snapshot

    async def snapshot(made):
        packed.append(made.seq)
        await keep(made)

    memory.save_snapshot = snapshot  # type: ignore[method-assign]
    for number in range(4000):
        await ask_accepted(room, "ada", wire.Invite(number))
    await house.close()
    log = len(memory.logs[MATCH])
    assert packed[0] in (FIRST_SNAPSHOT, FIRST_SNAPSHOT + 1)  # the next event may come meanwhile
    assert all(later >= 1.49 * earlier for earlier, later in pairwise(packed))
    assert sum(packed) <= 3 * log
    assert packed[-1] >= log / 1.5 - 1


@pytest.mark.parametrize("back", [0, 3_600_000])
def test_a_bucket_fills_again_even_if_the_clock_is_set_back(back):
    bucket, now = Bucket(3, 1000), 10_000_000
    for _ in range(3):
        assert bucket.wait("a", now) == 0
        bucket.take("a", now)
    now -= back
    assert 0 < bucket.wait("a", now) <= 1000
    assert bucket.wait("b", now) == 0
    assert bucket.wait("a", now + 1000) == 0
    bucket.take("a", now + 1000)
    assert bucket.wait("a", now + 2000) == 0
