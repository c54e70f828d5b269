"""Random play inside the core: legal, to the end, the same from the same seed."""

from atout import CHANCE, OVER, load
from atout.kernel.playout import Playout
from atout.kernel.rng import Rng
from atout.kernel.state import State
from tests.toys.follow.game import Follow


def new(seats: int = 4) -> State:
    game = load("luz")
    return game.new(seats, game.settle({}))


def test_a_match_is_played_to_its_end() -> None:
    state = new()
    playout = Playout(Rng(1), state.width())
    playout.finish_match(state)
    assert state.turn == OVER
    assert playout.actions == 4 * 4 * 11
    assert 4 * 4 < playout.decisions < playout.actions


def test_a_deal_is_played_to_its_end() -> None:
    state = new()
    rng = Rng(2)
    playout = Playout(rng, state.width())
    playout.finish_deal(state)
    assert playout.actions == 0, "nothing can be done before the cards are dealt"
    while state.turn == CHANCE:
        state.deal(list(rng.order(len(state.pack()))))
    playout.finish_deal(state)
    assert state.turn == CHANCE
    assert playout.actions == 4 * 11


def test_the_same_seed_plays_the_same_match() -> None:
    scores = []
    for _ in range(2):
        state = new()
        Playout(Rng(3), state.width()).finish_match(state)
        scores.append(state.scores())
    assert scores[0] == scores[1]
    state = new()
    Playout(Rng(4), state.width()).finish_match(state)
    assert state.scores() != scores[0]


def test_repeated_deals_leave_the_root_alone() -> None:
    state = new(3)
    rng = Rng(5)
    while state.turn == CHANCE:
        state.deal(list(rng.order(len(state.pack()))))
    before = state.view(0)
    playout = Playout(rng, state.width())
    playout.repeat_deal(state, 3)
    assert playout.actions == 3 * 3 * 11
    assert state.view(0) == before


def test_interpreted_games_are_played_too() -> None:
    game = Follow()
    state = game.new(3, game.settle({}))
    playout = Playout(Rng(6), state.width())
    playout.finish_match(state)
    assert state.turn == OVER
    assert playout.actions == 18
