"""Records of games of other shapes: secret choices, chance events of one name."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout import CHANCE, OVER, SPECTATOR, Game, Match, State
from atout import record as records
from atout.kernel.cards import Field, Pack
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, HIDDEN
from atout.kernel.options import Options
from atout.kernel.start import Start
from atout.match import DealStep, PlayStep
from atout.record import Deal, End, dumps, loads, make_record, replay, replay_steps
from tests.records import random_match, same_match
from tests.toys.sealed.game import GAME as SEALED


def test_secret_choices_in_any_order_round_trip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "load_game", lambda name: SEALED)
    lines = set()
    for seed in range(20):
        match = random_match(SEALED, 3, seed, 9, in_order=False)
        made = make_record(match)
        assert loads(dumps(made)) == made
        again = replay(made)
        assert again.steps[1:] == match.steps[1:]
        assert same_match(again, match)
        lines.add(made.deals[0].play.count("\n"))
    assert len(lines) > 1  # the order did matter to how they are written


def test_a_step_shows_an_observer_no_secret_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "load_game", lambda name: SEALED)
    moments = list(replay_steps(make_record(random_match(SEALED, 2, 1, 1))))
    chosen = moments[-1].step
    assert isinstance(chosen, PlayStep)
    seen = {seat: [item.value for item in moments[-1].entries_seen(seat)] for seat in (0, 1, SPECTATOR, None)}
    assert seen == {0: [chosen.action], 1: [HIDDEN], SPECTATOR: [HIDDEN], None: [chosen.action]}


class TwiceState(State):
    """Two coins are tossed, one after the other and under one name; then a seat calls, and a third one is tossed."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.tossed: list[int] = []
        self.calls: list[int] = []

    def clone(self) -> "TwiceState":
        new = TwiceState(self.seats, self.options)
        self.copy_to(new)
        new.tossed, new.calls = list(self.tossed), list(self.calls)
        return new

    def pack(self) -> Pack:
        return Pack("coins", ["heads", "tails"], [Field("coin", [0], 1, ordered=True)])

    def hand_out(self, order: vec[i64]) -> None:
        self.tossed.append(order[0])
        self.turn = {1: CHANCE, 2: 0, 3: OVER}[len(self.tossed)]

    def check(self, seat: int, action: int) -> Clause | None:
        return None if seat == self.turn and 0 <= action < 2 else Clause("TWI-01", "call")

    def menu(self, seat: int, out: vec[i64]) -> int:
        out[0], out[1] = 0, 1
        return 2 if seat == self.turn else 0

    def width(self) -> int:
        return 2

    def apply(self, seat: int, action: int) -> None:
        self.note(ACTION, seat, 0, action, 255)
        self.calls.append(action)
        self.turn = 0 if len(self.calls) < 2 else CHANCE

    def scores(self) -> list[int]:
        return [len(self.calls), -len(self.tossed)]

    def places(self) -> list[int]:
        return [1, 2]


class Twice(Game):
    def begin(self, seats: int, options: Options, start: Start) -> State:
        return TwiceState(seats, options)

    def text(self, action: int) -> str:
        return ["heads", "tails"][action]

    def parse(self, text: str) -> int:
        return ["heads", "tails"].index(text)


def test_chance_events_of_one_name_stand_in_tables_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Twice("twice", "Twice", 1, (2,), 2)
    monkeypatch.setattr(records, "load_game", lambda name: game)
    match = Match(game, 2)
    match.deal([1, 0])
    match.deal([0, 1])
    match.play(0, 1)
    match.play(0, 0)
    match.deal([1, 0])
    made = make_record(match)
    assert made.deals == (
        Deal({"coin": ("tails",)}),
        Deal({"coin": ("heads",)}, "A: tails heads\n", (2, -1)),
        Deal({"coin": ("tails",)}),
    )
    assert made.end == End((2, -3), (1, 2))
    assert loads(dumps(made)) == made
    again = replay(made)
    assert again.steps == match.steps
    assert again.steps[0] == DealStep((1, 0))
    assert again.over
