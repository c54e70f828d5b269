"""Nobody is sent a byte that depends on what is hidden: the most important test of the server.

At random steps of random matches a world is drawn from the observer's view, by the game's sampler or by the
independent swapper; the match is performed from its start with the cards and the hidden choices of the truth and with
those of that world, and everything the observer was sent until that step has to be the same, byte by byte.

What was sent before the two histories part is compared too, but not counted: it could not differ. A world that is the
truth compares nothing, so where a view leaves more than one world it is drawn again, a few times.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count, pairwise, zip_longest
from zlib import crc32

import msgspec
import pytest

from atout.games import load, names
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR
from atout.kernel.rng import Rng
from atout.kernel.state import State
from atout.match import Match
from atout.server.core import summaries
from atout.server.core.table import Table
from atout.server.stores.base import Summary
from tests.conformance.oracle import History, Play, oracle
from tests.conformance.play import DEPTH, Pair, mixes, observers, positions
from tests.conformance.secrecy import MOST_WORLDS, replayed
from tests.server.core.leaks import Scenario, Told

MESSAGES = 20_000 * DEPTH  # of each game
WORLDS = 6  # of one match, for one observer
LONGEST = 100  # how many steps are compared of one match
LATEST = 300  # after how many steps the observer comes at the latest, in an ordinary run
DRAWS = 6
CASES = [(name, seats) for name in names() for seats in load(name).seat_counts]


@dataclass
class Tally:
    """How much was compared."""

    messages: int = 0
    worlds: Counter[str] = field(default_factory=Counter)  # that differ from the truth, by how they were drawn
    truths: int = 0  # where a view left several worlds and only the truth was drawn
    repeats: int = 0  # draws that gave the truth, and were repeated

    @property
    def share(self) -> float:
        """How many of the drawn worlds differ from the truth."""
        return self.worlds.total() / (self.worlds.total() + self.truths)


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_nobody_is_sent_what_is_hidden(name, seats, monkeypatch):
    tally = compare(load(name), seats, MESSAGES // len(load(name).seat_counts) + 1, monkeypatch)
    print(f"{name} with {seats} seats: {tally}, {100 * tally.share:.1f} % different")
    assert tally.share >= 0.95
    assert min(tally.worlds[way] for way in ("sampler", "swapper")) > tally.worlds.total() / 4


def compare(game: Game, seats: int, messages: int, patch: pytest.MonkeyPatch) -> Tally:
    """Compare at least that many messages, sent to every kind of observer."""
    tally = Tally()
    with asyncio.Runner() as runner:
        for number in count():
            evening, truth, worlds = match_and_worlds(game, seats, number, tally)
            if worlds:
                told = runner.run(evening.perform(truth, 0, patch))
                for world in worlds:
                    again = runner.run(evening.perform(world, len(world), patch))
                    tally.messages += check_same(again, told, first_difference(world, truth), evening)
            if tally.messages >= messages and number >= seats:
                return tally
    raise AssertionError


def match_and_worlds(
    game: Game,
    seats: int,
    number: int,
    tally: Tally,
    most: int = WORLDS,
    longest: int = LONGEST,
    wanted: Callable[[Pair], bool] = lambda pair: True,
) -> tuple[Scenario, History, list[History]]:
    """Play a random match; return an evening for it, the truth, and worlds that its observer held possible."""
    rng = random.Random(f"leaks {game.name} {seats} {number}")
    options = rng.choice(
        [{}, next(options for options in mixes(game, 20, number) if hides_automatic_actions(game, options))]
    )
    observer = observers(seats)[number % (seats + 1)]
    length, deal = usual_lengths(game, seats)
    window = min(longest, deal)
    coming = rng.choice((0, rng.randrange(length if DEPTH > 1 else min(length, LATEST))))
    arrives: int | None = None if coming else 0
    worlds: list[History] = []
    history: History = []
    for pair in play_randomly(Pair(game, oracle(game.name), seats, options), rng):
        done = len(pair.history)
        if done < coming or not is_reachable(pair):
            continue
        if arrives is None:
            arrives = done
        if wanted(pair) and rng.random() < most / window:
            world = draw_world(pair, observer, rng, tally)
            if world is not None:
                worlds.append(world)
                history = pair.history[:]
        if done >= arrives + window:
            break
    seed, probes = f"{game.name} {seats} {number}", frozenset(map(len, worlds))
    return Scenario(game.name, seats, options, observer, seed, arrives or 0, probes), history, worlds


def play_randomly(pair: Pair, rng: random.Random) -> Iterator[Pair]:
    """Play a random match as tables do: what is forced is not waited for."""
    yield pair
    while not pair.match.over:
        forced = pair.state.forced_action() if pair.match.turn >= 0 else -1
        if forced >= 0:
            pair.take(Play(pair.match.turn, pair.game.text(forced)))
        else:
            pair.random_step(rng)
        yield pair


@cache
def usual_lengths(game: Game, seats: int) -> tuple[int, int]:
    """Return how many steps a match has, and a deal."""
    *_, match = positions(game, seats, {}, 0)
    kinds = [type(step).__name__ for step in match.steps]
    deals = 1 + sum(pair == ("Played", "Dealt") for pair in pairwise(kinds))
    return len(kinds), len(kinds) // deals


def hides_automatic_actions(game: Game, options: dict[str, str]) -> bool:
    """Tell whether the rules let no automatic action tell anything with these options."""
    telling: dict[str, str] = getattr(oracle(game.name), "TELLING", {})
    settled = game.settle(dict(options))
    return not any(settled.text(name) == value for name, value in telling.items())


def is_reachable(pair: Pair) -> bool:
    """Tell whether a table comes to rest here: nothing is shuffled, forced, or in the middle of a question."""
    state = pair.state
    if state.turn < 0 or state.forced_action() >= 0:
        return False
    answered = pair.history[-1:] and getattr(pair.history[-1], "text", "") in ("-", "meinz")
    return not (state.poll() is not None and answered)


def draw_world(pair: Pair, observer: int, rng: random.Random, tally: Tally) -> History | None:
    """Return a history that differs from the truth and that the observer cannot tell from it, if there is one."""
    about = pair.oracle
    if knows_everything(pair, observer, 20):
        return None
    truth = about.world(pair.state)
    for _ in range(DRAWS):
        way = rng.choice(("sampler", "swapper"))
        if way == "sampler":
            state = pair.game.sampler(pair.state.view(observer)).draw(Rng(rng.randrange(2**32)))
            history = about.rebuild(state, pair.history) if about.world(state) != truth else None
        else:
            history = about.swap(pair.truth, pair.history, observer, rng)
            if history is not None and about.world(replayed(pair, history).state) == truth:
                history = None
        if history is not None:
            tally.worlds[way] += 1
            return history
        tally.repeats += 1
    tally.truths += not knows_everything(pair, observer, MOST_WORLDS)
    return None


def knows_everything(pair: Pair, observer: int, most: int) -> bool:
    """Tell whether a view leaves only one world; no, if more than that many have to be looked at."""
    worlds = pair.oracle.worlds(pair.truth, observer, most)
    return worlds is not None and len(worlds) == 1


def first_difference(one: History, other: History) -> int:
    """Return the first step that is not the same in two histories."""
    return next(k for k, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs)


def check_same(told: Told, truth: Told, parted: int, where: object) -> int:
    """Demand the same bytes at every decision; return how many messages came after the histories had parted."""
    steps = [step for step in truth if step <= max(told)]
    assert steps == list(told), f"the table comes to rest at other steps, {where}"
    for step in steps:
        for one, other in zip_longest(told[step], truth[step], fillvalue=b""):
            if one != other:  # pytest would compare them letter by letter
                same = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(other))
                start = max(0, same - 100)
                parts = f"{one[start : start + 200]!r} and {other[start : start + 200]!r}"
                pytest.fail(f"something hidden is told before step {step}: {parts}, {where}")
    return sum(len(told[step]) for step in steps if step > parted)


# The test above can fail

Plant = Callable[[pytest.MonkeyPatch], None]


def secret(state: State) -> int:
    """Return a small number that depends on everything in a state."""
    return crc32(str(list(state.log)).encode()) % 1000


def leak_in_scores(patch: pytest.MonkeyPatch) -> None:
    scores = Match.scores
    patch.setattr(Match, "scores", lambda match: [score + secret(match.state) for score in scores(match)])


def leak_to_watchers(patch: pytest.MonkeyPatch) -> None:
    view = Match.view
    patch.setattr(Match, "view", lambda match, seat: view(match, 0 if seat == SPECTATOR else seat))


def leak_in_reasons(patch: pytest.MonkeyPatch) -> None:
    """Let a list of actions be tried out as far as it goes."""
    patch.setattr("atout.match.is_same_choice", lambda before, after, seat: after.turn >= 0 and after.owes(seat))


def leak_in_lobby(patch: pytest.MonkeyPatch) -> None:
    summary_of = summaries.summary_of

    def telling(table: Table) -> Summary:
        found = summary_of(table)
        more = 0 if table.match is None else secret(table.match.state)
        return msgspec.structs.replace(found, updated=found.updated + more)

    patch.setattr(summaries, "summary_of", telling)


def leak_on_return(patch: pytest.MonkeyPatch) -> None:
    lines = Match.score_lines
    patch.setattr(Match, "score_lines", lambda match: lines(match) * (1 + secret(match.state) % 2))


@pytest.mark.parametrize(
    ("plant", "game"),
    [
        (leak_in_scores, "luz"),
        (leak_to_watchers, "mu"),
        (leak_in_reasons, "luz"),
        (leak_in_lobby, "loop"),
        (leak_on_return, "meinz"),
    ],
)
def test_what_is_planted_is_found(plant: Plant, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    with pytest.raises(pytest.fail.Exception, match="something hidden is told"):
        compare(load(game), load(game).seat_counts[0], 100_000, monkeypatch)
