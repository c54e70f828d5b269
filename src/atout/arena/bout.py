"""One match of an arena: who played, how it ended, and whose fault it was if it did not end well."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from operator import index

from atout.arena.run import match_seed
from atout.arena.seating import Matchup, deal_seed, line_up
from atout.bots.base import Bot
from atout.bots.faults import describe_error, last_lines
from atout.bots.loading import load_bot
from atout.games import load
from atout.kernel.options import Options
from atout.match import Match, shuffler
from atout.record import dumps, make_record

RAISED = "raised"
ILLEGAL = "illegal"
HUNG = "hung"
ENDED = "ended"  # its process
LONGEST_REASON = 200

Thinking = Callable[[int], None]  # is told which seat thinks now, or -1 when it has chosen


@dataclass(frozen=True)
class Contest(Matchup):
    """What is played in an arena, and by whom. Two runs of one contest, without clocks, are the same."""

    seconds: float | None = None
    iterations: int | None = None
    patience: float = 60.0  # seconds that one decision may take


@dataclass(frozen=True)
class Forfeit:
    """A match that a bot could not go on with: it `raised`, was `illegal`, `hung`, or its process `ended`."""

    seat: int
    why: str
    what: str
    trace: str = ""  # the last lines of the traceback of a bot that raised


@dataclass(frozen=True)
class Outcome:
    """How a match ended. A forfeit has no scores: its bot is last, the others share the first place."""

    number: int
    deal: int
    bots: list[str]  # by seat
    places: list[int]
    scores: list[int] | None
    decisions: int  # choices between at least two actions
    forfeit: Forfeit | None = None

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return asdict(self)


def make_forfeit(contest: Contest, number: int, decisions: int, forfeit: Forfeit) -> Outcome:
    """Return the outcome of a match in which a bot failed."""
    bots = line_up(contest.bots, contest.seats, contest.seed, number)
    places = [contest.seats if name == bots[forfeit.seat] else 1 for name in bots]
    return Outcome(number, number // contest.seats, bots, places, None, decisions, forfeit)


class FaultyBotError(Exception):
    """A bot that cannot go on."""

    def __init__(self, seat: int, why: str, what: str, trace: str = "") -> None:
        super().__init__(what)
        self.forfeit = Forfeit(seat, why, " ".join(what.split())[:LONGEST_REASON], trace)


def play(contest: Contest, number: int, thinking: Thinking) -> tuple[Outcome, str]:
    """Play one match; return its outcome and its record, which stops where a bot failed."""
    game = load(contest.game)
    names = line_up(contest.bots, contest.seats, contest.seed, number)
    cards = deal_seed(contest.seed, number // contest.seats)
    match = Match(game, contest.seats, Options(contest.options), shuffle=shuffler(cards))
    own = match_seed(cards, number % contest.seats)
    decisions = 0
    try:
        bots = [make_bot(contest, names[seat], seat, match_seed(own, seat), thinking) for seat in range(contest.seats)]
        while not match.over:
            if not match.play_forced():
                decisions += len(match.legal(match.turn)) > 1
                match.play(match.turn, ask_bot(bots[match.turn], match, thinking))
        outcome = Outcome(number, number // contest.seats, names, match.places(), match.scores(), decisions)
    except FaultyBotError as fault:
        outcome = make_forfeit(contest, number, decisions, fault.forfeit)
    note = "" if outcome.forfeit is None else f"{names[outcome.forfeit.seat]} forfeits: {outcome.forfeit.what}"
    meta: dict[str, object] = {"match": number, "deal": outcome.deal}
    return outcome, dumps(make_record(match, number_names(names), seed=cards, note=note, meta=meta))


def make_bot(contest: Contest, name: str, seat: int, seed: int, thinking: Thinking) -> Bot:
    """Return a new bot for a seat."""
    thinking(seat)
    try:
        return load_bot(name, load(contest.game), seed, seconds=contest.seconds, iterations=contest.iterations)
    except (Exception, SystemExit) as error:
        raise FaultyBotError(seat, RAISED, describe_error(error), last_lines(error)) from error
    finally:
        thinking(-1)


def ask_bot(player: Bot, match: Match, thinking: Thinking) -> int:
    """Return what a bot chooses, if it is one of the legal actions."""
    seat = match.turn
    thinking(seat)
    try:
        chosen: object = player.choose(match.view(seat))
    except (Exception, SystemExit) as error:
        raise FaultyBotError(seat, RAISED, describe_error(error), last_lines(error)) from error
    finally:
        thinking(-1)
    try:
        action = index(chosen)  # type: ignore[arg-type] # whatever a bot returns
    except TypeError:
        raise FaultyBotError(seat, ILLEGAL, f"chose {chosen!r}, which is not an action") from None
    if action not in match.legal(seat):
        known = 0 <= action < match.game.actions
        raise FaultyBotError(seat, ILLEGAL, f"chose {match.game.text(action) if known else action}, which is not legal")
    return action


def number_names(names: list[str]) -> list[str]:
    """Return the names with numbers where a bot sits on several chairs."""
    often, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(f"{name} {seen[name]}" if often[name] > 1 else name)
    return found
