"""Whether expected values are rewritten instead of being compared."""

import os


def is_writing() -> bool:
    """Say whether `ATOUT_WRITE=1` asks for new expectations."""
    return os.environ.get("ATOUT_WRITE") == "1"
