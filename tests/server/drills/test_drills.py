"""Servers are killed and databases break while people play: nothing acknowledged is lost, nothing is done twice."""

from pathlib import Path

from tests.server.stores.cluster import Cluster
from tools.drills import scenarios
from tools.drills.scenarios import Outcome, Plan

SLOW = 30.0  # seconds: how fast things are is measured by the long drills, not beside other tests
GAMES = ("luz", "meinz")


def make_plan(rounds: int) -> Plan:
    return Plan(rounds, tables=2, hold=0.1, resume=SLOW, bots=SLOW, games=GAMES)


def quiet(text: str) -> None:
    """Show no progress."""


def check(outcome: Outcome) -> None:
    assert outcome.failures == []
    moves = int(outcome.figures[0].split()[0].replace(",", ""))
    assert moves >= 4, outcome.figures


async def test_kills_on_sqlite(tmp_path: Path) -> None:
    check(await scenarios.kill_one_node(make_plan(3), "SQLite", scenarios.sqlite_url(tmp_path), quiet))


async def test_kills_on_postgresql(cluster: Cluster) -> None:
    check(await scenarios.kill_one_node(make_plan(2), "PostgreSQL", cluster.url, quiet))


async def test_one_of_two_nodes_is_killed(cluster: Cluster) -> None:
    check(await scenarios.kill_in_turns(make_plan(1), cluster.url, quiet))


async def test_the_database_is_full(tmp_path: Path) -> None:
    check(await scenarios.fill_database(make_plan(1), scenarios.sqlite_url(tmp_path), quiet))


async def test_the_connection_to_the_database_is_lost(cluster: Cluster) -> None:
    check(await scenarios.cut_connections(make_plan(2), cluster, quiet))
