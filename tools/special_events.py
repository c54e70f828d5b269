"""What is worth counting in the matches of each game, read from their logs.

A function yields pairs: a name, and whether that happened on one of the occasions it could have. A game without a
function has only what all games share.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from atout.games.loop import actions as loop_actions
from atout.games.loop import reading as loop_log
from atout.games.luz import actions as luz_actions
from atout.games.luz import reading as luz_log
from atout.games.meinz import actions as meinz_actions
from atout.games.meinz import reading as meinz_log
from atout.games.mu import reading as mu_log
from atout.games.njet import actions as njet_actions
from atout.games.njet import reading as njet_log
from atout.games.schrecklicht import actions as schrecklicht_actions
from atout.games.schrecklicht import reading as schrecklicht_log
from atout.games.was_sticht import reading as was_sticht_log
from atout.kernel.log import ACTION, TABLE, TRICK, kind_of, open_of, seat_of, value_of
from atout.kernel.state import State

Occasions = Iterator[tuple[str, bool]]


@dataclass(frozen=True)
class Item:
    """One entry of a log."""

    kind: int
    seat: int
    open: int
    value: int


Chapter = Sequence[Item]


def log(state: State) -> list[list[Item]]:
    """Return the whole log of a match, chapter by chapter."""
    return [
        [Item(kind_of(entry), seat_of(entry), open_of(entry), value_of(entry)) for entry in part]
        for part in state.parts()
    ]


def entries_of_kind(chapter: Chapter, kind: int) -> list[Item]:
    """Return the entries of a kind."""
    return [item for item in chapter if item.kind == kind]


def actions(chapter: Chapter) -> list[int]:
    """Return the actions, in order."""
    return [item.value for item in chapter if item.kind == ACTION]


def luz(chapter: Chapter) -> Occasions:
    """See which bets were met."""
    scored = entries_of_kind(chapter, luz_log.SCORED)
    bets = [divmod(item.value, luz_actions.BETS) for item in scored]
    for tricks, bet in bets:
        yield "bet met exactly", tricks == bet // 2
    if bets:
        yield "bets of a deal add up to the tricks", sum(bet // 2 for _, bet in bets) == sum(t for t, _ in bets)


def njet(chapter: Chapter) -> Occasions:
    """See what the tokens left open."""
    if not entries_of_kind(chapter, njet_log.SCORED):
        return
    covered = {action for action in actions(chapter) if action < njet_actions.SPACES}
    left = {name for space, name in enumerate(njet_actions.SPACE_NAMES) if space not in covered}
    yield "no trump", "trump-none" in left
    yield "no supertrump", "super-none" in left
    yield "no trump, but a supertrump", "trump-none" in left and "super-none" not in left
    yield "minus points", "points-minus-2" in left
    yield "nothing put away or passed", "lay-none" in left


def meinz(chapter: Chapter) -> Occasions:
    """See who cried and exchanged, and what the Monster took."""
    for action in actions(chapter):
        if action in (meinz_actions.CRY, meinz_actions.DECLINE):
            yield "cried when asked", action == meinz_actions.CRY
        if action >= meinz_actions.KEEP:
            yield "card exchanged when asked", action != meinz_actions.KEEP
    tricks = [item.kind for item in chapter if item.kind in (TRICK, meinz_log.MONSTER_TRICK)]
    for kind in tricks:
        yield "trick of the Monster", kind == meinz_log.MONSTER_TRICK
    if tricks:
        yield "last trick of a round for the Monster", tricks[-1] == meinz_log.MONSTER_TRICK


def was_sticht(chapter: Chapter) -> Occasions:
    """See which contracts were fulfilled."""
    met, missed = entries_of_kind(chapter, was_sticht_log.MET), entries_of_kind(chapter, was_sticht_log.MISSED)
    for item in (*met, *missed):
        yield "contract fulfilled", item.kind == was_sticht_log.MET
    if met or missed:
        yield "first player succeeds", bool(entries_of_kind(chapter, was_sticht_log.SUCCEEDS))
    for item in entries_of_kind(chapter, was_sticht_log.ANNOUNCED):
        yield "column announced for the virtual player", item.seat == TABLE


def mu(chapter: Chapter) -> Occasions:
    """See how auctions end."""
    deadlock, passed = entries_of_kind(chapter, mu_log.DEADLOCK), entries_of_kind(chapter, mu_log.ALL_PASSED)
    chief, vice = entries_of_kind(chapter, mu_log.CHIEF), entries_of_kind(chapter, mu_log.VICE)
    if not (deadlock or passed or chief):
        return
    yield "deadlock", bool(deadlock)
    yield "everybody passes", bool(passed)
    for item in vice:
        yield "no Vice, where there is a Chief", item.seat == TABLE


def loop(chapter: Chapter) -> Occasions:
    """See how often an 8 turns the direction."""
    taken = actions(chapter)
    if not entries_of_kind(chapter, loop_log.OUT):
        return
    flips = sum(action >= loop_actions.FIRST_FLIP for action in taken)
    yield "a flip in the round", flips > 0
    yield "two flips or more", flips > 1
    for action in taken:
        if action >= loop_actions.FIRST_PLAY or action == loop_actions.PASS:
            yield "pass", action == loop_actions.PASS


def schrecklicht(chapter: Chapter) -> Occasions:
    """See how often cards cover others or are rejected."""
    for action in actions(chapter):
        yield "card covers another", schrecklicht_actions.target_of(action) >= schrecklicht_actions.DISPLAYS
    if entries_of_kind(chapter, schrecklicht_log.SCORED):
        yield "card rejected at set-up", bool(entries_of_kind(chapter, schrecklicht_log.REJECTED))


KNOWN: dict[str, Callable[[Chapter], Occasions]] = {
    "luz": luz,
    "njet": njet,
    "meinz": meinz,
    "was_sticht": was_sticht,
    "mu": mu,
    "loop": loop,
    "schrecklicht": schrecklicht,
}


def occasions(game: str, state: State) -> Occasions:
    """Yield what happened in a finished match."""
    yield "shared victory", state.places().count(1) > 1
    read = KNOWN.get(game)
    if read is not None:
        for chapter in log(state):
            yield from read(chapter)
