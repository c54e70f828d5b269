"""Short contests for the tests, and outcomes written by hand."""

from atout import load
from atout.arena.bout import Contest, Forfeit, Outcome

OPTIONS = load("luz").settle({"deals": 2}).values
CHEATS = "tests.bots.cheats"


def contest(*bots: str, seed: int = 5, patience: float = 60.0, iterations: int | None = 2) -> Contest:
    return Contest("luz", 3, OPTIONS, bots, seed, iterations=iterations, patience=patience)


def outcome(number: int, bots: str, scores: list[int] | None, places: list[int], loser: int = -1) -> Outcome:
    """Return the outcome of a match between bots of one letter."""
    fault = None if loser < 0 else Forfeit(loser, "raised", "KeyError")
    return Outcome(number, number // len(bots), list(bots), places, scores, 9, fault)
