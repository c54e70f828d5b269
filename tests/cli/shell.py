"""Runs the program: inside this process, or as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from atout.cli.main import app

UNWANTED = ("FORCE_COLOR", "PY_COLORS", "GITHUB_ACTIONS", "NO_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "TERM")


def environment(folder: Path, **extra: str) -> dict[str, str]:
    """Return an environment in which the program speaks English and keeps its records in a folder."""
    usual = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return {**usual, "LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder), "TERM": "xterm-256color", **extra}


def invoke(*arguments: str, folder: Path, text: str = "", **extra: str) -> Result:
    """Run the program inside this process."""
    wanted = {**{name: None for name in UNWANTED}, **environment(folder, **extra)}
    return CliRunner().invoke(app, arguments, input=text, env=wanted, prog_name="atout")


def run(*arguments: str, folder: Path, text: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "atout", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=environment(folder, **extra),
        timeout=120,
    )


def answers(times: int = 300) -> str:
    """Return what plays Luz to the end whatever the cards are: most lines are refused, one of each round is not."""
    return "2s\nr1\ny1\ng1\nb1\np1\n" * times
