"""Luz: the game as the rest of Atout sees it, and positions to begin from."""

from typing import final

from atout.games.luz import actions, position, sheet
from atout.games.luz.actions import ACTIONS, HAND
from atout.games.luz.advice import LuzAdvice
from atout.games.luz.features import LuzFeatures
from atout.games.luz.sampling import LuzSampler
from atout.games.luz.view import LuzView
from atout.games.luz.wording import LuzWording
from atout.kernel.clause import Clause
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Wording


@final
class Luz(Game):
    """The rules of Luz."""

    def __init__(self) -> None:
        super().__init__("luz", "Luz", 1, (3, 4, 5), ACTIONS)
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

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return position.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, LuzView)
        return LuzSampler(view)

    def advice(self) -> Advice:
        return LuzAdvice()

    def features(self) -> Features:
        return LuzFeatures()

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        return sheet.score(seats, options, head, deals)

    def words(self) -> Wording:
        return LuzWording()

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)
