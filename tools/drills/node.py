"""A server in a process of its own, to be killed and started again."""

import asyncio
import json
import os
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import deque
from pathlib import Path
from typing import Final

START_SECONDS: Final = 60.0
ORPHAN_SECONDS: Final = 10.0
FOREIGN: Final = ("ATOUT_", "COVERAGE_PROCESS")  # settings of the process around, not of the server
LIMITED: Final = Path(__file__).with_name("small_database.py")
SETTINGS: Final = ("--port", "0", "--no-limits", "--workers", "1", "--bot-pace", "20")


class Node:
    """`atout serve` on a database."""

    def __init__(self, database: str, limited: bool = False) -> None:
        self.address = ""  # where it answers, if it does
        self.starting: list[float] = []  # seconds each start took
        self.faults: list[str] = []  # lines of its log that no drill should cause
        self._program = [str(LIMITED)] if limited else ["-m", "atout"]
        self._database = database
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._ready = asyncio.Event()
        self._limited = asyncio.Event()
        self._lines: deque[str] = deque(maxlen=40)
        self._groups: set[int] = set()

    def addresses(self) -> list[str]:
        """Return where it answers."""
        return [self.address] if self.address else []

    async def start(self) -> None:
        """Start, and wait until it answers."""
        begun = time.monotonic()
        self._ready.clear()
        environ = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, *self._program, "serve", "--database", self._database, *SETTINGS),
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=PIPE,
            env=environ,
            start_new_session=True,
        )
        self._groups.add(self._process.pid)
        self._reading = asyncio.create_task(self._read(self._process))
        waiting = [asyncio.create_task(self._ready.wait()), asyncio.create_task(self._process.wait())]
        await asyncio.wait(waiting, timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        if not self._ready.is_set():
            raise RuntimeError("the server did not start:\n" + "\n".join(self._lines))
        self.starting.append(time.monotonic() - begun)

    async def kill(self) -> float:
        """End it as a power cut would, without a word; return when."""
        assert self._process is not None
        assert self._reading is not None
        self.address = ""
        if self._process.returncode is not None:
            raise RuntimeError("the server ended by itself:\n" + "\n".join(self._lines))
        self._process.kill()
        at = time.monotonic()
        self._reading.cancel()
        await self._process.wait()
        return at

    async def close(self) -> None:
        """Leave nothing behind."""
        if self._process is not None and self._process.returncode is None:
            await self.kill()
        for group, _ in find_orphans(self._groups):
            os.killpg(group, signal.SIGKILL)

    async def orphans(self) -> int:
        """Return how many processes of killed servers are still there after some seconds."""
        dead = self._groups - ({self._process.pid} if self.address and self._process else set())
        end = time.monotonic() + ORPHAN_SECONDS
        while find_orphans(dead) and time.monotonic() < end:
            await asyncio.sleep(0.1)
        return len(find_orphans(dead))

    async def limit_pages(self, pages: int) -> None:
        """Let an SQLite database grow to that many pages and no further; 0: without a limit."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._limited.clear()
        self._process.stdin.write(f"{pages}\n".encode())
        await asyncio.wait_for(self._limited.wait(), START_SECONDS)

    async def _read(self, process: Process) -> None:
        assert process.stderr is not None
        while line := (await process.stderr.readline()).decode(errors="replace").rstrip():
            self._lines.append(line)
            try:
                told: dict[str, object] = json.loads(line)
            except ValueError:
                self.faults.append(line)
                continue
            if told.get("message") == "serving":
                self.address = f"{told['host']}:{told['port']}"
                self._ready.set()
            elif told.get("message") == "limited":
                self._limited.set()
            elif told.get("level") in ("error", "critical"):
                self.faults.append(summarise_fault(told))


def summarise_fault(told: dict[str, object]) -> str:
    """Return a fault in one line: what failed, where in the server, and why."""
    lines = str(told.get("error", "")).splitlines()
    places = [line.strip() for line in lines if "atout" in line and line.lstrip().startswith("File ")]
    return " | ".join([str(told.get("message")), *places[-1:], *lines[-1:]])


def find_orphans(groups: set[int]) -> list[tuple[int, int]]:
    """Return the process groups, among these, and processes that are still running; known on Linux only."""
    found: list[tuple[int, int]] = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = stat.read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):  # it has ended meanwhile
            continue
        if int(group) in groups and state != "Z":
            found.append((int(group), int(stat.parent.name)))
    return found
