"""`dev.py check`: what a contributor runs before a commit, of what was named or has changed; nothing is compiled."""

import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tools.dev.checks import Checks
from tools.dev.environments import (
    EDITABLE,
    ROOT,
    SOURCE,
    UsageError,
    files_of,
    hold_lock,
    need_browser,
    prepare_editable,
    prepare_node,
    program,
    say,
)
from tools.dev.full_test import TYPED, WORKERS, workers

GAMES = sorted(folder.parent.name for folder in SOURCE.glob("atout/games/*/rules.en.md"))
CONFORMANCE = "tests/conformance"
WATCHED = (".py", ".toml", ".md", ".ts", ".svelte", ".json", ".css")

# Which tests belong to which files; the first that fits counts, a game is found by its folder.
AREAS: dict[str, tuple[str, ...]] = {
    "src/atout/server/": ("tests/server/core", "tests/server/http", "tests/server/stores"),
    "src/atout/kernel/": ("tests/kernel", CONFORMANCE),
    "src/atout/bots/": ("tests/bots",),
    "src/atout/study/": ("tests/study", "tests/conformance/test_lessons.py"),
    "src/atout/arena/": ("tests/arena",),
    "src/atout/cli/": ("tests/cli",),
    "src/atout/research/": ("tests/research",),
    "src/atout/fair/": ("tests/fair",),
    "src/atout/games/": ("tests/test_games.py", CONFORMANCE),
    "src/atout/": ("tests/test_games.py", "tests/test_record.py", "tests/test_toml.py", "tests/fair"),
    "docs/": ("tests/docs",),
    "benchmarks/": ("tests/tools/test_bench.py",),
    "tools/dev/": ("tests/tools/test_dev.py", "tests/tools/test_check.py"),
    "dev.py": ("tests/tools/test_dev.py", "tests/tools/test_check.py"),
    "tools/": ("tests/tools",),
    "": ("tests/packaging",),
}
NAMED = {"server": "src/atout/server/", "docs": "docs/"}


@dataclass(frozen=True)
class Scope:
    """What is checked: paths for pytest, games whose conformance is tried, and whether the web client is."""

    tests: tuple[str, ...]
    games: tuple[str, ...]
    web: bool


def check(arguments: list[str]) -> int:
    """Check what was named, or what has changed since the last commit, once or at every change."""
    watch = "--watch" in arguments
    names = [name for name in arguments if name != "--watch"]
    strange = [name for name in names if name.startswith("-")]
    if strange:
        raise UsageError(f"check knows no option {strange[0]}; there is --watch")
    scope_of(names or ["dev.py"])  # refuse what is misspelt before anything is installed
    return check_for_ever(names) if watch else check_once(scope_of(names or changed_files()))


def scope_of(names: Sequence[str]) -> Scope:
    """Return what belongs to names of games, areas and files."""
    tests: dict[str, None] = {}
    games: dict[str, None] = {}
    web = False
    for name in names:
        if name in GAMES:
            games[name] = None
        elif name == "web":
            web = True
        elif name in NAMED:
            tests.update(dict.fromkeys(AREAS[NAMED[name]]))
        else:
            web |= add_file(relative(name), tests, games)
    found = [test for test in tests if test == CONFORMANCE or (ROOT / test).exists()]
    return Scope(tuple(found), tuple(games), web)


def relative(name: str) -> str:
    """Return a file as the project calls it, or refuse one that is not there."""
    for file in (Path(name), ROOT / name):
        if file.exists() and file.resolve().is_relative_to(ROOT):
            return file.resolve().relative_to(ROOT).as_posix()
    known = ", ".join([*GAMES, *NAMED, "web"])
    raise UsageError(f"there is no file {name} here, and no area of that name: there are {known}")


def add_file(file: str, tests: dict[str, None], games: dict[str, None]) -> bool:
    """Add what belongs to a file; return whether that is the web client."""
    parts = PurePosixPath(file).parts
    if parts[:1] == ("web",):
        return True
    if parts[:3] == ("src", "atout", "games") and len(parts) > 3 and parts[3] in GAMES:
        games[parts[3]] = None
    elif parts[:1] == ("tests",):
        alone = parts[-1].startswith("test_") or (ROOT / file).is_dir()
        beside = PurePosixPath(file).parent.as_posix() if len(parts) > 2 else "tests/packaging"
        tests[file if alone else beside] = None
    else:
        tests.update(dict.fromkeys(next(found for prefix, found in AREAS.items() if file.startswith(prefix))))
    return False


def changed_files() -> list[str]:
    """Return the files that differ from the last commit and are still there."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        raise UsageError("this is not a git checkout: name what to check, such as luz, server or a file")
    lists = (["diff", "--name-only", "-z", "HEAD"], ["ls-files", "-z", "--others", "--exclude-standard"])
    found: list[str] = []
    for arguments in lists:
        told = subprocess.run([git, "-c", "safe.directory=*", *arguments], cwd=ROOT, capture_output=True, text=True)
        found += [name for name in told.stdout.split("\0") if name and (ROOT / name).is_file()]
    return sorted(set(found))


def check_once(scope: Scope) -> int:
    """Look at all sources, which is quick, and run the tests of a scope beside that."""
    with hold_lock("check"):
        prepare_editable()
        if scope.web:
            need_browser()
            prepare_node()
        checks = Checks()
        checks.run_lanes(lambda: run_tests(checks, scope), lambda: check_sources(checks))
        return checks.close()


def check_sources(checks: Checks) -> None:
    """Check format, style, types and layers of everything."""
    checks.tool("ruff check", "ruff", "check", ".")
    checks.tool("ruff format", "ruff", "format", "--check", ".")
    checks.tool("mypy --strict", "mypy", "--strict", *TYPED)
    checks.tool("lint-imports", "lint-imports", "--no-logo")


def run_tests(checks: Checks, scope: Scope) -> None:
    """Run the tests of a scope."""
    pytest = (program(EDITABLE), "-m", "pytest", "-q", "--no-header", "--durations=5", *workers(WORKERS))
    if scope.web and checks.web("install", "check", "test", "build"):
        checks.pytest("browser", *pytest, "tests/web")
    tests = [test for test in scope.tests if not test.startswith("tests/web")]
    if tests:
        checks.pytest("tests", *pytest, *tests)
    own = [f"src/atout/games/{game}/tests" for game in scope.games]
    if own and CONFORMANCE not in tests:
        checks.pytest("rules and conformance", *pytest, *own, CONFORMANCE, "-k", " or ".join(scope.games))
    elif own:
        checks.pytest("rules", *pytest, *own)


def check_for_ever(names: Sequence[str]) -> int:
    """Check whenever something changes, until Ctrl-C."""
    before: dict[str, float] = {}
    while True:
        now = modification_times()
        if now == before:
            time.sleep(0.5)
            continue
        before = now
        scope = scope_of(names or changed_files())
        if scope == Scope((), (), False):
            say("nothing has changed since the last commit; waiting")
            continue
        check_once(scope)
        say("waiting for a change; Ctrl-C ends it")


def modification_times() -> dict[str, float]:
    """Return when each source file was last written."""
    folders = [ROOT / name for name in ("src", "tests", "tools", "benchmarks", "docs", "web/src")]
    files = [file for folder in folders for file in files_of(folder) if file.suffix in WATCHED]
    found: dict[str, float] = {}
    for file in files:
        with suppress(FileNotFoundError):  # an editor has just replaced it
            found[str(file)] = file.stat().st_mtime
    return found
