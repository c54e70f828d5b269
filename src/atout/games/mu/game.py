"""Mü: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.mu import actions, position, sheet
from atout.games.mu.actions import ACTIONS
from atout.games.mu.advice import MuAdvice
from atout.games.mu.features import MuFeatures
from atout.games.mu.sampling import MuSampler
from atout.games.mu.tables import BONUS_DIGITS, TARGET_DIGITS
from atout.games.mu.wording import MuWording
from atout.kernel.clause import Clause
from atout.kernel.game import BuiltGame, Parts
from atout.kernel.options import OFF, ON, RULE, VIEW, Option

LOWEST_LIMIT: Final = 10
HIGHEST_LIMIT: Final = 500


PARTS: Final = Parts(
    position.begin, sheet.score, actions.text, actions.parse, MuSampler, MuAdvice, MuFeatures, MuWording()
)


@final
class Mu(BuiltGame):
    """The rules of Mü."""

    def __init__(self) -> None:
        super().__init__("mu", "Mü", 1, (4, 5, 6), ACTIONS, PARTS)
        # Rounds go on until a total passes the limit: the rules set no bound. Of 3,425 random matches of the longest
        # kind (6 seats, limit 500, small pack) half had under 18,000 decisions, one in ten over 28,000, the longest
        # 54,030.
        self.seats_clause = Clause("MU-01", "seats-four-to-six")
        self.max_decisions = 100_000
        self.faces, self.longest_part = 50, 600  # a card at a time, and passes of all others after each
        self.shortest = {"limit": "10"}
        self.options = [
            Option("limit", RULE, ["200", "100", "300", "500"], LOWEST_LIMIT, HIGHEST_LIMIT),
            Option("end_test", RULE, ["over", "reach"]),
            Option("length", RULE, ["limit", "single", "once", "twice", "thrice"]),
            Option("same_trump", RULE, ["no", "yes"]),
            Option("targets", RULE, ["classic", "raised"], digits=TARGET_DIGITS),
            Option("bonuses", RULE, ["classic"], digits=BONUS_DIGITS),
            Option("bonus_cap", RULE, ["100", "none"]),
            Option("deadlock_payout", RULE, ["each", "shared"]),
            Option("pack", RULE, ["full", "small"]),
            Option("show_points", VIEW, [ON, OFF]),
            Option("last_trick", VIEW, ["last", "all", "none"]),
        ]
