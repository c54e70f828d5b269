"""Sockets without a client: what a server writes to a transport, and what comes over a plain socket."""

import asyncio
import socket
from typing import Any

from tests.kit.deadline import DEADLINE


class Wire(asyncio.Transport):
    """A transport that notes what is done to it."""

    def __init__(self) -> None:
        super().__init__()
        self.states = [True]  # whether it has been read, the latest last
        self.closed = False
        self.written = bytearray()

    @property
    def reading(self) -> bool:
        return self.states[-1]

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("192.0.2.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.states.append(False)

    def resume_reading(self) -> None:
        self.states.append(True)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True


def read_to_end(raw: socket.socket) -> bytes:
    """Return what a connection says until it ends."""
    raw.settimeout(DEADLINE)
    said = b""
    try:
        while some := raw.recv(4096):
            said += some
    except ConnectionResetError:
        pass
    return said
