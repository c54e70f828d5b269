"""Pico: which words of the locale fit a position and an action."""

from atout import Display


def prompt(display: Display) -> tuple[str, dict[str, str]]:
    """Ask for a card, and say which suit was led."""
    for fact in display.facts:
        if fact.name == "led":
            return "follow", {"colour": fact.value}
    return "lead", {}


def event(display: Display, action: int) -> tuple[str, dict[str, str]]:
    """Tell what an action was."""
    return "play", {}
