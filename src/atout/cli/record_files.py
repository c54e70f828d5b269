"""Where the records of matches go that were played in the terminal."""

import os
import sys
from datetime import datetime
from pathlib import Path

from atout.cli.errors import InputError


def records_folder() -> Path:
    """Return the folder for records that have no other place: where the system keeps a program's data."""
    if os.name == "nt":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".local" / "share"
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given if os.path.isabs(given) else base) / "atout" / "records"


def require_new(file: Path) -> None:
    """Refuse, before a match begins, a file that could not be written after it."""
    if file.exists():
        raise InputError(f"{file} already exists")
    if not file.parent.is_dir():
        raise InputError(f"{file.parent} is not a folder")
    if not os.access(file.parent, os.W_OK):
        raise InputError(f"{file.parent} cannot be written to")


def new_record_file(game: str, now: datetime) -> Path:
    """Return a file in the records folder that is not there yet."""
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{game}-{now:%Y-%m-%d-%H%M%S}"
    file = folder / f"{name}.toml"
    number = 2
    while file.exists():
        file = folder / f"{name}-{number}.toml"
        number += 1
    return file
