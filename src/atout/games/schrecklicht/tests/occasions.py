"""What is worth counting in matches of Schrecklicht, for docs/reference/games.md."""

from atout.games.schrecklicht import actions, reading
from tools.special_events import Chapter, Occasions, actions_of, entries_of_kind


def occasions(chapter: Chapter) -> Occasions:
    """See how often cards cover others or are rejected."""
    for action in actions_of(chapter):
        yield "card covers another", actions.target_of(action) >= actions.DISPLAYS
    if entries_of_kind(chapter, reading.SCORED):
        yield "card rejected at set-up", bool(entries_of_kind(chapter, reading.REJECTED))
