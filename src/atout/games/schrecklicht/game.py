"""Schrecklicht: the game as the rest of Atout sees it."""

from typing import final

from atout.games.schrecklicht import actions, position, sheet
from atout.games.schrecklicht.actions import ACTIONS
from atout.games.schrecklicht.advice import SchrecklichtAdvice
from atout.games.schrecklicht.features import SchrecklichtFeatures
from atout.games.schrecklicht.objectives import PUMPKINS
from atout.games.schrecklicht.sampling import SchrecklichtSampler
from atout.games.schrecklicht.view import SchrecklichtView
from atout.games.schrecklicht.wording import SchrecklichtWording
from atout.kernel.clause import Clause
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.options import OFF, ON, RULE, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Wording


@final
class Schrecklicht(Game):
    """The rules of Schrecklicht."""

    def __init__(self) -> None:
        super().__init__("schrecklicht", "Schrecklicht", 1, (3, 4, 5), ACTIONS)
        self.prefix = "SCH"
        self.seats_clause = Clause("SCH-01", "seats-three-to-five")
        self.max_decisions = 4 * 5 * 5 + 1  # at most five plays each in a round (SCH-30)
        self.faces, self.longest_part = 36, 130
        self.shortest = {"rounds": "1"}
        self.options = [
            Option("pumpkins", RULE, [PUMPKINS], digits=36),
            Option("covers", VIEW, ["open", "memory"]),
            Option("zero_rank", RULE, [ON, OFF]),
            Option("low_colour_needs_card", RULE, [OFF, ON]),
            Option("tie", RULE, ["shared", "best_ranks"]),
            Option("rounds", RULE, ["4", "1", "2", "3"]),
            Option("pack", RULE, ["full", "small"]),
        ]

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return position.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, SchrecklichtView)
        return SchrecklichtSampler(view)

    def advice(self) -> Advice:
        return SchrecklichtAdvice()

    def features(self) -> Features:
        return SchrecklichtFeatures()

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        return sheet.score(seats, options, head, deals)

    def words(self) -> Wording:
        return SchrecklichtWording()

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)
