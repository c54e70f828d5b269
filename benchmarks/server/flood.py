"""Floods: somebody sends as much as they can on a few WebSockets, in a process of its own, until its input ends.

python -m benchmarks.server.flood PORT MATCH COOKIE KIND SOCKETS
"""

import json
import os
import socket
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.server.sockets import FINAL, KEY, PING, TEXT, frame_message, upgrade

MEGABYTE: Final = 1_000_000
TURN: Final = 0.01  # seconds
AGAIN: Final = 0.2  # seconds until a connection that was ended is reopened
ROOT: Final = Path(__file__).parents[2]


def bomb() -> bytes:
    """Return a message of 60 KiB as one small frame."""
    deflate = zlib.compressobj(wbits=-12)
    body = deflate.compress(b'"' + b"x" * 60 * 1024 + b'"') + deflate.flush(zlib.Z_SYNC_FLUSH)
    data = body.removesuffix(b"\0\0\xff\xff")
    head = bytes((FINAL | 0x40 | TEXT, 0x80 | 126)) + len(data).to_bytes(2)
    return head + KEY + data


FRAMES: Final = {
    "pings": frame_message(b"", PING),
    "messages": frame_message(b"{}", TEXT),
    "fragments": bytes((0, 0x80)) + KEY,  # of a message that never ends
    "bombs": bomb(),
}
RATES: Final = {"pings": 1.8, "messages": 0.9, "fragments": 1.8, "bombs": 0.9}  # megabytes a second, of all together


@contextmanager
def flood(port: int, match: str, cookie: str, kind: str, sockets: int) -> Iterator[None]:
    """Have somebody flood a table, from the first byte on."""
    command = [sys.executable, "-m", "benchmarks.server.flood", str(port), match, cookie, kind, str(sockets)]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *filter(None, sys.path)])}
    with subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdout.readline()
            yield
        finally:
            process.stdin.close()
            process.wait(10)


class Flooder:
    """One socket that sends without end; when it is ended it comes again."""

    def __init__(self, port: int, request: bytes, first: bytes, chunk: bytes) -> None:
        self.sent = 0
        self._port = port
        self._request = request
        self._first = first
        self._chunk = chunk
        self._at = 0.0  # when to connect
        self._socket: socket.socket | None = None
        self._rest = b""

    def send_some(self, size: int) -> None:
        """Send that much, or as much as the socket takes."""
        try:
            if self._socket is None:
                if time.monotonic() < self._at:
                    return
                self._socket = self._open()
            while len(self._rest) < size:
                self._rest += self._chunk
            count = self._socket.send(self._rest[:size])
            self.sent += count
            self._rest = self._rest[count:]
        except BlockingIOError:
            pass
        except OSError:
            self._reconnect()
        self._read()

    def _read(self) -> None:
        try:
            while self._socket is not None:
                if not self._socket.recv(1 << 16):
                    self._reconnect()
        except BlockingIOError:
            pass
        except OSError:
            self._reconnect()

    def _open(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._port), 10)
        connection.sendall(self._request)
        head = b""
        while b"\r\n\r\n" not in head:
            some = connection.recv(1 << 12)
            if not some:
                connection.close()
                raise OSError("refused")
            head += some
        if not head.startswith(b"HTTP/1.1 101 "):
            connection.close()
            raise OSError("refused")
        connection.setblocking(False)
        self._rest = self._first
        return connection

    def _reconnect(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._at = time.monotonic() + AGAIN


def main(port: int, match: str, cookie: str, kind: str, sockets: int) -> None:
    """Send until the input ends."""
    headers = {"Cookie": cookie, "Sec-WebSocket-Protocol": "atout.1"}
    if kind == "bombs":
        headers["Sec-WebSocket-Extensions"] = "permessage-deflate; client_no_context_takeover"
    chunk = FRAMES[kind] * max(1, 4096 // len(FRAMES[kind]))
    first = bytes((TEXT, 0x80)) + KEY if kind == "fragments" else b""
    flooders = [Flooder(port, upgrade(port, f"/ws/{match}", headers), first, chunk) for _ in range(sockets)]
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    for flooder in flooders:
        flooder.send_some(1)
    print(json.dumps({"message": "flooding"}), flush=True)
    size = int(RATES[kind] * MEGABYTE * TURN / sockets)
    at = time.monotonic()
    while not ended.is_set():
        for flooder in flooders:
            flooder.send_some(size)
        at = max(at + TURN, time.monotonic())
        time.sleep(max(0.0, at - time.monotonic()))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]))
