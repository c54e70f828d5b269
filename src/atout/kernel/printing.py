"""How positions are shown to whoever prints them. The core draws nothing itself: a printer is set from outside."""

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Printer:
    """Draws displays; this one says only what it was given."""

    def text(self, display: object) -> str:
        """Return a display as a table of text."""
        return repr(display)

    def html(self, display: object) -> str:
        """Return a display as HTML, for notebooks."""
        return ""


_printers: list[Printer] = [Printer()]


def set_printer(printer: Printer) -> None:
    """Let somebody else draw from now on."""
    _printers[0] = printer


def printer() -> Printer:
    """Return whoever draws."""
    return _printers[0]


def turn_text(turn: int) -> str:
    """Return whose turn it is, in a few words; CHANCE is -1, OVER is -2."""
    return f"turn {turn}" if turn >= 0 else "before a shuffle" if turn == -1 else "over"
