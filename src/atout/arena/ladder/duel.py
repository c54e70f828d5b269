"""One duplicate deal between two sides: half the seats each, and everybody on every chair in turn."""

import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Protocol, cast

from atout.arena.ladder.questions import Question
from atout.arena.run import match_seed
from atout.arena.seating import deal_seed
from atout.bots.base import Bot
from atout.bots.levels import LEVELS
from atout.bots.loading import LEARNT, YARDSTICKS, load_bot
from atout.bots.searcher import Searcher
from atout.games import load
from atout.kernel.errors import SetupError
from atout.kernel.game import Game
from atout.kernel.state import CHANCE, OVER, State
from atout.match import Match, shuffler

# Contenders that are not part of the package: they are in the repository, and can be seated at no table.
GUESTS = {"openspiel": "benchmarks.openspiel.player:Player", "clairvoyant": "benchmarks.clairvoyant:Clairvoyant"}


class Seer(Protocol):
    """A contender that is shown the truth, to know how much there is to be gained at most."""

    def choose_from(self, truth: State, seat: int) -> int:
        """Return a legal action of the seat."""
        ...


class MakeGuest(Protocol):
    """How guests are made."""

    def __call__(self, game: Game, seed: int, *, seconds: float | None, iterations: int | None) -> Bot | Seer:
        """Return the guest, with its limits."""
        ...


@dataclass(frozen=True)
class Task:
    """One deal of one question."""

    game: str
    question: Question
    seed: int
    deal: int


@dataclass(frozen=True)
class Duel:
    """What a deal brought: by how many points one side was ahead on average, over all seatings.

    Seconds are those of the processor.
    """

    question: str
    deal: int
    seats: int
    ahead: float
    seatings: int
    seconds: float


def make_contender(name: str, game: Game, seed: int, seconds: float | None, iterations: int | None) -> Bot | Seer:
    """Return a bot or a guest; seconds are those of the processor."""
    if name in (*LEVELS, *YARDSTICKS) or name.partition(":")[0] == LEARNT:
        found = load_bot(name, game, seed, seconds=seconds, iterations=iterations)
        if isinstance(found, Searcher):
            found.by_processor = True
        return found
    return find_guest(name)(game, seed, seconds=seconds, iterations=iterations)


def find_guest(name: str) -> MakeGuest:
    """Return what makes a guest, if this is run where the repository is and what it needs is installed."""
    where, _, what = GUESTS[name].partition(":")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        return cast(MakeGuest, getattr(import_module(where), what))
    except ImportError as error:
        raise SetupError(f"{name} is not here: {error}") from error


def sides(seats: int, deal: int) -> list[list[bool]]:
    """Return for every seating which seats belong to the first side.

    Every second deal the sides alternate around the table, or sit together; with an odd number of seats one side has a
    seat more, in turn. Then all move on by one chair until they are back.
    """
    half = seats // 2 if deal // 2 % 2 == 0 else seats - seats // 2
    together = [seat < half for seat in range(seats)]
    apart = [seat % 2 == 0 for seat in range(seats)]
    if sum(apart) != half:
        apart = [not first for first in apart]
    table = together if deal % 2 else apart
    found: list[list[bool]] = []
    for turn in range(seats):
        moved = table[seats - turn :] + table[: seats - turn]
        if moved not in found:
            found.append(moved)
    return found


def play_duel(task: Task) -> Duel:
    """Play a deal with all seatings."""
    start = process_time()
    game, question = load(task.game), task.question
    seats = question.seats_of(game, task.deal)
    seatings = sides(seats, task.deal)
    ahead = 0.0
    cards = deal_seed(task.seed, task.deal)
    for turn, first in enumerate(seatings):
        points = play_deal(game, first, question, cards, match_seed(cards, turn))
        mine = [points[seat] for seat in range(seats) if first[seat]]
        theirs = [points[seat] for seat in range(seats) if not first[seat]]
        ahead += (sum(mine) / len(mine) - sum(theirs) / len(theirs)) / len(seatings)
    taken = process_time() - start
    return Duel(question.name, task.deal, seats, round(ahead, 9), len(seatings), round(taken, 3))


def play_deal(game: Game, first: list[bool], question: Question, cards: int, seed: int) -> list[float]:
    """Play one deal; return the points of each seat, or what it can count on, at its end."""
    match = Match(game, len(first))
    names = [question.one if mine else question.other for mine in first]
    limits = (question.seconds, question.iterations)
    players = [make_contender(name, game, match_seed(seed, seat), *limits) for seat, name in enumerate(names)]
    advice, shuffle = game.advice(), shuffler(cards)
    dealt: set[str] = set()
    stage = advice.stage(match.state)
    while match.turn != OVER and advice.stage(match.state) == stage:
        if match.turn == CHANCE:
            parts = {part.name for part in match.state.pack().fields}
            if parts & dealt:
                break  # the next deal
            dealt |= parts
            match.deal(shuffle(len(match.state.pack())))
        elif not match.play_forced():
            match.play(match.turn, ask_contender(players[match.turn], match))
    return advice.outlook(match.state)


def ask_contender(player: Bot | Seer, match: Match) -> int:
    """Return what a contender chooses; only those of this module are ever shown the truth."""
    seat = match.turn
    look = getattr(player, "choose_from", None)
    if look is not None:
        return cast(Seer, player).choose_from(match.state.clone(), seat)
    return cast(Bot, player).choose(match.view(seat))
