"""Schrecklicht: where pawns and standings would be after each play, for whoever is about to choose."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.schrecklicht import plays
from atout.games.schrecklicht.cards import COLOUR_COUNT
from atout.games.schrecklicht.deal import Deal
from atout.games.schrecklicht.objectives import Judge, is_about_pairs, ladder, rank_of, reward, shown_pawn

HIDDEN_STANDING = "-"


def previews(deal: Deal, actions: list[int], objectives: list[i64], judge: Judge, memory: bool) -> str:
    """Return for each play, in order, the pawns and what every seat would get from each colour: `12/5/9:530/013/100`.

    With `memory`, what an objective about covered pairs would bring is to be remembered.
    """
    ratings = vec[i64]([0] * deal.seats)
    found: list[str] = []
    for action in actions:
        after = deal.clone()
        plays.apply(after, action)
        pawns: list[str] = []
        points: list[str] = []
        for colour in range(COLOUR_COUNT):
            pawns.append(str(shown_pawn(after, colour)))
            if memory and is_about_pairs(objectives[colour]):
                points.append(HIDDEN_STANDING)
                continue
            judge.rate_all(after, objectives[colour], colour, ratings)
            rung = ladder(after, colour)
            points.append("".join([str(reward(rung, rank_of(ratings, seat))) for seat in range(deal.seats)]))
        found.append(f"{'/'.join(pawns)}:{'/'.join(points)}")
    return " ".join(found)
