"""Njet!: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.njet import actions, position, sheet
from atout.games.njet.actions import ACTIONS
from atout.games.njet.advice import NjetAdvice
from atout.games.njet.features import NjetFeatures
from atout.games.njet.sampling import NjetSampler
from atout.games.njet.wording import NjetWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.options import OFF, ON, RULE, VIEW, Option

MOST_ROUNDS: Final = 20


PARTS: Final = Parts(
    position.begin, sheet.score, actions.text, actions.parse, NjetSampler, NjetAdvice, NjetFeatures, NjetWording()
)


@final
class Njet(BuiltGame):
    """The rules of Njet!."""

    def __init__(self) -> None:
        super().__init__("njet", "Njet!", 1, (2, 3, 4, 5), ACTIONS, PARTS)
        # Per round at most 20 tokens, one choice of teams, 10 cards laid and 60 cards played.
        self.seats_clause = Clause("NJET-01", "seats-two-to-five")
        self.max_decisions = MOST_ROUNDS * 91 + 1
        self.faces, self.longest_part = 40, 240
        self.shortest = {"rounds": "1"}
        self.options = [
            Option("score", RULE, ["difference", "raw"]),
            Option("pass_direction", RULE, ["left", "right"]),
            Option("rounds", RULE, ["full", "half"], 1, MOST_ROUNDS),
            Option("pack", RULE, ["full", "small"]),
            Option("last_trick", VIEW, ["last", "all", "none"]),
            Option("zero_stash", RULE, ["no_zero", "any"]),
            Option("supertrump_colour", RULE, ["leaves", "stays"]),
            Option("reveal_stash", VIEW, [OFF, ON]),
        ]
