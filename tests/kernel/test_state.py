"""State and Game: what they give to games, and that they promise nothing by themselves."""

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from atout import CHANCE, HIDDEN, SPECTATOR, Game, SetupError, State, View
from atout.kernel.clause import Clause
from atout.kernel.game import Advice, Sampler
from atout.kernel.log import ACTION, EVERYBODY, entry, observer, value_of
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from tests.toys.follow.game import Follow

NOTHING = Options({})


class Bare(State):
    """A state that may always do 2 or 5 with seat 1."""

    def owes(self, seat: int) -> bool:
        return seat == 1

    def menu(self, seat: int, out: vec[i64]) -> int:
        out[0] = 2
        out[1] = 5
        return 2

    def width(self) -> int:
        return 4


def test_a_state_begins_with_chance() -> None:
    state = State(3, NOTHING)
    assert state.turn == CHANCE
    assert state.owing() == []
    assert state.forced_action() == -1
    assert state.line() == 0


@pytest.mark.parametrize(
    "ask",
    [
        lambda state: state.pack(),
        lambda state: state.deal([]),
        lambda state: state.hand_out(vec[i64]()),
        lambda state: state.check(0, 0),
        lambda state: state.menu(0, vec[i64]()),
        lambda state: state.width(),
        lambda state: state.apply(0, 0),
        lambda state: state.key(0),
        lambda state: state.scores(),
        lambda state: state.places(),
        lambda state: state.score_lines(),
        lambda state: state.clone(),
    ],
)
def test_a_state_answers_nothing_by_itself(ask: Callable[[State], object]) -> None:
    with pytest.raises(NotImplementedError):
        ask(State(3, NOTHING))


def test_what_a_state_does_not_show_stays_secret() -> None:
    state = Bare(3, NOTHING)
    state.note(ACTION, 1, 0, 7, EVERYBODY)
    assert state.view(0).seen == []
    assert state.view(SPECTATOR).past is None
    assert type(state.view(0)) is View


def test_menus_become_lists() -> None:
    state = Bare(3, NOTHING)
    assert state.legal(1) == [2, 5]
    assert state.owing() == [1]
    assert state.menu_of(1) == [2, 5]
    assert state.menu_of(0) == []
    assert state.menu_of(SPECTATOR) == []


def test_the_log_is_masked_and_closed() -> None:
    state = Bare(3, NOTHING)
    state.note(ACTION, 1, 0, 7, observer(1))
    assert value_of(state.observe(1).log[0]) == 7
    assert value_of(state.observe(0).log[0]) == HIDDEN
    assert state.observe(0).past is None
    state.close()
    assert len(state.log) == 0
    past = state.observe(0).past
    assert past is not None
    assert value_of(past.entries[0]) == HIDDEN


def test_a_log_is_told_in_parts_and_taken_over_from_a_view() -> None:
    state = Bare(3, NOTHING)
    first, second = entry(ACTION, 1, 0, 7, EVERYBODY), entry(ACTION, 1, 0, 8, EVERYBODY)
    state.note(ACTION, 1, 0, 7, EVERYBODY)
    state.close()
    state.note(ACTION, 1, 0, 8, EVERYBODY)
    assert state.parts() == [[first], [second]]
    view = View(state.observe(0))
    assert view.parts() == [[first], [second]]
    world = Bare(3, NOTHING)
    world.copy_from_view(view)
    world.note(ACTION, 1, 0, 7, EVERYBODY)
    assert world.parts() == [[first], [second, first]]
    assert view.parts() == [[first], [second]]  # nothing is written into what a view remembers


def test_hopes_can_be_had_as_a_list() -> None:
    game = Follow()
    toy = game.new(3, game.settle({}))
    toy.deal(list(range(12)))
    assert game.advice().outlook(toy) == [0.0, 0.0, 0.0]


def test_a_silent_state_notes_nothing() -> None:
    state = Bare(3, NOTHING)
    state.silent = True
    state.note(ACTION, 1, 0, 7, EVERYBODY)
    state.close()
    assert len(state.log) == 0
    assert state.past is None


def test_copies_share_closed_parts_and_own_the_present_one() -> None:
    state, copy, silent = Bare(3, NOTHING), Bare(3, NOTHING), Bare(3, NOTHING)
    state.note(ACTION, 1, 0, 7, EVERYBODY)
    state.close()
    state.note(ACTION, 1, 0, 8, EVERYBODY)
    state.turn = 2
    state.copy_to(copy)
    assert copy.turn == 2
    assert copy.past is state.past
    state.note(ACTION, 1, 0, 9, EVERYBODY)
    copy.note(ACTION, 1, 0, 10, EVERYBODY)
    assert [value_of(item) for item in state.log] == [8, 9]
    assert [value_of(item) for item in copy.log] == [8, 10]
    state.silent = True
    state.copy_to(silent)
    assert silent.silent
    assert len(silent.log) == 0


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.new(3, NOTHING),
        lambda game: game.begin(3, NOTHING, Start({})),
        lambda game: game.sampler(State(3, NOTHING).view(0)),
        lambda game: game.text(0),
        lambda game: game.parse("a"),
        lambda game: game.score_sheet(3, NOTHING, Start({}), []),
        lambda game: Sampler().draw(Rng(1)),
    ],
)
def test_a_game_answers_nothing_by_itself(ask: Callable[[Game], object]) -> None:
    with pytest.raises(NotImplementedError):
        ask(Game("bare", "Bare", 1, (3,), 6))


def test_numbers_of_seats_are_refused_with_a_clause() -> None:
    game = Game("bare", "Bare", 1, (3, 5), 6)
    game.seats_clause = Clause("BARE-01", "seats")
    for seats in (3, 5):
        game.require_seats(seats)
    with pytest.raises(SetupError, match=r"Bare is for 3, 5 players, not 4 \[BARE-01\]"):
        game.require_seats(4)


def test_clause_ids_begin_with_the_name_of_the_game() -> None:
    assert Game("bare", "Bare", 1, (3,), 6).prefix == "BARE"


def test_advice_without_a_policy_is_any_legal_action() -> None:
    state = Bare(3, NOTHING)
    rng = Rng(1)
    advice = Game("bare", "Bare", 1, (3,), 6).advice()
    assert {advice.choose(state, 1, rng) for _ in range(50)} == {2, 5}
    game = Follow()
    toy = game.new(3, game.settle({}))
    toy.deal(list(rng.order(12)))
    assert Advice().choose(toy, toy.turn, rng) in toy.legal(toy.turn)
