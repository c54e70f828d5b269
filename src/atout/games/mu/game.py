"""Mü: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.mu import actions, position, sheet
from atout.games.mu.actions import ACTIONS
from atout.games.mu.advice import MuAdvice
from atout.games.mu.features import MuFeatures
from atout.games.mu.sampling import MuSampler
from atout.games.mu.tables import BONUS_DIGITS, TARGET_DIGITS
from atout.games.mu.view import MuView
from atout.games.mu.wording import MuWording
from atout.kernel.clause import Clause
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.options import OFF, ON, RULE, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Wording

LOWEST_LIMIT: Final = 10
HIGHEST_LIMIT: Final = 500


@final
class Mu(Game):
    """The rules of Mü."""

    def __init__(self) -> None:
        super().__init__("mu", "Mü", 1, (4, 5, 6), ACTIONS)
        # Rounds go on until a total passes the limit: the rules set no bound. Of 300,000 random matches of the longest
        # kind (4 seats, limit 500) half had under 1,600 decisions, one in a hundred over 5,200, and the longest 14,575.
        self.seats_clause = Clause("MU-01", "seats-four-to-six")
        self.max_decisions = 30_000
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
            Option("show_points", VIEW, [OFF, ON]),
            Option("last_trick", VIEW, ["last", "all", "none"]),
        ]

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return position.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, MuView)
        return MuSampler(view)

    def advice(self) -> Advice:
        return MuAdvice()

    def features(self) -> Features:
        return MuFeatures()

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        return sheet.score(seats, options, head, deals)

    def words(self) -> Wording:
        return MuWording()

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)
