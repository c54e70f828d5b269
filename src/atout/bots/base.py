"""Bot: what a computer player is, and the levels a person can choose."""

from typing import Protocol

from atout.kernel.view import View


class Bot(Protocol):
    """Chooses among the legal actions of a view."""

    def choose(self, view: View) -> int:
        """Return a legal action of the view."""
        ...
