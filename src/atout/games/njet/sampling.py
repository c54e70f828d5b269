"""Njet!: worlds that fit a view.

Cards that the observer cannot place lie in hands, in what was put away or chosen, or aside. A hand takes no card that
its seat has shown not to hold; what was put away takes such cards. Where no 0 may be put away it takes no 0, except
from a hand with fewer than two other cards (NJET-27): those worlds are counted apart and drawn by their share.
Two passed cards may be any two of the receiver's cards, so they are drawn last; the observer's own are known.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet import laying
from atout.games.njet.actions import LAY
from atout.games.njet.cards import CARDS_OF, FACE_OF, FACES, ZEROS
from atout.games.njet.deal import LAYING, PASS_ON, PUT_AWAY_NO_ZERO, TRICKS, Deal
from atout.games.njet.reading import GIVEN, LAID, Reading, read
from atout.games.njet.state import NjetState, new_state
from atout.kernel.bits import bit, count, index, members, nth
from atout.kernel.dealer import Dealer
from atout.kernel.game import Sampler
from atout.kernel.log import ACTION, DEALT, HIDDEN, fill_in_faces, kind_of, seat_of, value_of, with_value
from atout.kernel.rng import Rng
from atout.kernel.view import View

CHOSEN: Final = 8  # of a place: this plus the seat whose choice it is; a hand is the seat alone
ASIDE: Final = 16
NOBODY: Final = -1


@final
class NjetSampler(Sampler):
    """Draws where the unseen cards lie, and which cards were chosen in secret."""

    def __init__(self, view: View) -> None:
        now = read(view)
        self.observer: i64 = view.seat
        self.base = world_without_hidden_cards(view, now)
        self.played = now.played
        self.laid = now.laid
        self.gave = now.gave
        self.choices = max(now.laid) > 0  # whether cards were put away or passed on
        self.cards = vec[i64]()
        self.out = vec[i64]()
        self.cases: list[_Case] = []
        self.ways = 0.0
        self.hidden = [_HiddenSeat(view.log, seat) for seat in range(view.seats)]
        if self.base.running is not None:
            self._count(now)

    def _count(self, now: Reading) -> None:
        """Count the worlds: those of the rule, and those of the exception, seat by seat."""
        played_again = _passed_cards_played(now)
        cards = [bit(card) for card in members(now.unseen | played_again)]
        self.cards = vec[i64](cards)
        self.out = vec[i64]([0 for _ in cards])
        self._add(_Places(now, played_again, NOBODY, 0))
        if now.deal.lay == PUT_AWAY_NO_ZERO:
            for seat in range(now.terms.seats):
                zeros = count(now.unseen & ZEROS) + count(now.played[seat])
                whole = now.sizes[seat] == now.terms.hand and now.laid[seat]  # else the record begins later
                if seat != now.observer and whole and zeros >= now.sizes[seat] - 1:
                    self._add(_Places(now, played_again, seat, 1))
                    self._add(_Places(now, played_again, seat, 0))

    def _add(self, places: "_Places") -> None:
        dealer = places.dealer(self.cards)
        if dealer is not None:
            self.cases.append(_Case(dealer, vec[i64](places.targets)))
            self.ways += dealer.ways()

    def stop_logging(self) -> None:
        self.base.silent = True

    def draw(self, rng: Rng) -> NjetState:
        while True:
            world = self.base.clone()
            deal = world.running
            if deal is None:
                return world
            if self.choices and deal.phase != LAYING:  # while cards are laid, every clone has its own
                deal.chosen = deal.chosen[:]
            if self._place(rng, deal):
                break
        passed = deal.phase == TRICKS and deal.lay == PASS_ON and self.laid[0] > 0
        if passed:
            self._pass(rng, deal)
        if not world.silent:
            self._fill(deal, passed, world.log)
        return world

    def _fill(self, deal: Deal, passed: bool, log: vec[i64]) -> None:
        """Write the cards that the observer could not see into the log."""
        for seat in range(deal.seats):
            dealt = deal.hands[seat] | self.played[seat]
            if passed:
                dealt &= ~self._received_cards(deal, seat)
            self.hidden[seat].fill(dealt | deal.chosen[seat], deal.chosen[seat], log)

    def _place(self, rng: Rng, deal: Deal) -> bool:
        """Put every unseen card somewhere; say whether all choices that are half made can have been begun so."""
        case = self.cases[0]
        if len(self.cases) > 1:
            wanted = rng.unit() * self.ways
            for case in self.cases:
                wanted -= case.ways
                if wanted < 0.0:
                    break
        out = self.out
        case.dealer.draw(rng, out)
        targets = case.targets
        cards = self.cards
        hands = deal.hands
        chosen = deal.chosen
        for k in range(len(out)):
            target = targets[out[k]]
            if target < CHOSEN:
                hands[target] |= cards[k]
            elif target < ASIDE:
                chosen[target - CHOSEN] |= cards[k]
        if self.gave:  # cards that were played are no longer there
            for seat in range(deal.seats):
                hands[seat] &= ~self.played[seat]
        if deal.phase != LAYING or deal.need < 2:
            return True
        for seat in range(deal.seats):
            if self.laid[seat] == 1 and seat != self.observer and not _can_have_begun(deal, seat):
                return False
        return True

    def _pass(self, rng: Rng, deal: Deal) -> None:
        """Draw which two cards of every other seat were passed to it."""
        for giver in range(deal.seats):
            receiver = laying.receiver(deal, giver)
            if self.observer not in (giver, receiver):
                cards = deal.hands[receiver] | self.played[receiver]
                size = count(cards)
                first = nth(cards, rng.below(size))
                deal.chosen[giver] = first | nth(cards ^ first, rng.below(size - 1))

    def _received_cards(self, deal: Deal, seat: i64) -> i64:
        """Return the cards that were passed to a seat, as they lie in this world."""
        giver = laying.giver(deal, seat)
        if giver != self.observer:
            return deal.chosen[giver]
        cards = deal.hands[seat] | self.played[seat]
        found: i64 = 0
        for face in self.gave:
            found |= FACES.first(cards & ~found, face)
        return found


def _can_have_begun(deal: Deal, seat: i64) -> bool:
    """Say whether a seat can have chosen its first card so; if so, let it be the lowest copy, as the rules take it."""
    cards = deal.hands[seat] | deal.chosen[seat]
    first = FACES.first(cards, FACE_OF[index(deal.chosen[seat])])
    deal.chosen[seat] = first
    deal.hands[seat] = cards ^ first
    return bool(laying.next_cards(cards, 0, deal.need, deal.lay == PUT_AWAY_NO_ZERO) & first)


def _passed_cards_played(now: Reading) -> i64:
    """Return the cards played by the receiver of the observer's cards that may be those."""
    cards: i64 = 0
    if now.gave:
        receiver = laying.receiver(now.deal, now.observer)
        for face in now.gave:
            cards |= now.played[receiver] & CARDS_OF[face]
    return cards


@final
class _Case:
    """Worlds of one kind."""

    def __init__(self, dealer: Dealer, targets: vec[i64]) -> None:
        self.dealer = dealer
        self.targets = targets
        self.ways = dealer.ways()


@final
class _Places:
    """Where unseen cards can lie. With a special seat: as if it held at most one card that is not a 0 (NJET-27)."""

    def __init__(self, now: Reading, played_again: i64, special: i64, others: i64) -> None:
        self.targets: list[i64] = []
        self.rooms: list[i64] = []
        self.domains: list[i64] = []
        self.fits = special == NOBODY or not now.played[special] & ~ZEROS
        deal = now.deal
        left = count(now.unseen | played_again)
        for seat in range(deal.seats):
            if seat != now.observer:
                hand = now.unseen & ~now.voids[seat]
                if now.gave and seat == laying.receiver(deal, now.observer):
                    self._add_slots(now, seat, hand | played_again, count(played_again))
                elif seat == special:
                    self._add_special(now, seat, hand, others)
                else:
                    self._add(seat, now.held_count(seat), hand)
                    if deal.lay != PASS_ON or deal.phase == LAYING:
                        no_zero = deal.lay == PUT_AWAY_NO_ZERO
                        self._add(CHOSEN + seat, now.laid[seat], now.unseen & ~ZEROS if no_zero else now.unseen)
        for room in self.rooms:
            left -= room
        self._add(ASIDE, left, now.unseen)

    def _add(self, target: i64, room: i64, domain: i64) -> None:
        self.targets.append(target)
        self.rooms.append(room)
        self.domains.append(domain)

    def _add_slots(self, now: Reading, seat: i64, domain: i64, played: i64) -> None:
        """Keep room for the observer's two cards among those that their receiver holds or has played."""
        self._add(seat, now.held_count(seat) + played - len(now.gave), domain)
        for k in range(len(now.gave)):
            if now.gave.index(now.gave[k]) == k:
                self._add(seat, now.gave.count(now.gave[k]), domain & CARDS_OF[now.gave[k]])

    def _add_special(self, now: Reading, seat: i64, hand: i64, others: i64) -> None:
        """Give a seat only 0s but for `others`, 0 or 1, which it put away, or will put away as its second card."""
        if now.laid[seat] == now.deal.need:
            self._add(seat, now.held_count(seat), hand & ZEROS)
            self._add(CHOSEN + seat, others, now.unseen & ~ZEROS)
            self._add(CHOSEN + seat, now.laid[seat] - others, now.unseen & ZEROS)
        else:
            self._add(seat, now.held_count(seat) - others, hand & ZEROS)
            self._add(seat, others, hand & ~ZEROS)
            self._add(CHOSEN + seat, now.laid[seat], now.unseen & ZEROS)

    def dealer(self, cards: vec[i64]) -> Dealer | None:
        """Return a source of placements, or None if there are none."""
        allowed: list[i64] = []
        for card in cards:
            places: i64 = 0
            for k in range(len(self.domains)):
                if self.domains[k] & card:
                    places |= bit(k)
            allowed.append(places)
        if not self.fits or min(self.rooms) < 0:
            return None
        try:
            return Dealer(allowed, self.rooms)
        except ValueError:
            return None


@final
class _HiddenSeat:
    """The log entries about one seat that the observer could not read."""

    def __init__(self, log: vec[i64], seat: i64) -> None:
        dealt: list[i64] = []
        chosen: list[i64] = []
        given: list[i64] = []
        for k in range(len(log)):
            if seat_of(log[k]) == seat and value_of(log[k]) == HIDDEN:
                kind = kind_of(log[k])
                if kind == DEALT:
                    dealt.append(k)
                elif kind in (ACTION, LAID):
                    chosen.append(k)
                elif kind == GIVEN:
                    given.append(k)
        self.dealt = vec[i64](dealt)
        self.chosen = vec[i64](chosen)
        self.given = vec[i64](given)

    def fill(self, dealt: i64, chosen: i64, log: vec[i64]) -> None:
        """Write the cards a seat was dealt, and those it chose, in ascending order."""
        fill_in_faces(log, self.dealt, dealt, FACE_OF)
        left = chosen
        for k in self.chosen:
            face = FACE_OF[index(left & -left)]
            log[k] = with_value(log[k], LAY + face if kind_of(log[k]) == ACTION else face)
            left &= left - 1
        fill_in_faces(log, self.given, chosen, FACE_OF)


def world_without_hidden_cards(view: View, now: Reading) -> NjetState:
    """Return the position as far as the observer knows it; hands that cannot be seen are empty."""
    world = new_state(view.seats, view.options, now.characters)
    world.copy_opening(view, now)
    world.dealer = now.dealer
    if now.dealt and view.turn >= 0:
        world.running = now.deal
        now.deal.turn = view.turn
    return world
