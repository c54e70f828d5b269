"""Who knows what: nothing leaks, nothing is left out, and worlds are drawn as the rules of chance demand."""

import random
from collections import Counter
from collections.abc import Hashable

from atout import Match, PlayError, State
from atout.kernel.rng import Rng
from tests.conformance.oracle import Deal, History, Tracker
from tests.conformance.play import Pair, finish, observers, order_of
from tests.conformance.statistics import ALARM, chi_squared

MOST_WORLDS = 5000  # how many are counted one by one


def answers(pair: Pair, state: State, observer: int) -> dict[str, object]:
    """Return everything that an observer could ask and that must not depend on what is hidden from it."""
    found: dict[str, object] = {"turn": state.turn, "owing": state.owing(), "line": state.line()}
    if not forced_may_tell(pair):
        found["forced"] = state.forced_action()
    if observer >= 0:
        found["legal"] = state.legal(observer)
        found["key"] = state.key(observer) if state.turn >= 0 else 0
        for action in range(-1, pair.game.actions + 1):
            found[f"check {action}"] = state.check(observer, action)
    return found


def forced_may_tell(pair: Pair) -> bool:
    """Say whether the table plays with an option by which the rules let a forced action tell something."""
    telling: dict[str, str] = getattr(pair.oracle, "TELLING", {})
    return any(pair.match.options.text(name) == value for name, value in telling.items())


def differing(one: dict[str, object], other: dict[str, object]) -> str:
    """Return the questions that are answered differently, with both answers."""
    return ", ".join(f"{name}: {one[name]} / {other[name]}" for name in one if one[name] != other[name])


def replayed(pair: Pair, history: History) -> Match:
    """Return a match of the same kind with another history."""
    match = Match(pair.game, pair.match.seats, pair.match.options)
    for step in history:
        if isinstance(step, Deal):
            match.deal(order_of(match.state.pack().names, step.names))
        else:
            match.play(step.seat, pair.game.parse(step.text))
    return match


# Worlds drawn from a view


def check_worlds(pair: Pair, observer: int, seed: int, draws: int = 3) -> None:
    """A drawn world looks to the observer exactly like the truth, could have come about, and can be played on."""
    view = pair.state.view(observer)
    sampler = pair.game.sampler(view)
    expected = answers(pair, pair.state, observer)
    rng = Rng(seed)
    for _ in range(draws):
        world = sampler.draw(rng)
        assert world.view(observer) == view, f"a drawn world looks different to {observer}: {pair.where()}"
        found = answers(pair, world, observer)
        assert found == expected, f"{differing(expected, found)} in a world drawn for {observer}: {pair.where()}"
        check_lawful(pair, world)
        finish(world, random.Random(seed), 2 * pair.game.max_decisions)
    assert pair.state.view(observer) == view, "playing in a world changed the view"
    assert sampler.draw(rng).view(observer) == view, "playing in a world changed the worlds to come"
    check_hushed(pair, observer, seed)


def check_hushed(pair: Pair, observer: int, seed: int) -> None:
    """A hushed sampler draws the same worlds, only without their log."""
    view = pair.state.view(observer)
    world = pair.game.sampler(view).draw(Rng(seed))
    sampler = pair.game.sampler(view)
    sampler.stop_logging()
    hushed = sampler.draw(Rng(seed))
    assert hushed.turn == world.turn
    for seat in range(world.seats):
        assert hushed.legal(seat) == world.legal(seat), f"a hushed world has other choices: {pair.where()}"
        if world.turn >= 0:
            assert hushed.key(seat) == world.key(seat), f"a hushed world has another key: {pair.where()}"
    ends = []
    for state in (world, hushed):
        state.silent = True
        finish(state, random.Random(seed), 2 * pair.game.max_decisions)
        ends.append((state.scores(), state.places()))
    assert ends[0] == ends[1], f"a hushed world ends otherwise: {pair.where()}"


def check_lawful(pair: Pair, world: State) -> None:
    """The same decisions, taken with the cards of a drawn world, are legal and lead to that world."""
    try:
        other = replayed(pair, pair.oracle.rebuild(world, pair.history)).state
    except PlayError as error:
        raise AssertionError(f"a drawn world could not have come about: {error}: {pair.where()}") from error
    for observer in observers(world.seats):
        mine, theirs = world.view(observer), other.view(observer)
        assert list(mine.log) == list(theirs.log), f"a drawn world has another log for {observer}: {pair.where()}"
        assert mine.legal == theirs.legal, f"a drawn world has other choices for {observer}: {pair.where()}"
        assert mine.owing == theirs.owing
        if observer >= 0 and world.turn >= 0:
            assert world.key(observer) == other.key(observer), f"a drawn world has another key: {pair.where()}"
    check_same_end(pair, world, other)


def check_same_end(pair: Pair, world: State, other: State) -> None:
    """A drawn world and the match that leads to it stand alike and end alike when both go on in the same way."""
    ends: list[tuple[object, ...]] = []
    for state in (world.clone(), other.clone()):
        now = state.scores(), state.places(), state.forced_action(), state.line()
        finish(state, random.Random(len(pair.history)), 2 * pair.game.max_decisions)
        lines = [(line.seat, line.points, line.clause, line.values) for line in state.score_lines()]
        ends.append((now, state.scores(), state.places(), lines))
    assert ends[0] == ends[1], f"a drawn world ends otherwise: {pair.where()}"


def check_many_worlds(pair: Pair, observer: int, seed: int) -> bool:
    """Where very many worlds are possible, hardly two draws are equal; return whether there are that many."""
    if pair.oracle.worlds(pair.truth, observer, MOST_WORLDS) is not None:
        return False
    sampler = pair.game.sampler(pair.state.view(observer))
    rng = Rng(seed)
    worlds = [tuple(sampler.draw(rng).log) for _ in range(20)]
    assert len(set(worlds)) >= 17, f"20 draws gave only {len(set(worlds))} worlds for {observer}: {pair.where()}"
    truths = worlds.count(tuple(pair.state.log))
    assert truths <= 2, f"20 draws for {observer} gave the truth {truths} times: {pair.where()}"
    return True


def draws_for(weights: dict[Hashable, int]) -> int:
    """Return how many draws show whether worlds come as often as they should."""
    return 6 * sum(weights.values()) // min(weights.values()) + 50


def check_uniform(pair: Pair, observer: int, weights: dict[Hashable, int], seed: int) -> int:
    """Every world that fits is drawn as often as its weight says, and no other; return how many draws that took."""
    sampler = pair.game.sampler(pair.state.view(observer))
    rng = Rng(seed)
    draws = draws_for(weights)
    known: dict[tuple[int, ...], Hashable] = {}  # reading a log is slow, so each is read once
    counts: Counter[Hashable] = Counter()
    for _ in range(draws):
        state = sampler.draw(rng)
        log = tuple(state.log)
        if log not in known:
            known[log] = pair.oracle.world(state)
            assert known[log] in weights, f"a world that cannot be was drawn for {observer}: {pair.where()}"
        counts[known[log]] += 1
    p = chi_squared(counts, weights)
    assert p > ALARM, f"{len(weights)} worlds are drawn unevenly for {observer} (p = {p}): {pair.where()}"
    return draws


# Changing what cannot be known


def check_swap(pair: Pair, observer: int, rng: random.Random) -> bool | None:
    """What the observer cannot know makes no difference to it; return whether the truth could be changed and was."""
    history = pair.oracle.swap(pair.truth, pair.history, observer, rng)
    if history is None:
        return None
    other = replayed(pair, history).state
    mine, theirs = pair.state.view(observer), other.view(observer)
    where = f"observer {observer}: {pair.where()}"
    assert mine.seen == theirs.seen, f"a view depends on what is hidden, {where}"
    assert mine == theirs, f"a view depends on what is hidden, {where}"
    assert mine.display() == theirs.display(), f"a display depends on what is hidden, {where}"
    told, told_too = answers(pair, pair.state, observer), answers(pair, other, observer)
    assert told == told_too, f"{differing(told, told_too)} depends on what is hidden, {where}"
    return pair.oracle.world(other) != pair.oracle.world(pair.state)


# Remembering what can be known


class Trackers:
    """One tracker per observer, fed with everything the naive match does."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.heard = 0
        options = pair.match.options.values
        seats = pair.match.seats
        self.trackers: dict[int, Tracker] = {}
        for observer in observers(seats):
            self.trackers[observer] = pair.oracle.tracker(seats, options, observer)

    def listen(self) -> None:
        """Hear what is new."""
        for event in self.pair.truth.events[self.heard :]:
            for tracker in self.trackers.values():
                tracker.see(event)
        self.heard = len(self.pair.truth.events)

    def check(self, observer: int) -> None:
        """The view holds every fact the observer may know, and no other."""
        known = self.trackers[observer].facts
        viewed = self.pair.oracle.facts(self.pair.state.view(observer))
        if known == viewed:
            return
        where = f"the view of {observer}: {self.pair.where()}"
        assert known <= viewed, f"{sorted(known - viewed, key=str)[:5]} is missing in {where}"
        assert viewed <= known, f"{sorted(viewed - known, key=str)[:5]} is too much in {where}"


# Keys


def check_keys(pair: Pair, observer: int, seed: int, draws: int = 12) -> int:
    """One step on from a view, equal keys mean equal views of the deal and the other way round; return how many."""
    sampler = pair.game.sampler(pair.state.view(observer))
    rng = Rng(seed)
    views: dict[int, tuple[int, ...]] = {}
    keys: dict[tuple[int, ...], int] = {}
    for _ in range(draws):
        world = sampler.draw(rng)
        for seat in world.owing():
            for action in world.legal(seat):
                state = world.clone()
                state.apply(seat, action)
                if state.turn >= 0:
                    key, view = state.key(observer), tuple(state.view(observer).log)
                    assert views.setdefault(key, view) == view, f"one key for two views of {observer}: {pair.where()}"
                    assert keys.setdefault(view, key) == key, f"two keys for one view of {observer}: {pair.where()}"
    return len(keys)


# The second implementation


def check_naive(pair: Pair) -> None:
    """Turn, choices, scores and places are those of the naive match."""
    state, truth, text = pair.state, pair.truth, pair.game.text
    assert state.turn == truth.turn, f"turn {state.turn}, naively {truth.turn}: {pair.where()}"
    assert state.owing() == truth.owing(), f"owing {state.owing()}, naively {truth.owing()}: {pair.where()}"
    assert state.scores() == truth.scores(), f"scores {state.scores()}, naively {truth.scores()}: {pair.where()}"
    for seat in range(state.seats):
        legal, naively = sorted(text(action) for action in state.legal(seat)), sorted(truth.legal(seat))
        assert legal == naively, f"seat {seat} may {legal}, naively {naively}: {pair.where()}"
    if pair.match.over:
        assert state.places() == truth.places(), f"places {state.places()}, naively {truth.places()}: {pair.where()}"
        assert pair.oracle.ending(pair.match) in pair.oracle.ENDINGS
