"""What is worth counting in matches of Mü, for docs/reference/games.md."""

from atout.games.mu import reading
from atout.kernel.log import TABLE
from tools.special_events import Chapter, Occasions, entries_of_kind


def occasions(chapter: Chapter) -> Occasions:
    """See how auctions end."""
    deadlock, passed = entries_of_kind(chapter, reading.DEADLOCK), entries_of_kind(chapter, reading.ALL_PASSED)
    chief, vice = entries_of_kind(chapter, reading.CHIEF), entries_of_kind(chapter, reading.VICE)
    if not (deadlock or passed or chief):
        return
    yield "deadlock", bool(deadlock)
    yield "everybody passes", bool(passed)
    for item in vice:
        yield "no Vice, where there is a Chief", item.seat == TABLE
