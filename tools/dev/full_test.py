"""`dev.py test`: style, types, layers, the web client, and all tests twice, interpreted and compiled."""

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tools.dev.checks import Checks
from tools.dev.environments import (
    BUILD,
    COMPILED,
    CORES,
    EDITABLE,
    ROOT,
    SOURCE,
    clean_environ,
    hold_lock,
    need_browser,
    need_compiler,
    prepare_compiled,
    prepare_editable,
    prepare_node,
    program,
)

TYPED = ("src", "tests", "tools", "benchmarks", "docs", "dev.py", "hatch_build.py")
WORKERS = min(CORES, 4)
NEEDED = ("test tools", "Node")  # without which nothing else can be checked


def workers(many: int) -> list[str]:
    """Return arguments with which pytest runs in so many processes, and none is idle while another has tests left."""
    return ["-n", str(many), "--dist", "worksteal"] if many > 1 else []


def test(arguments: list[str]) -> int:
    """Check everything in .venv and .venv-compiled; return the exit code."""
    need_compiler()
    with hold_lock("test"):
        shutil.rmtree(BUILD / "test", ignore_errors=True)
        return FullTest(arguments).run()


class FullTest:
    """All checks, in two lanes side by side, so that no core is idle while one of them waits."""

    def __init__(self, arguments: list[str]) -> None:
        self.arguments = arguments
        self.checks = Checks()
        self.digests = [BUILD / "test" / "interpreted", BUILD / "test" / "compiled"]
        for folder in self.digests:
            folder.mkdir(parents=True)
        self.log = BUILD / "test" / "build.log"
        self.coverage = str(BUILD / "test" / ".coverage")

    def run(self) -> int:
        """Run them; return the exit code."""
        checks = self.checks
        with ThreadPoolExecutor(1) as pool:
            browser = pool.submit(need_browser)
            tools = partial(checks.run_function, "test tools", lambda: prepare_editable(self.log), self.log)
            checks.run_lanes(tools, self.test_client)
            browser.result()
        if not all(ok for name, ok, *_ in checks.steps if name in NEEDED):
            return checks.close()
        checks.run_lanes(self.test_interpreted, self.test_compiled)
        checks.digests(self.digests, required=not self.arguments)
        return checks.close()

    def test_client(self) -> None:
        """Build the web client, which the wheel carries, and test it."""
        log = BUILD / "test" / "node.log"
        if self.checks.run_function("Node", lambda: prepare_node(log), log):
            self.checks.web("install", "build", "check", "test")

    def test_interpreted(self) -> None:
        """Look at the sources, and run the tests over them."""
        checks = self.checks
        typed = [name for name in TYPED if (ROOT / name).is_file() or next((ROOT / name).rglob("*.py"), None)]
        checks.tool("ruff check", "ruff", "check", ".")
        checks.tool("ruff format", "ruff", "format", "--check", ".")
        checks.tool("mypy --strict", "mypy", "--strict", *typed)
        checks.tool("lint-imports", "lint-imports", "--no-logo")
        checks.pytest(
            "pytest interpreted",
            *(program(EDITABLE), "-m", "coverage", "run", "-m", "pytest", "--durations=10"),
            *(*workers(WORKERS), *self.arguments),
            ATOUT_EXPECT="interpreted",
            ATOUT_ALL_TESTS="0" if self.arguments else "1",
            ATOUT_DIGEST_DIR=str(self.digests[0]),
            COVERAGE_FILE=self.coverage,
        )
        combine = [program(EDITABLE), "-m", "coverage", "combine", "-q"]
        subprocess.run(combine, cwd=ROOT, env=clean_environ(COVERAGE_FILE=self.coverage))
        threshold = ["--fail-under=0"] if self.arguments else []
        checks.tool("coverage", "coverage", "report", *threshold, COVERAGE_FILE=self.coverage)

    def test_compiled(self) -> None:
        """Compile, and run the tests over that; many of them wait for servers and browsers."""
        line = "compiling meanwhile, into .venv-compiled"
        if not self.checks.run_function("compiled wheel", lambda: prepare_compiled(line, self.log), self.log):
            self.checks.skip("pytest compiled", "there is no compiled wheel")
            return
        # pytest would import a package around a test from its own folder; loaded before, it is the installed one.
        games = sorted(f"atout.games.{folder.parent.name}" for folder in SOURCE.glob("atout/games/*/tests"))
        self.checks.pytest(
            "pytest compiled",
            *(program(COMPILED), "-m", "pytest", "--durations=10", *workers(WORKERS + 1), *self.arguments),
            ATOUT_EXPECT="compiled",
            ATOUT_DIGEST_DIR=str(self.digests[1]),
            PYTEST_PLUGINS=",".join(["atout.games", *games]),
        )
