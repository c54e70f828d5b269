"""The application: HTTP and WebSocket in front of a registry."""

import logging
import socket
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import uvicorn
from litestar import Litestar, Response, Router, get
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.static_files import create_static_files_router
from litestar.types import Scope
from msgspec import Struct

from atout import __version__
from atout.server import metrics
from atout.server.clock import ServerClock
from atout.server.http import (
    friends,
    games,
    lessons,
    middleware,
    past_matches,
    people,
    play_on,
    reviews,
    tables,
    websocket,
)
from atout.server.http.middleware import Asked, Guest, Middleware, Problem, Refused
from atout.server.http.open_sockets import Config, HttpProtocol, Sockets, with_mapped_network
from atout.server.http.openapi import description
from atout.server.http.replay_cache import AnswerCache
from atout.server.http.websocket_protocol import DirectWebSocket
from atout.server.limits import Limits
from atout.server.live.compiled import Core
from atout.server.live.connection import Connection
from atout.server.live.registry import RoomRegistry
from atout.server.settings import Settings
from atout.server.stores.base import Store, StoreError

LARGEST_BODY: Final = 65_536
PARTS: Final = (people, friends, games, lessons, tables, past_matches, play_on, reviews)
HANDLERS: Final = tuple(handler for part in PARTS for handler in part.HANDLERS)
BODIES: Final = tuple(body for part in PARTS for body in part.BODIES)

log = logging.getLogger("atout.app")


# Who asks


async def visitor(request: Asked, state: State) -> Guest | None:
    """Return who asks, if the cookie says so."""
    return await middleware.guest_of(request, state)


async def guest(request: Asked, state: State) -> Guest:
    """Return who asks, or refuse."""
    found = await middleware.guest_of(request, state)
    if found is None:
        raise Refused(401, "forbidden", "enter-first")
    return found


async def secure(request: Asked) -> bool:
    """Tell whether cookies may travel over TLS only."""
    return middleware.is_secure(request)


async def address(request: Asked) -> str:
    """Return where somebody comes from, for counting."""
    return middleware.address_of(request)


# What goes wrong


def answer_http(request: Asked, error: HTTPException) -> Response[Problem]:
    """Return what the framework refuses in our shape."""
    code: middleware.Code = "unknown" if error.status_code in (404, 405) else "malformed"
    problem = Problem(code, "bad-request", str(error.detail)[: middleware.LONGEST_DETAIL])
    return Response(problem, status_code=error.status_code, headers=error.headers)


def answer_store(request: Asked, error: StoreError) -> Response[Problem]:
    """Say that nothing can be saved now."""
    return middleware.answer_refused(request, Refused(503, "unavailable", "nothing-can-be-kept-now", retry=2))


def answer_fault(request: Asked, error: Exception) -> Response[Problem]:
    """Say that the program is at fault; the log has the details."""
    return middleware.answer_refused(request, Refused(500, "fault", "server-is-at-fault"))


async def note_fault(error: Exception, scope: Scope) -> None:
    """Write faults of the program, and of the database, into the log."""
    if isinstance(error, StoreError):
        log.warning("the database does not answer: %s", error)
    elif not isinstance(error, HTTPException | Refused):
        log.error("a request failed", exc_info=error, extra={"path": scope["path"]})


# The server itself


class ServerInfo(Struct, frozen=True):
    """This server: what invite links begin with, whether other devices can follow them, and how its bots think."""

    version: str
    address: str
    loopback: bool
    core: Core


@get("/api/server", summary="This server", operation_id="server", responses=middleware.problem_responses())
async def server_info(state: State) -> ServerInfo:
    """Return the version, and the address that invite links begin with."""
    settings: Settings = state.registry.settings
    invited = settings.address or reachable_address(settings.host, settings.port)
    return ServerInfo(__version__, invited, settings.loopback, state.registry.core)


def reachable_address(host: str, port: int) -> str:
    """Return an address by which other devices are likely to reach this one."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))  # sends nothing, but chooses the way out
                host = probe.getsockname()[0]
            except OSError:
                host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Health(Struct, frozen=True):
    """How the server is."""

    well: bool
    version: str
    tables: int


@get(
    "/health",
    summary="Is the server well?",
    operation_id="health",
    responses={
        429: middleware.problem_responses()[429],
        503: ResponseSpec(Health, description="The database cannot save anything.", generate_examples=False),
    },
)
async def health(state: State) -> Response[Health]:
    """Say whether the database can be written, and how many tables are in memory."""
    well = await state.registry.store.is_healthy()
    return Response(Health(well, __version__, len(state.registry.rooms)), status_code=200 if well else 503)


@get(
    "/metrics",
    summary="Figures for Prometheus",
    operation_id="metrics",
    media_type=metrics.TEXT,
    responses=middleware.problem_responses(),
)
async def metrics_text(state: State) -> Response[str]:
    """Return tables, connections and counts in Prometheus' text format."""
    gauges = {
        "atout_tables": len(state.registry.rooms),
        "atout_connections": sum(len(connections) for connections in state.connections.values()),
        "atout_bots_waiting": state.registry.bot_workers.waiting,
        "atout_reviews_waiting": state.registry.reviews.unfinished,
        "atout_sockets": state.sockets.open,
        "atout_database_up": int(await state.registry.store.is_healthy()),
    }
    return Response(state.figures.text(gauges), media_type=metrics.TEXT)


def create_app(settings: Settings, store: Store) -> Middleware:
    """Return the application for a database that is open."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        connections: defaultdict[str, set[Connection]] = defaultdict(set)
        registry = RoomRegistry(settings, store, ServerClock(await store.time()), app.state.figures)
        registry.limits = app.state.limits
        registry.on_deleted = lambda identity: close_connections(connections.get(identity, ()))
        shelf = AnswerCache()
        app.state.update(registry=registry, secret=await store.secret(), connections=connections, shelf=shelf)
        await registry.open()
        try:
            yield
        finally:
            await registry.close()
            shelf.close()

    limits, counts = Limits(settings.limits, settings.tables_per_address), metrics.Figures()
    state = State({"limits": limits, "figures": counts, "sockets": Sockets(settings, limits, counts)})
    app = Litestar(
        route_handlers=[
            *HANDLERS,
            websocket.play,
            server_info,
            health,
            metrics_text,
            *client_routers(settings.web),
        ],
        lifespan=[life],
        state=state,
        dependencies={
            "visitor": Provide(visitor),
            "guest": Provide(guest),
            "secure": Provide(secure),
            "address": Provide(address),
        },
        exception_handlers={
            Refused: middleware.answer_refused,
            HTTPException: answer_http,
            StoreError: answer_store,
            Exception: answer_fault,
        },
        after_exception=[note_fault],
        request_class=middleware.StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=description((ServerInfo, Health, Problem, *BODIES)),
    )
    return Middleware(app, app.state, settings.address)


def close_connections(connections: Iterable[Connection]) -> None:
    """End the connections of somebody who was deleted."""
    for connection in tuple(connections):
        connection.ended.set()


def client_routers(web: Path | None) -> list[Router]:
    """Return what serves the client, if it is built."""
    return [] if web is None else [create_static_files_router("/", [web], html_mode=True)]


class Server(uvicorn.Server):
    """Serves an application, and says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, or leave if the application cannot."""
        await super().startup(sockets)
        self._ready()


def create_server(app: Middleware, settings: Settings, ready: Callable[[], None] = lambda: None) -> Server:
    """Return what serves an application over HTTP."""
    config = Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=[
            str(network) for proxy in settings.trusted_proxies for network in with_mapped_network(proxy)
        ],
        http=HttpProtocol,
        ws=DirectWebSocket,
        ws_max_size=websocket.LARGEST_MESSAGE,
        ws_ping_interval=websocket.PING_SECONDS,
        ws_ping_timeout=websocket.PONG_SECONDS,
        ws_per_message_deflate=settings.compression,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    config.sockets = app.state.sockets
    return Server(config, ready)
