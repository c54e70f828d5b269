"""Meinz: the game as the rest of Atout sees it."""

from typing import Final, final

from atout.games.meinz import actions, position, sheet
from atout.games.meinz.actions import ACTIONS
from atout.games.meinz.advice import MeinzAdvice
from atout.games.meinz.features import MeinzFeatures
from atout.games.meinz.reading import MONSTER_TRICK
from atout.games.meinz.sampling import MeinzSampler
from atout.games.meinz.view import MeinzView
from atout.games.meinz.wording import MeinzWording
from atout.kernel.clause import Clause
from atout.kernel.features import Features
from atout.kernel.game import Advice, Game, Sampler, Sheet
from atout.kernel.log import TRICK
from atout.kernel.options import OFF, ON, RULE, TABLE_CONDUCT, VIEW, Option, Options
from atout.kernel.start import Start
from atout.kernel.state import State
from atout.kernel.view import View
from atout.kernel.wording import Wording

ROUNDS: Final = 8
A_ROUND: Final = 4 + 8 * (4 + 6 + 1)  # discards; in each trick four cards, six answers and an exchange


@final
class Meinz(Game):
    """The rules of Meinz."""

    def __init__(self) -> None:
        super().__init__("meinz", "Meinz", 1, (3, 4), ACTIONS)
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

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return position.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        assert isinstance(view, MeinzView)
        return MeinzSampler(view)

    def advice(self) -> Advice:
        return MeinzAdvice()

    def features(self) -> Features:
        return MeinzFeatures()

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        return sheet.score(seats, options, head, deals)

    def words(self) -> Wording:
        return MeinzWording()

    def text(self, action: int) -> str:
        return actions.text(action)

    def parse(self, text: str) -> int:
        return actions.parse(text)
