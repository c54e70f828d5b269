"""Schrecklicht: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.schrecklicht import actions, position, sheet
from atout.games.schrecklicht.actions import ACTIONS
from atout.games.schrecklicht.advice import SchrecklichtAdvice
from atout.games.schrecklicht.features import SchrecklichtFeatures
from atout.games.schrecklicht.objectives import PUMPKINS
from atout.games.schrecklicht.sampling import SchrecklichtSampler
from atout.games.schrecklicht.wording import SchrecklichtWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.options import OFF, ON, RULE, VIEW, Option

PARTS: Final = Parts(
    position.begin,
    sheet.score,
    actions.text,
    actions.parse,
    SchrecklichtSampler,
    SchrecklichtAdvice,
    SchrecklichtFeatures,
    SchrecklichtWording(),
)


@final
class Schrecklicht(BuiltGame):
    """The rules of Schrecklicht."""

    def __init__(self) -> None:
        super().__init__("schrecklicht", "Schrecklicht", 1, (3, 4, 5), ACTIONS, PARTS)
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
