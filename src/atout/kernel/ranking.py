"""Suits and ranks that are settled afresh in every deal: which cards follow each other, and which card beats which."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.bits import index


@final
class Ranking:
    """The order of the cards once trumps are known. It never changes, so all clones share it."""

    def __init__(self, suits: vec[i64], strengths: vec[i64], trumps: i64, later_wins: bool) -> None:
        """Take, by card, its effective suit as a set of cards and its strength; trumps are stronger than any other."""
        self.suits = suits
        self.strengths = strengths
        self.trumps = trumps
        self.later_wins = later_wins  # of two cards of equal strength

    def suit_of(self, card: i64) -> i64:
        """Return the effective suit of a card, which is given as a set."""
        return self.suits[index(card)]

    def beats(self, card: i64, best: i64, suit: i64) -> bool:
        """Say whether a card played after the best so far beats it; `suit` is the suit led. Cards are given as sets."""
        if not card & (suit | self.trumps):
            return False
        strength = self.strengths[index(card)]
        so_far = self.strengths[index(best)]
        return strength > so_far or (self.later_wins and strength == so_far)
