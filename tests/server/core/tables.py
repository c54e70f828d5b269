"""Tables in a registry: opened, begun and played as clients do it."""

from atout import fair
from atout.games import load
from atout.server.core import events, moves, wire
from atout.server.core.events import Rules
from atout.server.live.room import Room
from tests.server.core.rooms import FakeRegistry, Recorder
from tests.server.core.sessions import MATCH, PEOPLE, created_event, digits


async def open_table(
    registry: FakeRegistry,
    game: str = "luz",
    people: int = 2,
    bots: int = 1,
    rules: Rules | None = None,
    options: dict[str, str] | None = None,
    match: str = MATCH,
) -> Room:
    """Open a table of people, and bots on the seats that are left."""
    bodies: list[events.AnyBody] = [created_event(game, people + bots, rules, options)]
    bodies += [events.Seated(seat, identity=PEOPLE[seat]) for seat in range(people)]
    bodies += [events.Seated(seat, level="novice") for seat in range(people, people + bots)]
    return await registry.room_of(await registry.create(bodies, match, PEOPLE[0]))


async def join(room: Room, who: str) -> Recorder:
    """Connect somebody; return the connection, which has been told the table."""
    line = Recorder(who)
    await room.join(line)
    return line


async def ask(room: Room, who: str, request: wire.AnyRequest) -> wire.Message:
    """Let somebody ask who need not be connected."""
    return await room.handle_request(Recorder(who), request)


async def ask_accepted(room: Room, who: str, request: wire.AnyRequest) -> wire.Accepted:
    answer = await ask(room, who, request)
    assert isinstance(answer, wire.Accepted), answer
    return answer


async def begin(room: Room) -> Room:
    """Let everybody be ready, and begin."""
    people = [chair.identity for chair in room.table.chairs if chair.is_human]
    for who in people:
        await ask_accepted(room, who, wire.Ready(1, commitment=fair.commitment(room.table.id, digits(who))))
    for who in people:
        await ask_accepted(room, who, wire.Reveal(1, bytes=digits(who)))
    assert room.table.status == "playing"
    return room


async def open_attended(
    registry: FakeRegistry, game: str = "luz", people: int = 2, bots: int = 1, rules: Rules | None = None
) -> Room:
    """Open a table, begin, and let the first player be connected."""
    room = await begin(await open_table(registry, game, people, bots, rules))
    await join(room, PEOPLE[0])
    return room


def first_choice(room: Room, seat: int) -> list[str]:
    """Return the first thing a seat may do."""
    game = load(room.table.setup.game)
    return [game.text(moves.state_when_asked(room.table, seat).legal(seat)[0])]


async def play_turn(room: Room, number: int = 1) -> wire.Message:
    """Let the next player who owes a decision take it."""
    seat = next(seat for seat in room.table.owing_seats() if not room.table.level_at(seat))
    request = wire.Play(number, f"turn {number}", first_choice(room, seat), room.table.step)
    return await ask(room, room.table.chairs[seat].identity, request)
