"""Whatever is public can be pickled and copied, goes to another process, and is the same there."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from atout import (
    OVER,
    SPECTATOR,
    Action,
    Clause,
    Display,
    Fact,
    Game,
    Match,
    Option,
    Options,
    Rng,
    ScoreLine,
    Sheet,
    ShownCard,
    State,
    View,
    Zone,
    load,
    load_bot,
    names,
    score,
    shuffler,
)
from atout.authoring import Segment, Start
from atout.bots.learnt import has_network
from atout.bots.levels import LEVELS
from tests.shortest import SHORTEST, positions

TABLES = [(name, seats) for name in names() for seats in load(name).seat_counts]
COPIES: dict[str, Callable[[object], object]] = {
    "pickled": lambda thing: pickle.loads(pickle.dumps(thing)),
    "deep copy": copy.deepcopy,
    "copy": copy.copy,
}


def finish(match: Match) -> list[int]:
    """Play a match to its end, the same way every time."""
    rng = Rng(5)
    while not match.over:
        legal = match.legal()
        match.play(match.turn, legal[rng.below(len(legal))])
    return match.scores()


def fields_of(thing: object) -> object:
    """Return everything that an object holds, whether it is compiled or not, as plain data."""
    if isinstance(thing, (int, str, float, bytes, type(None))):
        return thing
    if isinstance(thing, dict):
        return {name: fields_of(value) for name, value in thing.items()}
    if isinstance(thing, Segment):
        return thing.before and fields_of(thing.before), list(thing.entries)
    if isinstance(thing, (list, tuple)) or type(thing).__name__.startswith("vec["):
        return [fields_of(item) for item in thing]  # type: ignore[attr-defined] # a vec has items too
    kept: tuple[str, ...] = getattr(type(thing), "__mypyc_attrs__", None) or tuple(vars(thing))
    return type(thing).__name__, {name: fields_of(getattr(thing, name)) for name in kept}


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_states_views_and_displays(name: str, seats: int, how: str) -> None:
    for match in positions(name, seats, share=8):
        state = COPIES[how](match.state)
        assert isinstance(state, State)
        assert fields_of(state) == fields_of(match.state)
        for seat in (*range(seats), SPECTATOR):
            view = COPIES[how](match.view(seat))
            assert isinstance(view, View)
            assert (type(view), view) == (type(match.view(seat)), match.view(seat))
            display = COPIES[how](view.display())
            assert isinstance(display, Display)
            assert (display, str(display)) == (view.display(), str(view))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_copy_goes_its_own_way(name: str, seats: int) -> None:
    match = next(positions(name, seats, share=8))
    before, steps = fields_of(match.state), list(match.steps)
    others = [COPIES[how](match) for how in ("pickled", "deep copy")]
    results = [finish(other) for other in others if isinstance(other, Match)]
    assert (fields_of(match.state), match.steps) == (before, steps)
    assert results == [finish(match)] * 2  # the deals that follow are the same too


def test_a_silent_state_stays_silent() -> None:
    match = Match("njet", 4, shuffle=shuffler(1))
    world = match.game.sampler(match.view(match.turn)).draw(Rng(1))
    world.silent = True
    other = pickle.loads(pickle.dumps(world))
    assert other.silent
    assert fields_of(other) == fields_of(world)


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("name", names())
def test_games_are_shared(name: str, how: str) -> None:
    game = load(name)
    assert COPIES[how](game) is game


@pytest.mark.parametrize("how", COPIES)
def test_small_things(how: str) -> None:
    luz = load("luz")
    match = Match(luz, 4, shuffle=shuffler(2))
    sheet = score(luz, 3, [{"bets": ["3", "3", "4"], "tricks": [3, 3, 4]}])
    things: list[object] = [
        *(luz.options[0], match.options, Rng(3), match.legal()[3], Clause("LUZ-01", "why"), match.state.pack()),
        *(sheet, sheet.lines[0], Start({"deal": 2}), *match.view(0).seen[:2], match.steps[0]),
        *(ShownCard("R4", 3, 1, "winning"), Zone("hand", 0, [ShownCard("R4")]), Fact("bet", 0, "2")),
    ]
    for thing in things:
        found = COPIES[how](thing)
        assert type(found) is type(thing)
        assert repr(found) == repr(thing)
    action = COPIES[how](match.legal()[3])
    assert isinstance(action, Action)
    assert (int(action), action.text) == (3, "1+S")
    for kind in (Option, Options, Rng, ScoreLine, Sheet, Game):
        assert kind.__module__.startswith("atout.")


def test_a_generator_goes_on_where_it_stood() -> None:
    rng = Rng(9)
    rng.below(10)
    for copy_of in COPIES.values():
        other = copy_of(rng)
        assert isinstance(other, Rng)
        rest = copy.copy(rng)
        assert [other.below(1000) for _ in range(5)] == [rest.below(1000) for _ in range(5)]


def bots(game: Game) -> list[str]:
    return [*LEVELS, "random", "textbook", *(["learnt"] if has_network(game) else [])]


@pytest.mark.parametrize(("name", "bot"), [(name, bot) for name in names() for bot in bots(load(name))])
def test_bots_choose_the_same_after_the_journey(name: str, bot: str) -> None:
    match = Match(name, load(name).seat_counts[0], SHORTEST[name], shuffle=shuffler(4))
    original = load_bot(bot, match.game, 7, iterations=2)
    view = match.view(match.turn)
    original.choose(view)  # what it has drawn so far comes along
    others = [COPIES["pickled"](original), copy.deepcopy(original)]
    chosen = [other.choose(view) for other in others]  # type: ignore[attr-defined] # they are bots
    assert chosen == [original.choose(view)] * 2


def look(thing: object) -> str:
    """Return what something looks like in another process."""
    if isinstance(thing, Match):
        return f"{thing!r} {finish(thing)}"
    if isinstance(thing, State):
        return f"{thing!r} {fields_of(thing)}"
    return f"{thing!r} {thing}"


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    """A process that was spawned: it knows nothing but what it is sent."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.parametrize("name", names())
def test_things_are_the_same_in_another_process(name: str, elsewhere: ProcessPoolExecutor) -> None:
    match = next(positions(name, load(name).seat_counts[-1], share=3))
    assert match.turn != OVER
    bot = load_bot("casual", match.game, 1)
    things: list[object] = [match.game, match.state, match.view(0), match.view(0).display(), match.options, Rng(4), bot]
    for thing in things:
        assert elsewhere.submit(look, thing).result(timeout=120) == look(thing)
    assert elsewhere.submit(look, match).result(timeout=120) == look(copy.deepcopy(match))
