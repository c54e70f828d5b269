"""Runs checks as steps, one after the other or side by side, and remembers how each ended and where the time went."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.dev.environments import EDITABLE, ROOT, TaskError, clean_environ, node_environ, program, say

SUMMARY = re.compile(r"(=+ )?(\d+ \w+|no tests ran).* in [\d.]+s")
SLOW = re.compile(r"\s*([\d.]+)s (call|setup|teardown) +(\S.*)")
SLOWEST = 10  # tests that are named at the end


class Checks:
    """Runs steps and remembers how each ended. Those that run side by side keep their output until they are done."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.steps: list[tuple[str, bool, float, float]] = []  # name, whether it went well, seconds, of the processor
        self.summaries: list[str] = []
        self.slow: list[tuple[float, str]] = []
        self.passed = 0
        self.failed = 0
        self._lock = threading.Lock()
        self._held = threading.local()

    def run_lanes(self, first: Callable[[], object], *others: Callable[[], object]) -> None:
        """Run lanes of steps side by side; the first one shows its output as it comes."""

        def held(lane: Callable[[], object]) -> None:
            self._held.output = True
            lane()

        with ThreadPoolExecutor(len(others)) as pool:
            futures = [pool.submit(held, lane) for lane in others]
            first()
            for future in futures:
                future.result()

    def record(self, name: str, ok: bool, seconds: float, processor: float = 0.0, output: str = "") -> bool:
        """Note the end of a step, and show what it wrote."""
        with self._lock:
            self.steps.append((name, ok, seconds, processor))
            if output.strip():
                print(output.rstrip(), flush=True)
            say(f"{name}: {'ok' if ok else 'FAILED'} ({seconds:.1f} s)")
        return ok

    def run(self, name: str, command: Iterable[str | Path], environ: dict[str, str]) -> tuple[int, float, float, str]:
        """Run a command; return its exit code, seconds, seconds of the processor, and its output."""
        say(f"{name} ...")
        start = time.monotonic()
        held = getattr(self._held, "output", False)
        lines: list[str] = []
        with subprocess.Popen(
            [str(part) for part in command],
            cwd=ROOT,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                if not held:
                    print(line, end="", flush=True)
            used = wait_for(process)
        return process.returncode, time.monotonic() - start, used, "".join(lines)

    def command(self, name: str, command: Iterable[str | Path], environ: dict[str, str] | None = None) -> bool:
        """Run a command as a step."""
        code, seconds, used, output = self.run(name, command, environ or clean_environ())
        return self.record(name, code == 0, seconds, used, output if getattr(self._held, "output", False) else "")

    def tool(self, name: str, tool: str, *arguments: str, **extra: str) -> bool:
        """Run a tool of .venv as a step."""
        return self.command(name, [program(EDITABLE, tool), *arguments], clean_environ(**extra))

    def web(self, *steps: str) -> bool:
        """Take steps of tools/client.py, each a step of its own."""
        names = {"install": "npm ci", "check": "svelte-check", "test": "vitest", "build": "web client"}
        script = ROOT / "tools" / "client.py"
        return all(self.command(names[step], [sys.executable, script, step], node_environ()) for step in steps)

    def pytest(self, name: str, *command: str, **extra: str) -> bool:
        """Run pytest as a step; its last line is kept and counted, and its slowest tests."""
        code, seconds, used, output = self.run(name, command, clean_environ(**extra))
        summaries = [line.strip() for line in output.splitlines() if SUMMARY.match(line)]
        last = summaries[-1] if summaries else ""
        counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|error)", last)}
        with self._lock:
            self.summaries.append(f"{name}: {last or 'pytest ended without a summary'}")
            self.passed += counts.get("passed", 0)
            self.failed += counts.get("failed", 0) + counts.get("error", 0) + (not last)
            for line in output.splitlines():
                if found := SLOW.match(line):
                    self.slow.append((float(found[1]), f"{name}: {found[3]}"))
        held = getattr(self._held, "output", False)
        return self.record(name, code == 0, seconds, used, output if held else "")

    def run_function(self, name: str, work: Callable[[], None], log: Path | None = None) -> bool:
        """Run a function as a step; what went wrong stands at the end of a file."""
        say(f"{name} ...")
        start = time.monotonic()
        try:
            work()
        except TaskError as error:
            told = log.read_text(encoding="utf-8")[-6000:] if log and log.is_file() else ""
            return self.record(name, False, time.monotonic() - start, output=f"{error}\n{told}")
        return self.record(name, True, time.monotonic() - start)

    def skip(self, name: str, why: str) -> None:
        """Note a step that could not run, which is a failure."""
        say(f"{name}: not run, {why}")
        self.failed += 1
        self.steps.append((name, False, 0.0, 0.0))

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
        """Print the outcome and where the time went; return the exit code."""
        print(flush=True)
        print(f"{'':8}{'seconds':>9}{'of the processor':>18}")
        for name, ok, seconds, used in self.steps:
            print(f"{'ok' if ok else 'FAILED':8}{seconds:9.1f}{f'{used:.1f}' if used else '':>18}  {name}")
        print(f"{'':8}{time.monotonic() - self.start:9.1f}{'':18}  from beginning to end")
        if self.slow:
            print("\nThe slowest tests:")
        for seconds, name in sorted(self.slow, reverse=True)[:SLOWEST]:
            print(f"{seconds:17.1f}  {name}")
        print()
        for summary in self.summaries:
            print(summary)
        failures = [name for name, ok, *_ in self.steps if not ok]
        if failures:
            print(f"failed: {', '.join(failures)}")
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if failures else 0


def wait_for(process: "subprocess.Popen[str]") -> float:
    """Wait for a process; return the seconds of the processor it and its children used, 0 where nobody counts them."""
    if not hasattr(os, "wait4"):
        process.wait()
        return 0.0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime
