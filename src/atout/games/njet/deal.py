"""Njet!: the cards, the terms of a match, and the data of one deal. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.cards import RANKINGS
from atout.games.njet.terms import Terms
from atout.kernel.bits import bit
from atout.kernel.ranking import Ranking
from atout.kernel.seats import none_each
from atout.kernel.transfer import Part, Transfer

LAY_NONE: Final = 0  # what happens to cards before play (row 2)

PUT_AWAY: Final = 1

PUT_AWAY_NO_ZERO: Final = 2

PASS_ON: Final = 3

TOKENS: Final = 0  # phases

TEAMS: Final = 1

LAYING: Final = 2

TRICKS: Final = 3

DONE: Final = 4


@final
class Deal(Part):
    """One distribution of the cards and its play."""

    def __init__(
        self, terms: Terms, dealer: i64, hands: vec[i64], covered: vec[i64], chosen: vec[i64], ranking: Ranking
    ) -> None:
        self.terms = terms
        self.seats: i64 = terms.seats
        self.dealer = dealer
        self.phase: i64 = TOKENS
        self.turn = dealer
        self.hands = hands
        self.open: i64 = 0  # spaces without a token
        self.coverable: i64 = 0  # those in rows that are not settled
        self.covered = covered  # by seat, the spaces it put a token on; not written after the first phase
        self.start: i64 = -1  # the start player (NJET-15)
        self.team: i64 = 0  # the seats of one team: the smaller one, if they differ
        self.monster: i64 = -1  # who holds the Monster
        self.lay: i64 = LAY_NONE
        self.need: i64 = 0  # cards that each seat puts away or passes on
        self.chosen = chosen  # by seat, the cards put away or passed on; a new vec where the choice begins
        self.value: i64 = 0  # of a trick and of a captured 0
        self.ranking = ranking
        self.length: i64 = 0  # tricks in the round
        self.tricks: i64 = 0  # how many are complete
        self.won: i64 = 0  # tricks by seat, eight bits each
        self.loot: i64 = 0  # captured 0s by seat, eight bits each
        self.laid: i64 = 0  # cards in the present trick
        self.led: i64 = 0  # the cards that follow, as a set; empty before the lead
        self.best: i64 = 0  # the winning card so far, as a set
        self.bar: i64 = 0  # its strength
        self.winner: i64 = 0  # who played it
        self.zeros: i64 = 0  # 0s in the trick: from the team, and times 16 from the others
        self.played: i64 = 0  # all cards played in this deal
        self.history: i64 = 1  # running hash of everything public, in order

    def clone(self) -> "Deal":
        """Return an independent copy."""
        covered = self.covered[:] if self.phase == TOKENS else self.covered
        chosen = self.chosen[:] if self.phase == LAYING else self.chosen
        new = Deal(self.terms, self.dealer, self.hands[:], covered, chosen, self.ranking)
        new.phase, new.turn, new.open, new.coverable = self.phase, self.turn, self.open, self.coverable
        new.start, new.team, new.monster, new.lay, new.need = self.start, self.team, self.monster, self.lay, self.need
        new.value, new.length, new.tricks, new.won = self.value, self.length, self.tricks, self.won
        new.loot, new.laid, new.led, new.best, new.bar = self.loot, self.laid, self.led, self.best, self.bar
        new.winner, new.zeros, new.played, new.history = self.winner, self.zeros, self.played, self.history
        return new

    def transfer(self, numbers: Transfer) -> None:
        numbers.fields(self, "dealer phase turn open coverable start team monster lay need value length tricks won")
        numbers.fields(self, "loot laid led best bar winner zeros played history")
        self.hands, self.covered, self.chosen = numbers.rows([self.hands, self.covered, self.chosen])
        self.ranking = numbers.ranking(self.ranking)


def new_deal(terms: Terms, dealer: i64) -> Deal:
    """Return a deal with empty hands and an empty board, before the first token."""
    seats = terms.seats
    deal = Deal(terms, dealer, none_each(seats), none_each(seats), none_each(seats), RANKINGS[0])
    deal.open = terms.open
    deal.coverable = terms.coverable
    return deal


def is_in_team(team: i64, seat: i64) -> bool:
    """Say whether a seat belongs to a team."""
    return bool(team & bit(seat))
