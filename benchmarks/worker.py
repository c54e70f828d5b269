"""One contender in a process of its own: prepares a task, then does as much of it as it is told, line by line.

A line on standard input is an amount; the answer is the CPU time it took and the units of work that were in it.
"""

import importlib
import json
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from benchmarks.measure import ABSENT, COMPILED, Answer

Work = Callable[[int], float | Answer]  # does an amount; returns the units of work in it, and the time if others did it
NAMED = ("atout", "librt", "numpy", "open_spiel", "pettingzoo", "rlcard")


def prepare(function: str, arguments: dict[str, int | str]) -> Work:
    """Return the work that a function of benchmarks/tasks prepares."""
    module, _, name = function.partition(":")
    work: Work = getattr(importlib.import_module(f"benchmarks.tasks.{module}"), name)(**arguments)
    return work


def require(build: str) -> None:
    """Refuse to measure another build than the one that was asked for."""
    if build == ABSENT:
        return
    from atout.kernel import bits

    found = COMPILED if not bits.__file__.endswith(".py") else "interpreted"
    if (found == COMPILED) != (build == COMPILED):
        sys.exit(f"the {build} build is to be measured, but {bits.__file__} is {found}")


def versions() -> dict[str, str]:
    """Return the versions of what can be imported here."""
    found = {"Python": platform.python_version()}
    for name in NAMED:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def main() -> None:
    function, arguments, build = json.loads(sys.argv[1])
    require(build)
    work = prepare(function, arguments)
    print(json.dumps(versions()), flush=True)
    for line in sys.stdin:
        amount = int(line)
        start = time.process_time()
        units = work(amount)
        answer = units if isinstance(units, Answer) else Answer(time.process_time() - start, units)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
