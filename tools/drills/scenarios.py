"""The drills: what is done to the servers while people play, and what has to come of it."""

import asyncio
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from atout.games import load, names
from atout.server.stores.from_url import store_from_url
from atout.server.stores.postgres_connection import connect
from tests.server.stores.cluster import Cluster
from tools.drills.audit import Findings, audit
from tools.drills.client import NEVER, Player, Where, call, enter, open_table
from tools.drills.node import Node

DEADLINE: Final = 60.0  # seconds for whatever has to come in the end
POLL: Final = 0.01
EARLY: Final = 0.1  # share of kills that hit a server that has only just started
MOST_GUESTS: Final = 500  # until there is no page left for one more
HANG_UP: Final = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = 'atout' AND pid <> pg_backend_pid()
"""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """How much is tried, and how fast things have to be."""

    rounds: int
    tables: int = 4
    people: int = 2  # at each table; bots have the other seats
    play: tuple[float, float] = (0.05, 1.0)  # seconds between one fault and the next
    hold: float = 3.0  # seconds that a fault lasts
    resume: float = 3.0  # seconds until players are back
    bots: float = 15.0  # seconds until bots play on at another node
    games: tuple[str, ...] = ()
    seed: str = "1"


@dataclass
class Outcome:
    """The figures of a drill, and what was wrong."""

    name: str
    figures: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def limit(self, what: str, times: Sequence[float], most: float) -> None:
        """Note how long something took at most."""
        self.figures.append(f"{what}: slowest {max(times):.2f} s, median {median(times):.2f} s")
        if max(times) > most:
            self.failures.append(f"{what}: {sum(time > most for time in times)} of {len(times)} took over {most:g} s")


class PlayerGroup:
    """People at several tables."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = Random(plan.seed)
        self.tables: list[list[Player]] = []
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def players(self) -> list[Player]:
        """Everybody."""
        return [player for table in self.tables for player in table]

    async def open_tables(self, where: Where) -> None:
        """Open the tables and begin to play."""
        games = self.plan.games or tuple(names())
        for number in range(self.plan.tables):
            game = load(games[number % len(games)])
            seats = max(min(game.seat_counts), self.plan.people + 1)
            bots = [None if seat < self.plan.people else "novice" for seat in range(seats)]
            address = where()[number % len(where())]
            cookies = [await enter(address, f"Guest {number}-{seat}") for seat in range(self.plan.people)]
            match = await open_table(address, cookies[0], game=game.name, seats=seats, bots=bots, public=True)
            rngs = [Random(self.rng.random()) for _ in cookies]
            self.tables.append(
                [
                    Player(cookie, match, seat, where, rng)
                    for seat, (cookie, rng) in enumerate(zip(cookies, rngs, strict=True))
                ]
            )
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]
        await self.wait_until(lambda: all(player.moves for player in self.players), "everybody has played")

    async def play(self) -> None:
        """Let them play for a while."""
        await asyncio.sleep(self.rng.uniform(*self.plan.play))

    async def wait_for_request(self) -> None:
        """Half of the time, wait until a request is on its way, and up to 5 ms more: it is the worst moment."""
        if self.rng.random() < 0.5:
            await self.wait_until(lambda: any(player.is_waiting for player in self.players), "somebody asks", 0.0)
            await asyncio.sleep(self.rng.uniform(0, 0.005))

    async def wait_until(self, come: Callable[[], bool], what: str, poll: float = POLL) -> None:
        """Wait for something; RuntimeError if it does not come, or if a player has failed."""
        end = time.monotonic() + DEADLINE
        while not come():
            for task in self._tasks:
                if task.done():
                    task.result()
            if time.monotonic() > end:
                raise RuntimeError(f"not within {DEADLINE:.0f} s: {what}")
            await asyncio.sleep(poll)

    async def wait_for_return(self, shaken: Iterable[Player], since: float) -> list[float]:
        """Wait until everybody is back; return how long that took them."""
        lost = list(shaken)
        await self.wait_until(lambda: all(player.resumed_at < NEVER for player in lost), "players are back")
        return [player.resumed_at - since for player in lost]

    async def wait_for_service(self, since: float) -> list[float]:
        """Wait until everybody has been served again; return how long that took."""
        first: dict[Player, float] = {}

        def everybody() -> bool:
            for player in self.players:
                if player.accepted_at > since:
                    first.setdefault(player, player.accepted_at - since)
            return len(first) == len(self.players)

        await self.wait_until(everybody, "everybody is served")
        return list(first.values())

    async def wait_for_bots(self, since: float) -> list[float]:
        """Wait until a bot has played at every table; return how long that took."""
        first: dict[int, float] = {}

        def everywhere() -> bool:
            for number, table in enumerate(self.tables):
                last = max(player.bot_at for player in table)
                if last > since:
                    first.setdefault(number, last - since)
            return len(first) == len(self.tables)

        await self.wait_until(everywhere, "bots play on at every table")
        return list(first.values())

    async def wait_for_refusals(self) -> None:
        """Wait until somebody at every table was refused because nothing can be kept."""
        before = [sum(player.unavailable for player in table) for table in self.tables]

        def everywhere() -> bool:
            return all(
                sum(player.unavailable for player in table) > count
                for table, count in zip(self.tables, before, strict=True)
            )

        await self.wait_until(everywhere, "somebody at every table is told that nothing can be kept")

    async def end(self) -> None:
        """Finish what is unanswered."""
        for player in self.players:
            player.end()
        await asyncio.wait_for(asyncio.gather(*self._tasks), DEADLINE)

    async def leave(self) -> None:
        """Leave at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def run_nodes(*nodes: Node) -> AsyncIterator[None]:
    """Have servers, and none of them afterwards."""
    try:
        for node in nodes:
            await node.start()
        yield
    finally:
        for node in nodes:
            await node.close()


async def conclude(outcome: Outcome, company: PlayerGroup, nodes: Sequence[Node], database: str) -> Outcome:
    """Let everybody finish, kill the servers, and compare what was told with what is kept."""
    await company.end()
    for node in nodes:
        await node.kill()
    store = store_from_url(database)
    await store.open()
    try:
        found = await audit(store, company.players)
    finally:
        await store.close()
    outcome.figures = [*format_findings(found), *outcome.figures]
    orphans = sum([await node.orphans() for node in nodes])
    faults = Counter(fault for node in nodes for fault in node.faults)
    outcome.failures += [*found.lost, *found.doubled, *found.wrong]
    outcome.failures += [f"{count} times {fault}" for fault, count in faults.items()]
    if orphans:
        outcome.failures.append(f"{orphans} processes of killed servers are still running")
    return outcome


def format_findings(found: Findings) -> list[str]:
    """Return the figures of a comparison."""
    return [
        f"{found.moves:,} acknowledged moves in {found.matches} matches: "
        f"{len(found.lost)} lost, {len(found.doubled)} doubled",
        f"{found.events:,} events replayed, {found.positions:,} positions shown to players compared: "
        f"{len(found.wrong)} wrong",
        f"{found.repeated:,} requests sent again with the same id",
    ]


async def kill_one_node(plan: Plan, name: str, database: str, say: Say) -> Outcome:
    """Kill the server at random moments while people play."""
    outcome, company, node = Outcome(f"kill -9, {name}"), PlayerGroup(plan), Node(database)
    times: list[float] = []
    async with run_nodes(node):
        try:
            await company.open_tables(node.addresses)
            for number in range(1, plan.rounds + 1):
                await company.play()
                await company.wait_for_request()
                for player in company.players:
                    player.note_dead_node()
                at = await node.kill()
                await node.start()
                if number < plan.rounds and company.rng.random() < EARLY:
                    say(f"{outcome.name}: {number} of {plan.rounds}, and again at once")
                    continue
                back = await company.wait_for_return(company.players, at)
                times += back
                say(f"{outcome.name}: {number} of {plan.rounds}, all back after {max(back):.2f} s")
            outcome.limit(f"{plan.rounds} kills, players back", times, plan.resume)
            outcome.limit("of that, the server starting", node.starting[1:], plan.resume)
            return await conclude(outcome, company, [node], database)
        finally:
            await company.leave()


async def kill_in_turns(plan: Plan, database: str, say: Say) -> Outcome:
    """Kill one of two servers on the same database, in turns; its players and bots go on at the other."""
    outcome, company = Outcome("two nodes, one killed"), PlayerGroup(plan)
    nodes = [Node(database), Node(database)]
    people: list[float] = []
    bots: list[float] = []
    async with run_nodes(*nodes):
        try:
            await company.open_tables(lambda: [address for node in nodes for address in node.addresses()])
            for number in range(1, plan.rounds + 1):
                await company.play()
                victim = nodes[number % 2]
                lost = [player for player in company.players if player.address == victim.address]
                for player in lost:
                    player.note_dead_node()
                at = await victim.kill()
                bots_back = asyncio.create_task(company.wait_for_bots(at))
                back = await company.wait_for_return(lost, at)
                people += back
                gone_on = await bots_back
                bots += gone_on
                say(
                    f"{outcome.name}: {number} of {plan.rounds}, {len(lost)} players back after "
                    f"{max(back, default=0.0):.2f} s, bots after {max(gone_on):.2f} s"
                )
                await victim.start()
                for player in company.players[number % 2 :: 2]:  # most tables are spread over both
                    await player.disconnect()
            outcome.limit(f"{plan.rounds} kills, {len(people)} players back at the other node", people, plan.resume)
            outcome.limit("bots play on", bots, plan.bots)
            return await conclude(outcome, company, nodes, database)
        finally:
            await company.leave()


async def fill_database(plan: Plan, database: str, say: Say) -> Outcome:
    """Let the SQLite database be full for some seconds."""
    outcome, company, node = Outcome("full database"), PlayerGroup(plan), Node(database, limited=True)
    times: list[float] = []
    async with run_nodes(node):
        try:
            await company.open_tables(node.addresses)
            before = sum(player.drops for player in company.players)
            for number in range(1, plan.rounds + 1):
                await company.play()
                await node.limit_pages(1)  # no more than there are
                await company.wait_for_refusals()
                await asyncio.sleep(plan.hold)
                outcome.failures += await check_guest_refusal(node.address)
                at = time.monotonic()
                await node.limit_pages(0)
                back = await company.wait_for_service(at)
                times += back
                say(f"{outcome.name}: {number} of {plan.rounds}, everybody served after {max(back):.2f} s")
            return await conclude_outage(outcome, company, node, database, times, before)
        finally:
            await company.leave()


async def check_guest_refusal(address: str) -> list[str]:
    """Enter until there is no room left; return what is wrong with how that is refused."""
    for number in range(MOST_GUESTS):
        status, text = await call(address, "/api/guest", {"name": f"Late {number}"})
        if status != 201:
            return [] if status == 503 and b"unavailable" in text else [f"a guest was answered {status} {text!r}"]
    return [f"{MOST_GUESTS} guests entered a full database"]


async def cut_connections(plan: Plan, cluster: Cluster, say: Say) -> Outcome:
    """Cut the connections to PostgreSQL, stop it, and let it crash, for some seconds each."""
    outcome, company, node = Outcome("lost database connection"), PlayerGroup(plan), Node(cluster.url)
    times: list[float] = []
    ways = ("connections cut", "PostgreSQL stopped", "PostgreSQL crashed")
    async with run_nodes(node):
        try:
            await company.open_tables(node.addresses)
            before = sum(player.drops for player in company.players)
            for number in range(1, plan.rounds + 1):
                way = ways[(number - 1) % len(ways)]
                await company.play()
                if way == ways[0]:
                    await hang_up(cluster.url)
                else:
                    how = signal.SIGINT if way == ways[1] else signal.SIGQUIT
                    await asyncio.to_thread(cluster.stop, how)
                    await company.wait_for_refusals()
                    await asyncio.sleep(plan.hold)
                    status, text = await call(node.address, "/api/guest", {"name": "Late"})
                    if status != 503 or b"unavailable" not in text:
                        outcome.failures.append(f"a guest was answered {status} {text!r}")
                    await asyncio.to_thread(cluster.start)
                at = time.monotonic()
                back = await company.wait_for_service(at)
                times += back
                say(f"{outcome.name}: {number} of {plan.rounds}, {way}, everybody served after {max(back):.2f} s")
            return await conclude_outage(outcome, company, node, cluster.url, times, before)
        finally:
            await company.leave()


async def hang_up(url: str) -> None:
    """End every connection of the servers to PostgreSQL."""
    connection = await connect(url)
    try:
        await connection.fetchval(HANG_UP)
    finally:
        await connection.close()


async def conclude_outage(
    outcome: Outcome, company: PlayerGroup, node: Node, database: str, times: list[float], before: int
) -> Outcome:
    """Add what every fault of a database has to lead to."""
    refusals = sum(player.unavailable for player in company.players)
    slowest = max(player.slowest for player in company.players)
    dropped = sum(player.drops for player in company.players) - before
    outcome.limit(f"{company.plan.rounds} faults, everybody served again", times, DEADLINE)
    outcome.figures.append(f'{refusals:,} requests refused as "unavailable", slowest answer {slowest:.2f} s')
    outcome.figures.append(f"{dropped} connections dropped")
    if not refusals:
        outcome.failures.append("nobody was told that nothing can be kept")
    return await conclude(outcome, company, [node], database)


def sqlite_url(folder: Path) -> str:
    """Return the URL of a database in a folder."""
    return f"sqlite:///{folder / 'atout.db'}"
