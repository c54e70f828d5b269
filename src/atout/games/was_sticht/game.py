"""Was sticht?: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.was_sticht import actions, position, sheet
from atout.games.was_sticht.actions import ACTIONS
from atout.games.was_sticht.advice import WasStichtAdvice
from atout.games.was_sticht.features import WasStichtFeatures
from atout.games.was_sticht.sampling import WasStichtSampler
from atout.games.was_sticht.wording import WasStichtWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.options import OFF, ON, RULE, VIEW, Option

PARTS: Final = Parts(
    position.begin,
    sheet.score,
    actions.text,
    actions.parse,
    WasStichtSampler,
    WasStichtAdvice,
    WasStichtFeatures,
    WasStichtWording(),
)


@final
class WasSticht(BuiltGame):
    """The rules of Was sticht?."""

    def __init__(self) -> None:
        super().__init__("was_sticht", "Was sticht?", 1, (3, 4), ACTIONS, PARTS)
        self.seats_clause = Clause("WAS-01", "seats-three-or-four")
        self.max_decisions = 10_000  # no rule sets an end (WAS-92); of a million random matches none took 3,500
        self.faces, self.longest_part = 36, 240
        self.prefix = "WAS"
        self.shortest = {"contracts_per_player": "3", "max_rounds": "1"}
        self.options = [
            Option("contracts_per_player", RULE, ["4", "3", "5", "1", "2"]),
            Option("number_trump_colour", RULE, [OFF, ON]),
            Option("virtual_in_announcement", RULE, [ON, OFF]),
            Option("draft_memory", VIEW, ["strict", "log"]),
            Option("open_hands", VIEW, [OFF, ON]),
            Option("distinct_contracts", RULE, [OFF, ON]),
            Option("max_rounds", RULE, ["none"], 1, 99),
            Option("pack", RULE, ["full", "small"]),
        ]
