"""The host sets the table up anew, until the match begins."""

from atout.games import load
from atout.server.core import events, wire
from atout.server.core.moves import Bodies
from atout.server.core.refusals import Refusal
from atout.server.core.requirements import require_host, require_open
from atout.server.core.setups import SetupFault, TableSetup, check_setup
from atout.server.core.table import Table


def set_up(table: Table, who: str, request: wire.SetUp) -> Bodies:
    """Set the table up as the host says now; nothing comes of it where it is so already."""
    require_host(table, who)
    require_open(table)
    wanted = request.table
    try:
        check_setup(load(table.setup.game), wanted)
    except SetupFault as fault:
        raise Refusal("malformed", fault.why) from None
    rules, options = wanted.rules(), dict(wanted.options)
    same_terms = wanted.seats == table.setup.seats and options == table.setup.options
    if same_terms and rules == table.rules:
        return []
    if table.setup.beginning is not None and not same_terms:
        raise Refusal("stale", "position-is-fixed")
    if table.has_revealed and not same_terms:
        raise Refusal("stale", "options-are-fixed")
    return [*_make_room(table, wanted), events.Arranged(wanted.seats, options, rules)]


def _make_room(table: Table, wanted: TableSetup) -> Bodies:
    """Return how those move who sit on seats that will be gone: people to free ones, or to those of bots."""
    people = [seat for seat, chair in enumerate(table.chairs) if chair.identity]
    if len(people) > wanted.seats:
        raise Refusal("forbidden", "too-many-players")
    moved = [seat for seat in people if seat >= wanted.seats]
    kept = range(min(wanted.seats, len(table.chairs)))
    left = [seat for seat in kept if not table.chairs[seat].identity]
    places = sorted(left, key=lambda seat: bool(table.chairs[seat].level))  # free ones first
    bodies: Bodies = []
    for seat, place in zip(moved, places, strict=False):
        bodies += [events.Left(place)] if table.chairs[place].level else []
        bodies += [events.Left(seat), events.Seated(place, identity=table.chairs[seat].identity)]
    return bodies
