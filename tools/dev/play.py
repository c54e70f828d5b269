"""`dev.py play`: a table in under a minute. What takes longer happens while somebody plays already.

The environment .venv-play holds what Atout needs, not Atout: that comes from src/, interpreted, or from a folder in
build/compiled, once the sources as they are have been compiled. So the first start compiles beside the game, at the
lowest priority, and tells the server when it is done (`ATOUT_COMPILED` names the file which says so); the next start
begins compiled.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import tomllib
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.dev.environments import (
    BUILD,
    CLIENT,
    PLAY,
    QUICK,
    ROOT,
    SOURCE,
    TOOLS,
    WEB,
    TaskError,
    clean_environ,
    client,
    digest,
    explain,
    files_of,
    fingerprint,
    hold_lock,
    missing_for_compiling,
    packages,
    pip,
    prepare,
    prepare_node,
    program,
    reason,
    say,
    write,
)
from tools.dev.progress import Progress

LOG = BUILD / "play.log"
PACKAGES, NODE, MODULES, PAGES = "Python packages", "Node", "packages of the client", "the client"
USUAL = {PACKAGES: 10.0, NODE: 4.0, MODULES: 8.0, PAGES: 4.0}  # seconds on two cores
KEPT = 2  # compiled folders: an older server may still run from the last but one

COMPILES_WITH = ("hatchling", "mypy[mypyc]", "librt", "msgspec", "rich", "setuptools")  # as hatch_build.py has it


def play(arguments: list[str]) -> int:
    """Set up what is missing, start, and compile meanwhile."""
    with hold_lock("play"):
        set_up()
    state = compiled_state()
    folder = BUILD / "compiled" / state
    command = [program(PLAY), "-m", "atout", "play", *arguments]
    environ = clean_environ(ATOUT_WEB=str(CLIENT))
    if (folder / "atout").is_dir():
        return replace(command, {**environ, "PYTHONPATH": str(folder)})
    quiet = "--terminal" in arguments or "-h" in arguments or "--help" in arguments
    missing = missing_for_compiling()
    if missing:
        say(f"not compiled, bots take longer: {missing}")
        return replace(command, environ)
    return play_and_compile(command, environ, folder, quiet)


# Setting up


def set_up() -> None:
    """See to everything that a table needs: packages and, beside them, the client."""
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    pages = digest(files_of(WEB))
    stamp = BUILD / "client.stamp"
    fresh = stamp.is_file() and stamp.read_text(encoding="utf-8") == pages and (CLIENT / "index.html").is_file()
    state = digest([ROOT / "constraints.txt", ROOT / "pyproject.toml"])
    if fresh and (PLAY / "stamp.json").is_file() and state in (PLAY / "stamp.json").read_text(encoding="utf-8"):
        return
    say("setting up Atout in this folder, once: about half a minute")
    LOG.unlink(missing_ok=True)
    progress = Progress({name: seconds for name, seconds in USUAL.items() if not fresh or name == PACKAGES})

    def install_packages() -> None:
        with progress.step(PACKAGES):
            prepare(PLAY, state, "", lambda: install(dependencies))

    def build_client() -> None:
        stamp.unlink(missing_ok=True)
        with progress.step(NODE):
            prepare_node(LOG, "")
        for name, step in ((MODULES, "install"), (PAGES, "build")):
            with progress.step(name):
                need_step(step)
        write(stamp, pages)

    jobs: list[Callable[[], None]] = [install_packages, *([] if fresh else [build_client])]
    try:
        with ThreadPoolExecutor(len(jobs)) as pool:
            for future in [pool.submit(job) for job in jobs]:
                future.result()
    finally:
        progress.close()


def install(dependencies: list[str]) -> None:
    """Install what Atout needs, and show .venv-play the way to src/."""
    pip(PLAY, "install", "-qq", "--no-compile", "-c", "constraints.txt", *dependencies, log=LOG)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    told = packages(PLAY) / f"{project['name']}-{project['version']}.dist-info"
    shutil.rmtree(told, ignore_errors=True)
    told.mkdir()
    lines = ("Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {project['version']}", "")
    write(told / "METADATA", "\n".join(lines))
    write(packages(PLAY) / "atout.pth", f"{SOURCE}\n")


def need_step(step: str) -> None:
    """Take a step of tools/client.py, or say in one line why it failed."""
    before = LOG.stat().st_size if LOG.is_file() else 0
    if client(step, log=LOG):
        told = LOG.read_bytes()[before:].decode(errors="replace")
        raise TaskError(f"the web client cannot be built: {reason(told)} (all of it: {LOG.relative_to(ROOT)})")


# Compiling


def compiled_state() -> str:
    """Return a short name for the sources as they are and the Python that runs them."""
    version = "".join(map(str, sys.version_info[:2]))
    return f"{sys.implementation.cache_tag or version}-{fingerprint(SOURCE)[:16]}"


def prepare_tools(log: Path) -> None:
    """Prepare .venv-build: what compiles, kept, so that the next time needs no network."""
    install = ("install", "-qq", "-c", "constraints.txt", *COMPILES_WITH)
    prepare(TOOLS, digest([ROOT / "constraints.txt", Path(__file__)]), "", lambda: pip(TOOLS, *install, log=log))


def build(folder: Path) -> None:
    """Compile the sources as they are into a folder, whole or not at all."""
    log = BUILD / "compile.log"
    with hold_lock("compile"):
        if (folder / "atout").is_dir():
            return
        log.unlink(missing_ok=True)
        prepare_tools(log)
        draft = folder.with_name("draft")
        shutil.rmtree(draft, ignore_errors=True)  # of one that was interrupted
        draft.mkdir(parents=True)
        try:
            wanted = {"ATOUT_REQUIRE_COMPILED": "1", "ATOUT_SKIP_WEB": "1", "ATOUT_OPTIMIZE": str(QUICK)}
            pip(TOOLS, "wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", str(draft), ".", log=log, **wanted)
            (wheel,) = draft.glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(draft)
            wheel.unlink()
            shutil.rmtree(draft / "atout" / "web", ignore_errors=True)  # ATOUT_WEB names the one there is
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        built = sorted(folder.parent.iterdir(), key=lambda found: found.stat().st_mtime)
        for old in built[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)


def compile_only(folder: str) -> int:
    """Compile, for a dev.py that plays meanwhile: the exit code and one line are all it wants to know."""
    with contextlib.suppress(OSError):
        os.nice(19)
    try:
        build(Path(folder))
    except TaskError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(explain(error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def play_and_compile(command: list[str], environ: dict[str, str], folder: Path, quiet: bool) -> int:
    """Play from the sources, compile beside it, and tell the server when that is done."""
    ready = BUILD / f"compiled-{os.getpid()}.txt"
    ready.unlink(missing_ok=True)
    compiling = subprocess.Popen(
        [sys.executable, str(ROOT / "dev.py"), "compile-only", str(folder)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the table; this ends it afterwards
    )
    if not quiet:
        say("bots think in plain Python for now; they will be faster in some minutes")
    playing = subprocess.Popen(command, env={**environ, "ATOUT_COMPILED": str(ready)})
    signal.signal(signal.SIGTERM, lambda *_: playing.terminate())
    watch = threading.Thread(target=tell, args=(compiling, ready, folder, quiet), daemon=True)
    watch.start()
    try:
        return wait(playing)
    finally:
        if compiling.poll() is None:
            stop(compiling)
            if not quiet:
                say("compiling was not done yet; the next start goes on with it")
        watch.join()
        ready.unlink(missing_ok=True)


def stop(compiling: "subprocess.Popen[str]") -> None:
    """End the compiler and all it has started; as after Ctrl-C, so that they take their temporary files away."""
    if os.name == "nt":
        compiling.terminate()
    else:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(OSError):
                os.killpg(compiling.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                compiling.wait(5)
                break
    compiling.wait()


def tell(compiling: "subprocess.Popen[str]", ready: Path, folder: Path, quiet: bool) -> None:
    """Wait for the compiler; write where the result is, or nothing if there is none, for the server to read."""
    _, errors = compiling.communicate()
    if compiling.returncode not in (0, 1):  # it was ended
        return
    write(ready, str(folder) if compiling.returncode == 0 else "")
    if compiling.returncode and not quiet:
        say(f"not compiled, bots go on in plain Python: {reason(errors)}")


def wait(playing: "subprocess.Popen[bytes]") -> int:
    """Wait for the table, which gets Ctrl-C as well and ends by itself."""
    while True:
        try:
            return playing.wait()
        except KeyboardInterrupt:
            continue


def replace(command: list[str], environ: dict[str, str]) -> int:
    """Run a command in place of this one, so that it owns the terminal and its signals."""
    if os.name == "nt":
        return subprocess.run(command, env=environ).returncode
    os.execve(command[0], command, environ)
