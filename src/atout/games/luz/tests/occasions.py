"""What is worth counting in matches of Luz, for docs/reference/games.md."""

from atout.games.luz import actions, reading
from tools.special_events import Chapter, Occasions, entries_of_kind


def occasions(chapter: Chapter) -> Occasions:
    """See which bets were met."""
    scored = entries_of_kind(chapter, reading.SCORED)
    bets = [divmod(item.value, actions.BETS) for item in scored]
    for tricks, bet in bets:
        yield "bet met exactly", tricks == bet // 2
    if bets:
        yield "bets of a deal add up to the tricks", sum(bet // 2 for _, bet in bets) == sum(t for t, _ in bets)
