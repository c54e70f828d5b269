"""How long a test waits for what has to happen."""

from typing import Final

DEADLINE: Final = 120.0  # seconds: it only ends what hangs, so that it holds on the busiest machine
