"""Tables of Luz at which watchers are shown all hands: only where `watch` says so, and never to who may still play."""

import re

import pytest

from atout.server.core import events, parts, wire
from atout.server.core.events import Rules
from atout.server.live.room import MOST_HAND_WATCHERS
from tests.server.core.rooms import FakeRegistry, ManualClock, Recorder, make_registry, two_registries
from tests.server.core.sessions import MATCH, Session
from tests.server.core.tables import ask, ask_accepted, begin, join, open_table, play_turn

OPEN_OPTION = {"spectator_view": "all_hands"}
OPEN = Rules(watch="all_hands", grace=0)


def shown_hands(display: parts.Display) -> list[str]:
    """Return the values of cards in hands that are shown."""
    held = [card.text for zone in display.zones if zone.name == "hand" for card in zone.cards]
    return [text for text in held if re.search(r"\d", text)]


def refusal_codes(answer: wire.Message) -> tuple[str, str]:
    assert isinstance(answer, wire.Refused), answer
    return answer.code, answer.why


@pytest.mark.parametrize("watch", ["closed", "nobody"])
async def test_the_option_opens_nothing_that_the_table_keeps_closed(watch):
    """Also in old logs, where the option stands beside `closed`."""
    house, _, _ = make_registry()
    room = await begin(await open_table(house, rules=Rules(watch=watch), options=OPEN_OPTION))
    line = await join(room, "eve")
    await play_turn(room)
    if watch == "nobody":
        assert all(not isinstance(message, wire.Changed) for message in line.got)
        assert line.table().display is None
    else:
        assert shown_hands(line.last()) == []
        assert line.table().options["spectator_view"] == "closed"
    assert room.table.hand_watchers == frozenset()
    await house.close()


async def test_watchers_see_all_hands_where_the_table_says_so_and_the_log_says_who():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house, rules=OPEN))
    line = await join(room, "eve")
    table = line.table()
    assert len(shown_hands(line.last())) > 20
    assert (table.watch, table.options["spectator_view"], table.speech) == ("all_hands", "all_hands", "nothing")
    assert room.table.hand_watchers == {"eve"}
    assert events.decode_event(memory.logs[MATCH][-1]).did == events.Saw("eve")
    ada = await join(room, "ada")
    own = [zone for zone in ada.last().zones if zone.name == "hand" and zone.seat == 0]
    assert all(not re.search(r"\d", card.text) for zone in own for card in zone.cards)
    assert refusal_codes(await ask(room, "eve", wire.Say(1, phrase="hello"))) == (
        "forbidden",
        "watchers-of-hands-are-silent",
    )
    await house.close()


async def test_nothing_is_shown_before_the_log_says_so():
    house, memory, _ = make_registry()
    room = await begin(await open_table(house, rules=OPEN))
    memory.failing = True
    line = await join(room, "eve")
    assert line.table().display is None
    memory.failing = False
    await play_turn(room)
    assert all(not isinstance(message, wire.Changed) for message in line.got)
    await room.handle_request(line, wire.Refresh(1))
    assert shown_hands(line.last())
    assert room.table.hand_watchers == {"eve"}
    await house.close()


async def test_who_was_there_before_the_match_began_is_barred_too():
    house, _, _ = make_registry()
    room = await open_table(house, rules=OPEN)
    line = await join(room, "eve")
    assert room.table.hand_watchers == frozenset()  # nothing has been shown
    await begin(room)
    assert shown_hands(line.last())
    assert room.table.hand_watchers == {"eve"}
    await house.close()


async def test_who_has_seen_all_hands_gets_no_seat_of_that_match():
    """Nor after a restart, nor at another node, nor after the watching is long over."""
    first, second, memory, _ = two_registries()
    room = await begin(await open_table(first, rules=OPEN))
    line = await join(room, "eve")
    await room.leave(line)
    await ask_accepted(room, "bo", wire.Leave(1))
    barred = ("forbidden", "has-seen-all-hands")
    assert refusal_codes(await ask(room, "eve", wire.Sit(1, seat=1))) == barred
    there = await second.room_of(room.table)
    assert refusal_codes(await ask(there, "eve", wire.Sit(1, seat=1))) == barred
    await first.close()
    await second.close()
    again = FakeRegistry(memory, ManualClock())
    room = await again.room_of(room.table)
    assert refusal_codes(await ask(room, "eve", wire.Sit(1, seat=1))) == barred
    await ask_accepted(room, "dora", wire.Sit(1, seat=1))  # who has not watched
    await again.close()


async def test_who_is_removed_watches_and_is_barred():
    house, _, _ = make_registry()
    room = await begin(await open_table(house, rules=OPEN))
    await join(room, "bo")
    await ask_accepted(room, "ada", wire.Remove(1, seat=1))
    assert room.table.hand_watchers == {"bo"}
    await house.close()


async def test_only_so_many_are_shown_all_hands():
    house, memory, hands_of_clock = make_registry()
    room = await begin(await open_table(house, rules=OPEN))
    log = memory.logs[MATCH]
    for number in range(MOST_HAND_WATCHERS):
        entry = events.Entry(events.Saw(f"watcher {number}"))
        log.append(events.encode_event(MATCH, len(log) + 1, hands_of_clock.time, entry))
    await room.on_append(len(log))
    late, early = Recorder("eve"), Recorder("watcher 7")
    await room.join(late)
    await room.join(early)
    assert late.table().display is None
    assert shown_hands(early.last())
    await ask_accepted(room, "bo", wire.Leave(1))
    await ask_accepted(room, "eve", wire.Sit(1, seat=1))  # who has seen nothing
    await house.close()


def test_after_the_end_everything_is_open_and_everybody_may_talk():
    session = Session(rules=OPEN).start()
    session.put(events.Saw("eve"))
    assert session.refusal_codes("eve", wire.Say(1, phrase="hello"))[1] == "watchers-of-hands-are-silent"
    session.finish()
    assert session.ask("eve", wire.Say(1, phrase="hello")) == []
