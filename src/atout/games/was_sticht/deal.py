"""Was sticht?: the cards, the contracts of a match, and the data of one round. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.was_sticht.actions import CARDS, COLOUR_COUNT, KIND_NAMES, KINDS, NUMBERS
from atout.kernel.bits import bit, count
from atout.kernel.faces import Faces
from atout.kernel.options import Options
from atout.kernel.ranking import Ranking
from atout.kernel.rng import scramble
from atout.kernel.seats import left_of

# A card is one bit; a hand is a set of cards. A contract card is one bit of another set: two copies of each kind.
SUIT: Final[i64] = 0x1FF
COLUMNS: Final = 9  # and cards in a hand, and tricks in a round, with the full pack
SMALL_COLUMNS: Final = 2  # with the small pack
COLUMN: Final = 4  # cards in a column
CONTRACTS: Final = Faces(KIND_NAMES, [2] * KINDS)  # WAS-03
KIND_OF: Final = CONTRACTS.of_card  # by contract card

NO_COLOUR: Final = 4  # no trump colour
NO_NUMBER: Final = 9  # no trump number; a trump number n is n - 1
TRUMP_COLOURS: Final = 5
TRUMP_NUMBERS: Final = 10
TRUMP_PAIRS: Final = 50
UNKNOWN_TRUMP: Final = -1

COLUMN_DRAFT: Final = 0  # phases of a round
CHOOSING: Final = 1
TRICKS: Final = 2
COUNTED: Final = 3  # all tricks are played; nobody has to do anything
DISCARDING: Final = 4

VIRTUAL: Final = 15  # the virtual player: at no seat, so TABLE in the log
UNKNOWN_KIND: Final = 14  # of a contract that was chosen in secret

SUPER_STRENGTH: Final = 30
NUMBER_STRENGTH: Final = 20
COLOUR_STRENGTH: Final = 10


def suit(colour: i64) -> i64:
    """Return the set of all cards with this printed colour."""
    cards = SUIT
    cards <<= NUMBERS * colour
    return cards


def of_number(number: i64) -> i64:
    """Return the set of all cards with this trump number; empty for none."""
    cards: i64 = 0
    if number < NO_NUMBER:
        for colour in range(COLOUR_COUNT):
            cards |= bit(NUMBERS * colour + number)
    return cards


def ranking(colour: i64, number: i64) -> Ranking:
    """Return suits and strengths for a trump colour and a trump number (WAS-51 to WAS-65)."""
    of_colour: i64 = 0
    if colour < NO_COLOUR:
        of_colour = suit(colour)
    numbered = of_number(number)
    trumps = of_colour | numbered
    suits: list[i64] = []
    strengths: list[i64] = []
    for card in range(CARDS):
        one = bit(card)
        value: i64 = card % NUMBERS + 1
        if one & trumps:
            suits.append(trumps)
            if one & numbered:
                strengths.append(SUPER_STRENGTH if one & of_colour else NUMBER_STRENGTH)
            else:
                strengths.append(COLOUR_STRENGTH + value)
        else:
            suits.append(suit(card // NUMBERS) & ~trumps)
            strengths.append(value)
    return Ranking(vec[i64](suits), vec[i64](strengths), trumps, False)


RANKINGS: Final = [ranking(colour, number) for colour in range(TRUMP_COLOURS) for number in range(TRUMP_NUMBERS)]
NO_TRUMPS: Final = 49  # the ranking without trumps


def loose_cards(colour: i64, number: i64) -> list[i64]:
    """Return, by card led, the number trumps that may follow it under the option: those of its printed colour."""
    numbered = of_number(number)
    trumps = RANKINGS[TRUMP_NUMBERS * colour + number].trumps
    found: list[i64] = []
    for card in range(CARDS):
        may: i64 = 0
        if not bit(card) & trumps:
            may = suit(card // NUMBERS) & numbered
        found.append(may)
    return found


LOOSE: Final = [
    vec[i64](loose_cards(colour, number)) for colour in range(TRUMP_COLOURS) for number in range(TRUMP_NUMBERS)
]


@final
class Kit:
    """What a match is played with: the three decks and the contracts. There is a full one and a small one."""

    def __init__(self, size: i64, cards: list[int], colours: list[int], numbers: list[int], kinds: list[str]) -> None:
        self.size = size  # columns, and cards in a hand
        self.small: bool = size != COLUMNS
        self.cards = vec[i64](cards)
        self.colours = vec[i64](colours)  # of the trump-colour cards
        self.numbers = vec[i64](numbers)
        self.pack: i64 = 0  # the cards as a set
        for card in cards:
            self.pack |= bit(card)
        self.pairs = vec[i64]([TRUMP_NUMBERS * colour + number for colour in colours for number in numbers])
        self.offer: i64 = 0  # the contracts, as a set
        for kind in kinds:
            self.offer |= CONTRACTS.cards[KIND_NAMES.index(kind)]
        self.most_contracts: i64 = KINDS if not self.small else 2  # that a player can take

    def dealt(self, order: vec[i64]) -> vec[i64]:
        """Return the cards of a shuffled pack; in the full one they bear the numbers of their places."""
        return vec[i64]([self.cards[item] for item in order]) if self.small else order


SMALL_CARDS: Final = [0, 1, 2, 3, 9, 10, 11, 12]  # red and blue, 1 to 4
SMALL_KINDS: Final = ["no-tricks", "no-red", "no-blue", "exact-1", "last"]
FULL_KIT: Final = Kit(COLUMNS, list(range(CARDS)), list(range(TRUMP_COLOURS)), list(range(TRUMP_NUMBERS)), KIND_NAMES)
SMALL_KIT: Final = Kit(SMALL_COLUMNS, SMALL_CARDS, [0, NO_COLOUR], [0, NO_NUMBER], SMALL_KINDS)


@final
class Terms:
    """The options of a match as the rules need them; shared by all clones."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.seats = seats
        self.kit = SMALL_KIT if options.text("pack") == "small" else FULL_KIT
        self.size: i64 = self.kit.size
        self.packs: i64 = 1 if self.kit.small else 0  # where its packs stand among those of all kits
        self.contracts: i64 = options.number("contracts_per_player")
        if self.contracts > self.kit.most_contracts:
            self.contracts = self.kit.most_contracts
        self.loose: bool = options.on("number_trump_colour")
        self.virtual: bool = seats == 3 and options.on("virtual_in_announcement")
        self.open_hands: bool = options.on("open_hands")
        self.distinct: bool = options.on("distinct_contracts")
        self.rounds: i64 = 0  # 0: no limit
        if options.text("max_rounds") != "none":
            self.rounds = options.number("max_rounds")


@final
class Contracts:
    """Who owns which contracts. It never changes: a contract that moves makes a new one, so all clones share it."""

    def __init__(self, offer: i64, owned: vec[i64], fulfilled: vec[i64]) -> None:
        self.offer = offer  # on the table; after the contract draft: removed from the match
        self.owned = owned  # by seat, not yet fulfilled
        self.fulfilled = fulfilled  # by seat

    def take(self, seat: i64, kind: i64) -> "Contracts":
        """Return the contracts after a seat has taken one from the offer."""
        card = CONTRACTS.first(self.offer, kind)
        owned = self.owned[:]
        owned[seat] |= card
        return Contracts(self.offer ^ card, owned, self.fulfilled)

    def fulfil(self, seat: i64, kind: i64) -> "Contracts":
        """Return the contracts after a seat has discarded one as fulfilled."""
        card = CONTRACTS.first(self.owned[seat], kind)
        owned = self.owned[:]
        fulfilled = self.fulfilled[:]
        owned[seat] ^= card
        fulfilled[seat] |= card
        return Contracts(self.offer, owned, fulfilled)

    def owns(self, seat: i64, kind: i64) -> bool:
        """Say whether a seat has an unfulfilled contract of this kind."""
        return bool(self.owned[seat] & CONTRACTS.cards[kind])

    def kinds(self, seat: i64) -> i64:
        """Return one contract card for every unfulfilled kind of a seat."""
        return CONTRACTS.one_of_each(self.owned[seat])

    def most_fulfilled(self) -> i64:
        """Return the largest number of contracts that a seat has fulfilled."""
        most: i64 = 0
        for cards in self.fulfilled:
            number = count(cards)
            if number > most:
                most = number
        return most


def new_contracts(terms: Terms) -> Contracts:
    """Return all contracts on offer."""
    return Contracts(terms.kit.offer, vec[i64]([0] * terms.seats), vec[i64]([0] * terms.seats))


@final
class Deal:
    """One round: its columns and trumps, the hands that are picked from them, and the tricks."""

    def __init__(self, terms: Terms, first: i64, columns: vec[i64], hands: vec[i64]) -> None:
        self.terms = terms
        self.seats: i64 = terms.seats
        self.first = first  # the first player
        self.phase: i64 = COLUMN_DRAFT
        self.turn: i64 = first
        self.colour: i64 = UNKNOWN_TRUMP
        self.number: i64 = UNKNOWN_TRUMP
        self.ranking = RANKINGS[NO_TRUMPS]
        # the column draft
        self.columns = columns  # sets of cards; never changed, so clones share it
        self.column: i64 = 0  # of these; as many as there are when the draft is over
        self.monster: i64 = first  # who picks first from the column
        self.left: i64 = 0  # cards of the column that are not picked
        self.picks: i64 = 0  # how many were picked from it
        self.row: i64 = 0  # the picked cards in order, eight bits each, the last one lowest
        self.announced: i64 = -1  # who would have won the last column: a seat or VIRTUAL
        # contracts and tricks
        self.hands = hands  # by seat; with three seats the fourth is the virtual player's
        self.chosen: i64 = 0  # by seat, four bits: the kind of the chosen contract plus 1
        self.tricks: i64 = 0  # how many are complete
        self.won: i64 = 0  # tricks by seat, eight bits each
        self.colours: i64 = 0  # printed colours in the won tricks by seat, four bits each
        self.trick: i64 = 0  # the cards of the present trick
        self.laid: i64 = 0  # how many
        self.led: i64 = 0  # the suit led, as a set; empty before the lead
        self.loose: i64 = 0  # cards that may follow it besides (option)
        self.top: i64 = 0  # the strength of the winning card so far
        self.winner: i64 = 0  # who played it; after all tricks the winner of the last one
        self.history: i64 = 1  # running hash of everything public in this round, in order

    def clone(self) -> "Deal":
        """Return an independent copy."""
        new = Deal(self.terms, self.first, self.columns, self.hands[:])
        new.phase = self.phase
        new.turn = self.turn
        new.colour = self.colour
        new.number = self.number
        new.ranking = self.ranking
        new.column = self.column
        new.monster = self.monster
        new.left = self.left
        new.picks = self.picks
        new.row = self.row
        new.announced = self.announced
        new.chosen = self.chosen
        new.tricks = self.tricks
        new.won = self.won
        new.colours = self.colours
        new.trick = self.trick
        new.laid = self.laid
        new.led = self.led
        new.loose = self.loose
        new.top = self.top
        new.winner = self.winner
        new.history = self.history
        return new

    def set_trumps(self, colour: i64, number: i64) -> None:
        """Fix the trumps of the round."""
        self.colour = colour
        self.number = number
        self.ranking = RANKINGS[TRUMP_NUMBERS * colour + number]

    def set_choice(self, seat: i64, kind: i64) -> None:
        """Put another kind in the place of what a seat has chosen."""
        self.chosen &= ~(bit(4 * seat + 4) - bit(4 * seat))
        self.chosen |= (kind + 1) << (4 * seat)

    def choice(self, seat: i64) -> i64:
        """Return the kind of contract a seat has chosen, or -1."""
        return ((self.chosen >> (4 * seat)) & 15) - 1

    def tricks_of(self, seat: i64) -> i64:
        """Return how many tricks a seat has won."""
        return (self.won >> (8 * seat)) & 255

    def colours_of(self, seat: i64) -> i64:
        """Return the printed colours in the tricks of a seat, as a set."""
        return (self.colours >> (4 * seat)) & 15


def new_deal(terms: Terms, contracts: Contracts, number: i64, first: i64, columns: vec[i64]) -> Deal:
    """Return a round before the first pick, or without columns; the hash begins with what everybody knows of it."""
    deal = Deal(terms, first, columns, vec[i64]([0, 0, 0, 0]))
    known = scramble(number * 8 + first + 1)
    for seat in range(terms.seats):
        known = scramble(known ^ copies(contracts.owned[seat]))
        known = scramble(known ^ copies(contracts.fulfilled[seat]))
    for cards in columns:
        known = scramble(known ^ cards)
    deal.history = known
    if len(columns):
        deal.left = columns[0]
    deal.monster = left_of(first, terms.seats)  # WAS-25
    deal.turn = deal.monster
    return deal


def copies(contracts: i64) -> i64:
    """Return how many contracts of each kind there are, two bits each; which copies they are makes no difference."""
    firsts: i64 = 0x555555
    return (contracts & firsts) + ((contracts >> 1) & firsts)
