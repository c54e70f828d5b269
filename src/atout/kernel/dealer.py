"""Exact uniform worlds: puts cards into places that have room for them, some cards barred from some places.

Every placement that fits is equally likely, and a draw never fails. Cards that may lie in the same places form a class,
places open to the same classes form a group, and parts that share no card and no place are independent. Within a part
the placements are counted card by card over the room left in each group but one (its room is what remains); cards that
may lie anywhere come last and need no table.
"""

from collections.abc import Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.bits import bit, count, members
from atout.kernel.rng import Rng

MOST_PLACES: Final = 62


@final
class Dealer:
    """Draws placements for one set of cards, with the room and the bars of each place. It counts once, when made."""

    def __init__(self, allowed: Sequence[int], rooms: Sequence[int]) -> None:
        """Take, for each card, the set of places it may lie in, and for each place how many cards lie there."""
        if sum(rooms) != len(allowed) or len(rooms) > MOST_PLACES:
            raise ValueError("rooms and cards do not match")
        self._cards: i64 = len(allowed)
        self._rooms = vec[i64](rooms)
        self._parts: list[_Part] = []
        masks = vec[i64](allowed)
        for cards, groups in _split_into_parts(masks, self._rooms):
            self._parts.append(_Part(cards, groups, masks, self._rooms))

    def ways(self) -> float:
        """Return how many placements there are."""
        product = 1.0
        for part in self._parts:
            product *= part.ways()
            for g in range(len(part.groups)):
                product *= _shares(part.groups[g], part.room[g], self._rooms)
        return product

    def draw(self, rng: Rng, out: vec[i64]) -> None:
        """Write the place of every card of one placement."""
        for part in self._parts:
            part.draw(rng, out)

    def draw_list(self, rng: Rng) -> list[int]:
        """Return the same as a list, for games that are not compiled."""
        out = vec[i64]([0 for _ in range(self._cards)])
        self.draw(rng, out)
        return list(out)


def open_places(cards: Sequence[int], domains: Sequence[int]) -> list[int]:
    """Return for each card, by its number, the places that may hold it, given the set of cards for each place."""
    held = vec[i64](domains)
    found: list[int] = []
    for card in vec[i64](cards):
        one = bit(card)
        places: i64 = 0
        for place in range(len(held)):
            if held[place] & one:
                places |= bit(place)
        found.append(int(places))
    return found


@final
class UnseenCards:
    """Cards that an observer cannot place, and a dealer for them."""

    def __init__(self, cards: Sequence[int], allowed: Sequence[int], rooms: Sequence[int]) -> None:
        """Take the cards, as numbers or as sets, and for each the places it may lie in."""
        self.cards = vec[i64](cards)
        self.places = vec[i64]([0 for _ in cards])  # where each lies
        self._dealer = Dealer(allowed, rooms)

    def draw(self, rng: Rng) -> "UnseenCards":
        """Draw a place for every card; return them."""
        self._dealer.draw(rng, self.places)
        return self


def _split_into_parts(allowed: vec[i64], rooms: vec[i64]) -> list[tuple[list[int], list[i64]]]:
    """Return the parts of the problem: their cards, and their places as sets of those that take the same cards."""
    masks: list[i64] = []  # the classes of cards
    for mask in allowed:
        if mask not in masks:
            masks.append(mask)
    taking: dict[int, i64] = {}  # for each set of classes, the places open to exactly these
    for place in range(len(rooms)):
        if rooms[place]:
            classes = 0
            for k in range(len(masks)):
                if masks[k] & bit(place):
                    classes |= bit(k)
            taking[classes] = taking.get(classes, 0) | bit(place)
    parts: list[tuple[list[int], list[i64]]] = []
    left = list(taking.items())
    while left:
        classes, places = left.pop()
        groups = [places]
        grown = True
        while grown:
            grown = False
            for item in left[:]:
                if item[0] & classes:
                    classes |= item[0]
                    groups.append(item[1])
                    left.remove(item)
                    grown = True
        wanted = [masks[k] for k in members(classes)]
        parts.append(([card for card in range(len(allowed)) if allowed[card] in wanted], groups))
    placed = 0
    for cards, _ in parts:
        placed += len(cards)
    if placed != len(allowed):
        raise ValueError("a card has no place")
    return parts


@final
class _Part:
    """Cards and groups of places that depend on each other."""

    def __init__(self, cards: list[int], groups: list[i64], allowed: vec[i64], rooms: vec[i64]) -> None:
        sized = sorted([(_room(group, rooms), group) for group in groups])  # the roomiest last: it needs no count
        self.groups = vec[i64]([group for _, group in sized])
        self.room = vec[i64]([room for room, _ in sized])
        barred: list[tuple[int, int, int]] = []
        free: list[i64] = []
        for card in cards:
            open_to: i64 = 0
            for g in range(len(self.groups)):
                if allowed[card] & self.groups[g]:
                    open_to |= bit(g)
            if count(open_to) == len(self.groups):
                free.append(card)
            else:
                barred.append((count(open_to), open_to, card))
        barred.sort()
        self.barred = vec[i64]([item[2] for item in barred])
        self.open_to = vec[i64]([item[1] for item in barred])
        self.free = vec[i64](free)
        total: i64 = 0
        for room in self.room:
            total += room
        self.spaces = vec[i64]([0] * total)  # their places, group by group
        self.starts = vec[i64]([0] * len(groups))  # where the spaces of each group begin
        self.strides = vec[i64]()
        self.states: i64 = 1
        self._lay_out_spaces(rooms)
        self._count_strides()
        self.table = vec[float]([0.0] * ((len(self.barred) + 1) * self.states))
        self._fill()
        if self.ways() <= 0.0:
            raise ValueError("the cards do not fit")

    def ways(self) -> float:
        """Return how many ways there are to put the cards into the groups."""
        return self.table[self._full_state()]

    def _lay_out_spaces(self, rooms: vec[i64]) -> None:
        spaces = self.spaces
        space: i64 = 0
        for g in range(len(self.groups)):
            self.starts[g] = space
            for place in range(len(rooms)):
                if self.groups[g] & bit(place):
                    for _ in range(rooms[place]):
                        spaces[space] = place
                        space += 1

    def _count_strides(self) -> None:
        strides: list[i64] = []
        for g in range(len(self.room) - 1):
            strides.append(self.states)
            self.states *= self.room[g] + 1
        strides.append(0)
        self.strides = vec[i64](strides)

    def _full_state(self) -> i64:
        """Return the number of the state in which all room is left."""
        return self.states - 1

    def _fill(self) -> None:
        """Count, from the last barred card back, the ways to go on from every state."""
        groups: i64 = len(self.room)
        free: i64 = len(self.free)
        cards: i64 = len(self.barred)
        room = vec[i64]([0] * groups)
        for state in range(self.states):
            if self._fits(free, room):
                ways = _factorial(free)
                for g in range(groups):
                    ways /= _factorial(room[g])
                self.table[cards * self.states + state] = ways
            self._count_up(room)
        card: i64 = cards - 1
        while card >= 0:
            here = card * self.states
            following = here + self.states
            for state in range(self.states):
                if self._fits(free + cards - card, room):
                    ways = 0.0
                    for g in range(groups):
                        if room[g] > 0 and self.open_to[card] & bit(g):
                            ways += self.table[following + state - self.strides[g]]
                    self.table[here + state] = ways
                self._count_up(room)
            card -= 1

    def _fits(self, left: i64, room: vec[i64]) -> bool:
        """Say whether that many cards can be left beside this room in the counted groups; write the last one's."""
        last: i64 = len(room) - 1
        for g in range(last):
            left -= room[g]
        room[last] = left
        return 0 <= left <= self.room[last]

    def _count_up(self, room: vec[i64]) -> None:
        """Go on to the room of the next state; after the last one comes the first again."""
        for g in range(len(room) - 1):
            if room[g] < self.room[g]:
                room[g] += 1
                return
            room[g] = 0

    def draw(self, rng: Rng, out: vec[i64]) -> None:
        """Place the cards of this part: the barred ones, then every space that is left takes any of the others."""
        spaces = self.spaces
        if len(self.barred):
            spaces = spaces[:]
            self._draw_barred(rng, spaces, out)
        cards = self.free[:]
        left: i64 = len(cards)
        if not left:
            return
        last = spaces[left - 1]  # this place takes what the others leave, which needs no luck
        taking = left - 1
        while taking > 0 and spaces[taking - 1] == last:
            taking -= 1
        for space in range(taking):
            k = rng.below(left)
            left -= 1
            out[cards[k]] = spaces[space]
            cards[k] = cards[left]
        for k in range(left):
            out[cards[k]] = last

    def _draw_barred(self, rng: Rng, spaces: vec[i64], out: vec[i64]) -> None:
        """Place the barred cards; the last space of a group moves into a gap, and what is left to the front."""
        room = self.room[:]
        barred = self.barred
        table = self.table
        strides = self.strides
        starts = self.starts
        groups: i64 = len(room)
        state = self._full_state()
        following: i64 = 0
        for k in range(len(barred)):
            open_to = self.open_to[k]
            wanted = rng.unit() * table[following + state]
            following += self.states
            chosen: i64 = -1
            for g in range(groups):
                if room[g] > 0 and open_to & bit(g):
                    ways = table[following + state - strides[g]]
                    if ways > 0.0:
                        chosen = g
                        wanted -= ways
                        if wanted < 0.0:
                            break
            start = starts[chosen]
            space = start + rng.below(room[chosen])
            room[chosen] -= 1
            out[barred[k]] = spaces[space]
            spaces[space] = spaces[start + room[chosen]]
            state -= strides[chosen]
        left: i64 = 0
        for g in range(groups):
            for space in range(starts[g], starts[g] + room[g]):
                spaces[left] = spaces[space]
                left += 1


def _room(group: i64, rooms: vec[i64]) -> int:
    """Return how many cards the places of a group take together."""
    return sum([int(rooms[place]) for place in members(group)])


def _shares(group: i64, room: i64, rooms: vec[i64]) -> float:
    """Return how many ways there are to share a group's cards out to its places."""
    ways = _factorial(room)
    for place in members(group):
        ways /= _factorial(rooms[place])
    return ways


def _factorial(n: i64) -> float:
    """Return n!, which is far below the largest float for any pack."""
    product = 1.0
    for k in range(2, n + 1):
        product *= float(k)
    return product
