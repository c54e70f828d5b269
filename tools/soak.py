"""Check for longer than every change can wait for, and print one figure for each part.

    python tools/soak.py                                everything, which takes hours
    python tools/soak.py conformance                    the conformance tests, with 20 times as much tried
    python tools/soak.py mutation                       faults planted in the rules; 90 % must be noticed
    python tools/soak.py matches                        100,000 random matches per game and number of seats
    python tools/soak.py honesty                        20,000 positions per game: bots choose the same whatever is
                                                        hidden from them
    python tools/soak.py leaks                          1,000,000 messages of the server per game, in the truth and in
                                                        worlds that look the same to who gets them
    python tools/soak.py memory                         20,000 decisions of workers, a server, simulations, arenas,
                                                        batches and environments, which hold no more at the end
    python tools/soak.py garbage                        100,000 messages that the server has to refuse
    python tools/soak.py browser                        full matches of every game in a browser, in three languages, at
                                                        the smallest and the largest table, with a mouse and by keys
    python tools/soak.py learning                       the guide to training a bot, which has to beat `novice`
    python tools/soak.py matches mutation --game luz    parts and games can be chosen

The exit code is 1 if a part failed.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from atout.games import load, names
from atout.kernel import state

ROOT = Path(__file__).resolve().parent.parent
SEED = "1"
COMPILED = not str(state.__file__).endswith(".py")


def conformance(options: argparse.Namespace) -> list[str]:
    """Run the conformance tests with more of everything they draw at random; return what failed."""
    chosen = ["-k", " or ".join(options.game)] if options.game else []
    return tests(f"conformance at depth {options.depth}", options, options.depth, "tests/conformance", *chosen)


def honesty(options: argparse.Namespace) -> list[str]:
    """Redeal what is hidden from a bot; return what failed if it then chooses something else."""
    chosen = ["-k", " or ".join(options.game)] if options.game else []
    name, depth = f"bots in {options.states:,} positions per game", -(-options.states // (500 if COMPILED else 60))
    return tests(name, options, depth, "tests/bots/test_honesty.py", *chosen)


def leaks(options: argparse.Namespace) -> list[str]:
    """Compare what the server sends in the truth and in worlds that an observer cannot tell from it."""
    chosen = ["-k", " or ".join(options.game)] if options.game else []
    name, depth = f"{options.messages:,} messages per game", -(-options.messages // 20_000)
    return tests(name, options, depth, "tests/server/core/test_leaks.py", "tests/server/core/test_timing.py", *chosen)


def garbage(options: argparse.Namespace) -> list[str]:
    """Send the server what it has to refuse."""
    name, depth = f"{options.garbage:,} messages of garbage", -(-options.garbage // 3_000)
    return tests(name, options, depth, "tests/server/http/test_garbage.py", "tests/server/http/test_description.py")


def memory(options: argparse.Namespace) -> list[str]:
    """Look whether memory grows: what a test of every change does too, but with a short life of a server."""
    if not COMPILED:
        say("memory", "only with the compiled package, which is where it could get lost", time.monotonic())
        return []
    return tests("memory over 20,000 decisions", options, 20, "tests/memory")


def browser(options: argparse.Namespace) -> list[str]:
    """Play full matches in a browser: what a test of every change plays short."""
    chosen = ["-k", " or ".join(options.game)] if options.game else []
    return tests("full matches in a browser", options, 2, "tests/web/test_games.py", *chosen)


def learning(options: argparse.Namespace) -> list[str]:
    """Follow the guide to training: write a dataset, learn from it, and let what was learnt play."""
    start, atout = time.monotonic(), [sys.executable, "-m", "atout"]
    script = ROOT / "docs" / "examples" / "learn.py"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(script, folder)

        def run(*command: str) -> str:
            return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout

        data = ["--seats", "4", "--matches", "300", "--bots", "casual", "--seed", SEED, "--out", "loop.parquet"]
        run(*atout, "dataset", "loop", *data, "--jobs", str(options.jobs))
        run(sys.executable, script.name, "loop.parquet", "loop.npz")
        contest = ["--seats", "4", "--bots", "learn:Learned,novice", "--matches", "60", "--seed", SEED, "--json"]
        bots = {each["name"]: each for each in json.loads(run(*atout, "arena", "run", "loop", *contest))["bots"]}
    learnt, novice = (bots[name]["mean_place"] for name in ("learn:Learned", "novice"))
    say("learning", f"mean place {learnt:.2f}, of novice {novice:.2f}", start)
    return [] if learnt < novice else ["learning"]


def tests(name: str, options: argparse.Namespace, depth: int, *arguments: str) -> list[str]:
    """Run some tests with `times` as much tried; return what failed."""
    command = [sys.executable, "-m", "pytest", "-v", "-n", str(options.jobs), *arguments]
    environ = {**os.environ, "ATOUT_DEPTH": str(depth)}
    start, counted = time.monotonic(), "no tests ran"
    with subprocess.Popen(command, cwd=ROOT, env=environ, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        for line in run.stdout:
            print(line, end="", flush=True)
            if re.match(r"(=+ )?\d+ (passed|failed|error).* in [\d.]+s", line):
                counted = ", ".join(re.findall(r"\d+ (?:passed|failed|errors?)", line))
    say(name, counted, start)
    return [name] if run.returncode else []


def mutation(options: argparse.Namespace) -> list[str]:
    """Plant faults in the rules of every game; return the games whose tests notice too few."""
    if COMPILED:
        say("mutation", "not with the compiled package, which faults in the sources do not reach", time.monotonic())
        return []
    failed: list[str] = []
    for game in options.game or names():
        start = time.monotonic()
        command = [sys.executable, str(ROOT / "tools" / "mutate.py"), game]
        if options.sample is not None:
            command += ["--sample", str(options.sample)]
        code = subprocess.run(command, cwd=ROOT).returncode
        say(f"mutation of {game}", "enough noticed" if code == 0 else "too few noticed, or broken", start)
        failed += [f"mutation of {game}"] if code else []
    return failed


def matches(options: argparse.Namespace) -> list[str]:
    """Play random matches to their end, with every number of seats; return what failed."""
    failed: list[str] = []
    for game in options.game or names():
        for seats in load(game).seat_counts:
            name = f"{options.matches:,} matches of {game} with {seats} seats"
            start = time.monotonic()
            command = [sys.executable, "-m", "atout", "simulate", game, "--seats", str(seats), "--seed", SEED, "--json"]
            command += ["--matches", str(options.matches), "--jobs", str(options.jobs)]
            run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            say(name, "failed" if run.returncode else summarise(json.loads(run.stdout)), start)
            failed += [name] if run.returncode else []
    return failed


PARTS = {
    "conformance": conformance,
    "mutation": mutation,
    "matches": matches,
    "honesty": honesty,
    "leaks": leaks,
    "garbage": garbage,
    "memory": memory,
    "browser": browser,
    "learning": learning,
}


def summarise(found: dict[str, object]) -> str:
    """Return the figures of a simulation in one line."""
    seats = found["seats"]
    assert isinstance(seats, list)
    low, high = min(seat["scores"]["min"] for seat in seats), max(seat["scores"]["max"] for seat in seats)
    wins = " / ".join(f"{100 * seat['wins']['value']:.1f}" for seat in seats)
    return f"{found['decisions_per_match']:.1f} decisions per match, scores from {low} to {high}, wins {wins} %"


def say(name: str, figure: str, start: float) -> None:
    """Print the figure of a part."""
    print(f"soak: {name}: {figure} ({time.monotonic() - start:.0f} s)", flush=True)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--game", action="append", default=[], choices=names(), help="only this game; may be repeated")
    parser.add_argument("--depth", type=int, default=20, help="how many times as much conformance tries")
    parser.add_argument("--sample", type=int, metavar="N", help="plant only N faults per game")
    parser.add_argument("--matches", type=int, default=100_000, metavar="K", help="matches per game and seats")
    parser.add_argument("--states", type=int, default=20_000, metavar="S", help="positions per game for honesty")
    parser.add_argument("--messages", type=int, default=1_000_000, metavar="M", help="messages per game for leaks")
    parser.add_argument("--garbage", type=int, default=100_000, metavar="G", help="messages of garbage")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="processes at a time")
    options = parser.parse_args(arguments)
    for part in options.part:
        if part not in PARTS:
            parser.error(f"no part {part}: there are {', '.join(PARTS)}")
    return options


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    failed = [name for part in options.part or PARTS for name in PARTS[part](options)]
    print(f"soak: failed: {'; '.join(failed)}" if failed else "soak: everything passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
