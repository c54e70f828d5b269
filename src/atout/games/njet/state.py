"""Njet!: the match. Dispatches to the phase of the running deal, keeps totals, writes the log."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet import laying, scoring, teams, tokens, tricks
from atout.games.njet.actions import LAY, PLAY, SPACES
from atout.games.njet.cards import FACE_OF, FACES
from atout.games.njet.deal import DONE, LAYING, PASS_ON, TEAMS, TOKENS, TRICKS, Deal, new_deal
from atout.games.njet.reading import CHARACTER, DEALER, GIVEN, NUMBER, SCORED, SHOWN
from atout.games.njet.terms import CARD_PACKS, CARDS, SEAT_PACKS, Terms
from atout.games.njet.view import NjetView
from atout.kernel.bits import count, index, members, nth
from atout.kernel.cards import Pack, deal_hands
from atout.kernel.clause import Clause
from atout.kernel.log import ACTION, DEALT, EVERYBODY, TABLE, TRICK, chapters, observer
from atout.kernel.options import Options
from atout.kernel.rng import Rng, number_range, scramble, stir
from atout.kernel.seats import left_of, none_each
from atout.kernel.state import CHANCE, OVER, ScoreLine, State, reduce_state
from atout.kernel.transfer import Transfer
from atout.kernel.trick import may_play


def new_state(seats: i64, options: Options, characters: vec[i64]) -> "NjetState":
    """Return a match before its first chance event."""
    return NjetState(seats, options, Terms(seats, options, characters), none_each(seats))


def new_plain_state(seats: i64, options: Options) -> "NjetState":
    """Return the same with characters in the order of the seats."""
    return new_state(seats, options, number_range(seats))


@final
class NjetState(State):
    """A match of Njet!."""

    def __init__(self, seats: i64, options: Options, terms: Terms, totals: vec[i64]) -> None:
        super().__init__(seats, options)
        self.terms = terms
        self.dealer: i64 = -1  # of the round that is played or comes next; drawn at the start (NJET-06)
        self.totals = totals  # never changed in place: clones share it
        self.running: Deal | None = None

    def clone(self) -> "NjetState":
        new = NjetState(self.seats, self.options, self.terms, self.totals)
        self.copy_to(new)
        new.dealer = self.dealer
        new.running = None if self.running is None else self.running.clone()
        return new

    def transfer(self, numbers: Transfer) -> None:
        characters = numbers.row(self.terms.characters)
        if numbers.gives:
            self.terms = Terms(self.seats, self.options, characters)
        if numbers.starts(self.running):
            self.running = new_deal(self.terms, self.dealer)
        numbers.part(self.running)

    def __reduce__(self) -> tuple[object, ...]:
        return reduce_state(self, new_plain_state, "dealer")

    def pack(self) -> Pack:
        return SEAT_PACKS[self.seats - 2] if self.dealer < 0 else CARD_PACKS[self.terms.cards]

    def hand_out(self, order: vec[i64]) -> None:
        if self.dealer < 0:
            self.dealer = order[0]
            self.open_chapter()
            return
        self.start_deal(deal_hands(CARDS[self.terms.cards], order, self.seats, self.terms.hand))

    def start_deal(self, hands: vec[i64]) -> None:
        """Let the seats hold these cards; the dealer places the first token (NJET-10)."""
        deal = new_deal(self.terms, self.dealer)
        deal.hands = hands
        self.running = deal
        self.turn = deal.turn
        if not self.silent:
            for seat in range(self.seats):
                for card in members(hands[seat]):
                    self.note(DEALT, seat, 0, FACE_OF[card], observer(seat))

    def open_chapter(self) -> None:
        """Begin a part of the log with what everybody knows at this point."""
        self.note(NUMBER, TABLE, self.number, 0, EVERYBODY)
        self.note(DEALER, self.dealer, 0, 0, EVERYBODY)
        for seat in range(self.seats):
            self.note(CHARACTER, seat, self.terms.characters[seat], 0, EVERYBODY)
        self.note_totals()

    def owes(self, seat: i64) -> bool:
        deal = self.running
        if deal is not None and deal.phase == LAYING:
            return 0 <= seat < self.seats and count(deal.chosen[seat]) < deal.need
        return seat == self.turn

    def check(self, seat: i64, action: i64) -> Clause | None:
        deal = self.running
        if deal is None:
            return Clause("NJET-62", "match-over") if self.turn == OVER else Clause("NJET-07", "cards-first")
        if deal.phase == TOKENS:
            return tokens.check(deal, seat, action)
        if deal.phase == TEAMS:
            return teams.check(deal, seat, action)
        if deal.phase == LAYING:
            return laying.check(deal, seat, action)
        return tricks.check(deal, seat, action)

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        deal = self.running
        if deal is None:
            return 0
        if deal.phase == LAYING:
            return laying.menu(deal, seat, out)
        if seat != self.turn:
            return 0
        if deal.phase == TRICKS:
            return tricks.menu(deal, out)
        return tokens.menu(deal, out) if deal.phase == TOKENS else teams.menu(deal, out)

    def width(self) -> i64:
        return SPACES

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or deal.phase == TEAMS:
            return self.menu(seat, scratch)
        choices: i64 = 0
        if deal.phase == LAYING:
            if self.owes(seat):
                choices = FACES.one_of_each(laying.may_lay(deal, seat))
        elif seat == self.turn:
            if deal.phase == TOKENS:
                choices = deal.coverable
            else:
                choices = FACES.one_of_each(may_play(deal.hands[seat], deal.led))
        scratch[0] = choices
        return count(choices)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        deal = self.running
        if deal is None or deal.phase == TEAMS:
            return scratch[k]
        choice = index(nth(scratch[0], k))
        if deal.phase == TRICKS:
            return PLAY + FACE_OF[choice]
        return choice if deal.phase == TOKENS else LAY + FACE_OF[choice]

    def apply(self, seat: i64, action: i64) -> None:
        deal = self.running
        assert deal is not None
        phase = deal.phase
        if phase == TRICKS:
            if not self.silent:
                self.note(ACTION, seat, 0, action, EVERYBODY)
            tricks.apply(deal, action)
            if not deal.laid:
                self.note(TRICK, deal.winner, 0, 0, EVERYBODY)
                if deal.phase == DONE:
                    self._finish(deal)
                    return
        elif phase == LAYING:
            self.note(ACTION, seat, 0, action, observer(seat))
            laying.apply(deal, seat, action)
            if deal.phase != LAYING and deal.lay == PASS_ON and not self.silent:
                self._show_passed(deal)
        else:
            self.note(ACTION, seat, 0, action, EVERYBODY)
            if phase == TOKENS:
                tokens.apply(deal, action)
            else:
                teams.apply(deal, action)
        self.turn = deal.turn

    def finish_deal_randomly(self, rng: Rng) -> bool:
        deal = self.running
        if deal is None or deal.phase != TRICKS:
            return False
        tricks.play_tricks_randomly(deal, rng)
        self._finish(deal)
        return True

    def _show_passed(self, deal: Deal) -> None:
        """Log the cards that changed hands, for those who gave and got them (NJET-28, NJET-29)."""
        for giver in range(self.seats):
            receiver = laying.receiver(deal, giver)
            for card in members(deal.chosen[giver]):
                self.note(GIVEN, giver, receiver, FACE_OF[card], observer(giver) | observer(receiver))

    def _finish(self, deal: Deal) -> None:
        """Score the round (NJET-58) and go on to the next one (NJET-60, NJET-61) or to the end (NJET-62)."""
        self.running = None
        result = scoring.outcome_so_far(deal)
        totals = self.totals[:]
        if not self.silent and self.terms.reveal and deal.lay != PASS_ON:
            for seat in range(self.seats):
                for card in members(deal.chosen[seat]):
                    self.note(SHOWN, seat, 0, FACE_OF[card], EVERYBODY)
        for seat in range(self.seats):
            gained = result.gain(seat, self.terms.difference)
            totals[seat] += gained
            if not self.silent:
                self.note(SCORED, seat, gained, result.note(seat), EVERYBODY)
        self.totals = totals
        self.close_deal(self.number < self.terms.rounds)
        if self.turn == CHANCE:
            self.dealer = left_of(self.dealer, self.seats)
        if not self.silent:
            self.open_chapter()

    def view(self, seat: i64) -> NjetView:
        return NjetView(self.observe(seat))

    def key(self, seat: i64) -> i64:
        deal = self.running
        if deal is None:
            return scramble(self.number)
        known = hash_faces(deal.hands[seat], deal.history)
        if deal.phase >= LAYING and deal.need:
            known = hash_faces(deal.chosen[seat], known)
            if deal.phase == LAYING:
                for other in range(self.seats):
                    known = scramble(known ^ count(deal.chosen[other]))
            elif deal.lay == PASS_ON:
                known = hash_faces(deal.chosen[laying.giver(deal, seat)], known)
        return known

    def line(self) -> i64:
        deal = self.running
        if deal is None:
            return 0
        return deal.phase if deal.phase < TRICKS else TRICKS + deal.tricks

    def places(self) -> list[int]:
        return scoring.places(self.totals)

    def score_lines(self) -> list[ScoreLine]:
        return self.initial_score_lines(scoring.BEFORE) + scoring.read_lines(
            chapters(self.past, self.log), self.terms.difference
        )


def hash_faces(cards: i64, known: i64) -> i64:
    """Return a hash with the faces of some cards added; which copies they are makes no difference."""
    return stir(known, FACES.tally(cards))
