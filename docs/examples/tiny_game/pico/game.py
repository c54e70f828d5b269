"""Pico: the game as the rest of Atout sees it."""

from atout.authoring import RULE, Clause, Game, Option, Options, Sampler, Start, State, View, Wording
from pico import cards
from pico.cards import CARDS, HAND
from pico.sampling import PicoSampler
from pico.state import PicoState
from pico.view import PicoView
from pico.wording import PicoWording

TWO_TO_FOUR = Clause("PICO-01", "two-to-four")
MOST_DEALS = 3


class Pico(Game):
    """The rules of Pico: name, title, version of the rules, numbers of seats, number of actions."""

    def __init__(self) -> None:
        super().__init__("pico", "Pico", 1, (2, 3, 4), CARDS)
        self.seats_clause = TWO_TO_FOUR
        self.max_decisions = MOST_DEALS * 4 * HAND + 1
        self.faces, self.longest_part = CARDS, 33  # of the log, for encodings
        self.options = [Option("deals", RULE, [str(MOST_DEALS), "1", "2"])]  # the first value is the usual one

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        """Return a match before its first chance event; Pico reads no other position from a start."""
        return PicoState(seats, options)

    def sampler(self, view: View) -> Sampler:
        """Return a source of worlds."""
        assert isinstance(view, PicoView)
        return PicoSampler(view)

    def words(self) -> Wording:
        """Return which words fit which moment."""
        return PicoWording()

    def text(self, action: int) -> str:
        """Write an action."""
        return cards.text(action)

    def parse(self, text: str) -> int:
        """Read an action."""
        return cards.parse(text)
