"""What every game must do. Each check raises AssertionError and says what is wrong."""

import gc
import random
from collections.abc import Callable, Iterator
from types import FunctionType, MethodType, ModuleType
from typing import TypeVar

from librt.vecs import vec
from mypy_extensions import i64

from atout import (
    CHANCE,
    OVER,
    Game,
    IllegalActionError,
    Match,
    MatchOverError,
    NotationError,
    NotYourTurnError,
    SetupError,
    State,
    View,
)
from atout.kernel.clause import Clause
from atout.kernel.display_json import display_data
from atout.kernel.log import Segment, chapters, is_same_part, mask
from atout.kernel.playout import Playout
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.match import DealStep
from tests.conformance.play import finish, observers

Refusal = TypeVar("Refusal", bound=ValueError)


def snapshot(state: State) -> list[object]:
    """Return everything that can be learned from a state, as plain values."""
    seen: list[object] = [
        state.turn,
        state.owing(),
        state.scores(),
        state.places(),
        state.forced_action(),
        state.line(),
    ]
    seen += [(line.seat, line.points, line.clause, line.values) for line in state.score_lines()]
    for seat in range(state.seats):
        seen.append((state.legal(seat), state.key(seat) if state.turn >= 0 else 0))
    for observer in observers(state.seats):
        view = state.view(observer)
        seen.append((view.turn, view.owing, view.legal, [tuple(part) for part in chapters(view.past, view.log)]))
    return seen


def refused(error: type[Refusal], function: Callable[..., object], *arguments: object) -> Refusal:
    """Return the error that a call raises."""
    try:
        found = function(*arguments)
    except error as refusal:
        return refusal
    raise AssertionError(f"{arguments} should be refused with {error.__name__}, not give {found!r}")


# The game


def check_game(game: Game) -> None:
    """The plain facts of a game make sense, and what it cannot be set up with is refused."""
    assert game.name
    assert game.title
    assert game.rules >= 1
    assert list(game.seat_counts) == sorted(set(game.seat_counts))
    assert game.actions > 0
    assert game.max_decisions > 0
    for seats in range(-1, 12):
        if seats not in game.seat_counts:
            error = refused(SetupError, game.new, seats, game.settle({}))
            assert error.clause is not None, f"{seats} seats are refused without a clause"
    refused(SetupError, game.settle, {"no_such_option": "on"})
    for option in game.options:
        assert game.settle({}).text(option.name) == option.default()
        refused(SetupError, game.settle, {option.name: "no such value"})
    refused(NotationError, game.begin, game.seat_counts[0], game.settle({}), Start({"no_such_word": 1}))


def check_notation(game: Game) -> None:
    """Every action has one text and every text one action; anything else is refused."""
    texts = [game.text(action) for action in range(game.actions)]
    assert len(set(texts)) == game.actions, "two actions share a text"
    for action, text in enumerate(texts):
        assert text.split() == [text], f"{text!r} is not one word"
        assert game.parse(text) == action, f"{text} is parsed as {game.parse(text)}, not {action}"
    rng = random.Random(game.name)
    alphabet = sorted(set("".join(texts)) | set("0 19aZ+-#:é"))
    known = set(texts)
    for _ in range(1000):
        letters = list(rng.choice(texts))
        place = rng.randrange(len(letters) + 1)
        letters[place : place + rng.randrange(2)] = rng.choices(alphabet, k=rng.randrange(2))
        if "".join(letters) not in known:
            refused(NotationError, game.parse, "".join(letters))
    for action in (-1, game.actions):
        refused(NotationError, game.text, action)


# A position


def check_choices(game: Game, state: State) -> set[Clause]:
    """`legal`, `menu` and `check` agree over all actions and seats; return the clauses of the refusals."""
    owing = state.owing()
    if state.turn >= 0:
        assert state.turn in owing, f"it is the turn of seat {state.turn}, which owes nothing"
    else:
        assert state.turn in (CHANCE, OVER)
        assert owing == []
    refusals: set[Clause] = set()
    for seat in range(state.seats):
        allowed = []
        for action in range(-1, game.actions + 1):
            clause = state.check(seat, action)
            if clause is None:
                allowed.append(action)
            else:
                refusals.add(clause)
        out = vec[i64]([0 for _ in range(state.width())])
        menu = list(out[: state.menu(seat, out)])
        assert menu == allowed, f"seat {seat}: menu {texts(game, menu)}, check {texts(game, allowed)}"
        assert state.legal(seat) == allowed, f"seat {seat}: legal {state.legal(seat)}, check {allowed}"
        picked = [state.pick(seat, k, out) for k in range(state.count(seat, out))]
        assert picked == allowed, f"seat {seat}: picks {texts(game, picked)}, check {texts(game, allowed)}"
        assert bool(allowed) == (seat in owing), f"seat {seat} owes {seat in owing} and may do {texts(game, allowed)}"
        assert state.owes(seat) == (seat in owing)
    forced = state.forced_action()
    if forced >= 0:
        assert state.legal(state.turn) == [forced], f"{game.text(forced)} is not the only action"
    return refusals


def texts(game: Game, actions: list[int]) -> str:
    """Return actions as a person reads them."""
    return " ".join(game.text(action) if 0 <= action < game.actions else str(action) for action in actions)


def check_refusals_change_nothing(match: Match, rng: random.Random) -> None:
    """What the gate refuses, it refuses with the right error and the clause, and nothing has changed."""
    state = match.state
    before, steps = snapshot(state), len(match.steps)
    for _ in range(5):
        seat, action = rng.randrange(match.seats), rng.randrange(match.game.actions)
        clause = state.check(seat, action)
        if clause is None:
            continue
        kind = MatchOverError if match.over else IllegalActionError if state.owes(seat) else NotYourTurnError
        error = refused(kind, match.play, seat, action)
        assert type(error) is kind
        assert error.clause == clause
        assert clause.id in str(error)
    refused(NotYourTurnError, match.play, match.seats, 0)
    refused(NotYourTurnError, match.play, -1, 0)
    assert snapshot(state) == before, "a refusal changed the position"
    assert len(match.steps) == steps


def check_clones(state: State, rng: random.Random, most: int) -> None:
    """A clone is equal, neither follows the other, and both can go the same way."""
    before = snapshot(state)
    copy = state.clone()
    assert type(copy) is type(state)
    assert snapshot(copy) == before, "a clone differs from its original"
    seed = rng.random()
    original, kept = state.clone(), copy.clone()
    finish(copy, random.Random(seed), most)
    assert snapshot(state) == before, "playing on a clone changed the original"
    finish(original, random.Random(seed), most)
    assert snapshot(kept) == before, "playing on changed a clone made before"
    assert snapshot(original) == snapshot(copy), "the same steps led a clone elsewhere"


def check_follows(clone: State, match: Match, steps: int) -> None:
    """A clone made after so many steps of a match comes to the same end when it takes the others."""
    for step in match.steps[steps:]:
        if isinstance(step, DealStep):
            clone.deal(list(step.order))
        else:
            clone.apply(step.seat, step.action)
    assert snapshot(clone) == snapshot(match.state), f"a clone made after {steps} steps forgot something"


def check_rush(state: State, seed: int, most: int) -> None:
    """A rush takes the random actions that single steps take, with the same random numbers."""
    root = state.clone()
    root.silent = True
    stepped, rushed = root.clone(), root.clone()
    rngs = Rng(seed), Rng(seed)
    Playout(rngs[0], state.width()).finish_deal(stepped)
    rushed.play_randomly(rngs[1], vec[i64]([0 for _ in range(state.width())]))
    assert rngs[0].state == rngs[1].state, "a rush takes other random numbers than single steps"
    assert snapshot(stepped) == snapshot(rushed), "a rush leads elsewhere than single steps"
    finish(stepped, random.Random(seed), most)
    finish(rushed, random.Random(seed), most)
    assert snapshot(stepped) == snapshot(rushed), "after a rush the match goes on otherwise"


def check_view(game: Game, state: State, observer: int) -> None:
    """A view says whose it is, is equal to itself alone, can be shown as JSON and holds no way back to the truth."""
    view = state.view(observer)
    assert view.seat == observer
    assert view.seats == state.seats
    assert view.turn == state.turn
    assert view.owing == state.owing()
    assert view.options == state.options
    assert view.legal == (state.legal(observer) if observer in state.owing() else [])
    assert view == state.view(observer)
    assert hash(view) == hash(state.view(observer))
    display_data(game, view.display())
    assert view.display() == state.view(observer).display()
    assert view == state.view(observer), "showing a view changed it"
    check_holds_no_truth(view)


def check_holds_no_truth(view: View) -> None:
    """Nothing that hangs on a view is a state or a log that was not masked for its observer."""
    for item in reachable(view):
        assert not isinstance(item, State), f"the view of {view.seat} holds a {type(item).__name__}"
        if isinstance(item, Segment):
            assert is_same_part(item.entries, mask(item.entries, view.seat)), f"the view of {view.seat} holds a raw log"
    assert is_same_part(view.log, mask(view.log, view.seat)), f"the view of {view.seat} holds a raw log"


def reachable(root: object) -> Iterator[object]:
    """Yield every object that can be reached from one, code excepted."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if id(item) in found or isinstance(item, type | ModuleType):
            continue
        found[id(item)] = item
        yield item
        if isinstance(item, FunctionType):
            waiting += [item.__closure__, item.__defaults__, item.__kwdefaults__]
        elif isinstance(item, MethodType):
            waiting.append(item.__self__)
        else:
            waiting += gc.get_referents(item)


def check_scores(state: State) -> None:
    """Score lines add up to the scores; more points are a better place; equal places are shared as in sport."""
    scores, places = state.scores(), state.places()
    assert len(scores) == len(places) == state.seats
    sums = [0] * state.seats
    for line in state.score_lines():
        sums[line.seat] += line.points
    assert sums == scores, f"score lines add up to {sums}, the scores are {scores}"
    outside = int(state.options.values.get("monster_can_win") == "on")  # an opponent without a seat has a place too
    for seat in range(state.seats):
        ahead = [other for other in range(state.seats) if places[other] < places[seat]]
        assert 0 <= places[seat] - 1 - len(ahead) <= outside, f"places {places} are no ranking"
        for other in ahead:
            assert scores[other] >= scores[seat], f"places {places} contradict the scores {scores}"
        for other in range(state.seats):
            assert scores[other] <= scores[seat] or other in ahead, f"places {places} contradict the scores {scores}"


def check_pack(state: State, rng: random.Random) -> None:
    """Only what the fields of a pack say matters for a deal, and it can be written down and read back."""
    pack = state.pack()
    order = rng.sample(range(len(pack)), len(pack))
    alike = list(order)
    free = set(range(len(pack)))
    for field in pack.fields:
        for start in field.starts:
            group = list(range(start, start + field.size))
            free -= set(group)
            if not field.ordered:
                permute(alike, group, rng)
    permute(alike, sorted(free), rng)
    read = pack.order(pack.texts(order))
    assert sorted(read) == list(range(len(pack)))
    dealt = []
    for way in (order, alike, read):
        state_after = state.clone()
        state_after.deal(way)
        dealt.append(snapshot(state_after))
    assert dealt[0] == dealt[1], "a deal depends on an order that the pack's fields do not cover"
    assert dealt[0] == dealt[2], "a deal read back from its text is another deal"


def permute(order: list[int], places: list[int], rng: random.Random) -> None:
    """Shuffle the items at some places of an order."""
    items = [order[place] for place in places]
    rng.shuffle(items)
    for place, item in zip(places, items, strict=True):
        order[place] = item
