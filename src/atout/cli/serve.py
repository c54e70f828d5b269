"""`atout serve`: tables for people and bots, in the browser."""

import asyncio
import gc
import ipaddress
import logging
import os
import signal
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
import typer

from atout.cli.errors import InputError
from atout.games import list_broken
from atout.server.settings import MOST_CONNECTIONS, OTHER_FILES, Settings, built_client
from atout.server.stores.base import StoreError

Host = Annotated[
    str,
    typer.Option("--host", envvar="ATOUT_HOST", metavar="HOST", help="Where to listen; 0.0.0.0 for other devices."),
]
Port = Annotated[
    int,
    typer.Option("--port", envvar="ATOUT_PORT", metavar="PORT", min=0, max=65535, help="0 takes any free one."),
]
Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="ATOUT_DATABASE",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; without it a file in your data directory.",
        show_default=False,
    ),
]
Address = Annotated[
    str,
    typer.Option(
        "--address",
        envvar="ATOUT_ADDRESS",
        metavar="URL",
        help="What invite links begin with; without it the address of this machine.",
        show_default=False,
    ),
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers", envvar="ATOUT_WORKERS", metavar="N", min=1, max=64, help="Processes in which bots think."
    ),
]
Pace = Annotated[
    int,
    typer.Option(
        "--bot-pace",
        envvar="ATOUT_BOT_PACE",
        metavar="MS",
        min=0,
        help="Milliseconds a bot takes for a decision, whatever it holds.",
    ),
]
Retention = Annotated[
    int,
    typer.Option(
        "--retention",
        envvar="ATOUT_RETENTION",
        metavar="DAYS",
        min=0,
        help="Days after which finished matches are deleted; 0: never.",
    ),
]
Unload = Annotated[
    int,
    typer.Option(
        "--unload-after",
        envvar="ATOUT_UNLOAD_AFTER",
        metavar="SECONDS",
        min=1,
        help="A table that nobody looks at leaves memory after this; it comes back when it is asked for.",
    ),
]
Compression = Annotated[
    bool,
    typer.Option("--compression/--no-compression", envvar="ATOUT_COMPRESSION", help="Compress WebSocket messages."),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--trusted-proxy",
        envvar="ATOUT_TRUSTED_PROXIES",
        metavar="ADDRESS",
        help="Believe the X-Forwarded headers of this address or network; may be repeated.",
    ),
]
Limits = Annotated[
    bool, typer.Option("--limits/--no-limits", envvar="ATOUT_LIMITS", help="Limit how often somebody may ask.")
]
MatchesPerPerson = Annotated[
    int,
    typer.Option(
        "--matches-per-person",
        envvar="ATOUT_MATCHES_PER_PERSON",
        metavar="N",
        min=1,
        help="Unfinished matches in which one person may have a seat at once.",
    ),
]
TablesPerAddress = Annotated[
    int,
    typer.Option(
        "--tables-per-address",
        envvar="ATOUT_TABLES_PER_ADDRESS",
        metavar="N",
        min=1,
        help="Tables that may be opened from one address within an hour.",
    ),
]
COUNTED = partial(typer.Option, metavar="N", min=1, show_default=False)
AT_ONCE = "The most at once; without it what the limit on open files allows, up to 10,000."
FROM_ONE = "The most from one address; without it half of them, at most 1,000."
Connections = Annotated[int | None, COUNTED("--connections", envvar="ATOUT_CONNECTIONS", help=AT_ONCE)]
FromOne = Annotated[
    int | None, COUNTED("--connections-per-address", envvar="ATOUT_CONNECTIONS_PER_ADDRESS", help=FROM_ONE)
]
Web = Annotated[
    Path | None,
    typer.Option(
        "--web",
        envvar="ATOUT_WEB",
        metavar="FOLDER",
        help="The folder of a built web client other than the one that came with the program.",
        show_default=False,
    ),
]
Log = Annotated[
    str,
    typer.Option(
        "--log",
        envvar="ATOUT_LOG",
        metavar="SHAPE",
        help="text or json; without it text at a terminal, JSON lines elsewhere.",
        show_default=False,
    ),
]
Compiled = Annotated[
    Path | None,
    typer.Option(
        "--compiled",
        envvar="ATOUT_COMPILED",
        metavar="FILE",
        help="A file that will say where a compiled Atout is, once it is ready: bots then switch to it.",
        show_default=False,
    ),
]

RECEIVE_BUFFER: Final = 1 << 16  # bytes that may wait to be read from one connection


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8420,
    database: Database = "",
    address: Address = "",
    workers: Workers = 2,
    bot_pace: Pace = 900,
    retention: Retention = 0,
    unload_after: Unload = 300,
    compression: Compression = True,
    trusted_proxy: Proxies = None,
    limits: Limits = True,
    matches_per_person: MatchesPerPerson = 100,
    tables_per_address: TablesPerAddress = 400,
    connections: Connections = None,
    connections_per_address: FromOne = None,
    web: Web = None,
    log: Log = "",
    compiled: Compiled = None,
) -> None:
    """Host tables for people and bots, until Ctrl-C or SIGTERM. The exit code is 2 if it cannot start."""
    settings = Settings(
        host=host,
        port=port,
        database=database,
        address=require_address(address),
        workers=workers,
        bot_pace=bot_pace,
        retention_days=retention,
        unload_after=1000 * unload_after,
        compression=compression,
        trusted_proxies=tuple(require_network(proxy) for proxy in trusted_proxy or ()),
        limits=limits,
        matches_per_person=matches_per_person,
        tables_per_address=tables_per_address,
        web=require_client(web),
        connections=fit_connections(connections),
        connections_per_address=connections_per_address or 0,
        log=require_log_format(log),
        compiled=compiled,
    )
    run(settings, open_socket(host, port))


def require_address(text: str) -> str:
    """Return what links begin with, or refuse what is not the address of a server."""
    if not text:
        return ""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise InputError(f"--address takes something like https://cards.example, not {text}")
    return f"{parts.scheme}://{parts.netloc}"


def require_network(text: str) -> str:
    """Return the address or network of a proxy, or refuse anything else."""
    try:
        ipaddress.ip_network(text)
    except ValueError:
        raise InputError(f"--trusted-proxy takes an address such as 127.0.0.1 or 10.0.0.0/8, not {text}") from None
    return text


def require_client(folder: Path | None) -> Path | None:
    """Return the folder of a built client, or refuse any other."""
    if folder is not None and not (folder / "index.html").is_file():
        raise InputError(f"--web takes the folder of a built client: there is no {folder / 'index.html'}")
    return folder


def require_log_format(text: str) -> str:
    """Return how the log is written, or refuse another way."""
    if text not in ("", "text", "json"):
        raise InputError(f"--log takes text or json, not {text}")
    return text


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or say in one line why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, else asyncio leaves delays on
    try:
        if host == "::":
            found.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # IPv4 too, whatever the system prefers
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        if os.name != "nt":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(2048)
    except OSError as error:
        found.close()
        raise InputError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return found


def fit_connections(connections: int | None) -> int:
    """Return how many connections there may be, with the limit of open files raised; refuse what cannot fit."""
    if os.name == "nt":
        return connections or MOST_CONNECTIONS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if connections is None:
        allowed = MOST_CONNECTIONS if hard == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, hard - OTHER_FILES)
        if allowed < 1:
            raise InputError(f"the system allows {hard} file handles, but more than {OTHER_FILES} are needed")
        connections = allowed
    wanted = connections + OTHER_FILES
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise InputError(f"{connections} connections need {wanted} file handles, but the system allows {hard}")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return connections


def tune_garbage_collector() -> None:
    """Let the garbage collector look only at what is new, and rarely: tables by the thousand are not garbage.

    Otherwise every full collection stops the server, for seconds when it has many tables.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 1_000)


def run(settings: Settings, listener: socket.socket, ready: Callable[[str], None] = lambda address: None) -> None:
    """Serve until told to stop; `ready` is given the address as soon as it answers."""
    from atout.server.http.app import create_app, create_server, reachable_address
    from atout.server.logs import configure
    from atout.server.stores.from_url import store_from_url

    where, port = listener.getsockname()[:2]
    settings = msgspec.structs.replace(settings, host=where, port=port, web=settings.web or built_client())

    def answers() -> None:
        logging.getLogger("atout").info("serving", extra={"host": where, "port": port})
        ready(reachable_address(where, port))

    async def main() -> None:
        await store.open()
        try:
            await store.secret()  # what fails here is told in one line, later it would be a fault of the application
            await server.serve([listener])
        finally:
            await store.close()

    with listener:
        try:
            store = store_from_url(settings.database)
            server = create_server(create_app(settings, store), settings, answers)
            configure(shape=settings.log)
            for line in list_broken():
                logging.getLogger("atout").warning(line)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, server.handle_exit)  # uvicorn raises the signal again at its end
            tune_garbage_collector()
            with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
                runner.run(main())
        except StoreError as error:
            raise InputError(str(error)) from None
