"""The short way of text messages between a socket and a connection: past the queues and tasks of ASGI.

Everything else about WebSockets is uvicorn's. An application finds the short way in the extensions of its scope.
"""

from struct import Struct
from typing import Final, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

DIRECT: Final = "atout.direct"
TEXT: Final = 0x81  # a whole message in one frame
MEDIUM: Final = Struct(">BBH")  # how such a frame begins, if it is neither short nor long


class Listener(Protocol):
    """Who is at the application's end."""

    def heard(self, text: str) -> None:
        """Take a message."""

    def drained(self) -> None:
        """Note that the client has read what it was sent."""


class Direct(WebSocketsSansIOProtocol):
    """The server's end of a WebSocket. Whoever does not read what it is sent is not asked for more."""

    listener: Listener | None = None
    full = False  # more has been written than the client has read

    async def run_asgi(self) -> None:
        """Run the application, and show it the short way."""
        extensions: dict[str, object] = self.scope["extensions"]  # type: ignore[assignment]
        extensions[DIRECT] = self
        await super().run_asgi()

    def write(self, *messages: bytes) -> None:
        """Send text messages in one go, unless the socket is closed or about to be."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.conn.extensions:
            for message in messages:
                self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(framed(messages[0]) if len(messages) == 1 else b"".join(map(framed, messages)))

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
            self.listener.heard(text)

    def hold(self) -> None:
        """Read no more for now."""
        self.transport.pause_reading()

    def go_on(self) -> None:
        """Read again."""
        if not (self.full or self.read_paused):
            self.transport.resume_reading()

    def pause_writing(self) -> None:
        """Note that the client reads too slowly."""
        super().pause_writing()
        self.full = True
        self.hold()

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        super().resume_writing()
        self.full = False
        self.go_on()
        if self.listener is not None:
            self.listener.drained()


def framed(message: bytes) -> bytes:
    """Return a text message as one frame of a server."""
    size = len(message)
    if size < 126:
        return bytes((TEXT, size)) + message
    if size < 1 << 16:
        return MEDIUM.pack(TEXT, 126, size) + message
    return bytes((TEXT, 127)) + size.to_bytes(8) + message
