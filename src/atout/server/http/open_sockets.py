"""Connections as the network sees them: how many there may be, how long one may be silent, and who is turned away."""

import logging
import os
from asyncio import BaseTransport, TimerHandle
from collections import Counter
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from atout.server.http.middleware import Code, Problem
from atout.server.limits import Limits, rate_limit_key
from atout.server.metrics import Figures
from atout.server.settings import MOST_CONNECTIONS, OTHER_FILES, Settings

if TYPE_CHECKING:
    from h11 import Request

REQUEST_SECONDS: Final = 10.0  # from the connection, or the last answer, to the end of the next request
ANSWER_SECONDS: Final = 60.0  # from there until the client has read the answer
NOTE_SECONDS: Final = 10.0  # between two lines in the log
MOST_FROM_ONE: Final = 1_000  # from one address, unless a host asks for more: a club of 200 with some windows each
SILENT: Final = "silent"
TOO_MANY: Final = "too-many-connections"
TOO_MANY_FROM_ONE: Final = "too-many-from-one-address"
REFUSALS: Final[dict[str, tuple[str, Code]]] = {
    TOO_MANY: ("503 Service Unavailable", "unavailable"),
    TOO_MANY_FROM_ONE: ("429 Too Many Requests", "limited"),
}

log = logging.getLogger("atout.sockets")


class Sockets:
    """All sockets of this server, by where they come from."""

    def __init__(self, settings: Settings, limits: Limits, figures: Figures) -> None:
        self.limits = limits
        self.most = settings.connections or max_connections()
        self.most_from_one = self.most
        if settings.limits:
            self.most_from_one = settings.connections_per_address or min(MOST_FROM_ONE, self.most // 2)
        self.figures = figures
        self._proxies = [network for proxy in settings.trusted_proxies for network in with_mapped_network(proxy)]
        self._is_proxy = lru_cache(1024)(self._is_proxy_uncached)
        self._addresses: dict[BaseTransport, str] = {}  # nothing: that of a proxy
        self._counts: Counter[str] = Counter()
        self._noted: dict[str, tuple[float, int]] = {}  # when a reason was in the log, and how often since

    @property
    def open(self) -> int:
        """How many there are."""
        return len(self._addresses)

    def admit(self, transport: BaseTransport, host: str) -> str:
        """Count a socket; return why it has to go instead, or nothing."""
        if len(self._addresses) >= self.most:
            self.record_rejection(TOO_MANY)
            return TOO_MANY
        if self._is_proxy(host):  # whoever is behind it is counted when that is known
            self._addresses[transport] = ""
            return ""
        address = rate_limit_key(host)
        if self._counts[address] >= self.most_from_one:
            self.record_rejection(TOO_MANY_FROM_ONE, address)
            return TOO_MANY_FROM_ONE
        self._addresses[transport] = address
        self._counts[address] += 1
        return ""

    def reassign(self, transport: BaseTransport, address: str) -> bool:
        """Count a socket of a proxy as one of an address behind it; False if that has enough already."""
        if self._addresses.get(transport, address):
            return True
        if self._counts[address] >= self.most_from_one:
            self.record_rejection(TOO_MANY_FROM_ONE, address)
            return False
        self._addresses[transport] = address
        self._counts[address] += 1
        return True

    def release(self, transport: BaseTransport) -> None:
        """Stop counting a socket."""
        address = self._addresses.pop(transport, "")
        if address:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def record_rejection(self, why: str, address: str = "") -> None:
        """Count a socket that was turned away or ended, and say so in the log, though not for each."""
        self.figures.count("atout_turned_away_total", why=why)
        at, unsaid = self._noted.get(why, (-NOTE_SECONDS, 0))
        now = monotonic()
        if now - at < NOTE_SECONDS:
            self._noted[why] = at, unsaid + 1
            return
        self._noted[why] = now, 0
        log.warning("connections are turned away", extra={"why": why, "address": address, "since_then": unsaid + 1})

    def _is_proxy_uncached(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


def max_connections() -> int:
    """Return how many connections there may be: as many as the system lets files be open, with a reserve."""
    if os.name == "nt":
        return MOST_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else max(1, min(MOST_CONNECTIONS, soft - OTHER_FILES))


class Config(uvicorn.Config):
    """How uvicorn serves, with what its connections share."""

    sockets: Sockets


def sockets_of(config: uvicorn.Config) -> Sockets:
    """Return what the connections of a server share."""
    assert isinstance(config, Config)
    return config.sockets


def with_mapped_network(network: str) -> list[IPv4Network | IPv6Network]:
    """Return a network, and if it is one of IPv4 the same as IPv6 sockets name it."""
    given = ip_network(network)
    if isinstance(given, IPv6Network):
        return [given]
    return [given, ip_network(f"::ffff:{given.network_address}/{96 + given.prefixlen}")]


class HttpProtocol(H11Protocol):
    """The server's end of an HTTP connection; who says nothing, or not enough, cannot keep it."""

    _sockets: Sockets
    _timer: TimerHandle | None = None
    _asking = True  # it is the client's turn

    def connection_made(self, transport: BaseTransport) -> None:
        """Count it, or turn it away."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._sockets = sockets_of(self.config)
        why = self._sockets.admit(transport, self.client[0] if self.client else "")
        if why:
            self.transport.write(rejection_response(why))
            self.transport.close()
        else:
            self._set_timeout(REQUEST_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._set_timeout(0)
        self._sockets.release(self.transport)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Read requests, and see whose turn it is then."""
        super().handle_events()
        self._update_timeout()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._asking = False  # so that the time for it begins now
        super().on_response_complete()
        self._update_timeout()

    def handle_websocket_upgrade(self, event: "Request") -> None:
        """Hand the connection over."""
        self._set_timeout(0)
        super().handle_websocket_upgrade(event)

    def _update_timeout(self) -> None:
        """Give the client time to ask, the server and the client time to answer and to read it."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._set_timeout(0)
            return
        cycle: RequestResponseCycle | None = self.cycle
        asking = cycle is None or cycle.response_complete or cycle.more_body
        if asking != self._asking:
            self._asking = asking
            self._set_timeout(REQUEST_SECONDS if asking else ANSWER_SECONDS)

    def _set_timeout(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, self._on_timeout) if seconds else None

    def _on_timeout(self) -> None:
        self._sockets.figures.count("atout_turned_away_total", why=SILENT)  # browsers do so too: not for the log
        self.transport.abort()


def rejection_response(why: str) -> bytes:
    """Return the answer to one connection too many, before a request is read."""
    status, code = REFUSALS[why]
    body = msgspec.json.encode(Problem(code, why))
    head = f"HTTP/1.1 {status}\r\ncontent-type: application/json\r\nretry-after: {int(REQUEST_SECONDS)}\r\n"
    return f"{head}content-length: {len(body)}\r\nconnection: close\r\n\r\n".encode() + body
