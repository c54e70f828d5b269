"""Ambush: a game of two decisions whose best play can be counted out.

Seat 1 is dealt one of three cards, 0, 1 or 2. Seat 0, who does not see it, chooses. `safe` brings 2 points unless the
card is a 2, `bold` 3 points if it is; then the match is over. `greedy` brings 5 points if seat 1 lets it pass, which it
need not: then seat 1 gets a point. So `safe` is right: 4/3 points on average against 1, and 0 for `greedy`.

Seat 1 can have a lead. Then it also wins if both have the same, and with a lead of 2 only `bold` can win the match.
"""

from librt.vecs import vec
from mypy_extensions import i64

from atout import OVER, Game, Sampler, State
from atout.kernel.cards import Field, Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, observer, value_of
from atout.kernel.options import Options
from atout.kernel.rng import Rng, scramble
from atout.kernel.start import Start
from atout.kernel.view import View

SAFE, BOLD, GREEDY, PASS, SPRING = range(5)
TEXTS = ("safe", "bold", "greedy", "pass", "spring")


class AmbushState(State):
    def __init__(self, seats: int, options: Options, lead: int) -> None:
        super().__init__(seats, options)
        self.lead = lead
        self.card = -1
        self.won = [0, lead]

    def clone(self) -> "AmbushState":
        new = AmbushState(self.seats, self.options, self.lead)
        self.copy_to(new)
        new.card, new.won = self.card, list(self.won)
        return new

    def pack(self) -> Pack:
        return Pack("cards", ["0", "1", "2"], [Field("card", [0], 1)])

    def hand_out(self, order: vec[i64]) -> None:
        self.card = order[0]
        self.note(DEALT, 1, 0, self.card, observer(1))
        self.turn = 0

    def check(self, seat: int, action: int) -> Clause | None:
        return None if action in self.menu_of(seat) else Clause("AMB-01", "not-now")

    def menu(self, seat: int, out: vec[i64]) -> int:
        found = () if seat != self.turn else (SAFE, BOLD, GREEDY) if seat == 0 else (PASS, SPRING)
        for k, action in enumerate(found):
            out[k] = action
        return len(found)

    def width(self) -> int:
        return 3

    def apply(self, seat: int, action: int) -> None:
        self.note(ACTION, seat, 0, action, EVERYBODY)
        if action == GREEDY:
            self.turn = 1
            return
        gains = {SAFE: 2 * (self.card != 2), BOLD: 3 * (self.card == 2), PASS: 5, SPRING: 0}
        self.won = [gains[action], self.lead + int(action == SPRING)]
        self.turn = OVER

    def view(self, seat: int) -> View:
        return View(self.observe(seat))

    def key(self, seat: int) -> int:
        return scramble(10 * self.turn + (self.card if seat == 1 else 5))

    def scores(self) -> list[int]:
        return list(self.won)

    def places(self) -> list[int]:
        behind = self.won[1] >= self.won[0] if self.lead else self.won[1] > self.won[0]
        return [1 + behind, 1 + (self.won[0] > self.won[1])]


class AmbushSampler(Sampler):
    def __init__(self, view: View, lead: int) -> None:
        self.view = view
        self.lead = lead

    def draw(self, rng: Rng) -> AmbushState:
        known = value_of(self.view.log[0])
        world = AmbushState(2, self.view.options, self.lead)
        card = int(rng.below(3)) if known < 0 else known
        world.deal([card])
        world.copy_from_view(self.view)
        world.turn = self.view.turn
        return world


class Ambush(Game):
    def __init__(self, lead: int = 0) -> None:
        super().__init__("ambush", "Ambush", 1, (2,), len(TEXTS))
        self.lead = lead
        self.max_decisions = 3

    def begin(self, seats: int, options: Options, start: Start) -> AmbushState:
        return AmbushState(seats, options, self.lead)

    def sampler(self, view: View) -> AmbushSampler:
        return AmbushSampler(view, self.lead)

    def text(self, action: int) -> str:
        return TEXTS[action]

    def parse(self, text: str) -> int:
        return TEXTS.index(text)
