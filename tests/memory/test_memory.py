"""Memory stays flat: workers, servers, simulations, arenas, batches and environments give back what they took."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from atout.kernel import state
from tests.memory.plays import PLAYS, Curve, can_tell

DEPTH = int(os.environ.get("ATOUT_DEPTH", "1"))
DECISIONS = 20_000
SERVED = 1_000 * DEPTH  # a server waits between the moves of bots
MOST_GROWTH = 0.01  # from the second to the last fifth
MOST_WARMING = 0.03  # likewise while caches of words and texts fill
MOST_BYTES = 4.0  # for each decision in between
INTERPRETED = str(state.__file__).endswith(".py")

pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="what is lost is lost between interpreted and compiled code"),
    pytest.mark.skipif(not can_tell(), reason="only the GNU C library tells what is held"),
]


@pytest.mark.parametrize("name", PLAYS)
def test_memory_stays_flat(name: str) -> None:
    curve = played(name, SERVED if name == "server" else DECISIONS)
    assert curve.growth < (MOST_GROWTH if curve.decisions >= DECISIONS else MOST_WARMING), curve
    if name != "server":
        assert (curve.allocated[-1] - curve.allocated[1]) / (0.6 * curve.decisions) < MOST_BYTES, curve


def played(name: str, decisions: int) -> Curve:
    """Play in a process of its own."""
    command = [sys.executable, "-m", "tests.memory.plays", name, str(decisions)]
    environ = {**os.environ, "PYTHONMALLOC": "malloc"}
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, env=environ, stdout=subprocess.PIPE, text=True, check=True)
    return Curve(**json.loads(done.stdout))
