"""What somebody is told besides moves: the whole table, what was said, a hint. Compiled.

Positions come from the view of the observer who is told, and from nothing else.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast

from msgspec import Raw

from atout import fair
from atout.bots.hints import Hint
from atout.kernel import view as core
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR
from atout.match import Match
from atout.server.core import decide, messages, parts, talk, wire
from atout.server.core.table import LIVE, PAUSED, SEALED, Table
from atout.server.stores.base import Remark

Consider = Callable[[core.View, str, str], Awaitable[Hint]]


def remark_message(table: Table, said: Remark, names: Mapping[str, str]) -> wire.Heard:
    """Return what somebody said."""
    name = names.get(said.identity, "")
    return wire.Heard(said.number, said.at, name, table.observer(said.identity), said.phrase, said.text)


def table_message(
    table: Table,
    shown: core.Display | None,
    who: str,
    names: Mapping[str, str],
    there: wire.Presence,
    now: int,
    told: Sequence[wire.Happened] = (),
    words: Sequence[Remark] = (),
    ended: parts.Ended[Raw] | None = None,
) -> wire.Table[Raw]:
    """Return the whole table as one person may see it."""
    match, setup, you = table.match, table.setup, table.observer(who)
    left, running = messages.clocks(table, now)
    return wire.Table(
        seq=table.step,
        at=now,
        match=table.id,
        game=setup.game,
        rules=setup.rules_version,
        seats=setup.seats,
        options=dict(match.options.values) if match is not None else setup.options,
        status=table.status,
        you=you,
        host=table.host == who,
        chairs=[
            wire.Chair(
                name=names.get(chair.identity, "") if chair.identity else "",
                level=chair.level,
                here=there.here[seat],
                ready=chair.is_ready,
                revealed=bool(chair.revealed),
                stand_in=chair.stand_in,
                abandon=chair.abandon,
                clock=left[seat],
                running=running[seat],
                bot=chair.bot,
                voter=chair.is_voter,
                agreed=chair.agreed,
            )
            for seat, chair in enumerate(table.chairs)
        ],
        watchers=there.watchers,
        public=table.rules.public,
        clock=table.rules.clock,
        watch=table.rules.watch,
        chat=table.rules.chat,
        fairness=fairness(table),
        display=None if match is None or shown is None else messages.write_display(table, match, shown),
        lines=[] if match is None or shown is None else messages.score_lines(match),
        places=list(table.result.places) if table.result is not None else [],
        happened=list(told),
        words=[remark_message(table, said, names) for said in words if said.identity in names],
        speech=talk.allowed_speech(table, who),
        rematch=table.rematch if table.rules.public or decide.may_play_again(table, who) else "",
        invite=table.invite if you != SPECTATOR or table.host == who else "",
        paused_by=table.paused_by if table.status == PAUSED else -1,
        paused_at=table.paused_at if table.status == PAUSED else 0,
        adjourned=table.adjourned,
        removed=who in table.barred,
        free=decide.seats_to_take(table, who),
        take_back=decide.can_take_back(table, you),
        missed=_missed_phrases(table, you),
        ended=ended,
        reading=sorted(table.reading.seats),
        lookup="all" if match is None else lookup(match),
        fading=[] if match is None else fading(match),
        host_seat=-1 if (host_seat := table.seat_of(table.host)) is None else host_seat,
        stand_in=table.rules.stand_in,
        grace=table.rules.grace,
        watching=there.watching,
        played_on_from="" if table.setup.beginning is None else table.setup.beginning.of,
    )


def lookup(match: Match) -> wire.Lookup:
    """Return which cards that were played may be looked up."""
    return cast(wire.Lookup, match.game.words().lookup(match.options))


def fading(match: Match) -> list[str]:
    """Return the keys of what a log lists only until the next decision: the rest is left to memory."""
    return list(match.game.words().fading(match.options))


def _missed_phrases(table: Table, seat: int) -> list[parts.Phrase]:
    """Return what a bot has played for a seat while it stands in."""
    if table.match is None or seat < 0:
        return []
    return [messages.action_phrase(table.match.game, action) for action in table.chairs[seat].played_for]


def fairness(table: Table) -> wire.Fairness:
    """Return what a client keeps to check the deals by."""
    over = table.status not in LIVE
    chairs = dict(enumerate(table.chairs))
    return wire.Fairness(
        digest=fair.digest(table.setup.secret),
        commitments={str(seat): chair.commitment for seat, chair in chairs.items() if chair.commitment},
        revealed={str(seat): chair.revealed for seat, chair in chairs.items() if chair.revealed and over},
        until=table.until if table.status == SEALED else 0,
        secret=table.setup.secret if over else "",
    )


async def make_hint(consider: Consider, game: Game, view: core.View, seed: str) -> wire.Hinted:
    """Return what a good player thinks who sees what this view shows."""
    shown, words = view.display(), game.words()
    found = await consider(view, game.name, seed)
    told: list[wire.Opinion] = []
    for one in found.opinions:
        name = parts.Phrase(*words.choice(shown, one.action))
        told.append(wire.Opinion(game.text(one.action), name, round(one.points, 2), round(one.loss, 2), one.how))
    return wire.Hinted(0, told, [parts.Phrase(*why) for why in found.why])
