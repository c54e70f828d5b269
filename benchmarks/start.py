"""Measure the first minute: python3 dev.py bench --start [--keep] [--page].

The last commit is cloned into an empty folder, without any cache of pip or npm, and `dev.py play luz` is started there
as somebody new would; a browser without a window opens the page it names, and the clock stops when the page says that
it is this player's turn. The server runs on until bots have changed over to compiled code. Then all is started again.
At the end bots are timed as they think until then: from the sources, in plain Python.

    --keep     leave the clone, and say where it is
    --page     write the figures into docs/reference/speed.md
    --only-first    stop after the first decision: nothing is compiled
"""

import argparse
import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from statistics import median
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # the modules here are called benchmarks.x, also by the tests

from atout.games import names
from atout.kernel import bits
from benchmarks.answers import longest_answer

PAGE = ROOT / "docs" / "reference" / "speed.md"
BEGIN, END = "<!-- made by dev.py bench --start; do not edit -->", "<!-- end of the start -->"
LONGEST = 1800.0  # seconds
RUNS = 5  # of what takes less than a second
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# What the browser would be asked to open is written down instead.
OPENED = "import sys; open(sys.argv[1], 'w').write(sys.argv[2])"


class StartError(Exception):
    """Something did not start, in one line."""


def environment(home: Path) -> dict[str, str]:
    """Return environment variables with which no cache and nobody's matches are used."""
    unwanted = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "VIRTUAL_ENV", "DISPLAY", "SSH_CONNECTION")
    usual = {
        name: value for name, value in os.environ.items() if name not in unwanted and not name.startswith("ATOUT_")
    }
    script = home / "opened.py"
    script.write_text(OPENED, encoding="utf-8")
    return {
        **usual,
        "PIP_NO_CACHE_DIR": "1",
        "npm_config_cache": str(home / "npm"),
        "XDG_DATA_HOME": str(home / "data"),
        "BROWSER": f"{sys.executable} {script} {home / 'address'} %s",
    }


def clone(home: Path) -> Path:
    """Return an empty clone of the last commit."""
    folder = home / "atout"
    subprocess.run(
        ["git", "-c", "safe.directory=*", "clone", "-q", "--no-hardlinks", str(ROOT), str(folder)], check=True
    )
    return folder


@contextmanager
def start_playing(folder: Path, home: Path) -> Iterator[tuple[float, str]]:
    """Start `dev.py play luz`; give when that was, and the page it opens."""
    address = home / "address"
    address.unlink(missing_ok=True)
    log = home / "play.log"
    start = time.monotonic()
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            [sys.executable, "dev.py", "play", "luz", "--name", "Ada"],
            cwd=folder,
            env=environment(home),
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    try:
        while not address.is_file() or not address.read_text(encoding="utf-8"):
            if process.poll() is not None or time.monotonic() > start + LONGEST:
                raise StartError(f"dev.py play does not start: {log.read_text(encoding='utf-8')[-1000:]}")
            time.sleep(0.02)
        yield start, address.read_text(encoding="utf-8")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def seconds_to_decide(browser: Browser, start: float, page: str) -> float:
    """Return how long it took until a page says that it is the player's turn."""
    words = json.loads((ROOT / "web" / "src" / "words" / "en.json").read_text(encoding="utf-8"))
    turn = words["title.turn"].partition("{")[0]
    context = browser.new_context(locale="en", reduced_motion="reduce")
    try:
        sight = context.new_page()
        sight.goto(page)
        sight.wait_for_function("turn => document.title.startsWith(turn)", arg=turn, timeout=120_000)
        return time.monotonic() - start
    finally:
        context.close()


def seconds_to_compile(start: float, page: str) -> float:
    """Return how long it took until bots think in compiled code."""
    server = page.partition("/#")[0]
    while True:
        with urlopen(f"{server}/api/server") as answer:
            core = json.load(answer)["core"]
        if core == "compiled":
            return time.monotonic() - start
        if core != "compiling" or time.monotonic() > start + LONGEST:
            raise StartError(f"nothing was compiled: bots are {core}")
        time.sleep(0.5)


def seconds_of(command: Sequence[str], environ: dict[str, str], text: str = "") -> float:
    """Return how long a command takes: the median of some runs."""
    times = []
    for _ in range(RUNS):
        start = time.monotonic()
        done = subprocess.run(command, env=environ, input=text, capture_output=True, text=True)
        times.append(time.monotonic() - start)
        if done.returncode:
            raise StartError(f"{' '.join(command[:4])} failed: {done.stderr[-500:]}")
    return median(times)


def measure(browser: Browser, home: Path, only_first: bool) -> Iterator[tuple[str, float]]:
    """Yield what is measured and the seconds it took."""
    folder = clone(home)
    with start_playing(folder, home) as (start, page):
        yield "first decision on the screen, from an empty clone", seconds_to_decide(browser, start, page)
        if only_first:
            return
        yield "bots think in compiled code", seconds_to_compile(start, page)
    with start_playing(folder, home) as (start, page):
        yield "second start: the table", time.monotonic() - start
        yield "second start: first decision on the screen", seconds_to_decide(browser, start, page)
    python = str(folder / ".venv-play" / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    (package,) = (folder / "build" / "compiled").iterdir()
    environ = {**environment(home), "PYTHONPATH": str(package)}
    yield "`import atout`", seconds_of([python, "-c", "import atout"], environ)
    yield "`atout --version`", seconds_of([python, "-m", "atout", "--version"], environ)
    terminal = [python, "-m", "atout", "play", "luz", "--terminal", "--seed", "1"]
    yield "`atout play luz --terminal`, to the first question and out again", seconds_of(terminal, environ, "q\n")
    yield from plain_answers()


def is_compiled() -> bool:
    """Tell whether bots think in compiled code in this process."""
    return isinstance(bits.__loader__, ExtensionFileLoader)


def plain_answers(decisions: int = 30) -> Iterator[tuple[str, float]]:
    """Yield how long bots think where nothing is compiled, as in this process: the slowest game of each level."""
    if is_compiled():
        raise StartError("bots are compiled here: run it as dev.py bench --start")
    for level in ("casual", "club"):
        used, game = max((longest_answer(name, level, decisions)[0], name) for name in names())
        yield f"longest answer of `{level}` in plain Python, of one core ({game})", used
    took, game = max((longest_answer(name, "expert", 3)[1], name) for name in names())
    yield f"longest answer of `expert` in plain Python, on the wall ({game})", took


def table(figures: Sequence[tuple[str, float]]) -> str:
    """Return the part of the page."""
    lines = ["| from `python3 dev.py play`, or the command | seconds |", "| --- | ---: |"]
    lines += [
        f"| {name} | {seconds:.1f} |" if seconds >= 1 else f"| {name} | {seconds:.2f} |" for name, seconds in figures
    ]
    load = f", with a load of {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    return "\n".join([*lines, "", f"Python {platform.python_version()}, {platform.machine()}{load}."])


def rewrite_page(page: str, text: str) -> str:
    """Return a page with these figures; the first time they come to its end."""
    part = f"{BEGIN}\n{text}\n{END}"
    if BEGIN in page:
        return re.sub(f"{re.escape(BEGIN)}.*{re.escape(END)}", lambda _: part, page, flags=re.DOTALL)
    return f"{page.rstrip()}\n\n## The first minute\n\nMade by\n\n    python3 dev.py bench --start --page\n\n{part}\n"


def main(arguments: Sequence[str]) -> int:
    """Measure; return the exit code."""
    parser = argparse.ArgumentParser(description="Measure the first minute.")
    parser.add_argument("--keep", action="store_true", help="leave the clone")
    parser.add_argument("--page", action="store_true", help="write the figures into docs/reference/speed.md")
    parser.add_argument("--only-first", action="store_true", help="stop after the first decision")
    chosen = parser.parse_args(arguments)
    if chosen.page and chosen.only_first:
        parser.error("--page wants all figures, not --only-first")
    named = os.environ.get("ATOUT_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    home = Path(tempfile.mkdtemp(prefix="atout-start-"))
    figures: list[tuple[str, float]] = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=named, args=["--no-sandbox"])
            for name, seconds in measure(browser, home, chosen.only_first):
                print(f"{seconds:8.2f} s  {name}", flush=True)
                figures.append((name, seconds))
            browser.close()
    except StartError as error:
        print(f"start: {error}", file=sys.stderr)
        return 1
    finally:
        if chosen.keep:
            print(f"the clone is in {home}")
        else:
            shutil.rmtree(home, ignore_errors=True)
    if chosen.page:
        PAGE.write_text(rewrite_page(PAGE.read_text(encoding="utf-8"), table(figures)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
