"""Loop: which words of the locale fit a position and an action, and the boards."""

from typing import Final, final

from atout.games.loop import reasons
from atout.games.loop.actions import FIRST_FLIP, FIRST_PLAY, PASS, combination_of, combination_text
from atout.games.loop.reading import OUT
from atout.kernel.options import Options
from atout.kernel.view import Display, SeenEntry
from atout.kernel.wording import Phrase, Prospect, Say, Wording, cards_of, fact_value

LEFT_OUT: Final = ("direction", "pawn", "hidden", "worth")
SEVERAL: Final = ("aside",)


@final
class LoopWording(Wording):
    """How Loop speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT, SEVERAL)
        self.tricks = ("play",)

    def lookup(self, options: Options) -> str:
        """Return what may be looked up: discards lie face down (LOOP-26)."""
        return "all" if options.is_on("open_discards") else "trick"

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

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def won(self, display: Display) -> Phrase:
        """Return why a combination took the trick: an 8 ends it, or all others passed (LOOP-25, LOOP-29)."""
        trick = cards_of(display, "last_trick")
        if not trick:
            return "", {}
        if all([fact_value(display, "place", seat) for seat in range(display.seats)]):
            return "last_left", {}
        return ("eight" if any(card.text == "8" for card in trick) else "others_passed"), {}

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return as which a seat came in."""
        place = fact_value(display, "place", seat)
        return ("place", {"place": place}) if place else ("", {})

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
