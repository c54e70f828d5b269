"""Whether a bot uses what its seat cannot know.

At decisions of many matches, everything that the seat cannot know is dealt again. Its view stays the same, so with the
same seed and no clock the bot must choose the same; if it does not, it has looked where it should not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from atout.bots.base import Bot
from atout.kernel.game import Game
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, OVER, State
from atout.match import Match, shuffler

HONEST = ""
RAISED = "raised"
ILLEGAL = "illegal"
UNSTEADY = "unsteady"
DISHONEST = "dishonest"

MakeBot = Callable[[int], Bot]  # from a seed


@dataclass(frozen=True)
class Verdict:
    """What a bot did at one decision, and whether it may."""

    fault: str
    seat: int
    chosen: int = -1
    other: int = -1
    error: BaseException | None = None


def sample_decisions(
    game: Game, seats: int, options: Options, seed: int, share: int = 25
) -> Iterator[tuple[State, int]]:
    """Yield decisions of one match, about `share` of a hundred; every second action is the game's advice."""
    rng, advice = Rng(seed), game.advice()
    state = game.new(seats, options)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.deal(list(rng.order(len(state.pack()))))
            continue
        owing = state.owing()
        seat = owing[rng.below(len(owing))]
        legal = state.legal(seat)
        if len(legal) > 1 and rng.below(100) < share:
            yield state, seat
        world = game.sampler(state.view(seat)).draw(rng) if rng.below(2) else None
        state.apply(seat, legal[rng.below(len(legal))] if world is None else advice.choose(world, seat, rng))


def play_through(make: MakeBot, game: Game, seed: int) -> Iterator[Verdict]:
    """Let a bot have every seat of one short match, and yield what it does; it ends at the first fault.

    A bot may fail where it is asked a second time, or where there is nothing to choose.
    """
    match = Match(game, min(game.seat_counts), game.shortest, shuffle=shuffler(seed))
    bots: dict[int, Bot] = {}
    while not match.over:
        if match.play_forced():
            continue
        seat = match.turn
        try:
            chosen = bots.setdefault(seat, make(seed + seat)).choose(match.view(seat))
        except (Exception, SystemExit) as error:
            yield Verdict(RAISED, seat, error=error)
            return
        if chosen not in match.legal(seat):
            yield Verdict(ILLEGAL, seat, chosen)
            return
        yield Verdict(HONEST, seat, chosen)
        match.play(seat, int(chosen))


def judge_decision(make: MakeBot, state: State, seat: int, others: list[State], seed: int) -> Verdict:
    """Say what a bot makes of a decision, in the truth and in other worlds that its seat cannot tell from it."""
    try:
        chosen = ask_bot(make, state, seat, seed)
        if chosen not in state.legal(seat):
            return Verdict(ILLEGAL, seat, chosen)
        again = ask_bot(make, state, seat, seed)
        if again != chosen:
            return Verdict(UNSTEADY, seat, chosen, again)
        for other in others:
            found = ask_bot(make, other, seat, seed)
            if found != chosen:
                return Verdict(DISHONEST, seat, chosen, found)
    except (Exception, SystemExit) as error:
        return Verdict(RAISED, seat, error=error)
    return Verdict(HONEST, seat, chosen)


def ask_bot(make: MakeBot, state: State, seat: int, seed: int) -> int:
    """Return what a new bot chooses."""
    return make(seed).choose(state.view(seat))


def sample_worlds(game: Game, state: State, seat: int, count: int, seed: int) -> list[State]:
    """Return worlds that look to a seat like this one."""
    sampler, rng = game.sampler(state.view(seat)), Rng(seed)
    return [sampler.draw(rng) for _ in range(count)]
