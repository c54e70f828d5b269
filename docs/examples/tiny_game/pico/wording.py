"""Pico: which words of the locale fit a position and an action."""

from atout.authoring import Display, Phrase, Wording, fact_value


class PicoWording(Wording):
    """Chooses keys of the locale, and the values that their texts need."""

    def prompt(self, display: Display) -> Phrase:
        """Ask for a card, and say which suit was led."""
        led = fact_value(display, "led")
        return ("follow", {"colour": led}) if led else ("lead", {})

    def event(self, display: Display, action: int) -> Phrase:
        """Tell what an action was."""
        return "play", {}
