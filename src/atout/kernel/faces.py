"""Packs with copies. A face is what a card shows; copies of a face are different cards that nobody can tell apart.

A set of cards is one machine integer, so a pack has at most 62 cards. Copies of a face lie side by side.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.bits import bit, lowest


@final
class Faces:
    """The faces of a pack and the cards that show them."""

    def __init__(self, names: list[str], copies: list[int]) -> None:
        self.names = names  # of the faces
        self.copies = copies
        of_card: list[i64] = []
        cards: list[i64] = []
        for face, number in enumerate(copies):
            mask: i64 = 0
            for _ in range(number):
                mask |= bit(len(of_card))
                of_card.append(face)
            cards.append(mask)
        self.of_card = vec[i64](of_card)  # the face of each card
        self.cards = vec[i64](cards)  # the set of cards of each face
        self.first_card = vec[i64]([lowest(mask) for mask in cards])  # the number of the first card of each face
        self.size: i64 = len(of_card)
        further: list[i64] = []
        for steps in range(1, max(copies)):
            mask = 0
            for card in range(steps, len(of_card)):
                if of_card[card] == of_card[card - steps]:
                    mask |= bit(card)
            further.append(mask)
        self._further = vec[i64](further)  # for 1, 2, ... places: the cards that show what the card so far below shows
        firsts: list[i64] = []
        for steps in range(max(copies)):
            mask = 0
            for face, number in enumerate(copies):
                if number > steps:
                    mask |= cards[face] & -cards[face]
            firsts.append(mask)
        self._firsts = vec[i64](firsts)  # for 0, 1, ... places: the first copies of faces with one so far above

    def card_names(self) -> list[str]:
        """Return the name of every card of the pack, in order; copies share it."""
        return [self.names[face] for face in self.of_card]

    def first(self, cards: i64, face: i64) -> i64:
        """Return, as a set, one card of the face among the cards; empty if there is none."""
        held = cards & self.cards[face]
        return held & -held

    def tally(self, cards: i64) -> i64:
        """Return how many cards of each face there are, as one number: the same for sets that look alike."""
        found: i64 = 0
        for first in self._firsts:
            found += cards & first
            cards >>= 1
        return found

    def write_actions(self, cards: i64, first: i64, out: vec[i64], n: i64) -> i64:
        """Write behind n others an action for every face among the cards, ascending; return how many there are now."""
        cards = self.one_of_each(cards)
        while cards:
            out[n] = first + self.of_card[lowest(cards)]
            n += 1
            cards &= cards - 1
        return n

    def one_of_each(self, cards: i64) -> i64:
        """Return the set without duplicates: one card for every face in it."""
        copies: i64 = 0
        shifted = cards
        for further in self._further:
            shifted <<= 1
            copies |= shifted & further
        return cards & ~copies
