"""State: the whole truth of one match, and all that can be done to it."""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from atout.kernel.cards import Pack
from atout.kernel.clause import Clause
from atout.kernel.log import (
    EVERYBODY,
    SPECTATOR,
    TOTAL,
    Segment,
    append_entry,
    chapters,
    entry,
    kind_of,
    mask,
    open_of,
    seat_of,
    to_lists,
)
from atout.kernel.opening import Opening
from atout.kernel.options import Options
from atout.kernel.printing import printer, turn_text
from atout.kernel.rng import Rng
from atout.kernel.transfer import Transfer
from atout.kernel.view import Observation, View

FIELDS: Final = ("seats", "options", "turn", "number", "totals", "past", "log", "silent")  # of every state

CHANCE: Final = -1
OVER: Final = -2


@final
class ScoreLine:
    """Points of one seat, the clause they come from, and the numbers a sentence about them needs."""

    def __init__(self, seat: int, points: int, clause: Clause, values: dict[str, str]) -> None:
        self.seat = seat
        self.points = points
        self.clause = clause
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        return ScoreLine, (self.seat, self.points, self.clause, self.values)

    def __repr__(self) -> str:
        return f"ScoreLine({self.seat}, {self.points}, {self.clause!r}, {self.values!r})"


@final
class Poll:
    """A question to several seats, the turn first, and the action of a seat that says nothing."""

    def __init__(self, seats: list[int], silence: int) -> None:
        self.seats = seats
        self.silence = silence


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The whole truth of one match. Nothing here is random, reads a clock or does I/O."""

    def __init__(self, seats: i64, options: Options) -> None:
        self.seats: i64 = seats
        self.options = options
        self.turn: i64 = CHANCE  # the first seat that owes a decision, or CHANCE, or OVER
        self.number: i64 = 1  # of the deal or round that is played or comes next
        self.totals = vec[i64]()  # the points of each seat so far, in games that keep them
        self.past: Segment | None = None
        self.log = vec[i64]()
        self.silent: bool = False  # True: keeps no log; for play-outs, which need no views

    def owes(self, seat: i64) -> bool:
        """Say whether the seat owes a decision; several do while a secret choice is open."""
        return seat == self.turn

    def pack(self) -> Pack:
        """Return what is shuffled now; only at CHANCE."""
        raise NotImplementedError

    def hand_out(self, order: vec[i64]) -> None:
        """Go on with this permutation of the pack, which was drawn outside; only at CHANCE. Others call `deal`."""
        raise NotImplementedError

    def check(self, seat: i64, action: i64) -> Clause | None:
        """Return the clause that forbids the action, or None."""
        raise NotImplementedError

    def menu(self, seat: i64, out: vec[i64]) -> i64:
        """Write the legal actions of the seat, ascending, and return how many there are."""
        raise NotImplementedError

    def width(self) -> i64:
        """Return how many actions there are at most in one menu."""
        raise NotImplementedError

    def count(self, seat: i64, scratch: vec[i64]) -> i64:
        """Return how many actions the seat has; `pick` follows with the same scratch, which is as wide as a menu."""
        return self.menu(seat, scratch)

    def pick(self, seat: i64, k: i64, scratch: vec[i64]) -> i64:
        """Return the k-th legal action, ascending from 0; a game that needs no menu for that overrides both."""
        return scratch[k]

    def legal(self, seat: i64) -> list[int]:
        """Return the legal actions of the seat, ascending."""
        out = vec[i64]([0] * self.width())
        return list(out[: self.menu(seat, out)])

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out a legal action; the caller vouches for that."""
        raise NotImplementedError

    def play_randomly(self, rng: Rng, scratch: vec[i64]) -> None:
        """Play random actions, each equally likely, while a decision is owed; only in a silent state."""
        while self.turn >= 0:
            if not self.finish_deal_randomly(rng):
                take_random_action(self, rng, scratch)

    def finish_deal_randomly(self, rng: Rng) -> bool:
        """Finish the deal at random in one go, if that is possible from here; say whether it was.

        A game overrides this where it is faster, with the random numbers that single steps would take.
        """
        return False

    def forced_action(self) -> i64:
        """Return the action of the turn if everybody can see that it is the only one, else -1."""
        return -1

    def poll(self) -> Poll | None:
        """Return whom the rules ask one after the other, where saying nothing is an answer too; mostly nobody."""
        return None

    def view(self, seat: i64) -> View:
        """Return what a seat, or SPECTATOR, has lawfully seen; nothing of the log, unless a game says so."""
        nothing = Segment(None, vec[i64]())
        return View(Observation(seat, self.seats, self.turn, self.owing(), self.menu_of(seat), self.options, nothing))

    def key(self, seat: i64) -> i64:
        """Return a hash of what the seat knows, for search."""
        raise NotImplementedError

    def line(self) -> i64:
        """Return a number that changes where a record should begin a new line, such as at a new trick."""
        return 0

    def scores(self) -> list[int]:
        """Return the points of each seat so far; a game that keeps no totals overrides this."""
        if len(self.totals) < self.seats:
            raise NotImplementedError
        return [int(self.totals[seat]) for seat in range(self.seats)]

    def write_scores(self, out: vec[float]) -> None:
        """Write the same points."""
        if len(self.totals) < self.seats:
            for seat, score in enumerate(self.scores()):
                out[seat] = float(score)
        else:
            for seat in range(self.seats):
                out[seat] = float(self.totals[seat])

    def places(self) -> list[int]:
        """Return the place of each seat by the current scores: 1 for the winner; shared where the rules share."""
        raise NotImplementedError

    def score_lines(self) -> list[ScoreLine]:
        """Return every point of every seat and the clause it comes from, in order."""
        raise NotImplementedError

    def clone(self) -> "State":
        """Return an independent copy; its cost does not grow with the match."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.seats} seats, deal {self.number}, {turn_text(self.turn)}>"

    def __str__(self) -> str:
        return printer().text(self.view(SPECTATOR).display())

    def _repr_html_(self) -> str:
        return printer().html(self.view(SPECTATOR).display())

    def transfer(self, numbers: Transfer) -> None:
        """Give a compiled game's own fields that are more than numbers to another process, or take them from there."""

    def transfer_common(self, numbers: Transfer) -> None:
        """Give the fields of every state to another process, or take them from there."""
        self.turn = numbers.number(self.turn)
        self.number = numbers.number(self.number)
        self.silent = numbers.flag(self.silent)
        self.totals = numbers.row(self.totals)
        parts = chapters(self.past, self.log)
        count = numbers.number(len(parts))
        if not numbers.gives:
            for part in parts:
                numbers.row(part)
            return
        self.past = None
        for _ in range(count - 1):
            self.past = Segment(self.past, numbers.row(vec[i64]()))
        self.log = numbers.row(vec[i64]())

    def __reduce__(self) -> tuple[object, ...]:
        """Let a state be pickled and copied; a compiled game says besides how a new one is made."""
        kept: dict[str, object] = getattr(self, "__dict__", {})
        own = {name: value for name, value in kept.items() if name not in FIELDS}
        return restore_open_state, (type(self), int(self.seats), self.options, list_fields(self, ""), own)

    # What follows serves the games and their callers, and is not overridden.

    def deal(self, order: list[int]) -> None:
        """Go on with this permutation of the pack; only at CHANCE."""
        self.hand_out(vec[i64](order))

    def owing(self) -> list[int]:
        """Return the seats that owe a decision."""
        return [int(seat) for seat in range(self.seats) if self.owes(seat)]

    def menu_of(self, seat: i64) -> list[int]:
        """Return the legal actions of a seat that owes a decision; nothing for anybody else."""
        return self.legal(seat) if seat >= 0 and self.owes(seat) else []

    def only_action(self) -> i64:
        """Return the one action that the seat on turn has, or -1 if there are several."""
        only = self.legal(self.turn)
        return only[0] if len(only) == 1 else -1

    def note(self, kind: i64, seat: i64, open: i64, value: i64, audience: i64) -> None:
        """Add to the log; only the audience will see the value."""
        if not self.silent:
            self.log = append_entry(self.log, entry(kind, seat, open, value, audience))

    def close(self) -> None:
        """Close the current part of the log, such as a finished deal."""
        if not self.silent:
            self.past = Segment(self.past, self.log)
            self.log = vec[i64]()

    def close_deal(self, more: bool) -> None:
        """Close the part of the log of a deal, and go on to the shuffle of the next one if there are more."""
        self.close()
        if more:
            self.number += 1
            self.turn = CHANCE
        else:
            self.turn = OVER

    def copy_to(self, other: "State") -> None:
        """Give another state what every state has."""
        other.turn = self.turn
        other.number = self.number
        other.silent = self.silent
        if not self.silent:
            other.past = self.past
            other.log = self.log[:]

    def parts(self) -> list[list[int]]:
        """Return all parts of the log, oldest first."""
        return to_lists(self.past, self.log)

    def note_totals(self) -> None:
        """Note the points of each seat so far."""
        for seat in range(self.seats):
            self.note(TOTAL, seat, self.totals[seat], 0, EVERYBODY)

    def initial_score_lines(self, clause: Clause) -> list[ScoreLine]:
        """Return the points that seats had when the match began, in the middle of another one."""
        lines: list[ScoreLine] = []
        for item in chapters(self.past, self.log)[0]:
            if kind_of(item) == TOTAL and open_of(item):
                points = open_of(item)
                lines.append(ScoreLine(seat_of(item), points, clause, {"points": str(points)}))
        return lines

    def observe(self, seat: i64) -> Observation:
        """Return what a seat, or SPECTATOR, has seen, for its view."""
        past = self.past
        log = Segment(None if past is None else past.mask_for(seat), mask(self.log, seat))
        return Observation(seat, self.seats, self.turn, self.owing(), self.menu_of(seat), self.options, log)

    def copy_from_view(self, view: View) -> None:
        """Take over what a view says without being read: whose turn it is, and the log."""
        self.turn = view.turn
        self.past = view.past
        self.log = view.log[:]

    def copy_opening(self, view: View, opening: Opening) -> None:
        """Take over the same, and what is known where the present part of the log begins."""
        self.copy_from_view(view)
        self.number = opening.number
        if len(self.totals):
            self.totals = opening.totals


NewState = Callable[[int, Options], State]  # a match before its first chance event


def transfer_all(state: State, numbers: Transfer, own: str) -> None:
    """Give all fields of a state to another process, or take them from there; `own` are numbers that its game adds."""
    state.transfer_common(numbers)
    numbers.fields(state, own)
    state.transfer(numbers)


def list_fields(state: State, own: str) -> list[int]:
    """Return all fields of a state as numbers."""
    numbers = Transfer([], False)
    transfer_all(state, numbers, own)
    return numbers.numbers


def reduce_state(state: State, make: NewState, own: str) -> tuple[object, ...]:
    """Return how a state of a compiled game is made again: a new one, and what its fields are."""
    return restore_state, (make, int(state.seats), state.options, own, list_fields(state, own))


def restore_state(make: NewState, seats: int, options: Options, own: str, numbers: list[int]) -> State:
    """Return a state with these fields."""
    state = make(seats, options)
    transfer_all(state, Transfer(numbers, True), own)
    return state


def restore_open_state(
    kind: type[State], seats: int, options: Options, numbers: list[int], own: dict[str, object]
) -> State:
    """Return a state of a game that is not compiled, with what its class adds to these fields."""
    state = kind.__new__(kind)
    State.__init__(state, seats, options)
    transfer_all(state, Transfer(numbers, True), "")
    for name, value in own.items():
        setattr(state, name, value)
    return state


def lines_before(totals: list[int], clause: Clause) -> list[ScoreLine]:
    """Return the points that seats brought along into a match or a score sheet, where they brought any."""
    return [
        ScoreLine(seat, points, clause, {"points": str(points)}) for seat, points in enumerate(totals) if points != 0
    ]


def take_random_action(state: State, rng: Rng, scratch: vec[i64]) -> None:
    """Let the seat on turn take any of its actions, each equally likely; a single one costs no random number."""
    seat = state.turn
    n = state.count(seat, scratch)
    k: i64 = 0
    if n > 1:
        k = rng.below(n)
    state.apply(seat, state.pick(seat, k, scratch))
