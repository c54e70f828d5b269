"""Nobody waits long for a bot, even where nothing is compiled: a second of one core is plenty in every game."""

import pytest

from atout.games import names
from benchmarks.answers import longest_answer

DECISIONS = 30  # of each level that are timed


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("level", ["casual", "club"])
def test_bots_answer_within_a_second(name: str, level: str) -> None:
    processor, _ = longest_answer(name, level, DECISIONS)
    assert processor < 1.0
