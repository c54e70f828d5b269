"""Luz: which words of the locale fit a position and an action."""

from typing import final

from atout.games.luz import reasons
from atout.games.luz.actions import BETS, COLOURS, HAND, colour_of, place_of
from atout.games.luz.view import TRUMP_COLOUR
from atout.kernel.options import Options
from atout.kernel.reasons import cards_in
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect, Wording, completed_trick, fact_value, trick_prompt, won_by


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

    def choice(self, display: Display, action: int) -> Phrase:
        """Return a card by where it lies in the hand: the highest of its colour, the lowest, the only one."""
        if action < BETS:
            return self.action(action)
        colour, place = COLOURS[colour_of(action)], place_of(action)
        held = len([card for card in cards_in(display, "hand", display.seat) if card.text.startswith(colour)])
        if held == 1:
            return "play_only", {"colour": colour}
        if held == 3 and place == 2:
            return "play_middle", {"colour": colour}
        ends = {held - 1: "play_second_highest", 2: "play_second_lowest", held: "play_highest", 1: "play_lowest"}
        return ends.get(place, "play_between"), {"colour": colour, "k": str(place), "n": str(held)}

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def lookup(self, options: Options) -> str:
        """Return what may be looked up: the trick that lies there, or more as the option says (LUZ-34, LUZ-35)."""
        return {"open": "all", "last_deal": "deal_before"}.get(options.text("history"), "trick")

    def won(self, display: Display) -> Phrase:
        """Return why a card took the trick: yellow is trump (LUZ-32)."""
        trick = completed_trick(display)
        return won_by(trick, [card.text for card in trick if card.text[0] == TRUMP_COLOUR])

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return how many tricks a seat has bet: with the safety bead one more will do."""
        beads, _, safety = fact_value(display, "bet", seat).partition("+")
        if not beads:
            return "", {}
        more = int(beads) + 1
        return ("bet_safety", {"n": beads, "more": str(more)}) if safety and more <= HAND else ("bet", {"n": beads})
