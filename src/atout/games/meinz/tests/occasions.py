"""What is worth counting in matches of Meinz, for docs/reference/games.md."""

from atout.games.meinz import actions, reading
from atout.kernel.log import TRICK
from tools.special_events import Chapter, Occasions, actions_of


def occasions(chapter: Chapter) -> Occasions:
    """See who cried and exchanged, and what the Monster took."""
    for action in actions_of(chapter):
        if action in (actions.CRY, actions.DECLINE):
            yield "cried when asked", action == actions.CRY
        if action >= actions.KEEP:
            yield "card exchanged when asked", action != actions.KEEP
    tricks = [item.kind for item in chapter if item.kind in (TRICK, reading.MONSTER_TRICK)]
    for kind in tricks:
        yield "trick of the Monster", kind == reading.MONSTER_TRICK
    if tricks:
        yield "last trick of a round for the Monster", tricks[-1] == reading.MONSTER_TRICK
