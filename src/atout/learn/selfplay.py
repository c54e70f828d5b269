"""Many matches side by side for somebody who learns: positions as features, and what the deals brought. Compiled.

At most tables everybody is the learner. At some, seats are taken by an older self or by the game's advice, so that
nobody learns to live by conventions that only a twin understands.
"""

from typing import Final, final

from librt.strings import BytesWriter, write_i16_le, write_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i64

from atout.kernel.features import NO_PART, Features
from atout.kernel.game import Advice, Game
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, OVER, State

LEARNER: Final = 0  # who plays a seat
OLDER: Final = 1
CASUAL: Final = 2

HEAD: Final = 6  # numbers in a head: place, seat, player, features, secrets, actions
PLACE_WORTH: Final = 0.5  # of being first rather than last in the match, in usual deals


@final
class EndedDeal:
    """A deal that is over: its number, and what it was worth to each seat."""

    def __init__(self, deal: int, worth: list[float]) -> None:
        self.deal = deal
        self.worth = worth


@final
class Positions:
    """What waits for decisions, as bytes of 16-bit numbers; deals are numbered with 64 bits."""

    def __init__(self, count: int, heads: bytes, deals: bytes, features: bytes, secrets: bytes, parts: bytes) -> None:
        self.count = count
        self.heads = heads
        self.deals = deals
        self.features = features  # that are on, position after position
        self.secrets = secrets  # further ones, which the seat cannot see
        self.parts = parts  # the two parts of each action


@final
class Place:
    """One table."""

    def __init__(self, state: State, rng: Rng, players: vec[i64], hopes: vec[float], stage: i64) -> None:
        self.state = state
        self.rng = rng
        self.players = players  # by seat
        self.hopes = hopes  # by seat, when the deal began
        self.stage = stage
        self.dealt: list[str] = []  # what was shuffled for this deal
        self.deal: i64 = 0  # its number
        self.actions = vec[i64]()  # what was offered last
        self.offered: i64 = 0


@final
class SelfPlay:
    """A number of places at which matches are played, again and again."""

    def __init__(
        self,
        game: Game,
        options: Options,
        seat_counts: list[int],
        seed: int,
        width: int,
        older: int,
        casual: int,
        alone: bool = False,
    ) -> None:
        """Let older selves sit at some of every hundred tables, and the advice at some of the others.

        A learner that is alone has one seat at these tables; otherwise chance says how many.
        """
        self.game = game
        self.options = options
        self.features: Features = game.features()
        self.advice: Advice = game.advice()
        self.older: i64 = older
        self.casual: i64 = casual
        self.alone = alone
        self.spread = self.advice.spread()
        self.rng = Rng(seed)
        self.begun: i64 = 0  # deals
        self.ended: list[EndedDeal] = []
        self.matches = 0  # that are over
        self.scratch = vec[i64]()
        self.places: list[Place] = []
        for k in range(width):
            self.places.append(self._new(seat_counts[k % len(seat_counts)]))
        for place in self.places:
            self._go_on(place)

    def positions(self) -> Positions:
        """Return what waits for a decision: one position for each place."""
        heads = BytesWriter()
        deals = BytesWriter()
        features = BytesWriter()
        secrets = BytesWriter()
        parts = BytesWriter()
        reader = self.features
        size: i64 = reader.parts
        for number in range(len(self.places)):
            place = self.places[number]
            state = place.state
            seat = state.turn
            reader.read(state.view(seat))
            lit = reader.lit
            for k in range(lit):
                write_i16_le(features, i16(reader.on[k]))
            player = place.players[seat]
            if player == LEARNER:
                reader.reveal(state, seat)
            for k in range(lit, reader.lit):
                write_i16_le(secrets, i16(reader.on[k]))
            if len(place.actions) < state.width():
                place.actions = vec[i64]([0 for _ in range(state.width())])
            n = state.menu(seat, place.actions)
            place.offered = n
            for k in range(n):
                action = place.actions[k]
                second = reader.second(action)
                write_i16_le(parts, i16(reader.part(action)))
                write_i16_le(parts, i16(size if second == NO_PART else second))
            write_i16_le(heads, i16(number))
            write_i16_le(heads, i16(seat))
            write_i16_le(heads, i16(player))
            write_i16_le(heads, i16(lit))
            write_i16_le(heads, i16(reader.lit - lit))
            write_i16_le(heads, i16(n))
            write_i64_le(deals, place.deal)
        return Positions(
            len(self.places),
            heads.getvalue(),
            deals.getvalue(),
            features.getvalue(),
            secrets.getvalue(),
            parts.getvalue(),
        )

    def step(self, chosen: list[int]) -> None:
        """Take the chosen action at each place, counted from 0."""
        self.ended = []
        for number in range(len(chosen)):
            place = self.places[number]
            k: i64 = chosen[number]
            if not 0 <= k < place.offered:
                raise ValueError(f"place {number} has {place.offered} actions, not {k + 1}")
            place.state.apply(place.state.turn, place.actions[k])
            self._go_on(place)

    def _new(self, seats: i64) -> Place:
        """Return a table with a new match."""
        state = self.game.new(int(seats), self.options)
        if len(self.scratch) < state.width():
            self.scratch = vec[i64]([0 for _ in range(state.width())])
        rng = Rng(self.rng.below(2147483647))
        players = vec[i64]([LEARNER for _ in range(seats)])
        kind = self.rng.below(100)
        if kind < self.older + self.casual:
            other: i64 = OLDER if kind < self.older else CASUAL
            mine = self.rng.below(seats)
            for seat in range(seats):
                if seat != mine and (self.alone or self.rng.below(2)):
                    players[seat] = other
            players[(mine + 1 + self.rng.below(seats - 1)) % seats] = other
        hopes = vec[float]([0.0 for _ in range(seats)])
        self.advice.write_outlook(state, hopes)
        place = Place(state, rng, players, hopes, self.advice.stage(state))
        place.deal = self.begun
        self.begun += 1
        return place

    def _go_on(self, place: Place) -> None:
        """Play on until the learner or an older self has something to decide."""
        scratch = self.scratch
        while True:
            state = place.state
            if state.turn == OVER:
                self._end_deal(place)
                fresh = self._new(state.seats)
                place.state = fresh.state
                place.rng = fresh.rng
                place.players = fresh.players
                place.hopes = fresh.hopes
                place.stage = fresh.stage
                place.deal = fresh.deal
                place.dealt = []
                self.matches += 1
            elif state.turn == CHANCE:
                self._shuffle(place)
            else:
                stage = self.advice.stage(state)
                if stage != place.stage:
                    self._end_deal(place)
                seat = state.turn
                n = state.count(seat, scratch)
                if n == 1:
                    state.apply(seat, state.pick(seat, 0, scratch))
                elif place.players[seat] == CASUAL:
                    state.apply(seat, self.advice.choose(state, seat, place.rng))
                else:
                    return

    def _shuffle(self, place: Place) -> None:
        """Shuffle what is to be shuffled; what was shuffled before for this deal belongs to the next one."""
        state = place.state
        again = False
        for part in state.pack().fields:
            if part.name in place.dealt:
                again = True
        if again:
            self._end_deal(place)
        for part in state.pack().fields:
            place.dealt.append(part.name)
        state.hand_out(place.rng.order(len(state.pack())))

    def _end_deal(self, place: Place) -> None:
        """Note what a deal was worth: the points over those of the table, and at the end of a match the place too."""
        state = place.state
        seats = state.seats
        hopes = vec[float]([0.0 for _ in range(seats)])
        self.advice.write_outlook(state, hopes)
        mean = 0.0
        for seat in range(seats):
            mean += (hopes[seat] - place.hopes[seat]) / float(seats)
        worth = [(hopes[seat] - place.hopes[seat] - mean) / self.spread for seat in range(seats)]
        if state.turn == OVER:
            finished = state.places()
            for seat in range(seats):
                better = 0.0
                for other in range(seats):
                    if finished[other] > finished[seat]:
                        better += 1.0
                    elif finished[other] == finished[seat]:
                        better += 0.5
                worth[seat] += PLACE_WORTH * ((better - 0.5) / float(seats - 1) - 0.5)
        self.ended.append(EndedDeal(int(place.deal), worth))
        place.hopes = hopes
        place.stage = self.advice.stage(state)
        place.deal = self.begun
        place.dealt = []
        self.begun += 1
