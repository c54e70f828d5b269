"""Follow: the toy game, as short as an interpreted game can be."""

from librt.vecs import vec
from mypy_extensions import i64

from atout.authoring import (
    ACTION,
    CHANCE,
    DEALT,
    EVERYBODY,
    FIRST_OWN_KIND,
    HIDDEN,
    OVER,
    RULE,
    TABLE,
    TOTAL,
    TRICK,
    VIEW,
    WATCHERS,
    Clause,
    Dealer,
    Display,
    Fact,
    Field,
    Game,
    NotationError,
    Option,
    Options,
    Pack,
    Rng,
    Sampler,
    ScoreLine,
    ShownCard,
    Start,
    State,
    View,
    Zone,
    kind_of,
    observer,
    open_of,
    scramble,
    seat_of,
    value_of,
    with_value,
)
from tests.toys.base import ToyState

SUITS = "abc"
RANKS = (1, 1, 2, 3)  # of the four cards of a suit
FACES = [3 * suit + rank - 1 for suit in range(3) for rank in RANKS]  # of the twelve cards
HAND = 3

NUMBER = FIRST_OWN_KIND  # open: the number of the deal

THREE_SEATS = Clause("FOL-01", "three-seats")
CARDS_FIRST = Clause("FOL-03", "cards-first")
NOT_YOUR_TURN = Clause("FOL-05", "not-your-turn")
NOT_HELD = Clause("FOL-05", "not-held")
MUST_FOLLOW = Clause("FOL-06", "must-follow")
MATCH_OVER = Clause("FOL-09", "match-over")
TRICK_WON = Clause("FOL-08", "trick-won")


def name_of(face: int) -> str:
    return f"{SUITS[face // 3]}{face % 3 + 1}"


class FollowState(ToyState):
    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.number = 0  # of the deal
        self.trick: list[tuple[int, int]] = []  # seat, face
        self.lines: list[tuple[int, int]] = []  # deal, seat
        self.public = 1  # hash of what everybody saw

    def clone(self) -> "FollowState":
        new = type(self)(self.seats, self.options)
        self.copy_to(new)
        new.number = self.number
        new.hands = [list(hand) for hand in self.hands]
        new.trick = list(self.trick)
        new.won = list(self.won)
        new.lines = list(self.lines)
        new.public = self.public
        return new

    def pack(self) -> Pack:
        starts = [HAND * seat for seat in range(self.seats)]
        return Pack("cards", [name_of(face) for face in FACES], [Field("hands", starts, HAND)])

    def hand_out(self, order: vec[i64]) -> None:
        self.number += 1
        self.public = scramble(self.number)
        self.note(NUMBER, TABLE, self.number, 0, EVERYBODY)
        for seat in range(self.seats):
            self.hands[seat] = sorted(FACES[order[place]] for place in range(HAND * seat, HAND * seat + HAND))
            for face in self.hands[seat]:
                self.note(DEALT, seat, 0, face, self.audience(seat))
        self.turn = (self.number - 1) % self.seats

    def audience(self, seat: int) -> int:
        return observer(seat) | (WATCHERS if self.options.text("spectators") == "open" else 0)

    def check(self, seat: int, action: int) -> Clause | None:
        if self.turn < 0:
            return MATCH_OVER if self.turn == OVER else CARDS_FIRST
        if seat != self.turn:
            return NOT_YOUR_TURN
        if action not in self.hands[seat]:
            return NOT_HELD
        return None if action in self.playable(seat) else MUST_FOLLOW

    def playable(self, seat: int) -> list[int]:
        """Return the faces that follow, or all."""
        led = self.trick[0][1] // 3 if self.trick else -1
        return [face for face in self.hands[seat] if face // 3 == led] or self.hands[seat]

    def choices(self, seat: int) -> list[int]:
        return sorted(set(self.playable(seat))) if seat == self.turn else []

    def width(self) -> int:
        return HAND

    def apply(self, seat: int, action: int) -> None:
        self.note(ACTION, seat, 0, action, EVERYBODY)
        self.public = scramble(self.public ^ (action + 1))
        self.hands[seat].remove(action)
        self.trick.append((seat, action))
        if len(self.trick) < self.seats:
            self.turn = (seat + 1) % self.seats
            return
        winner = self.winner()
        self.trick = []
        self.won[winner] += 1
        self.lines.append((self.number, winner))
        self.note(TRICK, winner, 0, 0, EVERYBODY)
        self.turn = winner
        if not any(self.hands):
            self.close()
            self.note(NUMBER, TABLE, self.number, 0, EVERYBODY)
            for seat in range(self.seats):
                self.note(TOTAL, seat, self.won[seat], 0, EVERYBODY)
            self.turn = CHANCE if self.number < int(self.options.text("deals")) else OVER

    def winner(self) -> int:
        best_seat, best = self.trick[0]
        for seat, face in self.trick:
            if face // 3 == best // 3 and face > best:
                best_seat, best = seat, face
        return best_seat

    def view(self, seat: int) -> "FollowView":
        return FollowView(self.observe(seat))

    def key(self, seat: int) -> int:
        key = self.public
        for face in self.hands[seat]:
            key = scramble(key ^ (face + 100))
        return key

    def score_lines(self) -> list[ScoreLine]:
        return [ScoreLine(seat, 1, TRICK_WON, {"deal": str(number)}) for number, seat in self.lines]


class Reading:
    """The present part of a log as a position."""

    def __init__(self, view: View) -> None:
        self.number = 0
        self.totals = [0] * view.seats
        self.dealt: list[list[int]] = [[] for _ in range(view.seats)]  # faces or HIDDEN
        self.played: list[list[int]] = [[] for _ in range(view.seats)]
        self.voids: list[set[int]] = [set() for _ in range(view.seats)]
        self.trick: list[tuple[int, int]] = []
        self.public = 0
        for item in view.log:
            self.read(kind_of(item), seat_of(item), open_of(item), value_of(item))

    def read(self, kind: int, seat: int, number: int, value: int) -> None:
        if kind == NUMBER:
            self.number = number
            self.public = scramble(number)
        elif kind == TOTAL:
            self.totals[seat] = number
        elif kind == DEALT:
            self.dealt[seat].append(value)
        elif kind == ACTION:
            self.public = scramble(self.public ^ (value + 1))
            if self.trick and value // 3 != self.trick[0][1] // 3:
                self.voids[seat].add(self.trick[0][1] // 3)
            self.played[seat].append(value)
            self.trick.append((seat, value))
        elif kind == TRICK:
            self.trick = []
            self.totals[seat] += 1

    def held_cards(self, seat: int) -> list[int]:
        """Return what a seat still holds, as far as the observer knows: faces or HIDDEN."""
        if HIDDEN in self.dealt[seat]:
            return [HIDDEN] * (HAND - len(self.played[seat]))
        left = list(self.dealt[seat])
        for face in self.played[seat]:
            left.remove(face)
        return left


class FollowView(View):
    def display(self) -> Display:
        now = Reading(self)
        zones = []
        for seat in range(self.seats if self.turn >= 0 else 0):
            cards = [ShownCard("??" if face == HIDDEN else name_of(face)) for face in now.held_cards(seat)]
            zones.append(Zone("hand", seat, cards))
        zones.append(Zone("trick", -1, [ShownCard(name_of(face), -1, seat) for seat, face in now.trick]))
        facts = [Fact("total", seat, str(now.totals[seat])) for seat in range(self.seats)]
        return Display(self, "play" if self.turn >= 0 else "pause", zones, facts)


class FollowSampler(Sampler):
    state_type: type[FollowState] = FollowState

    def __init__(self, view: View) -> None:
        self.view = view
        self.now = Reading(view)
        self.places: list[int] = []  # seats whose cards are hidden; after them the left-over cards
        self.unseen: list[int] = []
        if view.turn >= 0:
            self.count()

    def count(self) -> None:
        now, seats = self.now, self.view.seats
        self.places = [seat for seat in range(seats) if HIDDEN in now.dealt[seat]]
        self.unseen = list(FACES)
        for seat in range(seats):
            for face in now.played[seat] if seat in self.places else now.dealt[seat]:
                self.unseen.remove(face)
        rooms = [len(now.held_cards(seat)) for seat in self.places]
        rooms.append(len(self.unseen) - sum(rooms))
        allowed = [self.allowed_places(face) for face in self.unseen]
        self.dealer = Dealer(allowed, rooms)

    def allowed_places(self, face: int) -> int:
        """Return the places where a card can lie: not with a seat that could not follow its suit."""
        seats = [k for k, seat in enumerate(self.places) if face // 3 not in self.now.voids[seat]]
        return sum(2**k for k in [*seats, len(self.places)])

    def hands(self, rng: Rng) -> list[list[int]]:
        """Return, for each hidden seat, cards it can hold."""
        placed = list(zip(self.unseen, self.dealer.draw_list(rng), strict=True))
        return [[face for face, place in placed if place == k] for k in range(len(self.places))]

    def draw(self, rng: Rng) -> FollowState:
        view, now = self.view, self.now
        world = self.state_type(view.seats, view.options)
        world.copy_from_view(view)
        world.number = now.number
        world.trick = list(now.trick)
        world.won = list(now.totals)
        world.public = now.public
        world.lines = lines(view)
        if view.turn < 0:
            return world
        drawn = dict(zip(self.places, self.hands(rng), strict=True))
        log = world.log
        for seat in range(view.seats):
            world.hands[seat] = sorted(drawn[seat]) if seat in drawn else now.held_cards(seat)
            dealt = sorted(world.hands[seat] + now.played[seat])
            for k, item in enumerate(log):
                if kind_of(item) == DEALT and seat_of(item) == seat:
                    log[k] = with_value(item, dealt.pop(0))
        return world


def lines(view: View) -> list[tuple[int, int]]:
    found = []
    number = 0
    for seen in view.seen:
        if seen.kind == NUMBER:
            number = seen.open
        elif seen.kind == TRICK:
            found.append((number, seen.seat))
    return found


class Follow(Game):
    state_type: type[FollowState] = FollowState
    sampler_type: type[FollowSampler] = FollowSampler

    def __init__(self) -> None:
        super().__init__("follow", "Follow", 1, (3,), 9)
        self.prefix = "FOL"
        self.seats_clause = THREE_SEATS
        self.max_decisions = 19
        self.options = [Option("deals", RULE, ["2", "1"]), Option("spectators", VIEW, ["closed", "open"])]

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        return self.state_type(seats, options)

    def sampler(self, view: View) -> Sampler:
        return self.sampler_type(view)

    def text(self, action: int) -> str:
        if not 0 <= action < self.actions:
            raise NotationError(f"no action {action}")
        return name_of(action)

    def parse(self, text: str) -> int:
        for action in range(self.actions):
            if name_of(action) == text:
                return action
        raise NotationError(f"'{text}' is not a card")


GAME = Follow()
