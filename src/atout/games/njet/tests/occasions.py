"""What is worth counting in matches of Njet!, for docs/reference/games.md."""

from atout.games.njet import actions, reading
from tools.special_events import Chapter, Occasions, actions_of, entries_of_kind


def occasions(chapter: Chapter) -> Occasions:
    """See what the tokens left open."""
    if not entries_of_kind(chapter, reading.SCORED):
        return
    covered = {action for action in actions_of(chapter) if action < actions.SPACES}
    left = {name for space, name in enumerate(actions.SPACE_NAMES) if space not in covered}
    yield "no trump", "trump-none" in left
    yield "no supertrump", "super-none" in left
    yield "no trump, but a supertrump", "trump-none" in left and "super-none" not in left
    yield "minus points", "points-minus-2" in left
    yield "nothing put away or passed", "lay-none" in left
