"""The checks, carried through many positions of random matches. Registered games and toys run the same sweeps."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

from atout import CHANCE, OVER, SPECTATOR, Game, State
from atout.kernel.clause import Clause
from tests.conformance import checks, matches, secrecy
from tests.conformance.oracle import Oracle
from tests.conformance.play import DEPTH, INTERPRETED, Pair, advance, mixes, observers, pairs, plenty, positions, singly

NAIVE_DECISIONS = 10_000
SEEDS = 1000  # more than there are mixes of options


def points(
    game: Game, oracle: Oracle, seats: int, about: str, times: int, each: int, longest: int = 0
) -> Iterator[tuple[Pair, random.Random]]:
    """Yield positions of random matches: of each about so many, the first and the last always among them.

    The first match has the default options, the others a random mix. `longest`: where a match with these options has
    more steps than so many usual ones, several are begun in its place, with as many steps in all, and none is ended.
    """
    usual = usual_length(game, seats)
    share = each / usual
    for number, options in enumerate([{}, *mixes(game, plenty(times) - 1, seed=len(about))]):
        rng = random.Random(f"{about} {seats} {number}")
        parts = usual_length(game, seats, tuple(options.items())) // (longest * usual) if longest else 0
        for part in range(parts + 1):
            seed = number + SEEDS * part
            for pair in islice(pairs(game, oracle, seats, options, seed), longest * usual if parts else None):
                if not pair.history or pair.match.over or rng.random() < share:
                    yield pair, rng


@cache
def usual_length(game: Game, seats: int, options: tuple[tuple[str, str], ...] = ()) -> int:
    """Return how many steps a random match with these options has; `max_decisions` may be far above that."""
    state = game.new(seats, game.settle(dict(options)))
    state.silent = True
    rng = random.Random(f"length {game.name} {seats}")
    steps = 0
    while state.turn != OVER and steps < game.max_decisions:
        advance(state, rng)
        steps += 1
    return steps


def choices(game: Game, oracle: Oracle, seats: int) -> set[Clause]:
    """`legal`, `menu` and `check` agree; return the clauses of all refusals met."""
    refusals: set[Clause] = set()
    for pair, rng in points(game, oracle, seats, "choices", 8, 30):
        refusals |= checks.check_choices(game, pair.state)
        if rng.random() < 0.2:
            checks.check_refusals_change_nothing(pair.match, rng)
    return refusals


def clones(game: Game, oracle: Oracle, seats: int) -> None:
    """Clones are independent, go where their originals go, in a rush too, and cost the same in every deal."""
    made: list[tuple[int, State]] = []
    for pair, rng in points(game, oracle, seats, "clones", 4, 5):
        checks.check_clones(pair.state, rng, 2 * game.max_decisions)
        checks.check_rush(pair.state, rng.randrange(2**32), 2 * game.max_decisions)
        made.append((len(pair.match.steps), pair.state.clone()))
        if pair.match.over:
            for steps, clone in made:
                checks.check_follows(clone, pair.match, steps)
            made.clear()
    for options in [{}, *mixes(game, 2)]:
        matches.check_clone_cost(game, seats, options, 1)


def endings(game: Game, oracle: Oracle, seats: int) -> None:
    """Random matches end, with every value of every option singly and with 50 random mixes; steps determine them."""
    for seed, options in enumerate([*singly(game), *mixes(game, plenty(50))]):
        match = matches.check_ends(game, seats, options, seed)
        if seed % 8 == 0:
            matches.check_same_steps_same_match(match)
            matches.check_silence(match)


def scores(game: Game, oracle: Oracle, seats: int) -> None:
    """Score lines, scores and places agree everywhere."""
    for pair, _ in points(game, oracle, seats, "scores", 6, 20):
        checks.check_scores(pair.state)


def packs(game: Game, oracle: Oracle, seats: int) -> None:
    """A deal depends on nothing that a record would not show."""
    rng = random.Random(seats)
    for options in [{}, *mixes(game, plenty(2))]:
        for match in positions(game, seats, options, 7):
            if match.turn == CHANCE:
                checks.check_pack(match.state, rng)


def views(game: Game, oracle: Oracle, seats: int) -> None:
    """Views say what they are and hold no truth."""
    for pair, _ in points(game, oracle, seats, "views", 4, 6):
        for observer in observers(seats):
            checks.check_view(game, pair.state, observer)


def worlds(game: Game, oracle: Oracle, seats: int) -> None:
    """Drawn worlds fit the view, are lawful and many."""
    met: set[int] = set()
    for pair, rng in points(game, oracle, seats, "worlds", 4, 12):
        for observer in rng.sample(observers(seats), 2):
            met.add(observer)
            secrecy.check_worlds(pair, observer, rng.randrange(2**32), draws=1)
            if pair.match.turn >= 0 and rng.random() < 0.4:
                secrecy.check_many_worlds(pair, observer, rng.randrange(2**32))
    assert met == set(observers(seats))


def uniform(game: Game, oracle: Oracle, seats: int) -> None:
    """Worlds are drawn as often as they should, counted one by one where there are few enough."""
    eyes = (0, seats - 1, SPECTATOR)
    for observer in eyes[seats % 3 :][:1] if INTERPRETED else eyes:
        left = draws = plenty(10_000)
        finished = 0
        for pair, rng in points(game, oracle, seats, f"uniform {observer}", 36, usual_length(game, seats) // 3):
            weights = oracle.worlds(pair.truth, observer, min(left // 6, secrecy.MOST_WORLDS))
            if weights and len(weights) > 1 and secrecy.draws_for(weights) <= left:
                left -= secrecy.check_uniform(pair, observer, weights, rng.randrange(2**32))
            finished += pair.match.over
            if left < draws / 4 or (left < draws and finished >= plenty(12)):
                break
        assert left < draws, f"observer {observer} never met a position with few worlds"


def swaps(game: Game, oracle: Oracle, seats: int) -> None:
    """Whatever an observer cannot know can be changed without its noticing; it is changed in most cases."""
    changed = tried = 0
    for pair, rng in points(game, oracle, seats, "swaps", 5, 12):
        for observer in rng.sample(observers(seats), 2):
            different = secrecy.check_swap(pair, observer, rng)
            if different is not None:
                tried += 1
                changed += different
    assert tried >= plenty(10)
    assert changed > tried / 2, f"only {changed} of {tried} swaps changed anything"


def knowledge(game: Game, oracle: Oracle, seats: int) -> None:
    """Views hold exactly what the rules let an observer know."""
    trackers: secrecy.Trackers | None = None
    for pair, _ in points(
        game, oracle, seats, "knowledge", 5, 5, longest=4
    ):  # each look takes as long as what is known
        if trackers is None or trackers.pair is not pair:
            trackers = secrecy.Trackers(pair)
        trackers.listen()
        for observer in observers(seats):
            trackers.check(observer)


def keys(game: Game, oracle: Oracle, seats: int) -> None:
    """Keys tell apart what the observer can tell apart, and nothing else."""
    told = 0
    for pair, rng in points(game, oracle, seats, "keys", 4, 10):
        if pair.match.turn >= 0:
            told += secrecy.check_keys(pair, rng.randrange(seats), rng.randrange(2**32))
    assert told >= plenty(20)


def naive(game: Game, oracle: Oracle, seats: int) -> None:
    """The second implementation agrees, decision by decision."""
    decisions = NAIVE_DECISIONS * DEPTH // len(game.seat_counts) + 1
    options = [*singly(game), *mixes(game, decisions)]
    for seed, chosen in enumerate(options):
        for pair in pairs(game, oracle, seats, chosen, seed):
            secrecy.check_naive(pair)
            decisions -= pair.match.turn >= 0
        if decisions <= 0:
            return
    raise AssertionError(f"{decisions} decisions are left")
