"""`atout check-log`: whether every stored match still replays."""

import asyncio
from typing import Annotated

import msgspec
import typer
from msgspec import Struct

from atout.cli.arguments import make_console, make_progress
from atout.cli.errors import InputError
from atout.cli.serve import Database
from atout.server.check_log import Finding, find_older_rules, find_replay_fault, find_snapshot_fault, find_talk_fault
from atout.server.stores.base import Store, StoreError
from atout.server.stores.from_url import store_from_url
from atout.server.stores.sqlite import SqliteStore

SOME_FAIL = 1  # exit code: the database can be read, but not everything in it replays

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


class Report(Struct):
    """What was found."""

    matches: int = 0
    events: int = 0
    faults: list[Finding] = []  # what no longer replays
    older: list[Finding] = []  # what does, though it was begun by older rules


def check_log(database: Database = "", as_json: AsJson = False) -> None:
    """Replay every stored match. The exit code is 1 if one no longer replays, 2 if the database cannot be read."""
    try:
        report = asyncio.run(check_store(database))
    except StoreError as error:
        raise InputError(str(error)) from None
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        screen = make_console()
        for finding in (*report.older, *report.faults):
            screen.print(f"{finding.match}: event {finding.seq} {finding.what}", soft_wrap=True)
        failed = len({fault.match for fault in report.faults})
        outcome = f"{failed:,} no longer replay" if failed else "all replay"
        screen.print(f"{report.matches:,} matches, {report.events:,} events: {outcome}", style="bold")
    if report.faults:
        raise typer.Exit(SOME_FAIL)


async def check_store(database: str) -> Report:
    """Look at every match of a database, which a server may use meanwhile."""
    store = store_from_url(database, shared=True)
    if isinstance(store, SqliteStore) and not store.path.is_file():
        raise InputError(f"{store.path}: there is no such file")
    await store.open()
    try:
        report, matches = Report(), await list_matches(store)
        with make_progress() as bar:
            task = bar.add_task("matches", total=len(matches))
            for match in matches:
                await check_match(store, match, report)
                bar.advance(task)
        return report
    finally:
        await store.close()


async def list_matches(store: Store) -> list[str]:
    """Return the ids of all matches."""
    found: list[str] = []
    while page := await store.match_ids(found[-1] if found else ""):
        found += page
    return found


async def check_match(store: Store, match: str, report: Report) -> None:
    """Add what there is to say about a match."""
    snapshot = await store.read_snapshot(match)  # first: the log only grows
    log = await store.read_log(match)
    if not log:  # deleted meanwhile
        return
    report.matches += 1
    report.events += len(log)
    faults = [
        find_replay_fault(match, log),
        find_snapshot_fault(log, snapshot) if snapshot is not None else None,
        find_talk_fault(await store.read_talk(match)),
    ]
    report.faults += [fault for fault in faults if fault is not None]
    if faults[0] is None and (older := find_older_rules(log)) is not None:
        report.older.append(older)
