"""A direct path for text messages between a socket and a connection, past the queues and tasks of ASGI.

Everything that arrives is counted, whatever it is, and taken in small pieces with the rest of the server in between, so
that nobody is held up by a client that sends too much. Everything else about WebSockets is uvicorn's. An application
finds the short way in the extensions of its scope.
"""

from asyncio import BaseTransport, Handle
from struct import Struct
from typing import Final, Protocol

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from atout.server.http.open_sockets import Sockets, sockets_of

DIRECT: Final = "atout.direct"
TEXT: Final = 0x81  # a whole message in one frame
MEDIUM: Final = Struct(">BBH")  # how such a frame begins, if it is neither short nor long
PIECE: Final = 512  # bytes that are taken at once: at most 85 frames
KIB: Final = 1024  # bytes that count as much as a frame
SHARED_WAIT: Final = 0.2  # seconds, at most, because of others who come from the same address
PATIENCE: Final = 10.0  # seconds for which a client may send too much
LINGER: Final = 2.0  # seconds in which a client can read why the connection was ended


class Listener(Protocol):
    """The application's end of a connection."""

    def on_message(self, text: str) -> None:
        """Take a message."""

    def on_drain(self) -> None:
        """Note that the client has read what it was sent."""


class DirectWebSocket(WebSocketsSansIOProtocol):
    """The server's end of a WebSocket. A client that does not read what it is sent is not asked for more."""

    flooded: Final = (4429, "too-much-too-fast")
    listener: Listener | None = None
    full = False  # more has been written than the client has read
    _sockets: Sockets
    _identity = ""  # whose other sockets count too, as soon as that is known
    _address = ""
    _held = False  # the listener wants no more for now
    _over = 0.0  # since when the client has been sending too much
    _ended = False  # for that reason
    _next: Handle | None = None  # will take the next piece

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin with nothing."""
        super().connection_made(transport)
        self._sockets = sockets_of(self.config)
        self._key = str(id(self))
        self._unread = bytearray()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget what has not been taken."""
        self._drop()
        self._sockets.release(self.transport)
        self._sockets.limits.traffic_of_socket.forget(self._key)
        super().connection_lost(exc)

    def assign_to(self, identity: str, address: str) -> bool:
        """Count the socket, and what arrives, together with others of that guest and address; False: no room for it."""
        self._identity, self._address = identity, address
        return self._sockets.reassign(self.transport, address)

    async def run_asgi(self) -> None:
        """Run the application, and give it the direct path; a client that reads nothing cannot keep the socket."""
        extensions: dict[str, object] = self.scope["extensions"]  # type: ignore[assignment]
        extensions[DIRECT] = self
        await super().run_asgi()
        self.loop.call_later(self.close_timeout + LINGER, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """End the connection of a client that is not there, even if something for it could not be sent."""
        super().keepalive_timeout()
        self.loop.call_later(LINGER, self.transport.abort)

    # Outwards

    def write(self, *messages: bytes) -> None:
        """Send text messages in one go, unless the socket is closed or about to be."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.conn.extensions:
            for message in messages:
                self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(frame_text(messages[0]) if len(messages) == 1 else b"".join(map(frame_text, messages)))

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says; it may have accepted the connection, or closed it."""
        await super().send(message)
        self._regulate()

    def pause_writing(self) -> None:
        """Note that the client reads too slowly."""
        super().pause_writing()
        self.full = True
        self._regulate()

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        super().resume_writing()
        self.full = False
        self._regulate()
        if self.listener is not None:
            self.listener.on_drain()

    # Inwards

    def data_received(self, data: bytes) -> None:
        """Take what has come, or a piece of it."""
        if not self.handshake_initiated:
            super().data_received(data)
        elif (
            len(data) <= PIECE
            and not self._unread
            and self._next is None
            and self._can_take_more()
            and not self._time_to_wait()
        ):
            self._take(data)
        elif not (self.disconnected or self._ended):
            self._unread += data
            self._regulate()

    async def receive(self) -> ASGIReceiveEvent:
        """Hand over what does not take the direct path."""
        event = await super().receive()
        self._regulate()
        return event

    def pause_reading(self) -> None:
        """Stop reading for now."""
        self._held = True
        self._regulate()

    def resume_reading(self) -> None:
        """Read again."""
        self._held = False
        self._regulate()

    def handle_ping(self) -> None:
        """Do nothing yet: what answers a ping goes out with the piece it was in."""

    def send_receive_event_to_app(self) -> None:
        """Hand a message over, without a detour if it is a text."""
        if self.listener is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        frames, self.frames = self.frames, []
        try:
            text = b"".join(frames).decode()
        except UnicodeDecodeError:
            self.frames = frames
            super().send_receive_event_to_app()  # which ends the connection
        else:
            self.listener.on_message(text)

    def _can_take_more(self) -> bool:
        """Tell whether more may be taken."""
        held = self._held and self.listener is not None
        return self.handshake_complete and not (held or self.full or self.read_paused)

    def _regulate(self) -> None:
        """Take what has come as soon as everybody else has had a turn; read only when there is nothing left."""
        if self.transport.is_closing() or self._ended:
            return
        if self._unread and self._next is None and self._can_take_more():
            self._next = self.loop.call_soon(self._take_some)
        if self._unread or self._next is not None or not self._can_take_more():
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _take_some(self) -> None:
        self._next = None
        owed = self._time_to_wait()
        if owed:
            self._next = self.loop.call_later(owed, self._take_some)
        elif self._unread and self._can_take_more():
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            self._take(piece)
        self._regulate()

    def _time_to_wait(self) -> float:
        """Return for how long nothing is taken because of what has come on other sockets of the same guest."""
        return self._sockets.limits.traffic.wait(self._identity) if self._identity else 0.0

    def _take(self, piece: bytes) -> None:
        """Let the protocol take a piece, and count what was in it."""
        self.conn.receive_data(piece)
        frames = self.conn.events
        size = len(piece) + sum(len(frame.data) for frame in frames if isinstance(frame, Frame))  # it was compressed
        if self.conn.parser_exc is not None:
            self.handle_parser_exception()
        else:
            self.handle_events()
            output = self.conn.data_to_send()
            if output and not self.transport.is_closing():
                self.transport.write(b"".join(output))
        self._count(len(frames), size)

    def _count(self, frames: int, size: int) -> None:
        """Count what has come; after too much nothing is read for a while, and in the end nothing at all."""
        limits, units = self._sockets.limits, frames + size / KIB
        wait = limits.traffic_of_socket.use(self._key, units)
        if self._identity:
            wait = max(wait, limits.traffic.use(self._identity, units))
        if not wait:
            self._over = 0.0
        elif not self._over:
            self._over = self.loop.time()
        elif self.loop.time() - self._over > PATIENCE:
            self._end(*self.flooded)
            return
        if self._address:  # others may share it who have done nothing: they wait, but not for long
            wait = max(wait, min(SHARED_WAIT, limits.traffic_from.use(self._address, frames)))
        if wait:
            self._next = self.loop.call_later(wait, self._take_some)
            self._regulate()

    def _end(self, code: int, reason: str) -> None:
        """Say why, and read no more; the rest of what comes is thrown away, so that the client gets to know it."""
        if self.close_sent or self.disconnected:
            self.transport.abort()
            return
        self._ended = True
        self._drop()
        self._sockets.record_rejection(reason, self._address)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(LINGER, self.transport.abort)
        self.transport.resume_reading()

    def _drop(self) -> None:
        self._unread.clear()
        if self._next is not None:
            self._next.cancel()
            self._next = None


def frame_text(message: bytes) -> bytes:
    """Return a text message as one frame of a server."""
    size = len(message)
    if size < 126:
        return bytes((TEXT, size)) + message
    if size < 1 << 16:
        return MEDIUM.pack(TEXT, 126, size) + message
    return bytes((TEXT, 127)) + size.to_bytes(8) + message
