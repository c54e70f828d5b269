"""Newcomers are told at every kind of decision what it is about, in two sentences at most, in every language."""

import re

import pytest

from atout.games import load, names
from atout.locale import LANGUAGES, load_locale
from tests.conformance.play import positions

LONGEST = 240


@pytest.mark.parametrize("name", names())
def test_every_phase_in_which_somebody_decides_has_a_tip(name: str) -> None:
    game = load(name)
    packs = [{}, *({"pack": "small"} for option in game.options if option.name == "pack")]
    matches = [positions(game, seats, options, 1) for seats in game.seat_counts for options in packs]
    asked = {match.view(match.turn).display().phase for found in matches for match in found if match.turn >= 0}
    for lang in LANGUAGES:
        words = load_locale(game, lang)
        for phase in asked:
            tip = words.find("tips", phase)
            assert tip, (lang, phase)
            assert len(tip) <= LONGEST, (lang, phase)
            assert len(re.findall(r"[.!?](?= [A-ZÀÉÄÖÜ]|$)", tip)) <= 2, tip
