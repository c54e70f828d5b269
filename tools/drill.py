"""Break servers while people play, and print figures for each way of breaking them.

    python tools/drill.py                           all drills, about half an hour
    python tools/drill.py kill-sqlite --kills 1000  `kill -9` at random moments, SQLite
    python tools/drill.py kill-postgres             the same on PostgreSQL
    python tools/drill.py nodes                     two servers on one PostgreSQL, one killed
    python tools/drill.py full                      the database has no room left
    python tools/drill.py connection                the connection to PostgreSQL is lost

Players are programs at several tables, bots beside them. What they were told is compared with the log in the database
and with a replay of it: nothing acknowledged may be lost, nothing carried out twice. The exit code is 1 if a drill
failed.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.stores.cluster import Cluster
from tools.drills import scenarios
from tools.drills.scenarios import Outcome, Plan

DRILLS = ("kill-sqlite", "kill-postgres", "nodes", "full", "connection")


def say(text: str) -> None:
    """Show how far it is: in a terminal on one line, elsewhere line by line."""
    print(f"\r\033[K{text}" if sys.stdout.isatty() else text, end="" if sys.stdout.isatty() else "\n", flush=True)


async def drill(name: str, options: argparse.Namespace) -> Outcome:
    """Run a drill."""
    plan = Plan(options.kills, options.tables, games=tuple(options.game), seed=options.seed)
    with tempfile.TemporaryDirectory(prefix="atout-drill-") as folder:
        if name == "kill-sqlite":
            return await scenarios.kill_one_node(plan, "SQLite", scenarios.sqlite_url(Path(folder)), say)
        if name == "full":
            return await scenarios.fill_database(
                replace(plan, rounds=options.faults), scenarios.sqlite_url(Path(folder)), say
            )
    cluster = await asyncio.to_thread(Cluster)
    try:
        await asyncio.to_thread(cluster.start)
        if name == "kill-postgres":
            return await scenarios.kill_one_node(plan, "PostgreSQL", cluster.url, say)
        if name == "nodes":
            return await scenarios.kill_in_turns(replace(plan, rounds=options.faults), cluster.url, say)
        return await scenarios.cut_connections(replace(plan, rounds=options.faults), cluster, say)
    finally:
        await asyncio.to_thread(cluster.remove)


def report(outcome: Outcome, seconds: float) -> None:
    """Print the figures of a drill."""
    busy = f", load average {os.getloadavg()[1]:.1f}" if hasattr(os, "getloadavg") else ""
    print(
        f"{outcome.name}: {'FAILED' if outcome.failures else 'ok'} ({seconds:.0f} s{busy}, {os.cpu_count()} processors)"
    )
    for line in outcome.figures:
        print(f"  {line}")
    for line in outcome.failures[:20]:
        print(f"  WRONG: {line}")
    if len(outcome.failures) > 20:
        print(f"  and {len(outcome.failures) - 20} more")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drills", nargs="*", metavar="DRILL", help=f"any of {', '.join(DRILLS)}")
    parser.add_argument("--kills", type=int, default=200, help="how often a single server is killed (200)")
    parser.add_argument("--faults", type=int, default=12, help="how often anything else is broken (12)")
    parser.add_argument("--tables", type=int, default=4, help="how many tables are played at (4)")
    parser.add_argument("--game", action="append", default=[], help="a game to play; without it all in turn")
    parser.add_argument("--seed", default="1", help="what the moments and moves are drawn from (1)")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.drills if name not in DRILLS]:
        parser.error(f"no drill {unknown[0]!r}; there are {', '.join(DRILLS)}")
    if min(options.kills, options.faults, options.tables) < 1:
        parser.error("--kills, --faults and --tables take numbers from 1 on")
    outcomes: list[tuple[Outcome, float]] = []
    try:
        for name in options.drills or DRILLS:
            start = time.monotonic()
            outcomes.append((asyncio.run(drill(name, options)), time.monotonic() - start))
            say("")
    finally:
        for outcome, seconds in outcomes:
            report(outcome, seconds)
    return 1 if any(outcome.failures for outcome, _ in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
