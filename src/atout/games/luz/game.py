"""Luz: the game as the rest of Atout sees it, and positions to begin from."""

from typing import Final, final

from atout.games.luz import actions, position, sheet
from atout.games.luz.actions import ACTIONS, HAND
from atout.games.luz.advice import LuzAdvice
from atout.games.luz.features import LuzFeatures
from atout.games.luz.sampling import LuzSampler
from atout.games.luz.wording import LuzWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option

PARTS: Final = Parts(
    position.begin, sheet.score, actions.text, actions.parse, LuzSampler, LuzAdvice, LuzFeatures, LuzWording()
)


@final
class Luz(BuiltGame):
    """The rules of Luz."""

    def __init__(self) -> None:
        super().__init__("luz", "Luz", 1, (3, 4, 5), ACTIONS, PARTS)
        self.seats_clause = Clause("LUZ-01", "seats-three-to-five")
        self.max_decisions = 4 * 5 * (HAND + 1) + 1
        self.faces, self.longest_part = 60, 140
        self.opens_deals = False  # what is hidden in Luz stays so until the match is over
        self.shortest = {"deals": "2"}
        self.options = [
            Option("bead_limit", RULE, [OFF, ON]),
            Option("three_player_leader_start", RULE, [ON, OFF]),
            Option("history", VIEW, ["hidden", "last_deal", "open"]),
            Option("deduction_aid", VIEW, [OFF, ON]),
            Option("deals", RULE, ["4", "2", "3", "1"]),
            Option("pack", RULE, ["full", "small"]),
            Option("auto_forced", TABLE_CONDUCT, [ON, OFF]),
            Option("spectator_view", VIEW, ["closed", "all_hands"]),
        ]
