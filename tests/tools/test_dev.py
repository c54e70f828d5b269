"""dev.py: what it says when something is missing, that nothing half-made is used, and what a check consists of."""

import errno
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import dev
from tools import client
from tools.dev import environments, full_test, play
from tools.dev.checks import Checks
from tools.dev.environments import TaskError
from tools.dev.progress import Progress

posix = pytest.mark.skipif(os.name == "nt", reason="there are no such locks and signals there")


# One clear line and a way on


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (errno.ENOSPC, "the disk is full (x): make room and run the same again, nothing half-made is used"),
        (errno.EROFS, "this clone cannot be written to (x): copy it into a folder of your own and run dev.py there"),
        (errno.EACCES, "this clone cannot be written to (x): copy it into a folder of your own and run dev.py there"),
        (errno.EIO, "Input/output error (x)"),
    ],
)
def test_what_the_system_refuses_is_one_line(
    number: int, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(arguments: list[str]) -> int:
        raise OSError(number, os.strerror(number), "x")

    monkeypatch.setitem(dev.TASKS, "play", refuse)
    assert dev.main(["play"]) == 1
    assert capsys.readouterr() == ("", f"dev.py: error: {line}\n")


def test_what_somebody_stops_can_be_run_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(arguments: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(dev.TASKS, "play", stopped)
    assert dev.main(["play"]) == 130
    assert capsys.readouterr().err == "\ndev.py: stopped; run the same again, nothing half-made is used\n"


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("a\nERROR: Could not install packages: [Errno 28] No space left on device\nb", "the disk is full"),
        (
            "WARNING: Retrying ... NameResolutionError(...)\nERROR: No matching distribution found for x",
            "no package index",
        ),
        ("npm error code EAI_AGAIN\nnpm error syscall getaddrinfo", "no package index"),
        ("one\nERROR: mypyc failed\n  more", "ERROR: mypyc failed"),
        ("one\ntwo\n\n", "two"),
        ("", "it said nothing"),
    ],
)
def test_why_a_program_failed_is_one_line(output: str, line: str) -> None:
    found = environments.reason(output)
    assert found.startswith(line)
    assert "\n" not in found


def test_a_full_disk_is_named_even_where_the_log_has_no_room_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda path: SimpleNamespace(free=4096))
    assert environments.reason("").startswith("the disk is full")
    assert environments.reason("ERROR: something else") == "ERROR: something else"


def test_without_a_compiler_a_real_run_ends_with_one_line(tmp_path: Path) -> None:
    environ = {name: value for name, value in os.environ.items() if name != "CC"}
    command = [sys.executable, str(environments.ROOT / "dev.py"), "test"]
    done = subprocess.run(command, env={**environ, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"dev\.py: error: no C compiler found .*\n", done.stderr)


def test_no_compiler_and_no_headers_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "has_compiler", lambda: False)
    assert "no C compiler" in str(environments.missing_for_compiling())
    with pytest.raises(TaskError, match="no C compiler"):
        environments.need_compiler()
    monkeypatch.setattr(environments, "has_compiler", lambda: True)
    monkeypatch.setattr("sysconfig.get_path", lambda *_: str(tmp_path))
    assert "no Python.h" in str(environments.missing_for_compiling())


def test_pip_that_fails_says_why_in_one_line(tmp_path: Path) -> None:
    environments.create(tmp_path / "env")
    log = tmp_path / "log"
    log.write_text("ERROR: of another time\n")
    with pytest.raises(TaskError, match=r"^pip install failed in env: ERROR: .*no-such-file") as error:
        environments.pip(tmp_path / "env", "install", "-r", str(tmp_path / "no-such-file.txt"), log=log)
    assert "another time" not in str(error.value)


@pytest.mark.parametrize("arguments", [["nix"], ["check", "--fast"], ["check", "no/such/file.py"]])
def test_misspelt_is_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_help_names_every_task(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["--help"]) == 0
    out = capsys.readouterr().out
    assert [name for name in dev.TASKS if f"\n  {name} " not in out] == []


# Nothing half-made is used


def prepare(env: Path, installs: list[str], state: str = "1", fail: bool = False) -> None:
    def install() -> None:
        installs.append(state)
        if fail:
            raise TaskError("no network")
        (env / "installed").touch()

    environments.prepare(env, state, "", install)


def test_an_environment_is_made_once_and_again_for_another_state(folder: Path) -> None:
    installs: list[str] = []
    for state in ("1", "1", "2", "2"):
        prepare(folder / "env", installs, state)
    assert installs == ["1", "2"]


@pytest.mark.parametrize("stamp", [None, "", "{", "[]", json.dumps({"python": f"{sys.version} {environments.ROOT}"})])
def test_what_an_interrupted_install_left_is_not_used(folder: Path, stamp: str | None) -> None:
    installs: list[str] = []
    env = folder / "env"
    with pytest.raises(TaskError):
        prepare(env, installs, fail=True)
    (env / "half-made").touch()
    if stamp is not None:
        (env / "stamp.json").write_text(stamp)
    prepare(env, installs)
    assert installs == ["1", "1"]
    assert stamp == json.dumps({"python": f"{sys.version} {environments.ROOT}"}) or not (env / "half-made").exists()
    assert (env / "installed").exists()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "stamp"
    environments.write(file, "old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="full"):
        environments.write(file, "new")
    assert file.read_text() == "old"


@posix
def test_a_second_one_waits_for_the_first(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    inside, said = threading.Event(), threading.Event()

    def first() -> None:
        with environments.hold_lock("play"):
            inside.set()
            assert said.wait(20)
            order.append("first")

    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(20)
    tell = environments.say

    def say(text: str) -> None:
        tell(text)
        said.set()

    monkeypatch.setattr(environments, "say", say)
    with environments.hold_lock("play"):
        order.append("second")
    thread.join()
    assert order == ["first", "second"]
    assert "waiting for another dev.py to finish with play" in capsys.readouterr().out


# Play


@pytest.fixture
def compiles(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return where a script stands that is run instead of the compiler."""
    script = folder / "dev.py"
    monkeypatch.setattr(play, "ROOT", folder)
    before = signal.getsignal(signal.SIGTERM)
    yield script
    signal.signal(signal.SIGTERM, before)


PLAYS = """
import os, pathlib, time
told = pathlib.Path(os.environ["ATOUT_COMPILED"])
end = time.monotonic() + 60
while not told.is_file() and time.monotonic() < end:
    time.sleep(0.01)
print("told", repr(told.read_text()))
"""


def test_the_server_is_told_where_the_compiled_package_is(compiles: Path, capfd: pytest.CaptureFixture[str]) -> None:
    compiles.write_text("import sys; assert sys.argv[1:] == ['compile-only', 'there']")
    assert play.play_and_compile([sys.executable, "-c", PLAYS], dict(os.environ), Path("there"), quiet=True) == 0
    assert capfd.readouterr().out == "told 'there'\n"


def test_a_failed_compilation_is_one_line_and_the_game_goes_on(
    compiles: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    compiles.write_text("import sys; print('gcc is out of order', file=sys.stderr); sys.exit(1)")
    assert play.play_and_compile([sys.executable, "-c", PLAYS], dict(os.environ), Path("there"), quiet=False) == 0
    out = capfd.readouterr().out
    assert "told ''\n" in out
    assert "dev.py: not compiled, bots go on in plain Python: gcc is out of order\n" in out


@posix
def test_the_compiler_ends_with_the_game(compiles: Path, capfd: pytest.CaptureFixture[str]) -> None:
    compiles.write_text("import time; time.sleep(600)")
    assert play.play_and_compile([sys.executable, "-c", "print('bye')"], dict(os.environ), Path("x"), quiet=False) == 0
    out = capfd.readouterr().out
    assert out.endswith("compiling was not done yet; the next start goes on with it\n")
    assert not list(compiles.parent.glob("build/compiled-*"))


def test_the_next_start_uses_what_was_compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[list[str], str]] = []

    def replace(command: list[str], environ: dict[str, str]) -> int:
        started.append((command[1:], environ.get("PYTHONPATH", "")))
        return 0

    monkeypatch.setattr(play, "set_up", lambda: None)
    monkeypatch.setattr(play, "compiled_state", lambda: "now")
    monkeypatch.setattr(play, "replace", replace)
    monkeypatch.setattr(play, "missing_for_compiling", lambda: "no C compiler found")
    assert play.play(["luz"]) == 0
    (folder / "build" / "compiled" / "now" / "atout").mkdir(parents=True)
    assert play.play(["luz"]) == 0
    compiled = str(folder / "build" / "compiled" / "now")
    assert started == [(["-m", "atout", "play", "luz"], ""), (["-m", "atout", "play", "luz"], compiled)]


def test_an_interrupted_compilation_leaves_no_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = folder / "build" / "compiled" / "now"

    def interrupted(env: Path, *arguments: str, **_: object) -> None:
        (target.parent / "draft" / "atout").mkdir(parents=True)
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "prepare_tools", lambda log: None)
    monkeypatch.setattr(play, "pip", interrupted)
    monkeypatch.setattr("os.nice", lambda more: more)  # or all tests after this one would have the lowest priority
    assert play.compile_only(str(target)) == 130
    assert list(target.parent.iterdir()) == []


# Telling


def test_progress_has_a_line_for_every_step_and_a_bar_that_never_runs_back() -> None:
    out = io.StringIO()
    progress = Progress({"one": 1.0, "two": 3.0}, out)
    shares = [progress.share()]
    for name in ("one", "two"):
        with progress.step(name):
            shares.append(progress.share())
        shares.append(progress.share())
    progress.close()
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert [line.partition(":")[0].strip() for line in out.getvalue().splitlines()] == ["one", "two"]
    assert progress.line().count("#") == 30


def test_the_end_of_a_run_says_where_the_time_went(capsys: pytest.CaptureFixture[str]) -> None:
    checks = Checks()
    script = "print('1.50s call     tests/test_x.py::test_slow'); print('=== 2 passed, 1 failed in 1.60s ===')"
    assert checks.pytest("pytest", sys.executable, "-c", script)
    checks.skip("more", "no reason")
    assert checks.close() == 1
    out = capsys.readouterr().out
    assert "from beginning to end" in out
    assert "1.5  pytest: tests/test_x.py::test_slow" in out
    assert out.endswith("failed: more\n2 passed, 2 failed\n")


# Test


def run_all_steps(
    folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], compiles: bool
) -> tuple[int, list[str]]:
    """Go through `dev.py test` without running anything; return the exit code and the names of the steps."""

    def compiled(line: str, log: Path) -> None:
        if not compiles:
            raise TaskError("gcc is out of order")

    def run(checks: Checks, name: str, *_: object) -> tuple[int, float, float, str]:
        return 0, 1.0, 1.0, "=== 3 passed in 1.00s ==="

    for name in ("need_compiler", "need_browser"):
        monkeypatch.setattr(full_test, name, lambda: None)
    for name in ("prepare_editable", "prepare_node"):
        monkeypatch.setattr(full_test, name, lambda log: None)
    monkeypatch.setattr(full_test, "BUILD", folder / "build")
    monkeypatch.setattr(full_test, "prepare_compiled", compiled)
    monkeypatch.setattr("tools.dev.full_test.subprocess.run", lambda *_, **__: None)
    monkeypatch.setattr(Checks, "run", run)
    monkeypatch.setattr(Checks, "digests", lambda checks, folders, required: checks.record("digests", True, 0.0))
    taken: list[str] = []
    record = Checks.record

    def recorded(checks: Checks, name: str, *rest: object, **more: object) -> bool:
        taken.append(name)
        return record(checks, name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Checks, "record", recorded)
    return full_test.test(arguments), taken


STEPS = ["test tools", "Node", "npm ci", "web client", "svelte-check", "vitest", "ruff check", "ruff format"]
STEPS += ["mypy --strict", "lint-imports", "pytest interpreted", "coverage"]


def test_everything_is_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, taken = run_all_steps(folder, monkeypatch, [], compiles=True)
    assert code == 0
    assert sorted(taken) == sorted([*STEPS, "compiled wheel", "pytest compiled", "digests"])


def test_what_cannot_be_compiled_is_a_failure(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, taken = run_all_steps(folder, monkeypatch, [], compiles=False)
    assert code == 1
    assert "pytest compiled" not in taken
    assert "failed: compiled wheel, pytest compiled" in capsys.readouterr().out


# The web client


def web_folder(folder: Path) -> Path:
    (folder / "web" / "node_modules").mkdir(parents=True)
    for name in ("package.json", "package-lock.json", ".npmrc"):
        (folder / "web" / name).write_text(name)
    return folder


def test_packages_of_the_client_are_installed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = web_folder(tmp_path)
    runs: list[str] = []

    def run(command: list[str], **_: object) -> "subprocess.CompletedProcess[str]":
        runs.append(command[2])
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setenv("ATOUT_NODE", str(tmp_path / "node"))
    monkeypatch.setattr("tools.client.subprocess.run", run)
    client.run_step("install", root)
    client.run_step("install", root)
    client.run_step("build", root)
    (root / "web" / "package-lock.json").write_text("newer")
    client.run_step("install", root)
    assert runs == ["ci", "build", "ci"]


def test_a_failed_install_is_not_taken_for_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = web_folder(tmp_path)
    monkeypatch.setenv("ATOUT_NODE", str(tmp_path / "node"))
    answer = subprocess.CompletedProcess([], 1, "npm error code ENOTFOUND")
    monkeypatch.setattr("tools.client.subprocess.run", lambda *_, **__: answer)
    for _ in range(2):
        with pytest.raises(client.ClientError, match="ENOTFOUND"):
            client.run_step("install", root, quiet=True)


def test_a_step_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert client.main(["bake"]) == 2
    assert "no step 'bake'" in capsys.readouterr().err
