"""Meinz: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.meinz import actions, position, sheet
from atout.games.meinz.actions import ACTIONS
from atout.games.meinz.advice import MeinzAdvice
from atout.games.meinz.features import MeinzFeatures
from atout.games.meinz.reading import MONSTER_TRICK
from atout.games.meinz.sampling import MeinzSampler
from atout.games.meinz.wording import MeinzWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.log import TRICK
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option

ROUNDS: Final = 8
A_ROUND: Final = 4 + 8 * (4 + 6 + 1)  # discards; in each trick four cards, six answers and an exchange


PARTS: Final = Parts(
    position.begin, sheet.score, actions.text, actions.parse, MeinzSampler, MeinzAdvice, MeinzFeatures, MeinzWording()
)


@final
class Meinz(BuiltGame):
    """The rules of Meinz."""

    def __init__(self) -> None:
        super().__init__("meinz", "Meinz", 1, (3, 4), ACTIONS, PARTS)
        self.seats_clause = Clause("MEINZ-01", "seats-three-or-four")
        self.max_decisions = ROUNDS * A_ROUND + 1
        self.faces, self.longest_part = 36, 200
        self.trick_kinds = (TRICK, MONSTER_TRICK)
        self.shortest = {"rounds": "4"}
        self.options = [
            Option("rounds", RULE, ["8", "4", "1"]),
            Option("pack", RULE, ["full", "small"]),
            Option("monster_can_win", RULE, [OFF, ON]),
            Option("cry_limit", RULE, ["none", "one"]),
            Option("low_tie", RULE, ["latest", "earliest"]),
            Option("open_tricks", VIEW, [OFF, ON]),
            Option("show_discards_at_round_end", VIEW, [OFF, ON]),
            Option("cry_speed", TABLE_CONDUCT, ["asked", "snap"]),
        ]
