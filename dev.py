#!/usr/bin/env python3
"""Run the project's tasks from a fresh clone: python3 dev.py TASK, one of those listed below.

Needs Python 3.11 or newer and a network connection; a C compiler makes bots fast, and `test` wants one. Everything else
is installed into .venv folders here.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs this may have an older one
    sys.exit("dev.py: Python 3.11 or newer is needed")

from tools.dev import audit as auditing
from tools.dev import check as checking
from tools.dev import full_test
from tools.dev import play as playing
from tools.dev.environments import (
    BENCH,
    COMPILED,
    EDITABLE,
    RELEASED,
    ROOT,
    WHEELS,
    TaskError,
    UsageError,
    clean_environ,
    client,
    digest,
    explain,
    need_browser,
    need_compiler,
    node_environ,
    pip,
    prepare,
    prepare_compiled,
    prepare_editable,
    prepare_from_wheel,
    prepare_node,
    program,
)


def play(arguments: list[str]) -> int:
    """Play in the browser, or with --terminal here: set up in under a minute, compiled while you play.

    python3 dev.py play [arguments of `atout play`]
    """
    return playing.play(arguments)


def check(arguments: list[str]) -> int:
    """Check what has changed since the last commit, or what is named, before a commit: nothing is compiled.

    python3 dev.py check [luz] [server] [web] [docs] [FILE ...] [--watch]

    Format, lint, types and layers of everything, and the tests of what was named: for a game its own and its
    conformance, for `web` a browser as well. With --watch again at every change.
    """
    return checking.check(arguments)


def test(arguments: list[str]) -> int:
    """Check everything: style, types, layers, the web client, and all tests twice, interpreted and compiled.

    python3 dev.py test [pytest arguments]

    Any pytest argument makes it a partial run: coverage is shown but not enforced, digests are compared if written.
    """
    return full_test.test(arguments)


def bench(arguments: list[str]) -> int:
    """Measure the compiled package against its peers, with --server the server, with --start the first minute.

    python3 dev.py bench [--server | --start] [arguments of benchmarks/run.py or benchmarks/start.py]
    """
    if "--start" in arguments:
        need_browser()
        prepare_editable()
        rest = [argument for argument in arguments if argument != "--start"]
        return replace(program(EDITABLE), task_script("benchmarks/start.py"), *rest)
    return run_compiled("benchmarks/run.py", arguments)


def figures(arguments: list[str]) -> int:
    """Play 10,000 matches of every game with every number of seats and write docs/reference/games.md.

    python3 dev.py figures [arguments of tools/figures.py]
    """
    return run_compiled("tools/figures.py", arguments)


def run_compiled(script: str, arguments: list[str]) -> int:
    """Run a script with the compiled package and its peers."""
    need_compiler()
    file = task_script(script)
    prepare_editable()
    prepare_from_wheel(BENCH, "bench", "installing the compiled package and its peers into .venv-bench", RELEASED)
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
    if os.environ.get("ATOUT_WEB"):
        return
    prepare_node()
    if client("install", "build"):
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
    prepare_node()
    return replace(program(EDITABLE), script, *arguments, environ=node_environ())


def wheels(arguments: list[str]) -> int:
    """Build compiled wheels of a source distribution for this system's Pythons, into wheelhouse/, with cibuildwheel.

    python3 dev.py wheels [FILE or folder, instead of dist] [arguments of cibuildwheel]
    """
    given, *rest = arguments or ["dist"]
    place = Path(given)
    found = sorted(place.glob("atout-*.tar.gz")) if place.is_dir() else [place]
    if len(found) != 1 or not found[0].is_file():
        raise UsageError(f"there is not one source distribution in {given}: make it with dev.py dist")
    install = ("install", "-qq", "-c", "constraints.txt", "cibuildwheel")
    prepare(WHEELS, digest([ROOT / "constraints.txt"]), "setting up .venv-wheels", lambda: pip(WHEELS, *install))
    command = (program(WHEELS), "-m", "cibuildwheel", str(found[0]), "--output-dir", "wheelhouse", *rest)
    return replace(*command, environ=clean_environ(CIBW_CONFIG_FILE=str(ROOT / "pyproject.toml")))


def hashes(arguments: list[str]) -> int:
    """Write the hashes of what a server is installed from into constraints-hashes.txt; needs a network.

    python3 dev.py hashes

    The versions are those of constraints.txt. No address of an index is written down.
    """
    return auditing.hashes()


def audit(arguments: list[str]) -> int:
    """Ask whether a fault is known in what a server is installed from; needs a network.

    python3 dev.py audit [arguments of pip-audit]
    """
    return auditing.audit(arguments)


def drill(arguments: list[str]) -> int:
    """Kill servers and break their databases while programs play, interpreted.

    python3 dev.py drill [kill-sqlite] [kill-postgres] [nodes] [full] [connection] [--kills 200] [--faults 12]

    Without a name all of them run, about half an hour. Figures stand at the end; the exit code is 1 if a drill failed.
    """
    script = task_script("tools/drill.py")
    prepare_editable()
    return replace(program(EDITABLE), script, *arguments)


def task_script(name: str) -> str:
    """Return the path of a script of the project."""
    if not (ROOT / name).is_file():
        raise TaskError(f"{name} does not exist")
    return str(ROOT / name)


def replace(*command: str, environ: dict[str, str] | None = None) -> int:
    """Run a command in place of this one, so that it owns the terminal and its signals."""
    if os.name == "nt":
        return subprocess.run(command, env=environ or clean_environ()).returncode
    os.execve(command[0], command, environ or clean_environ())


TASKS = {
    "play": play,
    "check": check,
    "test": test,
    "bench": bench,
    "figures": figures,
    "soak": soak,
    "drill": drill,
    "gallery": gallery,
    "docs": docs,
    "dist": dist,
    "wheels": wheels,
    "hashes": hashes,
    "audit": audit,
}


def main(arguments: list[str]) -> int:
    """Run the task the first argument names."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__)
        for name, task in TASKS.items():
            print(f"  {name:9}{(task.__doc__ or '').splitlines()[0]}")
        return 0 if arguments else 2
    if arguments[0] == "compile-only":  # how `play` compiles beside itself
        return playing.compile_only(arguments[1])
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
        return error.code
    except OSError as error:
        print(f"dev.py: error: {explain(error)}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ndev.py: stopped; run the same again, nothing half-made is used", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
