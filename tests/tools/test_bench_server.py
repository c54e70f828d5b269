"""The server's benchmark: frames, load, rows, and two tables played on a server that really runs."""

import asyncio
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.measure import CORE, SERVER, Measure, Row
from benchmarks.server import asking, atout_tables, boardgame_io, hosts, long_run
from benchmarks.server.load import Load, LostError, quantile
from benchmarks.server.sockets import FINAL, TEXT, Socket, frame_at, frame_message


def server_frame(size: int) -> bytes:
    """Return a frame as a server sends it."""
    length = (
        bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2) if size < 1 << 16 else b"\x7f" + size.to_bytes(8)
    )
    return bytes([FINAL | TEXT]) + length + b"x" * size


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_frames_are_found_only_when_they_are_whole(size: int) -> None:
    frame = server_frame(size)
    assert frame_at(frame, 0) == (FINAL | TEXT, len(frame) - size, len(frame))
    assert frame_at(b"ab" + frame + b"more", 2) == (FINAL | TEXT, len(frame) - size + 2, len(frame) + 2)
    assert all(frame_at(frame[:end], 0) is None for end in (0, 1, len(frame) - 1))


def test_messages_are_heard_however_they_are_cut() -> None:
    stream = b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\n" + server_frame(3) + server_frame(200)
    for step in (1, 7, 60, len(stream)):
        heard: list[bytes] = []
        socket = Socket(0, "/", {}, heard.append)
        for at in range(0, len(stream), step):
            socket.data_received(stream[at : at + step])
        assert heard == [b"x" * 3, b"x" * 200]


def test_a_refused_connection_says_why() -> None:
    socket = Socket(0, "/", {}, lambda data: None)
    socket.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert socket.closed == "HTTP/1.1 403 Forbidden"


@pytest.mark.parametrize("size", [5, 125, 126, 3000])
def test_own_frames_are_masked(size: int) -> None:
    frame = frame_message(b"y" * size, TEXT)
    assert frame[1] & 0x80
    assert frame.endswith(bytes(4) + b"y" * size)


class Echo:
    """A table whose moves are seen in the next turn of the loop, or never."""

    def __init__(self, last: int = 1_000_000) -> None:
        self.over = False
        self.moves = self.size = 0
        self.seen: Callable[[], None] = lambda: None
        self._last = last

    def move(self) -> None:
        if self.moves < self._last:
            asyncio.get_running_loop().call_soon(self._come)

    def _come(self) -> None:
        self.moves += 1
        self.seen()


def test_saturated_tables_move_again_and_again() -> None:
    async def main() -> None:
        load = Load([Echo(), Echo()])
        assert await load.saturate(0.02) > 100
        assert len(load.latencies) == load.moves == sum(table.moves for table in load.tables)
        assert all(table.moves > 1 for table in load.tables)

    asyncio.run(main())


def test_paced_tables_move_once_in_an_interval() -> None:
    async def main() -> None:
        load = Load([Echo() for _ in range(10)])
        assert await load.pace(0.05, 0.1, random.Random(1)) in range(10, 31)

    asyncio.run(main())


def test_a_move_that_nobody_sees_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.server.load.PATIENCE", 0.01)
    with pytest.raises(LostError, match="1 moves"):
        asyncio.run(Load([Echo(), Echo(3)]).saturate(0.02))


def test_quantiles() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)) == (51, 100, 100)


def test_rows_of_other_parts_stay_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "latest.json"

    def row(name: str, part: str, figure: float) -> Row:
        return Row(Measure(name, "", 0, "ms", part=part), figure, None, None, None, None)

    report.save(file, [row("a", CORE, 1), row("b", CORE, 2)], {"open_spiel": "2"})
    report.save(file, [row("c", SERVER, 3)], {"boardgame.io": "0"})
    report.save(file, [row("c", SERVER, 4)], {"boardgame.io": "0"})
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert [(line["measure"], line["ours"]) for line in saved["rows"]] == [("a", 1), ("b", 2), ("c", 4)]
    assert saved["versions"] == {"open_spiel": "2", "boardgame.io": "0"}
    report.save(file, [row("a", CORE, 5)], {}, whole=False)
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert [(line["measure"], line["ours"]) for line in saved["rows"]] == [("b", 2), ("c", 4), ("a", 5)]


def test_the_peer_is_pinned_without_addresses() -> None:
    lock = json.loads((boardgame_io.HERE / "package-lock.json").read_text(encoding="utf-8"))
    packages = [package for name, package in lock["packages"].items() if name]
    assert not [package for package in packages if "resolved" in package]
    assert all("integrity" in package for package in packages)
    assert lock["packages"]["node_modules/boardgame.io"]["version"] == boardgame_io.version()


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of processes")
def test_tables_are_played_and_nothing_is_lost(tmp_path: Path) -> None:
    async def main() -> int:
        with hosts.atout(tmp_path / "a.db") as host:
            tables = await atout_tables.start_tables(host.port, 2, random.Random(1))
            load = Load(tables)
            await load.saturate(0.2)
            assert all(table.moves for table in tables)
            assert host.cpu_seconds() > 0
            assert host.memory() > 1e6
            assert asking.count_tables(host.port) == 2
            for table in tables:
                table.close()
            assert host.warnings() == []
        return load.moves

    assert asyncio.run(main()) == asking.count_stored_moves(tmp_path / "a.db") > 0


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux tells it")
def test_an_evening_is_told_hour_by_hour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(long_run, "AT_ONCE", 2)
    with hosts.atout(tmp_path / "a.db", settings={"ATOUT_BOT_PACE": "0"}) as host:
        asyncio.run(long_run.run_evening(host, 2, 10))
        assert host.warnings() == []
    rows = [line.strip("|").split("|") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [int(row[0]) for row in rows] == [0, 1, 2]
    for hour, row in enumerate(rows):
        assert int(row[1]) >= 10 * hour
        assert float(row[3]) > 20
