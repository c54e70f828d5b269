"""A display as text: the table of the terminal."""

from collections.abc import Sequence
from io import StringIO

from rich.console import Console, RenderableType

from atout.drawing.terminal import render
from atout.kernel.cards import seat_letter
from atout.kernel.game import Game
from atout.kernel.view import Display
from atout.locale import load_locale

WIDTH = 120


def text(game: Game, display: Display, names: Sequence[str] | None = None, lang: str = "en") -> str:
    """Return what one observer may see as plain text; without names, seats are called by their letters."""
    return plain_lines(render(display, load_locale(game, lang), seat_names(display, names)))


def seat_names(display: Display, names: Sequence[str] | None) -> list[str]:
    """Return what the seats are called: as somebody wants, or by their letters."""
    if names is not None and len(names) != display.seats:
        raise ValueError(f"{len(names)} names for {display.seats} seats")
    return list(names) if names is not None else [seat_letter(seat) for seat in range(display.seats)]


def plain_lines(drawn: RenderableType) -> str:
    """Return something drawn for a terminal as lines without styles."""
    console = Console(file=StringIO(), width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in captured.get().rstrip("\n").split("\n"))
