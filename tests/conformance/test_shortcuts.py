"""The quick ways through a menu, `count`, `pick` and `take`, lead where `legal` and `apply` lead."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout import CHANCE, OVER, SPECTATOR, load, names
from atout.kernel.rng import Rng
from tests.conformance.play import DEPTH

TABLES = [pytest.param(name, seats, id=f"{name}-{seats}") for name in names() for seats in load(name).seat_counts]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_shortcuts_lead_to_the_same_position(name: str, seats: int) -> None:
    game = load(name)
    for seed in range(DEPTH):
        state = game.new(seats, game.settle({}))
        scratch = vec[i64]([0] * state.width())
        rng = Rng(seed)
        while state.turn != OVER:
            if state.turn == CHANCE:
                state.deal(rng.order(len(state.pack())))
                continue
            seat = state.turn
            legal = state.legal(seat)
            assert state.count(seat, scratch) == len(legal)
            assert [state.pick(seat, k, scratch) for k in range(len(legal))] == legal
            k = rng.below(len(legal))
            taken = state.clone()
            taken.take(seat, k, scratch)
            state.apply(seat, legal[k])
            assert taken.turn == state.turn
            for observer in [*range(seats), SPECTATOR]:
                assert taken.view(observer) == state.view(observer)
            if state.turn >= 0:
                assert [taken.key(other) for other in range(seats)] == [state.key(other) for other in range(seats)]
