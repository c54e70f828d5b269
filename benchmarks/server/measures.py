"""What is asked of the server, and how it is found out: every row of `dev.py bench --server`."""

import asyncio
import os
import random
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from benchmarks.measure import MILLISECONDS, OURS, SERVER, Measure, Row
from benchmarks.server import atout_tables, boardgame_io, flood, hosts, many_tables
from benchmarks.server.asking import Asker, count_stored_moves, count_tables, wait_until
from benchmarks.server.hosts import Host, send_request
from benchmarks.server.load import PATIENCE, SEATS, Load, LostError, quantile
from benchmarks.server.sockets import Socket

PEER: Final = "boardgame.io"
SATURATED: Final = 50  # tables
QUIET: Final = 4  # tables that play during a flood
FLOODS: Final = (
    ("", 0),
    ("pings", 1),
    ("messages", 1),
    ("messages", 20),
    ("fragments", 1),
    ("bombs", 1),
    ("bombs", 20),
)
UNLOAD_MS: Final = 1_000
CROWD: Final = 100  # tables
ACTIONS: Final = 2_000  # of a long match
EARLY, LATE = 100, 1_200  # moves after which a match is in all its phases, and after which it is old

Rows = list[Row]


class Scale(NamedTuple):
    """How much is measured."""

    rounds: int
    seconds: float
    tables: int  # at human pace
    pace_seconds: float
    starts: int
    crowd_seconds: float
    lines: int  # said at one table


USUAL: Final = Scale(rounds=7, seconds=2.0, tables=1000, pace_seconds=30.0, starts=5, crowd_seconds=90.0, lines=140_000)
QUICK: Final = Scale(rounds=3, seconds=1.0, tables=200, pace_seconds=9.0, starts=2, crowd_seconds=30.0, lines=5_000)


def figure_measure(name: str, unit: str, most: float | None = None, game: str = atout_tables.GAME) -> Measure:
    """Return what is asked of a figure of ours alone."""
    return Measure(name, game, SEATS if game else 0, unit, judged=OURS, most=most, part=SERVER)


def comparison_measure(name: str, peer_name: str, least: float | None = None, goal: float | None = None) -> Measure:
    """Return what is asked of moves per second beside somebody else's."""
    return Measure(name, atout_tables.GAME, SEATS, "moves/s", peer_name=peer_name, least=least, goal=goal, part=SERVER)


def figure_row(measure: Measure, figure: float) -> Row:
    """Return the row of a figure of ours."""
    return Row(measure, figure, None, None, None, None)


def comparison_row(measure: Measure, pairs: list[tuple[float, float]]) -> Row:
    """Return the row of a comparison: medians of the rates and of each round's ratio."""
    ratios = [mine / other for mine, other in pairs]
    low, middle, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
    mine, other = (median(column) for column in zip(*pairs, strict=True))
    return Row(measure, mine, other, middle, low, high)


class Bench:
    """A run: a folder for databases, cores, and chance."""

    def __init__(self, folder: Path, scale: Scale, rng: random.Random) -> None:
        self.folder = folder
        self.scale = scale
        self.rng = rng
        self.cores = os.sched_getaffinity(0)

    @contextmanager
    def atout(
        self, name: str, cores: set[int] | None = None, unload_after: int | None = None, limits: bool = False
    ) -> Iterator[Host]:
        """Have `atout serve` on a database of that name; with limits somebody may be turned away, else nobody."""
        with hosts.atout(self.folder / f"{name}.db", cores, unload_after, limits=limits) as host:
            yield host
            if host.warnings() and not limits:
                raise LostError(f"the server complains: {host.warnings()[0].strip()[:500]}")

    # Ready

    async def measure_starts(self) -> Rows:
        """Start servers on new databases."""
        taken = []
        for number in range(self.scale.starts):
            with self.atout(f"start{number}") as host:
                taken.append(1000 * (time.perf_counter() - host.begun))
        return [figure_row(figure_measure("ready after `atout serve`", MILLISECONDS, 2_000, game=""), median(taken))]

    # Saturated

    async def measure_saturated(self) -> Rows:
        """Let tables move as fast as they can, here and there in turns; both servers have the same core."""
        core = {min(self.cores)}
        os.sched_setaffinity(0, self.cores - core or self.cores)
        try:
            return await self._measure_saturated(core)
        finally:
            os.sched_setaffinity(0, self.cores)

    async def _measure_saturated(self, core: set[int]) -> Rows:
        with self.atout("saturated", core) as host:
            load = Load(await atout_tables.start_tables(host.port, SATURATED, self.rng))
            await load.saturate(1)
            size = load.size // (SEATS * load.moves)
            with boardgame_io.start(self.folder.parent / "boardgameio", core) as other:
                other_load = Load(await boardgame_io.open_tables(other.port, SATURATED, size))
                await other_load.saturate(1)
                pairs, per_cpu = [], []
                for _ in range(self.scale.rounds):
                    found = {}
                    for one in self.rng.sample([(host, load), (other, other_load)], 2):
                        found[one[0]] = await self._rates(*one)
                    pairs.append((found[host][0], found[other][0]))
                    per_cpu.append((found[host][1], found[other][1]))
        lost = count_stored_moves(self.folder / "saturated.db") - load.moves
        if lost:
            raise LostError(f"the database holds {lost:+} moves more than were seen")
        return [
            comparison_row(
                comparison_measure("moves at saturated tables, each logged durably", PEER, least=2, goal=3), pairs
            ),
            comparison_row(
                comparison_measure("the same per second of the server's CPU time", PEER, least=2, goal=3), per_cpu
            ),
            figure_row(figure_measure("size of a view", "bytes"), size),
        ]

    async def _rates(self, host: Host, load: Load) -> tuple[float, float]:
        """Return moves per second, and per second of the server's CPU time."""
        cpu, before = host.cpu_seconds(), load.moves
        rate = await load.saturate(self.scale.seconds)
        return rate, (load.moves - before) / (host.cpu_seconds() - cpu)

    # Human pace

    async def measure_paced(self) -> Rows:
        """Let many tables move every three seconds; then restart, with nobody there."""
        count = self.scale.tables
        with self.atout("paced") as host:
            empty = host.memory()
            tables = await atout_tables.start_tables(host.port, count, self.rng)
            load = Load(tables)
            made = await load.pace(3.0, self.scale.pace_seconds, self.rng)
            held = host.memory("VmHWM")
            await wait_until(lambda: sum(table.accepted for table in tables) >= made)  # answers follow the views
            for table in tables:
                table.close()
        lost = made - count_stored_moves(self.folder / "paced.db")
        crowd = f"{count:,} tables at human pace"
        latencies = [1000 * value for value in load.latencies]
        return [
            figure_row(
                figure_measure(f"{crowd}, from move to last view, p99", MILLISECONDS, 100), quantile(latencies, 0.99)
            ),
            figure_row(figure_measure(f"{crowd}, from move to last view, p50", MILLISECONDS), quantile(latencies, 0.5)),
            figure_row(figure_measure(f"{crowd}, memory of the server", "MB", 1_000), held / 1e6),
            figure_row(figure_measure(f"{crowd}, moves lost", "moves", 0), abs(lost)),
            *await self.measure_idle(tables, empty),
        ]

    async def measure_idle(self, tables: list[atout_tables.AtoutTable], empty: int) -> Rows:
        """Start a server on running matches; somebody looks into each, and then nobody does."""
        with self.atout("paced") as host:
            await self._look_in(host.port, tables)
            held = host.memory()
        with self.atout("paced", unload_after=UNLOAD_MS) as host:
            await self._look_in(host.port, tables)
            await wait_until(lambda: count_tables(host.port) == 0)
            left = count_tables(host.port)
        return [
            figure_row(
                figure_measure("memory of a table that nobody looks at", "kB", 100), (held - empty) / len(tables) / 1000
            ),
            figure_row(figure_measure("tables in memory after a while", "tables", 0), left),
        ]

    async def _look_in(self, port: int, tables: list[atout_tables.AtoutTable]) -> None:
        """Open every table: what nobody looks at is not loaded."""
        for table in tables:
            await self._time_opening(port, table.place)
        await wait_until(lambda: count_tables(port) > 0)

    # One visitor with many tables

    async def measure_crowded(self) -> Rows:
        """Let one address open a hundred tables with experts, and leave them or not; an honest player plays on."""
        seconds, rows = self.scale.crowd_seconds, []
        for name, stays in (("nobody else", None), ("opened and left", False), ("held open", True)):
            with self.atout(f"crowded {name}", limits=True) as host:
                begun = time.perf_counter()
                others = (
                    []
                    if stays is None
                    else await many_tables.start_players(host.port, many_tables.VISITOR, CROWD, "expert", self.rng)
                )
                taken = time.perf_counter() - begun
                for one in others if stays is False else []:
                    one.close()
                found, hurried = await many_tables.measure_waits(host.port, seconds, self.rng)
                held = sum(one.is_open for one in others)
                for one in others:
                    one.close()
            who = "nobody else" if stays is None else f"{CROWD} tables with experts of one address {name}"
            print(f"{who}: opened in {taken:.1f} s, {held} open at the end, {len(found)} waits", file=sys.stderr)
            wait = figure_measure(f"waiting for a `club` bot, p95, {who}", MILLISECONDS, 2_000, game=many_tables.GAME)
            share = figure_measure(f"of these decisions by a quicker bot, {who}", "%", game=many_tables.GAME)
            rows.append(figure_row(wait, 1000 * quantile(found, 0.95)))
            rows.append(figure_row(share, 100 * hurried / len(found)))
        return rows

    # Floods

    async def measure_flooded(self) -> Rows:
        """Let some tables play while somebody from the same address sends as much as they can."""
        rows: Rows = []
        for kind, sockets in FLOODS:
            with self.atout(f"flood-{kind}-{sockets}", limits=True) as host:
                tables = await atout_tables.start_tables(host.port, QUIET, self.rng)
                load = Load(tables)
                if kind:
                    place = (await asyncio.to_thread(atout_tables.open_tables, host.port, 1))[0]
                    with flood.flood(host.port, place.match, place.cookies[0], kind, sockets):
                        await load.pace(0.2, self.scale.pace_seconds, self.rng)
                else:
                    await load.pace(0.2, self.scale.pace_seconds, self.rng)
            amount = f"{flood.RATES[kind]} MB/s of {kind} on {sockets} sockets" if kind else "nobody sends too much"
            latencies = [1000 * value for value in load.latencies]
            most = 50 if kind else None
            rows += [
                figure_row(
                    figure_measure(f"{amount}: from move to last view elsewhere, p99", MILLISECONDS, most),
                    quantile(latencies, 0.99),
                ),
                figure_row(figure_measure(f"{amount}: the longest", MILLISECONDS), max(latencies)),
            ]
        return rows

    # Long matches

    async def measure_long(self) -> Rows:
        """Play matches to their end, beside young ones; then open them on a server that has just started."""
        with self.atout("long") as host:
            old = await atout_tables.start_tables(host.port, 8, self.rng)
            await self._play_until(old, lambda table: table.moves >= LATE)
            pairs = []
            for _ in range(self.scale.rounds):
                young = await atout_tables.start_tables(host.port, 8, self.rng)
                await self._play_until(young, lambda table: table.moves >= EARLY)
                going = [table for table in old if not table.over]
                if not going:
                    raise LostError("all old matches were over before they could be measured")
                contenders = [Load(going), Load(young[: len(going)])]  # as many: those who wait share commits
                rates = {}
                for load in self.rng.sample(contenders, 2):
                    rates[load] = await load.saturate(self.scale.seconds / 20)
                for table in young:
                    table.close()
                pairs.append((rates[contenders[0]], rates[contenders[1]]))
            await self._play_until(old, lambda table: table.over)
        finished = sorted(old, key=lambda table: abs(table.moves - ACTIONS))[:3]
        with self.atout("long") as host:
            shown = [await self._time_opening(host.port, table.place) for table in finished]
        with self.atout("long") as host:
            replayed = [self._time_replay(host.port, table.place) for table in finished]
        moves = round(median(table.moves for table in finished))
        return [
            comparison_row(comparison_measure(f"moves in matches after {LATE:,}", f"after {EARLY}", 0.8, 1), pairs),
            figure_row(figure_measure("opening a finished match", MILLISECONDS, 50), median(shown)),
            figure_row(figure_measure("a deal of it step by step", MILLISECONDS, 50), median(replayed)),
            figure_row(figure_measure("moves in that match", "moves"), moves),
        ]

    async def _play_until(
        self, tables: list[atout_tables.AtoutTable], done: Callable[[atout_tables.AtoutTable], bool]
    ) -> None:
        while going := [table for table in tables if not (table.over or done(table))]:
            await Load(going).saturate(0.1)

    async def _time_opening(self, port: int, place: atout_tables.OpenTable) -> float:
        """Return the milliseconds from asking for a connection to the whole table."""
        come = asyncio.Event()
        start = time.perf_counter()
        headers = {"Cookie": place.cookies[0]}
        socket = Socket(port, f"/ws/{place.match}", headers, lambda data: come.set())
        await socket.open()
        async with asyncio.timeout(PATIENCE):
            await come.wait()
        taken = 1000 * (time.perf_counter() - start)
        socket.close()
        return taken

    def _time_replay(self, port: int, place: atout_tables.OpenTable) -> float:
        """Return the milliseconds from asking for a deal of a match to its end."""
        start = time.perf_counter()
        status, body, _ = send_request(
            port, "GET", f"/api/matches/{place.match}/replay?seat=0&deal=1", cookie=place.cookies[0]
        )
        if status != 200:
            raise LostError(f"no replay: {status} {body[:200]!r}")
        return 1000 * (time.perf_counter() - start)

    # Talk

    async def measure_talk(self) -> Rows:
        """Let somebody talk without end at one table, while somebody looks at another; then reopen the first."""
        with self.atout("talk") as host:
            chatty, calm = await asyncio.to_thread(atout_tables.open_tables, host.port, 2)
            empty = host.memory()
            talker, looker = Asker(host.port, chatty), Asker(host.port, calm)
            await talker.open()
            await looker.open()
            talking = asyncio.create_task(talker.ask_often("say", self.scale.lines, phrase="hello"))
            waits = []
            while not talking.done():
                start = time.perf_counter()
                await looker.ask_often("refresh", 1)
                waits.append(1000 * (time.perf_counter() - start))
                await asyncio.sleep(0.01)
            await talking
            held = host.memory("VmHWM") - empty
        with self.atout("talk") as host:
            shown = await self._time_opening(host.port, chatty)
        size = sum(file.stat().st_size for file in self.folder.glob("talk.db*"))
        many = f"{self.scale.lines:,} lines said at one table"
        return [
            figure_row(figure_measure(f"{many}, size of the database", "MB", 5, game=""), size / 1e6),
            figure_row(figure_measure(f"{many}, memory of the server", "MB", 50, game=""), held / 1e6),
            figure_row(
                figure_measure(f"{many}, longest wait at another table", MILLISECONDS, 250, game=""), max(waits)
            ),
            figure_row(figure_measure(f"{many}, opening it after a start", MILLISECONDS, 50, game=""), shown),
        ]


SECTIONS: Final = {
    "ready": Bench.measure_starts,
    "saturated": Bench.measure_saturated,
    "paced": Bench.measure_paced,
    "crowded": Bench.measure_crowded,
    "flood": Bench.measure_flooded,
    "long": Bench.measure_long,
    "talk": Bench.measure_talk,
}


def run(folder: Path, quick: bool, only: list[str], rng: random.Random) -> tuple[Rows, dict[str, str]]:
    """Return the rows of the sections whose names contain one of the texts, and the versions of what took part."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    bench = Bench(folder, QUICK if quick else USUAL, rng)
    rows: Rows = []
    for name, section in SECTIONS.items():
        if not only or any(text in name for text in only):
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows += run_section(section(bench))
    return rows, {PEER: boardgame_io.version()}


def run_section(work: Awaitable[Rows]) -> Rows:
    """Run a section; an error in any of its connections ends it."""
    failed: list[BaseException] = []

    async def main() -> Rows:
        task = asyncio.current_task()
        assert task is not None

        def fail(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
            error = context.get("exception")
            failed.append(error if isinstance(error, BaseException) else LostError(str(context.get("message"))))
            task.cancel()

        asyncio.get_running_loop().set_exception_handler(fail)
        return await work

    try:
        import uvloop

        factory: Callable[[], asyncio.AbstractEventLoop] | None = uvloop.new_event_loop
    except ImportError:
        factory = None
    with asyncio.Runner(loop_factory=factory) as runner:
        try:
            return runner.run(main())
        except asyncio.CancelledError:
            raise failed[0] if failed else KeyboardInterrupt from None
