"""A WebSocket client that does little more than a load generator needs: whole text messages, no extensions."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
FINAL: Final = 0x80
KEY: Final = bytes(4)  # masks nothing, which is a mask like any other


class Socket(asyncio.Protocol):
    """One connection to a server on this machine; `heard` gets every message, even before `open` returns."""

    def __init__(self, port: int, path: str, headers: dict[str, str], heard: Callable[[bytes], None]) -> None:
        self.closed = ""  # why, once it is
        self._port = port
        self._request = upgrade(port, path, headers)
        self._heard = heard
        self._open = False
        self._rest = b""
        self._transport: asyncio.WriteTransport | None = None

    async def open(self) -> None:
        """Connect."""
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Take every frame that has arrived whole."""
        data = self._rest + data if self._rest else data
        if not self._open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self.closed = head.partition(b"\r\n")[0].decode("latin-1")
                self.close()
                return
            self._open = True
        at = 0
        while True:
            frame = frame_at(data, at)
            if frame is None:
                break
            kind, begin, at = frame
            if kind == FINAL | TEXT:
                self._heard(data[begin:at])
            else:
                self._control(kind, data[begin:at])
        self._rest = data[at:]

    def connection_lost(self, error: Exception | None) -> None:
        """Note that it is over."""
        self.closed = self.closed or (repr(error) if error else "closed")

    def send(self, message: bytes, kind: int = TEXT) -> None:
        """Send a message."""
        assert self._transport is not None
        self._transport.write(frame_message(message, kind))

    def close(self) -> None:
        """End it."""
        if self._transport is not None:
            self._transport.close()

    def _control(self, kind: int, body: bytes) -> None:
        if kind == FINAL | PING:
            self.send(body, PONG)
        elif kind == FINAL | CLOSE:
            self.closed = f"closed with {int.from_bytes(body[:2])} {body[2:].decode()}"
            self.close()
        else:
            raise ValueError(f"a frame of kind {kind:#x}")


def frame_message(message: bytes, kind: int) -> bytes:
    """Return a message as one frame of a client."""
    size = len(message)
    if size < 126:
        return bytes((FINAL | kind, 0x80 | size)) + KEY + message
    assert size < 1 << 16, "longer than anything that is sent here"
    return bytes((FINAL | kind, 0x80 | 126)) + size.to_bytes(2) + KEY + message


def frame_at(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Return the kind of the frame that begins there, and where its body begins and ends; None if it is not whole."""
    if len(data) < at + 2:
        return None
    size, begin = data[at + 1], at + 2
    if size >= 126:
        begin += 2 if size == 126 else 8
        size = int.from_bytes(data[at + 2 : begin])
    return None if len(data) < begin + size else (data[at], begin, begin + size)


def upgrade(port: int, path: str, headers: dict[str, str]) -> bytes:
    """Return the request for a WebSocket."""
    lines = {
        "Host": f"127.0.0.1:{port}",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": b64encode(os.urandom(16)).decode(),
        **headers,
    }
    request = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "", ""]
    return "\r\n".join(request).encode()
