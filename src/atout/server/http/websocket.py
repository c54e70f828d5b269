"""WebSocket: one connection at one table."""

import asyncio
import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Final

from litestar import websocket
from litestar.datastructures import State
from litestar.params import FromPath

from atout.server.core.table import OPEN
from atout.server.http import middleware
from atout.server.http.middleware import Socket
from atout.server.http.websocket_protocol import DIRECT, DirectWebSocket
from atout.server.live.connection import Connection, answer_message
from atout.server.live.registry import RoomRegistry
from atout.server.live.room import Room
from atout.server.stores.base import StoreError

PROTOCOL: Final = "atout.1"  # the WebSocket subprotocol; beside it a client names its invite
INVITE: Final = "invite."  # there, because addresses end up in the logs of proxies
LARGEST_MESSAGE: Final = 1 << 16  # what is larger than this ends the connection

# A connection that is dead without an error is noticed within ten seconds
PING_SECONDS: Final = 4.0  # between signs of life that the server asks for
PONG_SECONDS: Final = 5.0  # in which one has to come

# Why the server ends a connection
AGAIN_LATER: Final = (1013, "nothing-can-be-kept-now")
ENTER_FIRST: Final = (4401, "enter-first")
NOT_INVITED: Final = (4403, "not-invited")
NO_SUCH_TABLE: Final = (4404, "no-such-table")
FORGOTTEN: Final = (4410, "identity-deleted")
TOO_MANY: Final = (4429, "too-many-connections")
TOO_MUCH: Final = DirectWebSocket.flooded


@websocket("/ws/{match:str}")
async def play(socket: Socket, match: FromPath[str], state: State) -> None:
    """Let somebody sit at, or watch, a table."""
    offered: list[str] = socket.scope["subprotocols"]
    await socket.accept(subprotocols=PROTOCOL if PROTOCOL in offered else None)
    try:
        ended = await serve_connection(socket, match, invite_from(offered), state)
    except StoreError:
        ended = AGAIN_LATER
    if ended is not None:
        await socket.close(*ended)


def invite_from(offered: list[str]) -> str:
    """Return the invite a client names."""
    return next((item.removeprefix(INVITE) for item in offered if item.startswith(INVITE)), "")


async def serve_connection(socket: Socket, match: str, invite: str, state: State) -> tuple[int, str] | None:
    """Connect somebody with a table until either goes; return why the server ends it, unless the client is gone."""
    registry: RoomRegistry = state.registry
    direct: DirectWebSocket = socket.scope["extensions"][DIRECT]  # type: ignore[index, assignment]
    guest = await middleware.guest_of(socket, state)
    if guest is None:
        return ENTER_FIRST
    if (
        not direct.assign_to(guest.id, middleware.address_of(socket))
        or len(state.connections.get(guest.id, ())) >= state.limits.sockets
    ):
        return TOO_MANY
    room = await registry.room(match) if middleware.is_match_id(match) else None
    if room is None:
        return NO_SUCH_TABLE
    if not can_enter(room, guest.id, invite):
        return NOT_INVITED
    connection = Connection(guest.id, direct)
    connection.address = middleware.address_of(socket)
    limits, figures = state.limits, state.figures
    connection.answer = partial(answer_message, room=room, connection=connection, limits=limits, figures=figures)
    connection.whole = partial(room.table_message, connection)
    async with count_connection(connection, state), join_room(connection, room):
        direct.listener = connection
        work = (
            asyncio.create_task(listen(socket, connection)),
            asyncio.create_task(connection.ended.wait()),
        )
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            direct.listener = None
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await connection.finish()
            connection.answer = connection.whole = None  # which hold it and the room: nobody collects that for long
    if connection.fault is not None:
        raise connection.fault
    return FORGOTTEN if connection.ended.is_set() else None


async def listen(socket: Socket, connection: Connection) -> None:
    """Wait until the client goes; what arrives here is not text, or came before the direct path was open."""
    while (event := await socket.receive())["type"] == "websocket.receive":
        connection.on_message(event.get("text"))


def can_enter(room: Room, identity: str, invite: str = "") -> bool:
    """Tell whether somebody may come in: seated, by link, or because the table is public."""
    table = room.table
    if table.seat_of(identity) is not None or table.host == identity:
        return True
    if identity in table.setup.invited and identity not in table.barred:
        return True
    if table.rules.public and (table.status == OPEN or table.rules.watch != "nobody"):
        return True
    return bool(invite) and hmac.compare_digest(invite.encode(), table.invite.encode())


@asynccontextmanager
async def count_connection(connection: Connection, state: State) -> AsyncIterator[None]:
    """Count a connection among those of its identity."""
    others = state.connections[connection.identity]
    others.add(connection)
    try:
        yield
    finally:
        others.discard(connection)
        if not others:
            state.connections.pop(connection.identity, None)
        state.figures.count("atout_resyncs_total", connection.resyncs)


@asynccontextmanager
async def join_room(connection: Connection, room: Room) -> AsyncIterator[None]:
    """Have a connection at a table."""
    try:
        await room.join(connection)
        yield
    finally:
        with suppress(StoreError):
            await room.leave(connection)
