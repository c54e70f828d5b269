"""View: all that one observer has lawfully seen. Display: what the table may show that observer now."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from atout.kernel.log import (
    HIDDEN,
    Segment,
    audience_of,
    chain,
    chapters,
    is_same_part,
    is_same_past,
    kind_of,
    observer,
    open_of,
    seat_of,
    to_lists,
    value_of,
)
from atout.kernel.options import Options
from atout.kernel.printing import printer, turn_text


@final
@mypyc_attr(acyclic=True)
class SeenEntry:
    """One entry of the log as an observer saw it; `value` is HIDDEN (-1) where it was not shown."""

    def __init__(self, kind: int, seat: int, open: int, value: int, audience: int) -> None:
        self.kind = kind
        self.seat = seat
        self.open = open
        self.value = value
        self.audience = audience

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenEntry) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[object, ...]:
        return SeenEntry, self._parts()

    def __repr__(self) -> str:
        return f"SeenEntry(kind={self.kind}, seat={self.seat}, open={self.open}, value={self.value})"

    def _parts(self) -> tuple[int, int, int, int, int]:
        return (self.kind, self.seat, self.open, self.value, self.audience)


@final
@mypyc_attr(acyclic=True)
class ShownCard:
    """A card as the table shows it: its name (`R4`, or `R?` for a back), and the action that plays it, or -1."""

    def __init__(self, text: str, action: int = -1, seat: int = -1, mark: str = "") -> None:
        self.text = text
        self.action = action
        self.seat = seat  # who played it, where that matters
        self.mark = mark  # "winning", "trump": a word of the game's locale

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShownCard) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[str, int, int, str]:
        return self.text, self.action, self.seat, self.mark

    def __reduce__(self) -> tuple[object, ...]:
        return ShownCard, self._parts()

    def __repr__(self) -> str:
        return f"ShownCard({self.text!r}, {self.action}, {self.seat}, {self.mark!r})"

    def __str__(self) -> str:
        return self.text


_BACK: Final = ShownCard("?")


def backs(number: int) -> list[ShownCard]:
    """Return this many cards that show nothing; they are all the same object, which never changes."""
    return [_BACK] * number


@final
@mypyc_attr(acyclic=True)
class Zone:
    """A place on the table where cards lie: a hand, the trick, a display. `seat` is its owner, or -1."""

    def __init__(self, name: str, seat: int, cards: list[ShownCard]) -> None:
        self.name = name
        self.seat = seat
        self.cards = cards

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Zone)
            and self.name == other.name
            and self.seat == other.seat
            and self.cards == other.cards
        )

    def __hash__(self) -> int:
        return hash((self.name, self.seat, len(self.cards)))

    def __reduce__(self) -> tuple[object, ...]:
        return Zone, (self.name, self.seat, self.cards)

    def __repr__(self) -> str:
        return f"Zone({self.name!r}, {self.seat}, {self.cards!r})"

    def __str__(self) -> str:
        return f"{self.name}: {' '.join([card.text for card in self.cards])}"


@final
@mypyc_attr(acyclic=True)
class Fact:
    """Something else the table shows: a bet, a total, who deals. `seat` is whom it concerns, or -1."""

    def __init__(self, name: str, seat: int, value: str) -> None:
        self.name = name
        self.seat = seat
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fact) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def _parts(self) -> tuple[str, int, str]:
        return self.name, self.seat, self.value

    def __reduce__(self) -> tuple[object, ...]:
        return Fact, self._parts()

    def __repr__(self) -> str:
        return f"Fact({self.name!r}, {self.seat}, {self.value!r})"


@final
@mypyc_attr(acyclic=True)
class Display:
    """What the table may show one observer now. Names are keys of the game's locale."""

    def __init__(self, view: "View", phase: str, zones: list[Zone], facts: list[Fact]) -> None:
        self.origin = type(view)  # the view's class tells which game it is
        self.seat = view.seat
        self.seats = view.seats
        self.turn = view.turn
        self.owing = view.owing
        self.legal = view.legal
        self.phase = phase
        self.zones = zones
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Display)
            and (self.seat, self.seats, self.turn, self.phase) == (other.seat, other.seats, other.turn, other.phase)
            and (self.owing, self.legal, self.zones, self.facts) == (other.owing, other.legal, other.zones, other.facts)
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.turn, self.phase))

    def __reduce__(self) -> tuple[object, ...]:
        """Let a display be pickled and copied; of its view it keeps what it shows."""
        nothing: list[list[int]] = [[]]
        numbers = (self.seat, self.seats, self.turn)
        view = restore_view(self.origin, numbers, self.owing, self.legal, Options({}), nothing)
        return Display, (view, self.phase, self.zones, self.facts)

    def __repr__(self) -> str:
        return f"<Display of {observer_text(self.seat)}: {self.phase or 'no phase'}, {turn_text(self.turn)}>"

    def __str__(self) -> str:
        return printer().text(self)

    def _repr_html_(self) -> str:
        return printer().html(self)


@final
class Observation:
    """What one observer has lawfully seen; a view is made of it."""

    def __init__(
        self,
        seat: int,
        seats: int,
        turn: int,
        owing: list[int],
        legal: list[int],
        options: Options,
        log: Segment,
    ) -> None:
        self.seat = seat
        self.seats = seats
        self.turn = turn
        self.owing = owing  # the seats that owe a decision
        self.legal = legal  # filled only for a seat that owes a decision
        self.options = options
        self.past = log.before  # closed parts of the log, as this observer saw them
        self.log = log.entries  # the current part, likewise


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """All that one observer has lawfully seen, with perfect memory. Bots and samplers get this and nothing else."""

    def __init__(self, observed: Observation) -> None:
        self.seat = observed.seat  # the observer, or SPECTATOR
        self.seats = observed.seats  # how many there are
        self.turn = observed.turn  # the first seat that owes a decision, or CHANCE, or OVER
        self.owing = observed.owing  # all seats that owe one
        self.legal = observed.legal  # what the observer may do now, ascending
        self.options = observed.options  # of the match
        self.past = observed.past  # closed parts of the log
        self.log = observed.log  # the current part

    @property
    def seen(self) -> list[SeenEntry]:
        """Return everything seen since the match began, in order."""
        found: list[SeenEntry] = []
        for part in chapters(self.past, self.log):
            for item in part:
                found.append(SeenEntry(kind_of(item), seat_of(item), open_of(item), value_of(item), audience_of(item)))
        return found

    def parts(self) -> list[list[int]]:
        """Return the same as the entries of the log, part by part."""
        return to_lists(self.past, self.log)

    def display(self) -> Display:
        """Return what the table may show now."""
        return Display(self, "", [], [])

    def ended(self) -> Display | None:
        """Return the table as it was when the last deal ended; None before that, or if a game does not say."""
        return None

    def observe_end(self) -> Observation | None:
        """Return what was seen when the part of the log before this one ended; a view made of it shows its end."""
        past: Segment | None = self.past
        return None if past is None else Observation(self.seat, self.seats, 0, [], [], self.options, past)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View)
            and self.seat == other.seat
            and self.seats == other.seats
            and self.turn == other.turn
            and self.owing == other.owing
            and self.legal == other.legal
            and self.options == other.options
            and is_same_part(self.log, other.log)
            and is_same_past(self.past, other.past)
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.turn, len(self.log)))

    def __reduce__(self) -> tuple[object, ...]:
        """Let a view be pickled and copied."""
        numbers = (self.seat, self.seats, self.turn)
        return restore_view, (type(self), numbers, list(self.owing), list(self.legal), self.options, self.parts())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {observer_text(self.seat)}: {turn_text(self.turn)}, {len(self.seen)} seen>"

    def __str__(self) -> str:
        return printer().text(self.display())

    def _repr_html_(self) -> str:
        return printer().html(self.display())


def restore_view(
    kind: type[View],
    numbers: tuple[int, int, int],
    owing: list[int],
    legal: list[int],
    options: Options,
    parts: list[list[int]],
) -> View:
    """Return a view that was pickled."""
    seat, seats, turn = numbers
    return kind(Observation(seat, seats, turn, owing, legal, options, chain(parts)))


def observer_text(seat: int) -> str:
    """Return what an observer is called."""
    return f"seat {seat}" if seat >= 0 else "a spectator"


def entries_since(known: Segment | None, read: i64, past: Segment | None, log: vec[i64], seat: i64) -> list[SeenEntry]:
    """Return what one observer saw after the first entries of the part that followed `known`, up to now."""
    parts = [log]
    while past is not known:
        assert past is not None, "a log only grows"
        parts.append(past.entries)
        past = past.before
    own = observer(seat)
    found: list[SeenEntry] = []
    while parts:
        part = parts.pop()
        for k in range(read, len(part)):
            item = part[k]
            value: i64 = value_of(item) if audience_of(item) & own else HIDDEN
            found.append(SeenEntry(kind_of(item), seat_of(item), open_of(item), value, audience_of(item)))
        read = 0
    return found


def last_card_laid(before: Display, after: Display, seat: int) -> str:
    """Return the card that a seat has just laid into the trick, or nothing."""
    already = len(_cards_laid_by(before, "trick", seat))
    found = _cards_laid_by(after, "trick", seat)
    if len(found) <= already and _texts(after, "last_trick") != _texts(before, "last_trick"):
        found = _cards_laid_by(after, "last_trick", seat)  # the next trick may have begun by itself
    return found[-1] if len(found) > already else ""


def _cards_laid_by(display: Display, name: str, seat: int) -> list[str]:
    return [card.text for card in _zone_cards(display, name) if card.seat == seat]


def _zone_cards(display: Display, name: str) -> list[ShownCard]:
    """Return the cards in all zones of a name."""
    found: list[ShownCard] = []
    for zone in display.zones:
        if zone.name == name:
            found += zone.cards
    return found


def _texts(display: Display, name: str) -> list[str]:
    return [card.text for card in _zone_cards(display, name)]
