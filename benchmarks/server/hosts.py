"""Servers as processes: started, watched and ended. Their CPU time and memory are read where Linux tells them."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Final, Self

from msgspec import Struct

PATIENCE: Final = 60.0  # seconds until a server that does not answer is given up


class NotStartedError(Exception):
    """A server could not be started."""


class Health(Struct):
    """What a server says about itself."""

    tables: int


class Host:
    """The process of a server."""

    def __init__(
        self, command: Sequence[str], folder: Path, environ: Mapping[str, str], cores: set[int] | None = None
    ) -> None:
        self.port = 0
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environ},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if cores:
            os.sched_setaffinity(self._process.pid, cores)
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._said: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def wait_for_line(self, wanted: Callable[[str], bool]) -> str:
        """Return the next line of output that is wanted."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                line = self._lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except Empty:
                line = ""
            if wanted(line):
                return line
            if not line:
                self.stop()
                raise NotStartedError("".join(self._said[-20:]) or "a server said nothing")

    def stop(self) -> None:
        """End the process as a host would, or else for certain."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def cpu_seconds(self) -> float:
        """Return the CPU time it has used, in all its threads."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, what: str = "VmRSS") -> int:
        """Return the bytes of memory it holds (VmRSS) or has held at most (VmHWM)."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name == what:
                return int(value.split()[0]) * 1024
        raise KeyError(what)

    def warnings(self) -> list[str]:
        """Return the lines of warnings and errors so far."""
        return [line for line in self._said if '"level": "warning"' in line or '"level": "error"' in line]

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.append(line)
            self._lines.put(line)
        self._lines.put("")


def atout(
    database: Path,
    cores: set[int] | None = None,
    unload_after: int | None = None,
    settings: Mapping[str, str] | None = None,
    limits: bool = False,
) -> Host:
    """Return `atout serve` on a SQLite file, as soon as it answers; `unload_after` (milliseconds) is not a flag of it.

    With limits, it believes what it is told about the addresses of visitors.
    """
    url = f"sqlite:///{database}"
    if unload_after is None:
        command = [str(Path(sys.executable).with_name("atout")), "serve"]
        flags = ["--port", "0", "--database", url, "--connections", "5000"]
        flags += ["--trusted-proxy", "127.0.0.1"] if limits else ["--no-limits"]
    else:
        command, flags = [sys.executable, "-c", UNLOADING], [url, str(unload_after)]
    environ = {"PYTHONSAFEPATH": "1", "PYTHONWARNINGS": "default", **(settings or {})}
    host = Host([*command, *flags], database.parent, environ, cores)
    host.port = json.loads(host.wait_for_line(lambda line: '"serving"' in line))["port"]
    while send_request(host.port, "GET", "/health")[0] != 200:
        time.sleep(0.01)
    return host


UNLOADING: Final = """
import sys
from atout.cli.serve import open_socket, run
from atout.server.settings import Settings
run(Settings(database=sys.argv[1], unload_after=int(sys.argv[2]), limits=False), open_socket("127.0.0.1", 0))
"""


def send_request(port: int, method: str, path: str, body: object = None, cookie: str = "") -> tuple[int, bytes, str]:
    """Send one HTTP request; return the status, the body and the cookie of the answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        return send_request_on(connection, method, path, body, cookie)
    finally:
        connection.close()


def send_request_on(
    connection: HTTPConnection, method: str, path: str, body: object = None, cookie: str = ""
) -> tuple[int, bytes, str]:
    """Send a request on a connection that stays open."""
    headers = {"Cookie": cookie} if cookie else {}
    data = None
    if body is not None:
        data, headers["Content-Type"] = json.dumps(body), "application/json"
    connection.request(method, path, data, headers)
    answer = connection.getresponse()
    return answer.status, answer.read(), (answer.getheader("set-cookie") or "").partition(";")[0]
