"""Whether expected values are written anew instead of being compared."""

import os


def writing() -> bool:
    """Tell whether `ATOUT_WRITE=1` asks for new expectations."""
    return os.environ.get("ATOUT_WRITE") == "1"
