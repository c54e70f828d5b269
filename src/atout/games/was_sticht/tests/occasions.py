"""What is worth counting in matches of Was sticht?, for docs/reference/games.md."""

from atout.games.was_sticht import reading
from atout.kernel.log import TABLE
from tools.special_events import Chapter, Occasions, entries_of_kind


def occasions(chapter: Chapter) -> Occasions:
    """See which contracts were fulfilled."""
    met, missed = entries_of_kind(chapter, reading.MET), entries_of_kind(chapter, reading.MISSED)
    for item in (*met, *missed):
        yield "contract fulfilled", item.kind == reading.MET
    if met or missed:
        yield "first player succeeds", bool(entries_of_kind(chapter, reading.SUCCEEDS))
    for item in entries_of_kind(chapter, reading.ANNOUNCED):
        yield "column announced for the virtual player", item.seat == TABLE
