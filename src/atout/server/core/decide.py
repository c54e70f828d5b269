"""What a request does to a table. Nothing here changes a table: it returns events to append.

Whatever is refused raises `Refusal`. Time, ids and secrets come from outside, so the same calls give the same events.
"""

from collections.abc import Callable
from typing import Final

from atout import fair
from atout.bots.levels import LEVELS
from atout.bots.names import BOT_NAMES, default_bot_name
from atout.games import load
from atout.kernel.errors import NotationError
from atout.server.core import arrange, events, moves, talk, timers, wire
from atout.server.core.chairs import LEAVING
from atout.server.core.events import AnyBody
from atout.server.core.hosts import next_host
from atout.server.core.moves import Bodies, require_live, require_running, require_seat
from atout.server.core.refusals import Refusal
from atout.server.core.requirements import require_chair, require_host, require_open
from atout.server.core.table import LIVE, OPEN, PAUSED, PLAYING, SEALED, Table

REVEAL_MS: Final = 10_000


class World:
    """What decisions need besides the table: the time, and something nobody can guess."""

    def __init__(self, now: int, token: Callable[[int], str], rematch_closed: bool = False) -> None:
        self.now = now
        self.token = token  # a number of random bytes, in hexadecimal
        self.rematch_closed = rematch_closed  # the table of the rematch exists no more


def decide(table: Table, who: str, request: wire.AnyRequest, world: World) -> Bodies:
    """Return what a request of a person leads to; nothing if it is fulfilled already."""
    match request:
        case wire.Play():
            return play(table, who, request)
        case wire.Explain():
            return explain(table, who, request)
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
            talk.check_words(table, who, request)
            return []
        case wire.Back():
            return return_to_seat(table, who)
        case wire.Hint():
            return hint(table, who)
        case wire.Hold():
            return hold(table, who, request, world)
        case wire.SetUp():
            return arrange.set_up(table, who, request)
        case wire.Refresh() | wire.Recall() | wire.History() | wire.Ping():
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


def explain(table: Table, who: str, request: wire.Explain) -> Bodies:
    """Let the window wait while somebody reads, for the first time, what several are asked; nothing where none runs."""
    seat = require_seat(table, who)
    require_running(table)
    poll = table.poll
    if seat not in poll.waiting:
        raise Refusal("stale", "nothing-to-decide")
    if request.on:
        return [] if not poll.timed or seat in poll.explained else [events.Explained(seat, True)]
    return [events.Explained(seat, False)] if seat in poll.readers else []


def can_take_back(table: Table, seat: int) -> bool:
    """Tell whether a seat may take its last decision back."""
    own = bool(table.decisions) and table.decisions[-1][0] == seat
    return own and table.is_solo and table.status == PLAYING and not table.card_shown


def take_back(table: Table, who: str) -> Bodies:
    """Undo one's last decision against bots, unless a card was dealt or shown since that had been hidden."""
    seat = require_seat(table, who)
    require_running(table)
    if not table.is_solo:
        raise Refusal("forbidden", "take-back-against-bots-only")
    if not table.decisions:
        raise Refusal("forbidden", "nothing-to-take-back")
    if table.card_shown:
        raise Refusal("forbidden", "hidden-card-was-shown")
    return [events.TookBack(seat, table.decisions[-1][1])]


def hint(table: Table, who: str) -> Bodies:
    """Let somebody be given a hint; nothing comes of it but words."""
    seat = require_seat(table, who)
    require_running(table)
    if not table.is_solo:
        raise Refusal("forbidden", "hints-against-bots-only")
    if not table.question(seat):
        raise Refusal("stale", "nothing-to-decide")
    return []


def hold(table: Table, who: str, request: wire.Hold, world: World) -> Bodies:
    """Begin or stop looking at how the previous deal ended; nothing happens if nobody waits for that any more."""
    seat = require_seat(table, who)
    require_running(table)
    if not request.on:
        return [events.Held(seat, False)] if seat in table.reading.seats else []
    end = timers.reading_end(table)
    late = end is not None and world.now >= end
    waited_for = table.chairs[seat].is_attended and table.reading.may_begin(seat) and not late
    return [events.Held(seat, True)] if waited_for else []


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
        if chair.stand_in not in LEAVING:
            raise Refusal("forbidden", "seat-is-taken")
        if table.played_seats.get(who, request.seat) != request.seat:  # who has seen other cards of this match
            raise Refusal("forbidden", "has-played-another-seat")
        if who in table.hand_watchers:
            raise Refusal("forbidden", "has-seen-all-hands")
    elif chair.identity or chair.level:
        raise Refusal("forbidden", "seat-is-taken")
    old = table.seat_of(who)
    left: Bodies = [] if old is None else [events.Left(old)]
    return [*left, events.Seated(request.seat, identity=who)]


def seats_to_take(table: Table, who: str) -> list[int]:
    """Return the seats that somebody who has none may sit down on now."""
    if table.seat_of(who) is not None and who not in table.barred:
        return []
    return [seat for seat in range(len(table.chairs)) if _may_sit(table, who, seat)]


def _may_sit(table: Table, who: str, seat: int) -> bool:
    try:
        return bool(sit(table, who, wire.Sit(0, seat=seat)))
    except Refusal:
        return False


def leave(table: Table, who: str) -> Bodies:
    """Give up the seat; the host passes that on, and a waiting room that nobody is left in is closed."""
    seat = require_seat(table, who)
    require_live(table)
    heir = next_host(table) if who == table.host else None
    passed: Bodies = [] if heir is None else [events.Hosted(heir)]
    if table.match is None:
        alone = who == table.host and heir is None
        return [*_free_seat(table, events.Left(seat)), *passed, *([events.Closed()] if alone else [])]
    if table.chairs[seat].stand_in == "left":
        raise Refusal("stale", "already-left")
    return [events.StoodIn(seat, True, "left"), *passed]


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
    bot = events.Seated(request.seat, level=request.level, name=_free_bot_name(table, request.seat))
    return _seal_if_ready(table, request.seat, bot, world)


def _free_bot_name(table: Table, seat: int) -> str:
    """Return a name for a bot that no other bot of the table has; nothing where that of its seat is free."""
    taken = {chair.bot for other, chair in enumerate(table.chairs) if other != seat}
    return "" if default_bot_name(seat) not in taken else next(name for name in BOT_NAMES if name not in taken)


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
    match = table.new_match()
    known = len(match.steps)
    match = match.copy(shuffle=moves.upcoming_deals(table, {seat: request.bytes}))
    return [*revealed, events.Begun(), *moves.consequences(match, known)]


# Around the match


def pause(table: Table, who: str, request: wire.Pause) -> Bodies:
    """Pause the match, or adjourn it."""
    seat = require_seat(table, who)
    if table.status == PAUSED and request.adjourn and not table.adjourned:
        return [events.Paused(seat, True)]
    require_running(table)
    return [events.Paused(seat, request.adjourn)]


def resume(table: Table, who: str) -> Bodies:
    """Let the match go on; an adjourned one when every player is there or has agreed."""
    seat = require_seat(table, who)
    require_live(table)
    if table.status != PAUSED:
        raise Refusal("stale", "match-is-not-paused")
    others = [chair for other, chair in enumerate(table.chairs) if other != seat and chair.is_player]
    if not table.adjourned or all(chair.nodes or chair.agreed for chair in others):
        return [events.Resumed(seat)]
    if table.chairs[seat].agreed:
        raise Refusal("stale", "agreed-already")
    return [events.Agreed(seat)]


def vote(table: Table, who: str, request: wire.Vote) -> Bodies:
    """Be for abandoning the match; it is abandoned when all who play or are there are."""
    seat = require_seat(table, who)
    require_live(table)
    if table.match is None:
        raise Refusal("stale", "match-is-not-running")
    if table.chairs[seat].abandon == request.abandon:
        raise Refusal("stale", "voted-so-already")
    voted: Bodies = [events.Voted(seat, request.abandon)]
    others = [chair.abandon for other, chair in enumerate(table.chairs) if other != seat and chair.is_voter]
    return [*voted, moves.end_abandoned(table)] if request.abandon and all(others) else voted


def return_to_seat(table: Table, who: str) -> Bodies:
    """Take the seat back from the stand-in."""
    seat = require_seat(table, who)
    require_live(table)
    if not table.chairs[seat].stand_in:
        raise Refusal("stale", "nobody-stands-in")
    return [events.StoodIn(seat, False, "back")]


def name_rematch(table: Table, who: str, world: World) -> Bodies:
    """Name the next match, unless one has a name already and is there; the caller opens it."""
    if not may_play_again(table, who):
        raise Refusal("forbidden", "removed-by-the-host" if who in table.barred else "not-at-the-table")
    if table.status in LIVE:
        raise Refusal("stale", "match-is-not-over")
    return [] if table.rematch and not world.rematch_closed else [events.Rematched(world.token(16))]


def may_play_again(table: Table, who: str) -> bool:
    """Tell whether somebody has played the match, and was not removed from it."""
    return (who in table.played_seats or table.seat_of(who) is not None) and who not in table.barred


def begin_rematch(table: Table, who: str, world: World) -> Bodies:
    """Return how the table of a rematch begins: everybody who has not left one seat further, and a new secret.

    Bots keep their names. Anyone who has played may come in.
    """
    setup = table.setup
    stay = {seat: chair for seat, chair in enumerate(table.chairs) if chair.stand_in not in LEAVING}
    order = events.Created(
        game=setup.game,
        rules_version=load(setup.game).rules,
        seats=setup.seats,
        options=setup.options,
        host=table.host if any(chair.identity == table.host for chair in stay.values()) else who,
        secret=world.token(32),
        invite=world.token(16),
        rules=setup.rules,
        after=table.id,
        invited=tuple(one for one in table.members() if one not in table.barred),
    )
    seated: Bodies = []
    for seat, chair in stay.items():
        if chair.identity or chair.level:
            seated.append(events.Seated((seat + 1) % setup.seats, chair.identity, chair.level, chair.bot))
    return [order, *seated]


def invite(table: Table, who: str, world: World) -> Bodies:
    """Make a new invite link."""
    require_host(table, who)
    return [events.Invited(world.token(16))]
