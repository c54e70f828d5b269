"""The same seeds give the same matches: twice in one process, and interpreted as compiled.

With ATOUT_DIGEST_DIR set, the digests are written there; `dev.py test` compares those of the two builds.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

from atout import CHANCE, OVER, SPECTATOR, Game, State, load, names
from atout.bots.search import Search
from atout.bots.searcher import TEXTBOOK, advised_style
from atout.kernel.log import chapters
from atout.kernel.playout import Playout
from atout.kernel.rng import Rng
from atout.kernel.view import Display
from tests.conformance.play import DEPTH, mixes
from tests.toys.follow.game import Follow
from tests.toys.sealed.game import Sealed

EVERY = 7  # steps between two looks at a match
MOST_STEPS = 300  # so much of a match is followed


class Digests:
    """Running hashes, one for each thing that is compared."""

    def __init__(self) -> None:
        self.hashes = {}
        for part in ("actions", "keys", "views", "displays", "worlds", "advice", "scores", "playouts", "search"):
            self.hashes[part] = hashlib.sha256()

    def add(self, part: str, *values: object) -> None:
        """Take up values whose repr says everything about them."""
        self.hashes[part].update(repr(values).encode())


def played(game: Game, seats: int, options: dict[str, str], seed: int) -> Digests:
    """Return the digests of one random match."""
    digests = Digests()
    rng = Rng(seed)
    state = game.new(seats, game.settle(dict(options)))
    steps = 0
    while state.turn != OVER and steps < MOST_STEPS:
        if steps % EVERY == 0:
            look(game, state, (SPECTATOR, *range(seats))[steps // EVERY % (seats + 1)], seed + steps, digests)
        steps += 1
        if state.turn == CHANCE:
            order = list(rng.order(len(state.pack())))
            digests.add("actions", order)
            state.deal(order)
            continue
        owing = state.owing()
        seat = owing[rng.below(len(owing))]
        legal = state.legal(seat)
        action = legal[rng.below(len(legal))]
        digests.add("actions", seat, legal, game.text(action), state.forced_action())
        digests.add("keys", [state.key(each) for each in range(seats)])
        state.apply(seat, action)
    look(game, state, 0, seed, digests)
    everything = state.view(0)
    digests.add("views", [list(part) for part in chapters(everything.past, everything.log)])
    digests.add("views", [(seen.kind, seen.seat, seen.open, seen.value, seen.audience) for seen in everything.seen])
    digests.add("scores", state.scores(), state.places())
    for line in state.score_lines():
        digests.add("scores", line.seat, line.points, line.clause, line.values)
    return digests


def plain_display(display: Display) -> dict[str, object]:
    """Return a display as the digests have always taken it up."""
    zones = [
        {**members(zone, "name seat"), "cards": [members(card, "text action seat mark") for card in zone.cards]}
        for zone in display.zones
    ]
    facts = [members(fact, "name seat value") for fact in display.facts]
    return {**members(display, "seat seats turn owing legal phase"), "zones": zones, "facts": facts}


def members(thing: object, names: str) -> dict[str, object]:
    return {name: getattr(thing, name) for name in names.split()}


def look(game: Game, state: State, observer: int, seed: int, digests: Digests) -> None:
    """Take up what an observer sees, what worlds it draws, what it is advised, and how the match could go on."""
    view = state.view(observer)
    digests.add("views", view.turn, view.owing, view.legal, list(view.log))
    digests.add("displays", json.dumps(plain_display(view.display()), sort_keys=True))
    rng = Rng(seed)
    sampler = game.sampler(view)
    for _ in range(2):
        world = sampler.draw(rng)
        digests.add("worlds", [list(world.view(seat).log) for seat in range(state.seats)])
        for seat in world.owing():
            digests.add("advice", game.advice().choose(world, seat, rng))
    for seat in state.owing()[:1]:
        own = state.view(seat)
        for manner in (TEXTBOOK, advised_style(game, own)):
            search = Search(game, own, seed, manner)
            for _ in range(4):
                search.iterate()
            digests.add("search", [(item.action, item.visits, item.worth, item.points) for item in search.choices()])
    future = state.clone()
    future.silent = True
    playout = Playout(rng, state.width())
    playout.finish_deal(future)
    digests.add("playouts", playout.decisions, playout.actions, future.scores(), future.places())


def tables() -> Iterator[tuple[Game, int, dict[str, str]]]:
    """Yield what is played: every game and number of seats, with the defaults and some mixes of options."""
    for game in [*map(load, names()), Follow(), Sealed()]:
        for seats in game.seat_counts:
            for options in [{}, *mixes(game, DEPTH, seed=seats)]:
                yield game, seats, options


def all_digests(every: int = 1) -> dict[str, str]:
    found = {}
    for number, (game, seats, options) in enumerate(tables()):
        if number % every:
            continue
        for part, digest in played(game, seats, options, 1000 + number).hashes.items():
            found[f"{game.name}, {seats} seats, match {number}, {part}"] = digest.hexdigest()
    return found


def test_same_seeds_give_the_same_matches() -> None:
    first = all_digests()
    folder = os.environ.get("ATOUT_DIGEST_DIR")
    if folder:
        Path(folder, "digests.json").write_text(json.dumps(first, indent=1), encoding="utf-8")
    again = all_digests(every=5)
    assert again
    assert {name: first[name] for name in again} == again


def test_different_matches_have_different_digests() -> None:
    one, other = (played(Follow(), 3, {}, seed) for seed in (1, 2))
    same = [part for part in one.hashes if one.hashes[part].digest() == other.hashes[part].digest()]
    assert same == []
