"""What `dev.py check` consists of, and when."""

import os
import subprocess
from pathlib import Path

import pytest

from tools.dev import check, environments
from tools.dev.checks import Checks
from tools.dev.environments import UsageError


@pytest.mark.parametrize(
    ("names", "tests", "games", "web"),
    [
        (["luz"], (), ("luz",), False),
        (["luz", "mu"], (), ("luz", "mu"), False),
        (["web"], (), (), True),
        (["docs"], ("tests/docs",), (), False),
        (["src/atout/games/njet/tricks.py"], (), ("njet",), False),
        (["src/atout/games/njet/tests/naive.py"], (), ("njet",), False),
        (["src/atout/kernel/rng.py"], ("tests/kernel", "tests/conformance"), (), False),
        (["tests/kernel/test_rng.py"], ("tests/kernel/test_rng.py",), (), False),
        (["tests/kernel"], ("tests/kernel",), (), False),
        (["web/src/App.svelte"], (), (), True),
        (["dev.py"], ("tests/tools/test_dev.py", "tests/tools/test_check.py"), (), False),
        (["README.md"], ("tests/packaging",), (), False),
        ([], (), (), False),
    ],
)
def test_what_is_checked(names: list[str], tests: tuple[str, ...], games: tuple[str, ...], web: bool) -> None:
    assert check.scope_of(names) == check.Scope(tests, games, web)


def test_every_source_file_has_tests_that_exist() -> None:
    for tests in check.AREAS.values():
        assert [test for test in tests if not (environments.ROOT / test).exists()] == []


def test_a_game_is_checked_with_its_conformance(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []
    checks = Checks()
    monkeypatch.setattr(checks, "pytest", lambda name, *command: commands.append(command))
    check.run_tests(checks, check.scope_of(["luz"]))
    (command,) = commands
    assert command[-4:] == ("src/atout/games/luz/tests", "tests/conformance", "-k", "luz")


def test_a_strange_file_is_refused() -> None:
    with pytest.raises(UsageError, match="no file x"):
        check.scope_of(["x.py"])


def test_watching_checks_again_at_every_change_and_locks_nobody_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "src" / "rule.py"
    file.parent.mkdir()
    file.write_text("1")
    (folder / "src" / "picture.png").touch()
    monkeypatch.setattr(check, "ROOT", folder)
    monkeypatch.setattr(check, "prepare_editable", lambda: None)
    monkeypatch.setattr(check, "check_sources", lambda checks: None)
    checked: list[check.Scope] = []
    monkeypatch.setattr(check, "run_tests", lambda checks, scope: checked.append(scope))
    waits: list[int] = []

    def wait(seconds: float) -> None:
        """Do something else until the next look: what is not watched, then an edit, then Ctrl-C."""
        waits.append(len(checked))
        with environments.hold_lock("check"):
            pass
        if waits == [1]:
            os.utime(folder / "src" / "picture.png", (5, 5))
        elif waits == [1, 1]:
            os.utime(file, (5, 5))
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr("tools.dev.check.time.sleep", wait)
    with pytest.raises(KeyboardInterrupt):
        check.check(["luz", "--watch"])
    assert waits == [1, 1, 2]
    assert checked == [check.scope_of(["luz"])] * 2
    assert "waiting for another" not in capsys.readouterr().out


def test_without_a_name_what_has_changed_is_checked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = [
        "git",
        "-c",
        "safe.directory=*",
        "-c",
        "user.name=Ada",
        "-c",
        "user.email=ada@example.org",
        "-C",
        str(folder),
    ]
    (folder / ".gitignore").write_text("build\n")
    for name in ("old.py", "gone.py", "same.py"):
        (folder / name).write_text("1")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True)
    monkeypatch.setattr(check, "ROOT", folder)
    assert check.changed_files() == []
    (folder / "old.py").write_text("2")
    (folder / "gone.py").unlink()
    (folder / "new é.py").touch()
    assert check.changed_files() == ["new é.py", "old.py"]


def test_a_clone_may_lie_in_a_folder_of_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "tests" / "node_modules" / "src"
    (source / "tests").mkdir(parents=True)
    (source / "tests" / "test_it.py").touch()
    (source / "it.py").touch()
    assert environments.files_of(source, "tests") == [source / "it.py"]
