"""Loop: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.loop import actions, position, sheet
from atout.games.loop.actions import ACTIONS
from atout.games.loop.advice import LoopAdvice
from atout.games.loop.deal import ASIDE, HAND
from atout.games.loop.features import LoopFeatures
from atout.games.loop.sampling import LoopSampler
from atout.games.loop.terms import Terms
from atout.games.loop.view import LoopView
from atout.games.loop.wording import LoopWording
from atout.kernel.clause import Clause
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Wording

MOST_SEATS: Final = 6


@final
class Loop(Game):
    """The rules of Loop."""

    def __init__(self) -> None:
        super().__init__("loop", "Loop", 1, (4, 5, 6), ACTIONS)
        to_play = HAND - ASIDE
        in_round = MOST_SEATS * (ASIDE + to_play * MOST_SEATS)  # every card played alone, and passed by all others
        self.seats_clause = Clause("LOOP-01", "seats-four-to-six")
        self.max_decisions = MOST_SEATS * in_round + 1
        self.faces, self.longest_part = 14, 600
        self.remembers = True  # hands go around
        self.shortest = {"rounds": "1"}
        self.options = [
            Option("flip_when_leading", RULE, [OFF, ON]),
            Option("hand_notes", VIEW, [OFF, ON]),
            Option("open_discards", VIEW, [OFF, ON]),
            Option("auto_pass", TABLE_CONDUCT, ["ask", "automatic"]),
            Option("tie", RULE, ["shared", "more_first_places"]),
            Option("rounds", RULE, ["full", "1", "2", "3", "4", "5"]),
            Option("pack", RULE, ["full", "small"]),
        ]

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return position.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, LoopView)
        return LoopSampler(view)

    def advice(self) -> Advice:
        return LoopAdvice()

    def features(self) -> Features:
        return LoopFeatures()

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        return sheet.score(seats, options, head, deals, Terms(options, seats).rounds)

    def words(self) -> Wording:
        return LoopWording()

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)
