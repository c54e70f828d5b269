"""What is worth counting in matches of Loop, for docs/reference/games.md."""

from atout.games.loop import actions, reading
from tools.special_events import Chapter, Occasions, actions_of, entries_of_kind


def occasions(chapter: Chapter) -> Occasions:
    """See how often an 8 turns the direction."""
    taken = actions_of(chapter)
    if not entries_of_kind(chapter, reading.OUT):
        return
    flips = sum(action >= actions.FIRST_FLIP for action in taken)
    yield "a flip in the round", flips > 0
    yield "two flips or more", flips > 1
    for action in taken:
        if action >= actions.FIRST_PLAY or action == actions.PASS:
            yield "pass", action == actions.PASS
