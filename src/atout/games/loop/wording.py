"""Loop: which words of the locale fit a position and an action, and the boards."""

from typing import Final, final

from atout.games.loop.actions import FIRST_FLIP, FIRST_PLAY, PASS, combination_of, combination_text
from atout.games.loop.reading import OUT
from atout.kernel.view import Display, SeenEntry
from atout.kernel.wording import Phrase, Say, Wording

LEFT_OUT: Final = ("direction", "pawn", "hidden")
SEVERAL: Final = ("aside",)


@final
class LoopWording(Wording):
    """How Loop speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT, SEVERAL)

    def prompt(self, display: Display) -> Phrase:
        """Return the question to a seat that owes a decision."""
        if display.phase == "aside":
            return "aside", {}
        for zone in display.zones:
            if zone.name == "current":
                return f"follow_{_direction(display)}", {"cards": ",".join([card.text for card in zone.cards])}
        return f"lead_{_direction(display)}", {}

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is: a card set aside, a pass, a combination, or one after a reveal."""
        if action == PASS:
            return "pass", {}
        if action < FIRST_PLAY:
            return "aside", {"value": str(int(action))}
        cards = {"cards": combination_text(combination_of(action))}
        if action < FIRST_FLIP:
            return "play", cards
        return ("flip_up" if _direction(display) == "down" else "flip_down"), cards

    def notice(self, display: Display, seen: SeenEntry) -> Phrase:
        """Return what an entry of the log tells: who is out, and with which place."""
        return ("out", {"place": str(seen.open)}) if seen.kind == OUT else ("", {})

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        if action == PASS:
            return "pass", {}
        if action < FIRST_PLAY:
            return "aside", {"value": str(int(action))}
        return "play" if action < FIRST_FLIP else "flip", {"cards": combination_text(combination_of(action))}

    def board(self, display: Display, say: Say) -> list[str]:
        """Return the direction token, and for every board the rows of its pawns, round by round."""
        lines: list[str] = []
        if display.phase in ("aside", "play"):
            lines.append(f"[bold]{say('names', _direction(display))}[/bold]")
        pawns: dict[str, list[str]] = {}
        for fact in display.facts:
            if fact.name == "pawn":
                place, row = fact.value.split(":")
                pawns.setdefault(place[0], []).append(f"{place[1:]}:{row}")
        if pawns:
            rows = "   ".join([f"[bold]{letter}[/bold] {' '.join(sorted(pawns[letter]))}" for letter in sorted(pawns)])
            lines.append(f"{say('names', 'boards')}   {rows}")
        return lines


def _direction(display: Display) -> str:
    """Return the side of the direction token that is up."""
    for fact in display.facts:
        if fact.name == "direction":
            return fact.value
    return "up"
