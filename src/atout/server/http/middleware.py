"""Middleware in front of the application: who asks, from where, and how often. Every request passes through it."""

import re
from collections.abc import Iterable
from hashlib import blake2b
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

from atout.server.http import identities
from atout.server.limits import Limit, Limits, rate_limit_key
from atout.server.metrics import Figures
from atout.server.stores.base import Identity

Guest = Identity
Asked: TypeAlias = Request[object, object, State]
Socket: TypeAlias = WebSocket[object, object, State]
Caller: TypeAlias = Asked | Socket | ASGIConnection[BaseRouteHandler, object, object, State]
Visitor = NamedDependency[Guest | None]  # who asks, if anybody
Known = NamedDependency[Guest]  # who asks, and it is somebody
Secure = NamedDependency[bool]  # whether cookies may travel over TLS only
Address = NamedDependency[str]  # where somebody comes from, for counting
Code = Literal["malformed", "forbidden", "unknown", "impossible", "stale", "limited", "unavailable", "fault"]

JSON: Final = "application/json"
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
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
    401: "You have no identity yet: enter as a guest first.",
    403: "Not for you, or not from this page.",
    404: "There is no such thing.",
    409: "The request can be read, but not carried out.",
    413: "The body is too long.",
    415: "The body is not application/json.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The database cannot save anything now; Retry-After says when to come back.",
}
ALWAYS: Final = (429, 503)
BODY: Final = (400, 403, 413, 415)  # for operations that have one
LONGEST_DETAIL: Final = 300
LONGEST_PATH: Final = 255
COOKIE_NEEDED: Final = [{"cookie": list[str]()}]


def problem_responses(*statuses: int) -> dict[int, ResponseSpec]:
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


def count_or_refuse(limit: Limit, key: str) -> None:
    """Count one, or refuse it."""
    wait = limit.take(key)
    if wait:
        raise Refused(429, "limited", "too-many-requests", retry=wait)


def address_of(connection: Caller) -> str:
    """Return where somebody comes from, for counting."""
    return rate_limit_key(connection.client.host if connection.client is not None else "")


def tagged_answer(request: Asked, found: object) -> Response[bytes]:
    """Return something as JSON, or only that it is still what whoever asks knows already."""
    body = msgspec.json.encode(found)
    tag = f'"{blake2b(body, digest_size=12).hexdigest()}"'
    known = request.headers.get("if-none-match") == tag
    return Response(b"" if known else body, status_code=304 if known else 200, media_type=JSON, headers={"etag": tag})


def tagged_responses(kind: object) -> dict[int, ResponseSpec]:
    """Return how a list is answered that has a tag, for its description."""
    unchanged = ResponseSpec(None, description="It is still what If-None-Match names.", generate_examples=False)
    return {200: ResponseSpec(kind, generate_examples=False), 304: unchanged}  # type: ignore[arg-type]


# Who and from where


def is_secure(connection: Caller) -> bool:
    """Tell whether the browser speaks TLS, to us or to a trusted proxy."""
    return connection.scope["scheme"] in ("https", "wss")


def is_same_origin(connection: Caller, address: str) -> bool:
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
    value = connection.cookies.get(identities.COOKIE)
    return identities.unsign(secret, value) if value else None


def is_path(text: str) -> bool:
    """Tell whether there could be something at a path: a file system would stumble over others."""
    return text.isprintable() and len(text.encode(errors="replace")) <= LONGEST_PATH


def is_match_id(text: str) -> bool:
    """Tell whether a text could be the id of a match."""
    return re.fullmatch("[0-9a-f]{32}", text) is not None


async def guest_of(connection: Caller, state: State) -> Guest | None:
    """Return who somebody is by the signed cookie."""
    identity = identity_of(connection, state.secret)
    return None if identity is None else await state.registry.identity(identity)


# The door


class Middleware:
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
        outward = self._wrap_send(scope, send)
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
        if not safe and not is_same_origin(connection, self._address):
            raise Refused(403, "forbidden", "wrong-origin")
        limits: Limits = self.state.limits
        count_or_refuse(limits.addresses, address_of(connection))
        identity = identity_of(connection, self.state.secret)
        if identity is not None and scope["path"].startswith(("/api/", "/ws/")):
            count_or_refuse(limits.identities, identity)

    def _wrap_send(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds the headers that every answer has, and counts."""
        figures: Figures = self.state.figures
        cached = scope["path"].startswith("/assets/")

        async def outward(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = {**HEADERS, "cache-control": FOR_EVER if cached and message["status"] == 200 else "no-store"}
                kept = [pair for pair in message["headers"] if pair[0].decode("latin-1").lower() not in more]
                message["headers"] = [*kept, *_raw_headers(more.items())]
                figures.count("atout_http_responses_total", status=str(message["status"]))
            await send(message)

        return outward


async def _refuse(scope: Scope, refused: Refused, send: Send) -> None:
    """Answer a request, or a WebSocket before it is one."""
    body = msgspec.json.encode(refused.problem)
    told = {"content-type": "application/json", "content-length": str(len(body)), **refused.headers}
    kind = "http.response" if scope["type"] == ScopeType.HTTP else "websocket.http.response"
    for message in (
        {"type": f"{kind}.start", "status": refused.status, "headers": _raw_headers(told.items())},
        {"type": f"{kind}.body", "body": body, "more_body": False},
    ):
        await send(message)  # type: ignore[arg-type] # the two kinds differ in nothing but their names


def _raw_headers(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
