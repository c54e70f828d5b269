"""Luz: which words of the locale fit a position and an action."""

from typing import final

from atout.games.luz.actions import BETS, COLOURS, HAND, colour_of, place_of
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Wording, trick_prompt


@final
class LuzWording(Wording):
    """How Luz speaks."""

    def prompt(self, display: Display) -> Phrase:
        """Return the question to the seat whose turn it is."""
        if display.phase == "bets":
            size = max([len(zone.cards) for zone in display.zones if zone.name == "hand"])
            return ("bet", {}) if size == HAND else ("bet_of", {"tricks": str(size)})
        return trick_prompt(display)

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is: a bet or a card."""
        if action >= BETS:
            return "play", {}
        return "bet_safety" if action % 2 else "bet", {"bet": str(action // 2)}

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        if action >= BETS:
            return "play", {"colour": COLOURS[colour_of(action)], "k": str(place_of(action))}
        return "bet_safety" if action % 2 else "bet", {"n": str(action // 2)}
