"""Njet!: the cards, the terms of a match, and the data of one deal. No rules."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from atout.games.njet.actions import FACE_NAMES, FACES_OF_COLOUR, SPACES, space_of
from atout.kernel.bits import bit, members
from atout.kernel.faces import Faces
from atout.kernel.options import Options
from atout.kernel.ranking import Ranking

# A card is one bit. Within a colour: three 0, one each of 1 to 6, four 7, one 8, one 9; a hand is a set of cards.
WIDTH: Final = 15
COLOUR_COUNT: Final = 4
COPIES: Final = [3, 1, 1, 1, 1, 1, 1, 4, 1, 1]
FACES: Final = Faces(FACE_NAMES, COPIES * COLOUR_COUNT)
CARDS_OF: Final = FACES.cards  # by face
FACE_OF: Final = FACES.of_card  # by card
FIRST_CARD: Final = FACES.first_card  # by face
SMALL_HAND: Final = 3  # cards dealt to each seat from the small pack
SMALL_COLOURS: Final = 2  # red and black
NONE: Final = 4  # in place of a colour: no trump, no supertrump
TRUMP_STRENGTH: Final = 20  # and more, by the number
SUPER_STRENGTH: Final = 30

# with the small pack all other spaces below the first row are covered for the whole match
SMALL_BOARD: Final = ["lay-1", "pass-2", "trump-red", "trump-none", "super-black", "points-1"]

LAY_NONE: Final = 0  # what happens to cards before play (row 2)
PUT_AWAY: Final = 1
PUT_AWAY_NO_ZERO: Final = 2
PASS_ON: Final = 3

TOKENS: Final = 0  # phases
TEAMS: Final = 1
LAYING: Final = 2
TRICKS: Final = 3
DONE: Final = 4


def suit(colour: i64) -> i64:
    """Return the set of all cards of a colour."""
    return bit(WIDTH * (colour + 1)) - bit(WIDTH * colour)


def zeros_of(colour: i64) -> i64:
    """Return the set of the three 0s of a colour."""
    return bit(WIDTH * colour + 3) - bit(WIDTH * colour)


ZEROS: Final[i64] = zeros_of(0) | zeros_of(1) | zeros_of(2) | zeros_of(3)


def row(number: i64) -> i64:
    """Return the set of the five spaces of a row of the board, counted from 0."""
    return bit(5 * number + 5) - bit(5 * number)


def hand_size(seats: i64, small: bool) -> i64:
    """Return how many cards each seat is dealt (NJET-07)."""
    if small:
        return SMALL_HAND
    return 12 if seats == 5 else 16 if seats == 3 else 15


def pack_cards(seats: i64, small: bool) -> list[int]:
    """Return the cards in the game with so many seats: with three, one 7 of each colour (NJET-02)."""
    if small:
        return small_pack_cards(seats)
    return [int(card) for card in range(FACES.size) if seats != 3 or not 10 <= card % WIDTH <= 12]


def small_pack_cards(seats: i64) -> list[int]:
    """Return the 0s of red and black and, once each, their highest numbers: as many as hands of three need."""
    lowest: i64 = 5 if seats == 5 else 11 - seats
    found: list[int] = []
    for colour in range(SMALL_COLOURS):
        for card in members(suit(colour)):
            number = FACE_OF[card] % FACES_OF_COLOUR
            if number == 0 or (number >= lowest and FACE_OF[card - 1] != FACE_OF[card]):
                found.append(card)
    return found


def pack_set(seats: i64, small: bool) -> i64:
    """Return the same as a set."""
    cards: i64 = 0
    for card in pack_cards(seats, small):
        cards |= bit(card)
    return cards


PACK_SETS: Final = vec[i64]([pack_set(seats, small) for small in (False, True) for seats in range(6)])


def usual_rounds(seats: i64) -> i64:
    """Return how many rounds a match has (NJET-62)."""
    return 10 if seats == 5 else 9 if seats == 3 else 8


def spaces_at_start(characters: vec[i64], small: bool) -> i64:
    """Return the spaces that are open before the first token (NJET-04)."""
    spaces = bit(SPACES) - bit(5)
    if small:
        spaces = 0
        for name in SMALL_BOARD:
            spaces |= bit(space_of(name))
    for character in characters:
        spaces |= bit(character)
    return spaces


def unsettled(spaces: i64) -> i64:
    """Return those of some open spaces that have others in their row."""
    found: i64 = 0
    for number in range(5):
        left = spaces & row(number)
        if left & (left - 1):
            found |= left
    return found


@final
class Terms:
    """What stays the same for a whole match; shared by all clones."""

    def __init__(self, seats: i64, options: Options, characters: vec[i64]) -> None:
        self.seats = seats
        self.small: bool = options.text("pack") == "small"
        self.hand: i64 = hand_size(seats, self.small)
        self.cards: i64 = seats + 2 if self.small else seats - 2  # where the pack stands among all packs
        self.pack: i64 = PACK_SETS[seats + 6 if self.small else seats]
        self.characters = characters  # of each seat, 0 .. 4 (NJET-03)
        self.open: i64 = spaces_at_start(characters, self.small)  # before the first token
        self.coverable: i64 = unsettled(self.open)
        rounds = options.text("rounds")
        full = usual_rounds(seats)
        self.rounds: i64 = full
        if rounds == "half":
            self.rounds = 3 if seats == 3 else full // 2
        elif rounds != "full":
            self.rounds = int(rounds)
        self.difference: bool = options.text("score") == "difference"
        self.pass_left: bool = options.text("pass_direction") == "left"
        self.zero_stays: bool = options.text("zero_stash") == "no_zero"
        self.keeps_colour: bool = options.text("supertrump_colour") == "stays"
        self.reveal: bool = options.on("reveal_stash")


@final
class Deal:
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
        new.phase = self.phase
        new.turn = self.turn
        new.open = self.open
        new.coverable = self.coverable
        new.start = self.start
        new.team = self.team
        new.monster = self.monster
        new.lay = self.lay
        new.need = self.need
        new.value = self.value
        new.length = self.length
        new.tricks = self.tricks
        new.won = self.won
        new.loot = self.loot
        new.laid = self.laid
        new.led = self.led
        new.best = self.best
        new.bar = self.bar
        new.winner = self.winner
        new.zeros = self.zeros
        new.played = self.played
        new.history = self.history
        return new


def none_each(seats: i64) -> vec[i64]:
    """Return a zero for every seat."""
    return vec[i64]([0] * seats)


def new_deal(terms: Terms, dealer: i64) -> Deal:
    """Return a deal with empty hands and an empty board, before the first token."""
    seats = terms.seats
    deal = Deal(terms, dealer, none_each(seats), none_each(seats), none_each(seats), RANKINGS[0])
    deal.open = terms.open
    deal.coverable = terms.coverable
    return deal


def of_seat(packed: i64, seat: i64) -> i64:
    """Return the number of one seat from a number with eight bits for each."""
    return (packed >> (8 * seat)) & 255


def in_team(team: i64, seat: i64) -> bool:
    """Say whether a seat belongs to a team."""
    return bool(team & bit(seat))


def ranking(trump: i64, supertrump: i64, keeps_colour: bool) -> Ranking:
    """Return suits and strengths for a trump colour and a supertrump colour, or NONE (NJET-33 to NJET-40)."""
    supers: i64 = 0 if supertrump == NONE else zeros_of(supertrump)
    trumps = supers
    if trump != NONE:
        trumps |= suit(trump)
    suits: list[i64] = []
    strengths: list[i64] = []
    for card in range(FACES.size):
        number: i64 = FACE_OF[card] % FACES_OF_COLOUR
        if bit(card) & trumps:
            suits.append(trumps)
            strengths.append(SUPER_STRENGTH if bit(card) & supers else TRUMP_STRENGTH + number)
        else:
            colour = suit(card // WIDTH)
            suits.append(colour if keeps_colour else colour & ~trumps)
            strengths.append(number)
    return Ranking(vec[i64](suits), vec[i64](strengths), trumps, True)


RANKINGS: Final = [
    ranking(trump, supertrump, keeps_colour)
    for keeps_colour in (False, True)
    for trump in range(5)
    for supertrump in range(5)
]
