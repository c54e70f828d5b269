"""Plant small faults in the rules of a game, one at a time, and see whether its tests notice.

    python tools/mutate.py luz                       every fault
    python tools/mutate.py luz --sample 200          200 of them, the same ones for the same --seed
    python tools/mutate.py luz --only tricks.py      those whose file, function or change contains the text
    python tools/mutate.py luz --list                name the faults

What was found is kept in build/mutation and taken up again by the next run, as long as sources and tests stay as they
are. The exit code is 1 if fewer than --least percent were noticed. Faults that change nothing anybody could notice
stand with their reason in tools/equivalent_mutants.toml, and so do files and functions that are left out.
"""

import argparse
import hashlib
import json
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools.mutants import Mutant, mutants
from tools.mutation_server import Answer, Profile

LISTED = ROOT / "tools" / "equivalent_mutants.toml"
KEPT = ROOT / "build" / "mutation"
WORKERS = 2
FOREIGN = ("ATOUT_", "COVERAGE_", "PYTEST_")  # settings of the process around, not of the tests
SLOWER, SPARE = 10.0, 5.0  # a test may take that many times as long as without a fault, and some seconds more

Entry = dict[str, str]


class BrokenTests(Exception):  # noqa: N818 - it says what is the matter
    """The tests fail without any fault."""


# Faults


def entries(kind: str, game: str) -> list[Entry]:
    """Return the entries of a kind that are about the game, from the list of exceptions."""
    listed: list[Entry] = tomllib.loads(LISTED.read_text(encoding="utf-8")).get(kind, [])
    return [entry for entry in listed if fnmatch(game, entry["file"].split("/")[0])]


def matches(entry: Entry, mutant: Mutant) -> bool:
    """Tell whether an entry is about a fault: the same file, and what else it names."""
    return (
        fnmatch(mutant.file, entry["file"])
        and fnmatch(mutant.function, entry.get("function", "*"))
        and entry.get("code", mutant.code) == mutant.code
        and entry.get("change", mutant.change) == mutant.change
    )


def sources(game: str) -> dict[str, str]:
    """Return the modules of a game by `game/module.py`."""
    folder = ROOT / "src" / "atout" / "games" / game
    files = sorted(file for file in folder.glob("*.py") if file.name != "__init__.py")
    return {f"{game}/{file.name}": file.read_text(encoding="utf-8") for file in files}


def plan(game: str, modules: dict[str, str]) -> tuple[list[Mutant], list[Mutant], list[Entry]]:
    """Return the faults to try, those known to change nothing, and entries of the list that fit no fault."""
    everything = [mutant for file, source in modules.items() for mutant in mutants(file, source)]
    skipped, equivalent = entries("skip", game), entries("equivalent", game)
    tried = [mutant for mutant in everything if not any(matches(entry, mutant) for entry in skipped)]
    known = [mutant for mutant in tried if any(matches(entry, mutant) for entry in equivalent)]
    stale = [entry for entry in equivalent if not any(matches(entry, mutant) for mutant in tried)]
    return [mutant for mutant in tried if mutant not in known], known, stale


# Tests


class Tests:
    """The tests of a game in one process, collected from a copy of the project."""

    def __init__(self, copy: Path, game: str) -> None:
        folder = copy / "src" / "atout" / "games" / game
        self._process = subprocess.Popen(
            [
                *(sys.executable, str(ROOT / "tools" / "mutation_server.py"), game, str(folder)),
                *(str(folder / "tests"), str(copy / "tests" / "conformance")),
            ],
            cwd=copy,
            env={
                **{name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)},
                "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy)]),
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONHASHSEED": "0",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin, self._process.stdout
        first = self._answers.readline()
        hello = json.loads(first) if first else {"imported": [], "tests": []}
        self.imported: set[str] = set(hello["imported"])
        self.names: list[str] = hello["tests"]

    def profile(self) -> list[Profile]:
        """Run every test once and return what each reaches."""
        self._send("profile")
        found: list[Profile] = []
        for _ in self.names:
            found.append(json.loads(self._line()))
            if found[-1]["test"].startswith("FAILED"):
                raise BrokenTests(f"without any fault: {found[-1]['test']}")
        return found

    def run(self, tests: list[int], seconds: list[float], fault: dict[str, str]) -> Answer:
        """Run some tests until one fails."""
        self._send(json.dumps({"tests": tests, "seconds": seconds, **fault}))
        answer: Answer = json.loads(self._line())
        return answer

    def _line(self) -> str:
        line = self._answers.readline()
        if not line:
            raise BrokenTests(self._process.communicate()[1].strip() or "the tests ended without a word")
        return line

    def _send(self, line: str) -> None:
        self._requests.write(line + "\n")
        self._requests.flush()

    def close(self) -> int:
        """End the process; return how it ended."""
        self._process.communicate()
        return self._process.returncode


class Worker:
    """Tries faults in a copy of the project: in a fork where that is enough, from a fresh import where it is not."""

    def __init__(self, game: str, modules: dict[str, str]) -> None:
        self.game = game
        self.modules = modules
        self._folder = tempfile.TemporaryDirectory(prefix="atout-mutation-")
        self.copy = Path(self._folder.name)
        clutter = shutil.ignore_patterns("__pycache__", "*.so")
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, self.copy / name, ignore=clutter)
        shutil.copy(ROOT / "pyproject.toml", self.copy)
        self.tests = Tests(self.copy, game)

    def attempt(self, mutant: Mutant, profiles: list[Profile]) -> Answer:
        """Return how the tests take a fault."""
        reached = f"{Path(mutant.file).name} {mutant.function}"
        afresh = not mutant.function or reached in self.tests.imported
        order = sorted(range(len(profiles)), key=lambda test: profiles[test]["seconds"])
        chosen = [test for test in order if afresh or reached in profiles[test]["functions"]]
        if not chosen:
            return Answer(outcome="survived", test=-1)
        seconds = [SPARE + SLOWER * profiles[test]["seconds"] for test in chosen]
        source = mutant.apply(self.modules[mutant.file])
        if afresh:
            return self._run_fresh(mutant.file, source, chosen, seconds)
        file = self.copy / "src" / "atout" / "games" / mutant.file
        module = "atout.games." + mutant.file.removesuffix(".py").replace("/", ".")
        fault = {"file": str(file), "module": module, "function": mutant.function, "source": source}
        return self.tests.run(chosen, seconds, fault)

    def _run_fresh(self, name: str, source: str, tests: list[int], seconds: list[float]) -> Answer:
        """Import everything again, with the fault in its file."""
        file = self.copy / "src" / "atout" / "games" / name
        file.write_text(source, encoding="utf-8")
        try:
            fresh = Tests(self.copy, self.game)
            if fresh.names != self.tests.names:
                fresh.close()
                return Answer(outcome="killed", test=-1)  # it does not import, or there are other tests now
            answer = fresh.run(tests, seconds, {"file": "", "module": "", "function": "", "source": ""})
            fresh.close()
            return answer
        finally:
            file.write_text(self.modules[name], encoding="utf-8")

    def close(self) -> None:
        """End the process and remove the copy."""
        self.tests.close()
        self._folder.cleanup()


# The run


def digest(game: str) -> str:
    """Hash what the outcome depends on."""
    found = hashlib.sha256()
    for pattern in ("src/atout/**/*", "tests/conformance/*", "tools/muta*.py"):
        for file in sorted(ROOT.glob(pattern)):
            other = "games" in file.parts and game not in file.parts and file.parent.name != "games"
            if file.is_file() and "__pycache__" not in file.parts and not other:
                found.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


class Outcomes:
    """What is known so far, kept in a file."""

    def __init__(self, game: str, state: str) -> None:
        self.file = KEPT / f"{game}.json"
        self.state = state
        self.found: dict[str, Answer] = {}
        if self.file.is_file():
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            if kept["state"] == state:
                self.found = kept["found"]

    def add(self, mutant: Mutant, answer: Answer) -> None:
        """Keep one more."""
        self.found[mutant.key] = answer
        self.file.parent.mkdir(parents=True, exist_ok=True)
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps({"state": self.state, "found": self.found}), encoding="utf-8")
        new.replace(self.file)

    def with_outcome(self, chosen: list[Mutant], outcome: str) -> list[Mutant]:
        """Return the faults that ended so."""
        return [mutant for mutant in chosen if self.found[mutant.key]["outcome"] == outcome]


def try_all(game: str, modules: dict[str, str], chosen: list[Mutant], outcomes: Outcomes) -> None:
    """Try every fault whose outcome is not known yet."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in chosen:
        if mutant.key not in outcomes.found:
            waiting.put(mutant)
    if waiting.empty():
        return
    workers = [Worker(game, modules) for _ in range(WORKERS)]
    print(f"{game}: running {len(workers[0].tests.names)} tests once without a fault", flush=True)
    lock = threading.Lock()
    errors: list[BaseException] = []

    def work(worker: Worker, profiles: list[Profile]) -> None:
        while not errors:
            try:
                mutant = waiting.get_nowait()
                answer = worker.attempt(mutant, profiles)
            except queue.Empty:
                return
            except BaseException as error:
                errors.append(error)
                return
            with lock:
                outcomes.add(mutant, answer)
                progress(game, chosen, outcomes)

    try:
        profiles = workers[0].tests.profile()
        threads = [threading.Thread(target=work, args=(worker, profiles)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for worker in workers:
            worker.close()
    print()
    if errors:
        raise errors[0]


def progress(game: str, chosen: list[Mutant], outcomes: Outcomes) -> None:
    """Show how far the run is: on a terminal always, in a log now and then."""
    found = [outcomes.found[mutant.key] for mutant in chosen if mutant.key in outcomes.found]
    survived = sum(answer["outcome"] == "survived" for answer in found)
    if sys.stdout.isatty() or len(found) % 100 == 0:
        width = 30 * len(found) // len(chosen)
        bar = "#" * width + "." * (30 - width)
        line = f"{game}: [{bar}] {len(found)} of {len(chosen)} faults, {survived} not noticed"
        print(line, end="\r" if sys.stdout.isatty() else "\n", flush=True)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="the name of a game, such as luz")
    parser.add_argument("--sample", type=int, metavar="N", help="try only N faults")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT", help="faults whose line contains TEXT")
    parser.add_argument("--least", type=float, default=90.0, metavar="PERCENT", help="how many must be noticed")
    parser.add_argument("--list", action="store_true", help="name the faults and end")
    parser.add_argument("--forget", action="store_true", help="do not take up what was found before")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    modules = sources(options.game)
    if not modules:
        print(f"there are no rules of {options.game!r} in src/atout/games", file=sys.stderr)
        return 2
    chosen, known, stale = plan(options.game, modules)
    if options.only:
        chosen = [mutant for mutant in chosen if any(text in line(mutant) for text in options.only)]
    if options.sample is not None and options.sample < len(chosen):
        picked = set(random.Random(options.seed).sample([mutant.key for mutant in chosen], options.sample))
        chosen = [mutant for mutant in chosen if mutant.key in picked]
    if options.list:
        print("\n".join(line(mutant) for mutant in chosen))
        return 0
    outcomes = Outcomes(options.game, digest(options.game))
    if options.forget:
        outcomes.found = {}
    try:
        try_all(options.game, modules, chosen, outcomes)
    except BrokenTests as error:
        print(f"{options.game}: {error}", file=sys.stderr)
        return 2
    return report(options.game, modules, chosen, outcomes, len(known), stale, options.least)


def line(mutant: Mutant) -> str:
    """Return a fault as one line."""
    return f"{mutant.file}:{mutant.line} {mutant.function}: {mutant.change}"


def report(
    game: str,
    modules: dict[str, str],
    chosen: list[Mutant],
    outcomes: Outcomes,
    known: int,
    stale: list[Entry],
    least: float,
) -> int:
    """Print every fault that was not noticed, and the figures; return the exit code."""
    survived = outcomes.with_outcome(chosen, "survived")
    for mutant in survived:
        print(f"\n{mutant.diff(modules[mutant.file])}\n  change = {mutant.change!r}")
    for entry in stale:
        print(f"\nstale in {LISTED.name}: {entry}")
    slow = len(outcomes.with_outcome(chosen, "timed out"))
    killed = len(outcomes.with_outcome(chosen, "killed"))
    score = 100 * (killed + slow) / len(chosen) if chosen else 100.0
    print(
        f"\n{game}: {score:.1f} % of {len(chosen)} faults noticed, at least {least:g} % is required: "
        f"{killed} killed, {slow} timed out, {len(survived)} survived; {known} more are known to change nothing"
    )
    return 1 if score < least or stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
