"""The printer of positions in Python; what draws is imported when something is drawn for the first time."""

from atout.games import game_of
from atout.kernel.printing import Printer
from atout.kernel.view import Display


class TablePrinter(Printer):
    """Draws as the terminal and the browser do."""

    def text(self, display: object) -> str:
        """Return a display as a table of text."""
        from atout.drawing.text import text

        assert isinstance(display, Display)
        return text(game_of(display), display)

    def html(self, display: object) -> str:
        """Return a display as HTML, with the cards of the browser."""
        from atout.drawing.html import html

        assert isinstance(display, Display)
        return html(game_of(display), display)
