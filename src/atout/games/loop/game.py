"""Loop: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.loop import actions, position, sheet
from atout.games.loop.actions import ACTIONS
from atout.games.loop.advice import LoopAdvice
from atout.games.loop.deal import ASIDE, HAND
from atout.games.loop.features import LoopFeatures
from atout.games.loop.sampling import LoopSampler
from atout.games.loop.wording import LoopWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option

MOST_SEATS: Final = 6


PARTS: Final = Parts(
    position.begin, sheet.score, actions.text, actions.parse, LoopSampler, LoopAdvice, LoopFeatures, LoopWording()
)


@final
class Loop(BuiltGame):
    """The rules of Loop."""

    def __init__(self) -> None:
        super().__init__("loop", "Loop", 1, (4, 5, 6), ACTIONS, PARTS)
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
