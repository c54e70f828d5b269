"""What a request does to a table. Nothing here changes a table: it returns events to append.

Whatever is refused raises `Refusal`. Time, ids and secrets come from outside, so the same calls give the same events.
"""

from collections.abc import Callable
from typing import Final

from atout import fair
from atout.bots.levels import LEVELS
from atout.games import load
from atout.kernel.errors import NotationError
from atout.match import Match
from atout.server.core import events, moves, wire
from atout.server.core.events import AnyBody
from atout.server.core.moves import Bodies
from atout.server.core.refusals import Refusal
from atout.server.core.table import LIVE, OPEN, PAUSED, PLAYING, SEALED, Chair, Table

REVEAL_MS: Final = 10_000
LONGEST_TEXT: Final = 300
PHRASES: Final = ("hello", "well_played", "thanks", "sorry", "oops", "hurry", "one_moment", "good_game", "wow", "bye")
REACTIONS: Final = ("+1", "laugh", "cry", "angry", "clap", "heart", "surprise", "think")


class World:
    """What decisions need besides the table: the time, and something nobody can guess."""

    def __init__(self, now: int, token: Callable[[int], str]) -> None:
        self.now = now
        self.token = token  # a number of random bytes, in hexadecimal


def decide(table: Table, who: str, request: wire.AnyRequest, world: World) -> Bodies:
    """Return what a request of a person leads to; nothing if it is fulfilled already."""
    match request:
        case wire.Play():
            return play(table, who, request)
        case wire.Hush():
            return stay_silent(table, who, request)
        case wire.Sit():
            return sit(table, who, request)
        case wire.Leave():
            return leave(table, who)
        case wire.Bot():
            return put_bot(table, who, request, world)
        case wire.Ready():
            return set_ready(table, who, request, world)
        case wire.Reveal():
            return reveal(table, who, request, world)
        case wire.Pause():
            return pause(table, who, request)
        case wire.Resume():
            return resume(table, who)
        case wire.Vote():
            return vote(table, who, request)
        case wire.Remove():
            return remove(table, who, request)
        case wire.TakeBack():
            return take_back(table, who)
        case wire.Rematch():
            return name_rematch(table, who, world)
        case wire.Invite():
            return invite(table, who, world)
        case wire.Say():
            return check_words(table, who, request)
        case wire.Back():
            return return_to_seat(table, who)
        case wire.Hint():
            return hint(table, who)
        case wire.Refresh() | wire.Recall():
            return []


# The match


def play(table: Table, who: str, request: wire.Play) -> Bodies:
    """Take a decision, or answer what several are asked."""
    seat = require_seat(table, who)
    match = require_running(table)
    if request.seq and request.seq != table.step and not 0 < table.question(seat) <= request.seq < table.step:
        raise Refusal("stale", "table-has-changed")
    try:
        actions = [match.game.parse(text) for text in request.actions]
    except NotationError:
        raise Refusal("malformed", "no-such-action", action=" ".join(request.actions)[:100]) from None
    returned: Bodies = [events.StoodIn(seat, False, "back")] if table.chairs[seat].stand_in else []
    return [*returned, *moves.take_decision(table, seat, actions, "player")]


def stay_silent(table: Table, who: str, request: wire.Hush) -> Bodies:
    """Stay silent for the rest of this trick, or be asked again."""
    seat = require_seat(table, who)
    require_running(table)
    if request.on == table.poll.is_hushed(seat):
        raise Refusal("stale", "said-so-already")
    return [events.Hushed(seat, request.on)]


def take_back(table: Table, who: str) -> Bodies:
    """Undo one's last decision against bots, as long as nothing has been dealt since."""
    seat = require_seat(table, who)
    require_running(table)
    if sum(chair.is_human for chair in table.chairs) > 1:
        raise Refusal("forbidden", "take-back-against-bots-only")
    if not table.decisions:
        raise Refusal("forbidden", "nothing-to-take-back")
    return [events.TookBack(seat, table.decisions[-1][1])]


def hint(table: Table, who: str) -> Bodies:
    """Let somebody be given a hint; nothing comes of it but words."""
    seat = require_seat(table, who)
    require_running(table)
    if sum(chair.is_human for chair in table.chairs) > 1:
        raise Refusal("forbidden", "hints-against-bots-only")
    if not table.question(seat):
        raise Refusal("stale", "nothing-to-decide")
    return []


# Seats


def sit(table: Table, who: str, request: wire.Sit) -> Bodies:
    """Take a free seat, or change to one; while the match runs, take that of a player who has left."""
    require_live(table)
    if table.status == SEALED:
        raise Refusal("stale", "start-is-sealed")
    if who in table.barred:
        raise Refusal("forbidden", "removed-by-the-host")
    chair = require_chair(table, request.seat)
    if chair.identity == who:
        raise Refusal("forbidden", "already-there")
    if table.match is not None:
        if chair.stand_in not in ("left", "removed"):
            raise Refusal("forbidden", "seat-is-taken")
        if table.sat.get(who, request.seat) != request.seat:  # who has seen other cards of this match
            raise Refusal("forbidden", "has-played-another-seat")
        if who in table.seers:
            raise Refusal("forbidden", "has-seen-all-hands")
    elif chair.identity or chair.level:
        raise Refusal("forbidden", "seat-is-taken")
    old = table.seat_of(who)
    left: Bodies = [] if old is None else [events.Left(old)]
    return [*left, events.Seated(request.seat, identity=who)]


def leave(table: Table, who: str) -> Bodies:
    """Give up the seat."""
    seat = require_seat(table, who)
    require_live(table)
    if table.match is None:
        return _free_seat(table, events.Left(seat))
    if table.chairs[seat].stand_in == "left":
        raise Refusal("stale", "already-left")
    return [events.StoodIn(seat, True, "left")]


def remove(table: Table, who: str, request: wire.Remove) -> Bodies:
    """Remove a guest."""
    require_host(table, who)
    require_live(table)
    chair = require_chair(table, request.seat)
    if not chair.identity or chair.identity == who:
        raise Refusal("forbidden", "no-guest-there")
    if table.match is None:
        return _free_seat(table, events.Left(request.seat, removed=True))
    if chair.stand_in == "removed":
        raise Refusal("stale", "already-removed")
    return [events.StoodIn(request.seat, True, "removed")]


def _free_seat(table: Table, left: events.Left) -> Bodies:
    """Return what follows when a seat becomes free before the match: a start under way is given up."""
    return [left] if table.status == OPEN else [events.Cancelled((left.seat,)), left]


def put_bot(table: Table, who: str, request: wire.Bot, world: World) -> Bodies:
    """Put a bot on a free seat, or take it away."""
    require_host(table, who)
    require_open(table)
    chair = require_chair(table, request.seat)
    if not request.level:
        if not chair.level:
            raise Refusal("forbidden", "no-bot-there")
        return [events.Left(request.seat)]
    if request.level not in LEVELS:
        raise Refusal("malformed", "no-such-level")
    if chair.identity:
        raise Refusal("forbidden", "seat-is-taken")
    return _seal_if_ready(table, request.seat, events.Seated(request.seat, level=request.level), world)


# The start


def set_ready(table: Table, who: str, request: wire.Ready, world: World) -> Bodies:
    """Become ready, or take that back; the last one seals the commitments."""
    seat = require_seat(table, who)
    require_open(table)
    if not request.commitment:
        if not table.chairs[seat].commitment:
            raise Refusal("stale", "not-ready")
        return [events.Unreadied(seat)]
    if not fair.is_hex(request.commitment):
        raise Refusal("malformed", "commitment-is-64-hex-digits")
    others = [chair for other, chair in enumerate(table.chairs) if other != seat]
    if any(chair.commitment == request.commitment for chair in others):
        raise Refusal("forbidden", "commitment-is-a-copy")
    return _seal_if_ready(table, seat, events.Readied(seat, request.commitment), world)


def _seal_if_ready(table: Table, last: int, body: AnyBody, world: World) -> Bodies:
    """Add what follows when the last seat is ready."""
    humans = any(chair.is_human for chair in table.chairs)
    if humans and all(chair.is_ready or seat == last for seat, chair in enumerate(table.chairs)):
        return [body, events.Sealed(world.now + REVEAL_MS)]
    return [body]


def reveal(table: Table, who: str, request: wire.Reveal, world: World) -> Bodies:
    """Reveal one's own bytes; the last one starts the match."""
    seat = require_seat(table, who)
    require_live(table)
    if table.status != SEALED or world.now >= table.until:
        raise Refusal("stale", "nothing-to-reveal")
    chair = table.chairs[seat]
    if chair.revealed:
        raise Refusal("stale", "already-revealed")
    if not fair.is_hex(request.bytes):
        raise Refusal("malformed", "bytes-are-64-hex-digits")
    if not fair.matches_commitment(table.id, chair.commitment, request.bytes):
        raise Refusal("forbidden", "bytes-do-not-fit-the-commitment")
    revealed: Bodies = [events.Revealed(seat, request.bytes)]
    if any(other.is_human and not other.revealed for other in table.chairs if other is not chair):
        return revealed
    match = table.new_match().copy(shuffle=moves.upcoming_deals(table, {seat: request.bytes}))
    return [*revealed, events.Begun(), *moves.consequences(match)]


# Around the match


def pause(table: Table, who: str, request: wire.Pause) -> Bodies:
    """Pause the match, or adjourn it."""
    seat = require_seat(table, who)
    if table.status == PAUSED and request.adjourn and not table.adjourned:
        return [events.Paused(seat, True)]
    require_running(table)
    return [events.Paused(seat, request.adjourn)]


def resume(table: Table, who: str) -> Bodies:
    """Let the match go on."""
    seat = require_seat(table, who)
    require_live(table)
    if table.status != PAUSED:
        raise Refusal("stale", "match-is-not-paused")
    return [events.Resumed(seat)]


def vote(table: Table, who: str, request: wire.Vote) -> Bodies:
    """Be for abandoning the match; it is abandoned when everybody at the table is."""
    seat = require_seat(table, who)
    require_live(table)
    if table.match is None:
        raise Refusal("stale", "match-is-not-running")
    if table.chairs[seat].abandon == request.abandon:
        raise Refusal("stale", "voted-so-already")
    voted: Bodies = [events.Voted(seat, request.abandon)]
    others = [chair.abandon for other, chair in enumerate(table.chairs) if other != seat and chair.is_attended]
    return [*voted, moves.end_abandoned(table)] if request.abandon and all(others) else voted


def return_to_seat(table: Table, who: str) -> Bodies:
    """Take the seat over from the stand-in."""
    seat = require_seat(table, who)
    require_live(table)
    if not table.chairs[seat].stand_in:
        raise Refusal("stale", "nobody-stands-in")
    return [events.StoodIn(seat, False, "back")]


def name_rematch(table: Table, who: str, world: World) -> Bodies:
    """Name the next match, unless it has a name already; the caller opens it."""
    require_seat(table, who)
    if table.status in LIVE:
        raise Refusal("stale", "match-is-not-over")
    return [] if table.rematch else [events.Rematched(world.token(16))]


def begin_rematch(table: Table, who: str, world: World) -> Bodies:
    """Return how the table of a rematch begins: everybody who has not left one seat further, and a new secret."""
    setup = table.setup
    stay = {seat: chair for seat, chair in enumerate(table.chairs) if chair.stand_in not in ("left", "removed")}
    order = events.Created(
        game=setup.game,
        rules_version=load(setup.game).rules,
        seats=setup.seats,
        options=setup.options,
        host=setup.host if any(chair.identity == setup.host for chair in stay.values()) else who,
        secret=world.token(32),
        invite=world.token(16),
        rules=setup.rules,
        after=table.id,
    )
    seated: Bodies = []
    for seat, chair in stay.items():
        if chair.identity or chair.level:
            seated.append(events.Seated((seat + 1) % setup.seats, chair.identity, chair.level))
    return [order, *seated]


def invite(table: Table, who: str, world: World) -> Bodies:
    """Make a new invite link."""
    require_host(table, who)
    return [events.Invited(world.token(16))]


def allowed_speech(table: Table, who: str) -> wire.Speech:
    """Return what somebody may say: who watches no text, and nothing who is shown what the players are not."""
    seat = table.seat_of(who)
    if seat is not None and table.chairs[seat].stand_in != "removed":
        return "text" if table.rules.chat else "phrases"
    return "nothing" if who in table.barred or table.shows_hands else "phrases"


def check_words(table: Table, who: str, request: wire.Say) -> Bodies:
    """Refuse what may not be said. Nothing comes of it at the table: talk is kept apart."""
    may = allowed_speech(table, who)
    if may == "nothing":
        raise Refusal("forbidden", "removed-by-the-host" if who in table.barred else "watchers-of-hands-are-silent")
    if bool(request.phrase) == bool(request.text.strip()):
        raise Refusal("malformed", "a-phrase-or-a-text")
    if request.phrase and request.phrase not in PHRASES + REACTIONS:
        raise Refusal("malformed", "no-such-phrase")
    if request.text and may == "phrases":
        raise Refusal("forbidden", "watchers-say-phrases" if table.rules.chat else "no-free-chat-here")
    if len(request.text) > LONGEST_TEXT:
        raise Refusal("malformed", "text-is-too-long")
    return []


# What is asked of a table first


def require_seat(table: Table, who: str) -> int:
    """Return the seat of a person who may act for it."""
    seat = table.seat_of(who)
    if seat is None:
        raise Refusal("forbidden", "not-at-the-table")
    if table.chairs[seat].stand_in == "removed":
        raise Refusal("forbidden", "removed-by-the-host")
    return seat


def require_chair(table: Table, seat: int) -> Chair:
    """Return a seat of the table."""
    if not 0 <= seat < len(table.chairs):
        raise Refusal("malformed", "no-such-seat")
    return table.chairs[seat]


def require_running(table: Table) -> Match:
    """Return the match while it runs."""
    require_live(table)
    if table.status != PLAYING or table.match is None:
        raise Refusal("stale", "match-is-not-running")
    return table.match


def require_live(table: Table) -> None:
    """Refuse what comes after the end."""
    if table.status not in LIVE:
        raise Refusal("over", "match-is-over")


def require_open(table: Table) -> None:
    """Refuse what comes after the ready check."""
    require_live(table)
    if table.status == SEALED:
        raise Refusal("stale", "start-is-sealed")
    if table.status != OPEN:
        raise Refusal("stale", "match-has-begun")


def require_host(table: Table, who: str) -> None:
    """Refuse what only the host may do."""
    if table.setup.host != who:
        raise Refusal("forbidden", "only-the-host")
