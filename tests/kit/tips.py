"""Tips for newcomers."""

import re

from atout import Game
from atout.locale import LANGUAGES, load_locale

NUMBERS = r"(?i)\b(?:\d+|two|three|four|five|deux|trois|quatre|cinq|zwei|drei|vier|fünf)\b"


def check_tip_without_numbers(game: Game, phase: str) -> None:
    """The tip of a phase holds whatever the options say how many there are of something."""
    for lang in LANGUAGES:
        tip = load_locale(game, lang).find("tips", phase)
        assert tip
        assert not re.search(NUMBERS, tip), tip
