"""The door: who comes in, from where, and how often. Whatever reaches the application has passed it."""

import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from typing import Final, Literal, TypeAlias
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.enums import ScopeType
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from msgspec import Struct

from atout.server import guests
from atout.server.metrics import Figures
from atout.server.store import Identity

Guest = Identity
Asked: TypeAlias = Request[object, object, State]
Socket: TypeAlias = WebSocket[object, object, State]
Caller: TypeAlias = Asked | Socket | ASGIConnection[BaseRouteHandler, object, object, State]
Visitor = NamedDependency[Guest | None]  # who asks, if anybody
Known = NamedDependency[Guest]  # who asks, and it is somebody
Secure = NamedDependency[bool]  # whether cookies may travel over TLS only
Address = NamedDependency[str]  # where somebody comes from, for counting
Code = Literal["malformed", "forbidden", "unknown", "impossible", "stale", "limited", "unavailable", "fault"]

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
MOST_BUCKETS: Final = 50_000
UNLIMITED: Final = 1e9
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
FOR_EVER: Final = "public, max-age=31536000, immutable"  # the client's files below /assets/ have a hash in their names


# Refusals


class Problem(Struct, frozen=True):
    """Why an HTTP request was refused: a code for machines, a key of the locale, and what only English says."""

    code: Code
    why: str
    detail: str = ""


class Refused(Exception):  # noqa: N818 - it is the answer to a request
    """A request that is not carried out; `retry`: seconds until it is worth trying again."""

    def __init__(self, status: int, code: Code, why: str, detail: str = "", retry: float = 0) -> None:
        super().__init__(why)
        self.status = status
        self.problem = Problem(code, why, detail)
        self.headers = {"retry-after": str(int(retry) + 1)} if retry else {}


def answer_refused(request: Asked, error: Refused) -> Response[Problem]:
    """Return a refusal as JSON."""
    return Response(error.problem, status_code=error.status, headers=error.headers)


WHEN: Final = {
    400: "The request is malformed.",
    401: "Nobody: enter as a guest first.",
    403: "Not for you, or not from this page.",
    404: "There is no such thing.",
    409: "The request can be read, but not be carried out.",
    413: "The body is too long.",
    415: "The body is not application/json.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The database keeps nothing now; Retry-After says when to come back.",
}
ALWAYS: Final = (429, 503)
BODY: Final = (400, 403, 413, 415)  # for operations that have one
LONGEST_DETAIL: Final = 300
LONGEST_PATH: Final = 255
COOKIE_NEEDED: Final = [{"cookie": list[str]()}]


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """Return how an operation may be refused, for its description."""
    return {
        status: ResponseSpec(Problem, description=WHEN[status], generate_examples=False)
        for status in (*statuses, *ALWAYS)
    }


# Bodies


class StrictRequest(Asked):
    """A request whose body is read exactly as it is described: the framework would take "3" for 3."""

    async def json(self) -> object:
        """Return the body as what the handler wants."""
        if self.content_type[0] != "application/json":
            raise Refused(415, "malformed", "bodies-are-json")
        wanted = self.route_handler.parsed_data_field
        assert wanted is not None
        try:
            return msgspec.json.decode(await self.body(), type=wanted.annotation)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise Refused(400, "malformed", "bad-request", str(error)[:LONGEST_DETAIL]) from None


# Limits


class Limit:
    """So many at once and so many per second, for each key."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> float:
        """Count one; return 0, or how many seconds too early it comes."""
        at = time.monotonic() if now is None else now
        left, before = self._buckets.pop(key, (self.burst, at))
        left = min(self.burst, left + (at - before) * self.rate)
        wait = 0.0 if left >= 1 else (1 - left) / self.rate
        self._buckets[key] = (left if wait else left - 1, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait

    def use(self, key: str, amount: float, now: float | None = None) -> float:
        """Count so much that has come already; return 0, or for how many seconds no more should come."""
        at = time.monotonic() if now is None else now
        left, before = self._buckets.pop(key, (self.burst, at))
        left = min(self.burst, left + (at - before) * self.rate) - amount
        self._buckets[key] = (left, at)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 0 else -left / self.rate

    def owed(self, key: str) -> float:
        """Return for how many seconds no more should come, because of what has come before."""
        left, before = self._buckets.get(key, (self.burst, 0.0))
        return 0.0 if left >= 0 else max(0.0, before - left / self.rate - time.monotonic())

    def forget(self, key: str) -> None:
        """Count from the beginning."""
        self._buckets.pop(key, None)

    def need(self, key: str) -> None:
        """Count one, or refuse it."""
        wait = self.take(key)
        if wait:
            raise Refused(429, "limited", "too-many-requests", retry=wait)


class Limits:
    """How often somebody may ask; a club behind one address still comes in on one evening."""

    def __init__(self, on: bool = True) -> None:
        scale = 1 if on else UNLIMITED
        self.addresses = Limit(300 * scale, 100 * scale)  # HTTP requests and new connections, by address
        self.identities = Limit(60 * scale, 20 * scale)  # the same, by identity
        self.entering = Limit(40 * scale, 0.2 * scale)  # new identities and transfers, by address
        self.tables = Limit(20 * scale, 0.05 * scale)  # new tables, by identity
        self.messages = Limit(60 * scale, 20 * scale)  # WebSocket messages, by identity
        self.replays = Limit(60 * scale, 3 * scale)  # records and replays, by address
        self.traffic_of_socket = Limit(200 * scale, 50 * scale)  # frames of any kind, and KiB: by socket,
        self.traffic = Limit(300 * scale, 80 * scale)  # and by identity;
        self.traffic_from = Limit(3000 * scale, 1000 * scale)  # frames by address
        self.sockets = int(20 * scale)  # connections at once, by identity


def address_of(connection: Caller) -> str:
    """Return where somebody comes from, for counting."""
    return counted_as(connection.client.host if connection.client is not None else "")


def counted_as(host: str) -> str:
    """Return what an address counts as: IPv4 in IPv6 is IPv4, and an IPv6 network is one user."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


# Who and from where


def is_secure(connection: Caller) -> bool:
    """Tell whether the browser speaks TLS, to us or to a trusted proxy."""
    return connection.scope["scheme"] in ("https", "wss")


def same_origin(connection: Caller, address: str) -> bool:
    """Tell whether a page of this server asks. Programs send no origin; browsers always do when it matters."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return bool(place) and place in (connection.headers.get("host", "").lower(), urlsplit(address).netloc.lower())


def identity_of(connection: Caller, secret: bytes) -> str | None:
    """Return the identity that the signed cookie names; it may have been deleted."""
    value = connection.cookies.get(guests.COOKIE)
    return guests.signed(secret, value) if value else None


def is_path(text: str) -> bool:
    """Tell whether there could be something at a path: a file system would stumble over others."""
    return text.isprintable() and len(text.encode(errors="replace")) <= LONGEST_PATH


def is_match(text: str) -> bool:
    """Tell whether a text could be the id of a match."""
    return re.fullmatch("[0-9a-f]{32}", text) is not None


async def guest_of(connection: Caller, state: State) -> Guest | None:
    """Return who somebody is by the signed cookie."""
    identity = identity_of(connection, state.secret)
    return None if identity is None else await state.hall.identity(identity)


# The door


class Door:
    """An ASGI application in front of another: turns away what comes from other pages or too often."""

    def __init__(self, app: ASGIApp, state: State, address: str) -> None:
        self._app = app
        self.state = state
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        kind: str = scope["type"]
        if kind == "lifespan":
            await self._app(scope, receive, send)
            return
        outward = self._outward(scope, send)
        try:
            self._admit(ASGIConnection(scope, receive, send))
        except Refused as refused:
            await _refuse(scope, refused, outward)
        else:
            await self._app(scope, receive, outward)

    def _admit(self, connection: Caller) -> None:
        scope = connection.scope
        if scope["type"] == ScopeType.HTTP and not is_path(scope["path"]):
            raise Refused(404, "unknown", "bad-request")
        safe = scope["type"] == ScopeType.HTTP and connection.scope.get("method") in SAFE
        if not safe and not same_origin(connection, self._address):
            raise Refused(403, "forbidden", "wrong-origin")
        limits: Limits = self.state.limits
        limits.addresses.need(address_of(connection))
        identity = identity_of(connection, self.state.secret)
        if identity is not None and scope["path"].startswith(("/api/", "/ws/")):
            limits.identities.need(identity)

    def _outward(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds the headers that every answer has, and counts."""
        figures: Figures = self.state.figures
        cached = scope["path"].startswith("/assets/")

        async def outward(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = {**HEADERS, "cache-control": FOR_EVER if cached and message["status"] == 200 else "no-store"}
                kept = [pair for pair in message["headers"] if pair[0].decode("latin-1").lower() not in more]
                message["headers"] = [*kept, *_raw(more.items())]
                figures.count("atout_http_responses_total", status=str(message["status"]))
            await send(message)

        return outward


async def _refuse(scope: Scope, refused: Refused, send: Send) -> None:
    """Answer a request, or a WebSocket before it is one."""
    body = msgspec.json.encode(refused.problem)
    told = {"content-type": "application/json", "content-length": str(len(body)), **refused.headers}
    kind = "http.response" if scope["type"] == ScopeType.HTTP else "websocket.http.response"
    for message in (
        {"type": f"{kind}.start", "status": refused.status, "headers": _raw(told.items())},
        {"type": f"{kind}.body", "body": body, "more_body": False},
    ):
        await send(message)  # type: ignore[arg-type] # the two kinds differ in nothing but their names


def _raw(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
