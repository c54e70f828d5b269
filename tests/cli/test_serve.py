"""`atout serve` and `atout play` in the browser, as processes: start-up, its errors, shutdown."""

import json
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest
import typer
from typer.main import get_command

from atout.cli import play, serve
from atout.cli.errors import InputError
from atout.server.settings import Settings
from atout.server.stores.base import StoreError
from atout.server.stores.sqlite import SqliteStore
from tests.cli.shell import environment, invoke, run
from tests.kit.deadline import DEADLINE
from tests.server.http.live import Guest, start


class Process:
    """A server as a process of its own."""

    def __init__(self, *arguments: str, folder: Path, **extra: str) -> None:
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "atout", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=folder,
            env=environment(folder, **extra),
        )
        assert self.process.stderr is not None
        self.first = json.loads(self.process.stderr.readline())
        self.url = f"http://127.0.0.1:{self.first['port']}"

    def health(self) -> Any:
        with urlopen(f"{self.url}/health", timeout=DEADLINE) as answer:
            return json.load(answer)

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        """Ask it to end; return its exit code and what it wrote. Its workers have ended too."""
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, out, err


@contextmanager
def run_server(*arguments: str, folder: Path, **extra: str) -> Iterator[Process]:
    process = Process("serve", "--port", "0", *arguments, folder=folder, **extra)
    try:
        yield process
    finally:
        process.process.kill()
        process.process.communicate(timeout=DEADLINE)


def start_refused(folder: Path, *arguments: str, **extra: str) -> str:
    """Return the one line with which a server does not start."""
    result = run("serve", "--port", "0", *arguments, folder=folder, **extra)
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    assert result.stderr.startswith("atout: ")
    assert result.stderr.count("\n") == 1, result.stderr
    return result.stderr


# Starting


def test_it_starts_and_ends_in_under_two_seconds_of_the_processor(tmp_path: Path) -> None:
    before = os.times()
    with run_server(folder=tmp_path) as server:
        assert server.health()["well"]
        assert server.stop()[0] == 0
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    assert used < 2.0  # how long that takes by the clock, other programs have a say in: dev.py bench --start


def test_settings_come_from_the_environment_too(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    settings = {
        "ATOUT_DATABASE": f"sqlite:///{file}",
        "ATOUT_ADDRESS": "https://cards.example/",
        "ATOUT_LIMITS": "false",
    }
    with run_server(folder=tmp_path, **settings) as server, urlopen(f"{server.url}/api/server") as answer:
        assert json.load(answer)["address"] == "https://cards.example"
        assert file.is_file()


def test_the_database_is_in_the_data_directory(tmp_path: Path) -> None:
    with run_server(folder=tmp_path) as server:
        assert server.health()["well"]
        assert (tmp_path / "atout" / "atout.db").is_file()


def test_help_names_every_setting(tmp_path: Path) -> None:
    text = invoke("serve", "--help", folder=tmp_path, COLUMNS="80").stdout
    alone = typer.Typer()
    alone.command()(serve.serve)
    options = [option for option in get_command(alone).params if option.envvar]
    assert len(options) == len(Settings.__struct_fields__)
    for option in options:
        for word in (*option.opts, *option.secondary_opts, str(option.envvar)):
            assert re.search(rf"{word}\b", text), word


def test_every_setting_has_a_flag(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    flags = (
        *("--host", "127.0.0.2", "--port", "0", "--database", "sqlite:///x.db", "--address", "https://cards.example"),
        *("--workers", "3", "--bot-pace", "5", "--unload-after", "7", "--retention", "9", "--no-compression"),
        *("--trusted-proxy", "10.0.0.1", "--trusted-proxy", "10.1.0.0/16", "--no-limits", "--web", str(tmp_path)),
        *("--connections", "300", "--connections-per-address", "30"),
        *("--matches-per-person", "11", "--tables-per-address", "13"),
        *("--log", "text", "--compiled", str(tmp_path / "ready.txt")),
    )
    found: list[Settings] = []
    monkeypatch.setattr(serve, "open_socket", lambda host, port: (host, port))
    monkeypatch.setattr(serve, "run", lambda settings, _: found.append(settings))
    assert invoke("serve", *flags, folder=tmp_path).exit_code == 0
    assert invoke("serve", folder=tmp_path).exit_code == 0
    changed, usual = found
    assert usual == Settings(connections=usual.connections)
    assert usual.connections > 300
    assert [name for name in Settings.__struct_fields__ if getattr(changed, name) == getattr(usual, name)] == []
    assert (changed.unload_after, changed.retention_days) == (7000, 9)
    assert (changed.matches_per_person, changed.tables_per_address) == (11, 13)
    assert changed.trusted_proxies == ("10.0.0.1", "10.1.0.0/16")


# Errors


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"cannot listen on 127.0.0.1 port {port}: Address already in use" in start_refused(
            tmp_path, "--port", str(port)
        )


def test_a_host_that_is_not_here(tmp_path: Path) -> None:
    assert "cannot listen on 192.0.2.1 port 0: " in start_refused(tmp_path, "--host", "192.0.2.1")
    assert "cannot listen on no.such.host.invalid port 0: " in start_refused(tmp_path, "--host", "no.such.host.invalid")


def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert "file" in start_refused(tmp_path, "--database", "sqlite:///file/atout.db")
    assert "file" in start_refused(tmp_path, XDG_DATA_HOME=str(tmp_path / "file"))
    assert "absent" in start_refused(tmp_path, "--database", "sqlite:///absent/atout.db")


@pytest.mark.parametrize(
    "url", ["mysql://x", "nonsense", "sqlite://", "sqlite:///", "sqlite:///:memory:", "postgresql://"]
)
def test_a_wrong_database_url(tmp_path: Path, url: str) -> None:
    result = invoke("serve", "--port", "0", "--database", url, folder=tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1


def test_a_database_out_of_reach(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    line = start_refused(tmp_path, "--database", f"postgresql://ada:hidden@127.0.0.1:{port}/atout")
    assert "hidden" not in line


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("this is a letter to my aunt, and not a database at all" * 100, encoding="utf-8")
    assert "x.db" in start_refused(tmp_path, "--database", "sqlite:///x.db")


def test_a_newer_schema(tmp_path: Path) -> None:
    with run_server("--database", "sqlite:///x.db", folder=tmp_path) as server:
        server.stop()
    connection = sqlite3.connect(tmp_path / "x.db")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    assert "newer" in start_refused(tmp_path, "--database", "sqlite:///x.db")


def test_a_database_that_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def full(store: SqliteStore) -> bytes:
        raise StoreError("the database cannot save anything now: database or disk is full")

    monkeypatch.setattr(SqliteStore, "secret", full)
    monkeypatch.setattr("atout.server.logs.configure", lambda **_: None)
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        result = invoke("serve", "--port", "0", folder=tmp_path)
    finally:
        for number, handler in before:
            signal.signal(number, handler)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "atout: the database cannot save anything now: database or disk is full\n"


def test_two_servers_on_one_file(tmp_path: Path) -> None:
    with run_server(folder=tmp_path) as server:
        assert "atout.db" in start_refused(tmp_path)
        assert server.health()["well"]


def test_too_few_file_handles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(256, 1024)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.append(new))
    with pytest.raises(InputError, match="900 connections need 1100 file handles, but the system allows 1024"):
        serve.fit_connections(900)
    assert limits == [(256, 1024)]
    assert serve.fit_connections(500) == 500
    assert limits[-1] == (700, 1024)
    assert serve.fit_connections(100) == 100
    assert len(limits) == 2
    assert serve.fit_connections(None) == 824
    assert limits[-1] == (1024, 1024)
    limits.append((256, resource.RLIM_INFINITY))
    assert serve.fit_connections(100_000) == 100_000
    assert limits[-1] == (100_200, resource.RLIM_INFINITY)
    assert serve.fit_connections(None) == 10_000
    limits.append((256, 150))
    with pytest.raises(InputError, match="the system allows 150 file handles, but more than 200 are needed"):
        serve.fit_connections(None)
    assert "1000000000 connections need 1000000200 file handles" in start_refused(
        tmp_path, "--connections", "1000000000"
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--address", "cards.example"], "--address takes something like https://cards.example"),
        (["--address", "https://cards.example/club"], "--address takes"),
        (["--address", "ftp://cards.example"], "--address takes"),
        (["--address", "http://["], "--address takes"),
        (["--trusted-proxy", "proxy.example"], "--trusted-proxy takes an address such as 127.0.0.1"),
        (["--trusted-proxy", "10.0.0.1/8"], "--trusted-proxy takes"),
        (["--port", "65536"], "--port"),
        (["--retention", "-1"], "--retention"),
        (["--workers", "0"], "--workers"),
        (["--unload-after", "0"], "--unload-after"),
        (["--web", "absent"], "--web takes the folder of a built client: there is no absent"),
    ],
    ids=" ".join,
)
def test_a_wrong_setting(tmp_path: Path, arguments: list[str], expected: str) -> None:
    result = invoke("serve", "--port", "0", *arguments, folder=tmp_path)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr


def test_an_address_is_kept_as_an_origin() -> None:
    assert serve.require_address("") == ""
    assert serve.require_address("https://Cards.example:8443/") == "https://Cards.example:8443"


# Ending


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_gracefully_and_goes_on_where_it_was(tmp_path: Path, number: int) -> None:
    with run_server("--bot-pace", "0", folder=tmp_path) as server:
        guest = Guest(server.url)
        with guest:
            guest.enter("Ada")
            opened = guest.open(bots=[None, "casual", "novice"], options={"deals": "2"})
            line = guest.connect(opened["match"])
            start(line)
            line.wait_until(lambda _: 0 in line.table["display"]["owing"])
            done = line.ask_accepted(type="play", actions=[line.table["display"]["legal"][0]], seq=line.table["seq"])
            begun = time.perf_counter()
            code, out, err = server.stop(number)
            assert (code, out) == (0, "")
            assert time.perf_counter() - begun < 10
            assert "Traceback" not in err
            assert line.wait_closed()[0] == 1012
            cookie = guest.cookie
    with run_server("--bot-pace", "0", folder=tmp_path) as server, Guest(server.url, Cookie=cookie) as guest:
        assert guest.get("/api/me")["name"] == "Ada"
        line = guest.connect(opened["match"])
        assert line.receive()["seq"] >= done["seq"]
        while line.table["status"] == "playing":  # real bots, in their processes
            if 0 in line.table["display"]["owing"]:
                line.ask(type="play", actions=[line.table["display"]["legal"][0]], seq=line.table["seq"])
            else:
                line.receive()
        assert line.table["status"] == "over"


# In the browser


def test_play_serves_on_loopback(tmp_path: Path) -> None:
    browser = tmp_path / "browser"  # opens nothing, where a client is built
    browser.write_text("#!/bin/sh\n", encoding="utf-8")
    browser.chmod(0o755)
    process = Process("play", "njet", "--lang", "fr", folder=tmp_path, BROWSER=f"{browser} %s")
    try:
        assert process.first["host"] == "127.0.0.1"
        assert process.health()["well"]
        assert process.stop()[0] == 0
    finally:
        process.process.kill()
        process.process.communicate(timeout=DEADLINE)


@pytest.fixture
def ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
        listener.close()
        ready("http://127.0.0.1:1234")

    monkeypatch.setattr(serve, "run", run)


@pytest.mark.usefixtures("ready_at_once")
def test_play_says_that_there_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "built_client", lambda: None)
    result = invoke("play", "njet", "--lang", "fr", folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    assert [word for word in ("http://127.0.0.1:1234", "navigateur", "--terminal") if word not in result.stdout] == []


@pytest.mark.usefixtures("ready_at_once")
def test_play_opens_the_browser_at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(play, "built_client", lambda: tmp_path)
    monkeypatch.setattr(play, "has_browser", lambda: True)
    monkeypatch.setattr("webbrowser.open", opened.append)
    result = invoke("play", "luz", "--seats", "3", "--option", "deals=2", "--name", "Zoë & Co", folder=tmp_path)
    assert (result.exit_code, result.stderr) == (0, "")
    (url,) = opened
    assert url.startswith("http://127.0.0.1:1234/#/play?")
    order = parse_qs(urlsplit(url).fragment.partition("?")[2])
    assert order["game"] == ["luz"]
    assert (order["seats"], order["seat"], order["level"]) == (["3"], ["0"], ["casual"])
    assert order["name"] == ["Zoë & Co"]
    assert order["option.deals"] == ["2"]


def test_nothing_is_bound_before_the_match_is_known_to_be_possible(tmp_path: Path) -> None:
    before = sorted(os.listdir(tmp_path))
    result = invoke("play", "luz", "--seats", "7", folder=tmp_path)
    assert result.exit_code == 2
    assert sorted(os.listdir(tmp_path)) == before
