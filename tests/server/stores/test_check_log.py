"""`atout check-log`: stored matches that replay, and everything that keeps one from it."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import Result

from atout.games import names
from atout.server.check_log import find_replay_fault, find_snapshot_fault, find_talk_fault
from atout.server.core import events, wire
from atout.server.stores.base import Event, Remark, Snapshot
from tests.cli.shell import environment, invoke
from tests.server.core.sessions import MATCH, Session
from tests.server.stores.databases import Database, PostgresDatabase, SqliteDatabase, add_identities

OTHER = "e" * 32


def play_match(game: str = "luz") -> Session:
    return Session(game, people=2, bots=2 if game in ("mu", "loop") else 1).start().finish()


def store_logs(place: Database, *logs: list[Event], snapshots: Iterable[Snapshot] = ()) -> None:
    async def work() -> None:
        async with place.open_store() as store:
            await add_identities(store, "ada", "bo")
            for log in logs:
                await store.append(log)
            for snapshot in snapshots:
                await store.save_snapshot(snapshot)

    asyncio.run(work())


def run_check(place: Database, folder: Path, *arguments: str) -> Result:
    return invoke("check-log", "--database", place.url, *arguments, folder=folder)


def report(place: Database, folder: Path) -> tuple[int, Any]:
    result = run_check(place, folder, "--json")
    assert result.stderr == ""
    return result.exit_code, json.loads(result.stdout)


def change_event(event: Event, **fields: Any) -> Event:
    """Return an event whose body says something else."""
    entry = events.decode_event(event)
    did = msgspec.structs.replace(entry.did, **fields)
    return events.encode_event(event.match, event.seq, event.at, msgspec.structs.replace(entry, did=did))


def index_of(log: list[Event], kind: str) -> int:
    """Return where the first event of a kind is."""
    return next(place for place, event in enumerate(log) if event.kind == kind)


# The command


def test_what_replays_is_counted(place: Database, tmp_path: Path) -> None:
    log = play_match().log
    store_logs(place, log, snapshots=[Snapshot.from_events(log[:40])])
    result = run_check(place, tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"1 matches, {len(log)} events: all replay\n"
    assert report(place, tmp_path) == (0, {"matches": 1, "events": len(log), "faults": [], "older": []})


def test_a_broken_event_is_named_with_its_match(place: Database, tmp_path: Path) -> None:
    good, log = [msgspec.structs.replace(event, match=OTHER) for event in Session().log], play_match().log
    spoilt = index_of(log, "played")
    log[spoilt] = change_event(log[spoilt], actions=(71,))
    store_logs(place, good, log)
    code, found = report(place, tmp_path)
    assert (code, found["matches"], found["older"]) == (1, 2, [])
    (fault,) = found["faults"]
    assert (fault["match"], fault["seq"]) == (MATCH, spoilt + 1)
    assert fault["what"].startswith("cannot be replayed: IllegalActionError(")
    result = run_check(place, tmp_path)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{MATCH}: event {spoilt + 1} cannot be replayed: ")
    assert lines[1:] == [f"2 matches, {len(good) + len(log)} events: 1 no longer replay"]


def test_newer_rules_are_told(place: Database, tmp_path: Path) -> None:
    log = play_match().log
    log[0] = change_event(log[0], rules_version=99)
    store_logs(place, log)
    code, found = report(place, tmp_path)
    assert code == 1
    assert found["faults"] == [{"match": MATCH, "seq": 1, "what": "is by rules 99 of luz, but this program has 1"}]


def test_older_rules_are_told_and_judged_by_the_replay(place: Database, tmp_path: Path) -> None:
    log = play_match().log
    log[0] = change_event(log[0], rules_version=0)
    store_logs(place, log)
    code, found = report(place, tmp_path)
    assert (code, found["faults"]) == (0, [])
    assert found["older"] == [{"match": MATCH, "seq": 1, "what": "is by rules 0 of luz, but this program has 1"}]


def test_a_snapshot_that_differs_from_the_log_is_told(place: Database, tmp_path: Path) -> None:
    log = play_match().log
    other = list(log)
    other[11] = msgspec.structs.replace(other[11], at=other[11].at + 1)
    store_logs(place, log, snapshots=[Snapshot.from_events(other[:20])])
    code, found = report(place, tmp_path)
    assert (code, found["matches"]) == (1, 1)
    assert found["faults"] == [{"match": MATCH, "seq": 12, "what": "differs between the snapshot and the log"}]


def test_an_empty_database_replays(place: Database, tmp_path: Path) -> None:
    store_logs(place)
    assert report(place, tmp_path) == (0, {"matches": 0, "events": 0, "faults": [], "older": []})


def test_it_looks_at_a_database_in_use(place: Database, tmp_path: Path) -> None:
    log = play_match().log

    async def work() -> Result:
        async with place.open_store() as store:
            await store.append(log)
            return await asyncio.to_thread(run_check, place, tmp_path)

    assert asyncio.run(work()).stdout.endswith("all replay\n")


def test_more_matches_than_a_page_holds(sqlite: SqliteDatabase, tmp_path: Path) -> None:
    first = Session().log[0]

    async def work() -> None:
        async with sqlite.open_store() as store:
            logs = [[msgspec.structs.replace(first, match=f"{number:032x}")] for number in range(501)]
            await asyncio.gather(*(store.append(log) for log in logs))

    asyncio.run(work())
    assert run_check(sqlite, tmp_path).stdout == "501 matches, 501 events: all replay\n"


# Bad input


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("sqlite:///absent.db", "absent.db: there is no such file"),
        ("sqlite:///letter.db", "letter.db: "),
        ("mysql://x", "begins with sqlite:/// or postgresql://"),
        ("postgresql://ada:hidden@127.0.0.1:1/x", "PostgreSQL: "),
    ],
)
def test_what_is_no_database_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, expected: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.db").write_text("Dear aunt, this is no database at all." * 50, encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    result = invoke("check-log", "--database", url, folder=tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("atout: ")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr
    assert "hidden" not in result.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_a_newer_schema_is_bad_input(postgres: PostgresDatabase, tmp_path: Path) -> None:
    store_logs(postgres)
    asyncio.run(postgres.execute("INSERT INTO atout.migrations VALUES (99)"))
    result = run_check(postgres, tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "newer" in result.stderr


# What is wrong with a log


@pytest.mark.parametrize("game", names())
def test_every_game_replays(game: str) -> None:
    session = Session(game, people=2, bots=2 if game in ("mu", "loop") else 1).start()
    for _ in range(40):
        if session.table.status == "playing":
            session.play(session.table.owing_seats()[0])
    assert find_replay_fault(MATCH, session.log) is None


def test_an_abandoned_match_replays() -> None:
    session = Session().start()
    for who in ("ada", "bo"):
        session.ask(who, wire.Vote(1))
    assert session.log[-1].kind == "over"
    assert find_replay_fault(MATCH, session.log) is None


def gap(log: list[Event]) -> int:
    del log[5]
    return 6


def no_json(log: list[Event]) -> int:
    log[4] = msgspec.structs.replace(log[4], body=b"{")
    return 5


def unknown_kind(log: list[Event]) -> int:
    log[4] = msgspec.structs.replace(log[4], body=b'{"did":{"kind":"sang"}}')
    return 5


def other_name(log: list[Event]) -> int:
    log[4] = msgspec.structs.replace(log[4], kind="said")
    return 5


def no_beginning(log: list[Event]) -> int:
    log[:] = [msgspec.structs.replace(event, seq=event.seq - 1) for event in log[1:]]
    return 1


def begins_twice(log: list[Event]) -> int:
    log[1] = msgspec.structs.replace(log[0], seq=2)
    return 2


def unknown_game(log: list[Event]) -> int:
    log[0] = change_event(log[0], game="chess")
    return 1


def other_shuffle(log: list[Event]) -> int:
    place = index_of(log, "dealt")
    order = events.decode_event(log[place]).did.order  # type: ignore[union-attr]
    log[place] = change_event(log[place], order=order[::-1])
    return place + 1


def other_secret(log: list[Event]) -> int:
    log[0] = change_event(log[0], secret="0" * 64)
    return index_of(log, "dealt") + 1


def no_secret(log: list[Event]) -> int:
    log[0] = change_event(log[0], secret="?")
    return index_of(log, "dealt") + 1


def other_scores(log: list[Event]) -> int:
    log[-1] = change_event(log[-1], scores=(1, 2, 3))
    return len(log)


def ends_early(log: list[Event]) -> int:
    place = index_of(log, "played")
    log[place:] = [msgspec.structs.replace(log[-1], seq=place + 1)]
    return place + 1


@pytest.mark.parametrize(
    "spoil",
    [
        *(gap, no_json, unknown_kind, other_name, no_beginning, begins_twice, unknown_game),
        *(other_shuffle, other_secret, no_secret, other_scores, ends_early),
    ],
)
def test_a_fault_is_found_where_it_is(spoil: Callable[[list[Event]], int]) -> None:
    log = play_match().log
    seq = spoil(log)
    fault = find_replay_fault(MATCH, log)
    assert fault is not None
    assert (fault.match, fault.seq) == (MATCH, seq)
    assert fault.what.isprintable()


def test_a_rules_fix_that_changes_scores_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    log = play_match().log
    monkeypatch.setattr("atout.match.Match.scores", lambda match: [0] * match.seats)
    fault = find_replay_fault(MATCH, log)
    assert fault is not None
    assert fault.seq == len(log)
    assert "a replay gives (0, 0, 0)" in fault.what


def test_snapshots_are_compared_event_by_event() -> None:
    log = Session().log
    whole = Snapshot.from_events(log)
    assert find_snapshot_fault(log, whole) is None
    assert find_snapshot_fault(log, Snapshot.from_events(log[:2])) is None
    beyond = find_snapshot_fault(log[:-1], whole)
    assert beyond is not None
    assert beyond.seq == len(log)
    short = find_snapshot_fault(log, msgspec.structs.replace(whole, seq=len(log) + 1))
    assert short is not None
    assert short.what == f"the snapshot up to here holds {len(log)} events"
    assert find_snapshot_fault(log, Snapshot(MATCH, 3, b"of another version")) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_a_bar_shows_on_a_terminal(sqlite: SqliteDatabase, tmp_path: Path) -> None:
    import pty

    store_logs(sqlite, play_match().log)
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "atout", "check-log", "--database", sqlite.url]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave, env=environment(tmp_path), timeout=120
    )
    os.close(slave)
    shown = os.read(master, 65536).decode()
    os.close(master)
    assert done.returncode == 0
    assert "matches" in shown
    assert "1/1" in shown


def test_talk_is_looked_at() -> None:
    good = [Remark(MATCH, 3, 5, "ada", "hello", "", ""), Remark(MATCH, 4, 5, "", "", "", "")]
    assert find_talk_fault(good) is None
    for wrong in (Remark(MATCH, 5, 5, "ada", "hello", "hi", ""), Remark(MATCH, 5, 5, "", "", "hi", "")):
        fault = find_talk_fault([*good, wrong])
        assert fault is not None
        assert (fault.match, fault.seq) == (MATCH, 5)
