"""`atout`, with SQLite databases that can be made full: each number of pages on the standard input is the new limit.

python tools/drills/small_database.py serve --database sqlite:///atout.db
"""

import gc
import json
import sqlite3
import sys
import threading
from contextlib import suppress

from atout.cli.main import main

UNLIMITED = 1 << 30


def obey() -> None:
    """Set the limit that is asked for, line by line."""
    with open(0, "rb", closefd=False) as orders:  # not sys.stdin, which the command line sets up meanwhile
        for line in orders:
            limit(int(line) or UNLIMITED)
            print(json.dumps({"message": "limited"}), file=sys.stderr, flush=True)


def limit(pages: int) -> None:
    """Set the limit in every connection there is."""
    for found in gc.get_objects():
        if type(found) is sqlite3.Connection:
            with suppress(sqlite3.Error):  # closed
                found.execute(f"PRAGMA max_page_count = {pages}").fetchall()


if __name__ == "__main__":
    threading.Thread(target=obey, daemon=True).start()
    main()
