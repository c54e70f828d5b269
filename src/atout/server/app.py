"""The application: HTTP and WebSocket in front of a hall."""

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
from atout.server import door, lobby, metrics, people, play
from atout.server.clock import ServerClock
from atout.server.connection import Connection
from atout.server.core import Core
from atout.server.description import description
from atout.server.direct import Direct
from atout.server.door import Asked, Door, Guest, Limits, Problem, Refused
from atout.server.hall import Hall
from atout.server.settings import Settings
from atout.server.shelf import Shelf
from atout.server.sockets import Config, Http, Sockets, both_ways
from atout.server.store import Store, StoreError

LARGEST_BODY: Final = 65_536

log = logging.getLogger("atout.app")


# Who asks


async def visitor(request: Asked, state: State) -> Guest | None:
    """Return who asks, if the cookie says so."""
    return await door.guest_of(request, state)


async def guest(request: Asked, state: State) -> Guest:
    """Return who asks, or refuse."""
    found = await door.guest_of(request, state)
    if found is None:
        raise Refused(401, "forbidden", "enter-first")
    return found


async def secure(request: Asked) -> bool:
    """Tell whether cookies may travel over TLS only."""
    return door.is_secure(request)


async def address(request: Asked) -> str:
    """Return where somebody comes from, for counting."""
    return door.address_of(request)


# What goes wrong


def answer_http(request: Asked, error: HTTPException) -> Response[Problem]:
    """Return what the framework refuses in our shape."""
    code: door.Code = "unknown" if error.status_code in (404, 405) else "malformed"
    problem = Problem(code, "bad-request", str(error.detail)[: door.LONGEST_DETAIL])
    return Response(problem, status_code=error.status_code, headers=error.headers)


def answer_store(request: Asked, error: StoreError) -> Response[Problem]:
    """Say that nothing can be kept now."""
    return door.answer_refused(request, Refused(503, "unavailable", "nothing-can-be-kept-now", retry=2))


def answer_fault(request: Asked, error: Exception) -> Response[Problem]:
    """Say that the program is at fault; the log has the details."""
    return door.answer_refused(request, Refused(500, "fault", "server-is-at-fault"))


async def note_fault(error: Exception, scope: Scope) -> None:
    """Write faults of the program, and of the database, into the log."""
    if isinstance(error, StoreError):
        log.warning("the database does not answer: %s", error)
    elif not isinstance(error, HTTPException | Refused):
        log.error("a request failed", exc_info=error, extra={"path": scope["path"]})


# The server itself


class Here(Struct, frozen=True):
    """This server: what invite links begin with, whether other devices can follow them, and how its bots think."""

    version: str
    address: str
    loopback: bool
    core: Core


@get("/api/server", summary="This server", operation_id="server", responses=door.problems())
async def here(state: State) -> Here:
    """Return the version, and the address that invite links begin with."""
    settings: Settings = state.hall.settings
    invited = settings.address or reachable(settings.host, settings.port)
    return Here(__version__, invited, settings.loopback, state.hall.core)


def reachable(host: str, port: int) -> str:
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
        429: door.problems()[429],
        503: ResponseSpec(Health, description="The database keeps nothing.", generate_examples=False),
    },
)
async def health(state: State) -> Response[Health]:
    """Say whether the database keeps what it is given, and how many tables are in memory."""
    well = await state.hall.store.healthy()
    return Response(Health(well, __version__, len(state.hall.rooms)), status_code=200 if well else 503)


@get(
    "/metrics",
    summary="Figures for Prometheus",
    operation_id="metrics",
    media_type=metrics.TEXT,
    responses=door.problems(),
)
async def figures(state: State) -> Response[str]:
    """Return tables, connections and counts in Prometheus' text format."""
    gauges = {
        "atout_tables": len(state.hall.rooms),
        "atout_connections": sum(len(connections) for connections in state.connections.values()),
        "atout_bots_waiting": state.hall.thinkers.waiting,
        "atout_sockets": state.sockets.open,
        "atout_database_up": int(await state.hall.store.healthy()),
    }
    return Response(state.figures.text(gauges), media_type=metrics.TEXT)


def create_app(settings: Settings, store: Store) -> Door:
    """Return the application for a database that is open."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        connections: defaultdict[str, set[Connection]] = defaultdict(set)
        hall = Hall(settings, store, ServerClock(await store.time()), app.state.figures)
        hall.limits = app.state.limits
        hall.gone = lambda identity: end(connections.get(identity, ()))
        shelf = Shelf()
        app.state.update(hall=hall, secret=await store.secret(), connections=connections, shelf=shelf)
        await hall.open()
        try:
            yield
        finally:
            await hall.close()
            shelf.close()

    limits, counts = Limits(settings.limits, settings.tables_per_address), metrics.Figures()
    state = State({"limits": limits, "figures": counts, "sockets": Sockets(settings, limits, counts)})
    app = Litestar(
        route_handlers=[
            *people.HANDLERS,
            *lobby.HANDLERS,
            play.play,
            here,
            health,
            figures,
            *pages(settings.web),
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
            Refused: door.answer_refused,
            HTTPException: answer_http,
            StoreError: answer_store,
            Exception: answer_fault,
        },
        after_exception=[note_fault],
        request_class=door.StrictRequest,
        request_max_body_size=LARGEST_BODY,
        logging_config=None,
        openapi_config=description((Here, Health, Problem, *people.BODIES, *lobby.BODIES)),
    )
    return Door(app, app.state, settings.address)


def end(connections: Iterable[Connection]) -> None:
    """End the connections of somebody who is no more."""
    for connection in tuple(connections):
        connection.ended.set()


def pages(web: Path | None) -> list[Router]:
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


def server_for(app: Door, settings: Settings, ready: Callable[[], None] = lambda: None) -> Server:
    """Return what serves an application over HTTP."""
    config = Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=[str(network) for proxy in settings.trusted_proxies for network in both_ways(proxy)],
        http=Http,
        ws=Direct,
        ws_max_size=play.LARGEST_MESSAGE,
        ws_per_message_deflate=settings.compression,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    config.sockets = app.state.sockets
    return Server(config, ready)
