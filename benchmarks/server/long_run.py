"""An evening of a server in minutes: people play with bots at many tables, and its memory is looked at all the while.

    python -m benchmarks.server.long_run --hours 8 --tables 6

plays as many decisions as that many tables take in that many hours, at one decision in 2.5 seconds each: bots answer as
soon as they can, and people at once. Prints a row for every hour.
"""

import argparse
import asyncio
import os
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from atout import fair
from atout.games import load, names
from benchmarks.server import hosts
from benchmarks.server.hosts import PATIENCE, Host, send_request
from benchmarks.server.load import LostError
from benchmarks.server.sockets import Socket

SECONDS: Final = 2.5  # between two decisions at a table, of people and of bots
LEVELS: Final = ("novice", "casual")
AT_ONCE: Final = 24  # tables that really play side by side: the less each takes, the more there are to keep it busy
MIB: Final = 2**20


class Display(Struct):
    """What of a position matters here."""

    legal: list[str] = []


class Message(Struct):
    """What of a message matters here."""

    type: str
    seq: int = 0
    status: str = ""
    display: Display | None = None
    why: str = ""


class Evening:
    """All tables together."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.decisions = 0
        self.matches = 0
        self.over = False

    async def table(self, number: int) -> None:
        """Let one person play one match after the other, each with other bots."""
        rng = random.Random(number)
        cookie = send_request(self.port, "POST", "/api/guest", {"name": f"Guest {number}"})[2]
        for match in count(number):
            name = names()[match % len(names())]
            await BotMatch(self, name, cookie, rng).play()
            self.matches += 1


class BotMatch:
    """One match of a person with bots."""

    def __init__(self, evening: Evening, game: str, cookie: str, rng: random.Random) -> None:
        self._evening = evening
        self._seats = load(game).seat_counts[0]
        order = {"game": game, "seats": self._seats, "public": False}
        status, data, _ = send_request(evening.port, "POST", "/api/tables", order, cookie)
        if status != 201:
            raise LostError(f"no table: {status} {data[:200]!r}")
        self._match = msgspec.json.decode(data, type=dict[str, str])["match"]
        self._rng = rng
        self._bytes = secrets.token_hex(32)
        self._asked: set[str] = set()
        self._number = 0
        self._seq = 0
        self._played = -1
        self._over = asyncio.Event()
        headers = {"Cookie": cookie, "Sec-WebSocket-Protocol": "atout.1"}
        self._socket = Socket(evening.port, f"/ws/{self._match}", headers, self._on_message)

    async def play(self) -> None:
        """Play to the end."""
        await self._socket.open()
        try:
            while not self._over.is_set():
                try:
                    await asyncio.wait_for(self._over.wait(), PATIENCE)
                except TimeoutError:
                    if self._socket.closed:
                        raise LostError(f"{self._match}: {self._socket.closed}") from None
        finally:
            self._socket.close()
            await asyncio.sleep(0)  # which is when it is closed

    def _ask(self, kind: str, **more: object) -> None:
        self._number += 1
        request = {"type": kind, "re": self._number, "id": f"{self._number}", **more}
        self._socket.send(msgspec.json.encode(request))

    def _on_message(self, data: bytes) -> None:
        told = _decoder.decode(data)
        if told.type == "refused" and told.why != "table-has-changed":  # somebody was faster: it is shown again
            raise LostError(f"{self._match}: {told.why}")
        if told.type not in ("table", "changed"):
            return
        if told.type == "table" and told.status in ("open", "sealed"):
            self._prepare(told.status)
        self._evening.decisions += told.seq > self._seq
        self._seq = max(told.seq, self._seq)
        if told.status in ("over", "ended"):
            self._over.set()
        elif told.display is not None and told.display.legal and told.seq != self._played:
            self._played = told.seq
            self._ask("play", actions=[self._rng.choice(told.display.legal)], seq=told.seq)

    def _prepare(self, status: str) -> None:
        if status in self._asked:
            return
        self._asked.add(status)
        if status == "sealed":
            self._ask("reveal", bytes=self._bytes)
            return
        for seat in range(1, self._seats):
            self._ask("bot", seat=seat, level=LEVELS[seat % len(LEVELS)])
        self._ask("ready", commitment=fair.commitment(self._match, self._bytes))


_decoder = msgspec.json.Decoder(Message)


def children(pid: int) -> Iterable[int]:
    """Return the processes that a process has started, and those that they have."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
        yield int(child)
        yield from children(int(child))


def memory(pid: int) -> int:
    """Return the bytes of a process that are in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def run_evening(host: Host, hours: int, per_hour: int) -> None:
    """Play, and print a row for every hour."""
    evening = Evening(host.port)
    tables = [asyncio.create_task(evening.table(number)) for number in range(AT_ONCE)]
    print("| Hour | Decisions | Matches ended | Server, MiB | Workers, MiB |\n| --: | --: | --: | --: | --: |")
    for hour in range(hours + 1):
        while evening.decisions < max(hour * per_hour, 1):
            done, _ = await asyncio.wait(tables, timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
            for table in done:
                table.result()
        workers = sorted(memory(pid) / MIB for pid in children(host.pid))
        held = " + ".join(f"{each:.1f}" for each in workers if each > 15)  # not the one that tracks resources
        print(
            f"| {hour} | {evening.decisions} | {evening.matches} | {memory(host.pid) / MIB:.1f} | {held} |",
            flush=True,
        )
    for table in tables:
        table.cancel()
    await asyncio.gather(*tables, return_exceptions=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=int, default=8)
    parser.add_argument("--tables", type=int, default=6, help="as many as that many tables would take")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        settings = {"ATOUT_BOT_PACE": "0", "ATOUT_UNLOAD_AFTER": "10"}  # an evening has minutes for that, this has not
        with hosts.atout(Path(folder, "atout.db"), settings=settings) as host:
            asyncio.run(run_evening(host, options.hours, round(options.tables * 3600 / SECONDS)))
    print(f"\n{time.monotonic() - start:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
