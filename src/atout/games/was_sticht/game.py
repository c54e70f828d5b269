"""Was sticht?: the game as the rest of Atout sees it."""

from typing import final

from atout.games.was_sticht import actions, position, sheet
from atout.games.was_sticht.actions import ACTIONS
from atout.games.was_sticht.advice import WasStichtAdvice
from atout.games.was_sticht.features import WasStichtFeatures
from atout.games.was_sticht.sampling import WasStichtSampler
from atout.games.was_sticht.view import WasStichtView
from atout.games.was_sticht.wording import WasStichtWording
from atout.kernel.clause import Clause
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.options import OFF, ON, RULE, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Wording


@final
class WasSticht(Game):
    """The rules of Was sticht?."""

    def __init__(self) -> None:
        super().__init__("was_sticht", "Was sticht?", 1, (3, 4), ACTIONS)
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

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return position.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, WasStichtView)
        return WasStichtSampler(view)

    def advice(self) -> Advice:
        return WasStichtAdvice()

    def features(self) -> Features:
        return WasStichtFeatures()

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        return sheet.score(seats, options, head, deals)

    def words(self) -> Wording:
        return WasStichtWording()

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)
