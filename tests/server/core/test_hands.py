"""Tables of Luz at which watchers are shown all hands: only where `watch` says so, and never to who may still play."""

import re

import pytest

from atout.server.core import events, wire
from atout.server.core.events import Rules
from atout.server.live.room import MOST_SEERS
from tests.server.core.rooms import Hands, House, Recorder
from tests.server.core.sessions import MATCH, Session
from tests.server.core.tables import accepted, asked, begun, opened, turn
from tests.server.core.test_rooms import registry, two

OPEN_OPTION = {"spectator_view": "all_hands"}
OPEN = Rules(watch="all_hands", grace=0)


def hands(display: wire.Display) -> list[str]:
    """Return the values of cards in hands that are shown."""
    held = [card.text for zone in display.zones if zone.name == "hand" for card in zone.cards]
    return [text for text in held if re.search(r"\d", text)]


def refused(answer: wire.Message) -> tuple[str, str]:
    assert isinstance(answer, wire.Refused), answer
    return answer.code, answer.why


@pytest.mark.parametrize("watch", ["closed", "nobody"])
async def test_the_option_opens_nothing_that_the_table_keeps_closed(watch):
    """Also in old logs, where the option stands beside `closed`."""
    house, _, _ = registry()
    room = await begun(await opened(house, rules=Rules(watch=watch), options=OPEN_OPTION))
    line = Recorder("eve")
    await room.join(line)
    await turn(room)
    if watch == "nobody":
        assert all(not isinstance(message, wire.Changed) for message in line.got)
        assert line.table().display is None
    else:
        assert hands(line.last()) == []
        assert line.table().options["spectator_view"] == "closed"
    assert room.table.seers == frozenset()
    await house.close()


async def test_watchers_see_all_hands_where_the_table_says_so_and_the_log_says_who():
    house, memory, _ = registry()
    room = await begun(await opened(house, rules=OPEN))
    line = Recorder("eve")
    await room.join(line)
    table = line.table()
    assert len(hands(line.last())) > 20
    assert (table.watch, table.options["spectator_view"], table.speech) == ("all_hands", "all_hands", "nothing")
    assert room.table.seers == {"eve"}
    assert events.read(memory.logs[MATCH][-1]).did == events.Saw("eve")
    ada = Recorder("ada")
    await room.join(ada)
    own = [zone for zone in ada.last().zones if zone.name == "hand" and zone.seat == 0]
    assert all(not re.search(r"\d", card.text) for zone in own for card in zone.cards)
    assert refused(await asked(room, "eve", wire.Say(1, phrase="hello"))) == (
        "forbidden",
        "watchers-of-hands-are-silent",
    )
    await house.close()


async def test_nothing_is_shown_before_the_log_says_so():
    house, memory, _ = registry()
    room = await begun(await opened(house, rules=OPEN))
    memory.failing = True
    line = Recorder("eve")
    await room.join(line)
    assert line.table().display is None
    memory.failing = False
    await turn(room)
    assert all(not isinstance(message, wire.Changed) for message in line.got)
    await room.ask(line, wire.Refresh(1))
    assert hands(line.last())
    assert room.table.seers == {"eve"}
    await house.close()


async def test_who_was_there_before_the_match_began_is_barred_too():
    house, _, _ = registry()
    room = await opened(house, rules=OPEN)
    line = Recorder("eve")
    await room.join(line)
    assert room.table.seers == frozenset()  # nothing has been shown
    await begun(room)
    assert hands(line.last())
    assert room.table.seers == {"eve"}
    await house.close()


async def test_who_has_seen_all_hands_gets_no_seat_of_that_match():
    """Nor after a restart, nor at another node, nor after the watching is long over."""
    first, second, memory, _ = two()
    room = await begun(await opened(first, rules=OPEN))
    line = Recorder("eve")
    await room.join(line)
    await room.part(line)
    await accepted(room, "bo", wire.Leave(1))
    barred = ("forbidden", "has-seen-all-hands")
    assert refused(await asked(room, "eve", wire.Sit(1, seat=1))) == barred
    there = await second.room_of(room.table)
    assert refused(await asked(there, "eve", wire.Sit(1, seat=1))) == barred
    await first.close()
    await second.close()
    again = House(memory, Hands())
    room = await again.room_of(room.table)
    assert refused(await asked(room, "eve", wire.Sit(1, seat=1))) == barred
    await accepted(room, "dora", wire.Sit(1, seat=1))  # who has not watched
    await again.close()


async def test_who_is_removed_watches_and_is_barred():
    house, _, _ = registry()
    room = await begun(await opened(house, rules=OPEN))
    line = Recorder("bo")
    await room.join(line)
    await accepted(room, "ada", wire.Remove(1, seat=1))
    assert room.table.seers == {"bo"}
    await house.close()


async def test_only_so_many_are_shown_all_hands():
    house, memory, hands_of_clock = registry()
    room = await begun(await opened(house, rules=OPEN))
    log = memory.logs[MATCH]
    for number in range(MOST_SEERS):
        entry = events.Entry(events.Saw(f"watcher {number}"))
        log.append(events.written(MATCH, len(log) + 1, hands_of_clock.time, entry))
    await room.heard(len(log))
    late, early = Recorder("eve"), Recorder("watcher 7")
    await room.join(late)
    await room.join(early)
    assert late.table().display is None
    assert hands(early.last())
    await accepted(room, "bo", wire.Leave(1))
    await accepted(room, "eve", wire.Sit(1, seat=1))  # who has seen nothing
    await house.close()


def test_after_the_end_everything_is_open_and_everybody_may_talk():
    session = Session(rules=OPEN).start()
    session.put(events.Saw("eve"))
    assert session.refused("eve", wire.Say(1, phrase="hello"))[1] == "watchers-of-hands-are-silent"
    session.finish()
    assert session.ask("eve", wire.Say(1, phrase="hello")) == []
