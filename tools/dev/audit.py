"""What a server is installed from: the hashes of it, and whether a fault is known in any of it. Both ask a network."""

import subprocess

from tools.dev.environments import AUDIT, BUILD, ROOT, TaskError, clean_environ, pip, prepare, program, say

HASHES = "constraints-hashes.txt"


def hashes() -> int:
    """Write the hashes of what constraints.txt pins, without an address of an index."""
    prepare_audit()
    options = ["--extra", "postgres", "-c", "constraints.txt", "--generate-hashes", "--universal", "--upgrade", "-q"]
    form = ["--python-version", "3.11", "--no-header", "--no-annotate", "--no-emit-index-url", "-o", HASHES]
    command = [program(AUDIT, "uv"), "pip", "compile", "pyproject.toml", *options, *form]
    run = subprocess.run(command, cwd=ROOT, env=clean_environ(), capture_output=True, text=True)
    if run.returncode:
        raise TaskError(f"no hashes without a network: {last_line(run.stderr)}")
    return 0


def audit(arguments: list[str]) -> int:
    """Ask pip-audit about what has these hashes."""
    prepare_audit()
    options = ["--disable-pip", "--require-hashes", "--strict", "-r", HASHES]
    command = [program(AUDIT, "pip-audit"), *options, *arguments]
    run = subprocess.run(command, cwd=ROOT, env=clean_environ(), capture_output=True, text=True)
    if run.returncode and not run.stdout.strip():
        raise TaskError(f"nobody could be asked about known faults, is there a network? {last_line(run.stderr)}")
    print(run.stdout, end="")
    say(last_line(run.stderr))
    return run.returncode


def prepare_audit() -> None:
    """Prepare .venv-audit: tools that ask an index, which nothing else needs."""

    def install() -> None:
        BUILD.mkdir(exist_ok=True)
        try:
            pip(AUDIT, "install", "-qq", "pip-audit", "uv", log=BUILD / "audit.log")
        except TaskError:
            raise TaskError("pip-audit and uv could not be installed, is there a network? (build/audit.log)") from None

    prepare(AUDIT, "pip-audit uv", "setting up .venv-audit: pip-audit and uv", install)


def last_line(text: str) -> str:
    """Return the last line of what a program has said, cut short."""
    return (text.strip().splitlines() or ["it said nothing"])[-1].strip()[:200]
