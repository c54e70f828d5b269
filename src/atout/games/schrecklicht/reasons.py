"""Schrecklicht: why a card is laid or covered: what the display earns then, and which pawn moves."""

from atout.games.schrecklicht.actions import DISPLAYS, card_of, target_of
from atout.games.schrecklicht.cards import card_text
from atout.kernel.view import Display
from atout.kernel.wording import Phrase, Prospect


def reasons(display: Display, action: int, prospect: Prospect) -> list[Phrase]:
    """Return why an action is advised."""
    target = target_of(action)
    moved = card_text(card_of(action) if target < DISPLAYS else target - DISPLAYS)
    after = prospect.after
    before, now = _of_colour(display, "pawn", moved[0]), _of_colour(after, "pawn", moved[0])
    if after.phase != display.phase or not now:
        return [("round_ends", {})]
    found: list[Phrase] = []
    if now != before:
        found.append(("pawn", {"colour": moved[0], "at": now, "ladder": _of_colour(after, "ladder", moved[0])}))
    if _standings(display):
        found.append(("standing", {"n": str(_earned(after)), "before": str(_earned(display))}))
    return found


def _of_colour(display: Display, name: str, letter: str) -> str:
    for fact in display.facts:
        if fact.name == name and fact.value.startswith(f"{letter} "):
            return fact.value[2:]
    return ""


def _standings(display: Display) -> list[str]:
    return [fact.value for fact in display.facts if fact.name == "standing" and fact.seat == display.seat]


def _earned(display: Display) -> int:
    """Return what the player's own display would earn if the round ended now."""
    return sum([int(value.split(" ")[3]) for value in _standings(display)])
