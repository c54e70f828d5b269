"""Positions, points and results as they are shown: the parts of which messages and replays are made."""

from typing import Generic, TypeVar

from msgspec import Struct

D = TypeVar("D")  # a `Display`, or its JSON already: so the server writes it


class Card(Struct, frozen=True, omit_defaults=True):
    """A card as it may be shown; `action` is the text in `legal` that plays it."""

    text: str
    action: str = ""
    barred: str = ""  # an action that the rules forbid now; if it is sent, the refusal says why
    seat: int = -1
    mark: str = ""


class Zone(Struct, frozen=True, omit_defaults=True):
    """A place where cards lie."""

    name: str
    cards: list[Card]
    seat: int = -1


class Fact(Struct, frozen=True, omit_defaults=True):
    """Something else the table shows."""

    name: str
    value: str
    seat: int = -1


class Phrase(Struct, frozen=True, omit_defaults=True):
    """Something in words: a key of the game's locale, and its values."""

    key: str = ""
    values: dict[str, str] = {}


class PollShown(Struct, frozen=True):
    """What several seats are asked at once, as shown to one of them."""

    polled: list[int]  # seats that are asked the same question; answers are counted in this order
    until: int  # then silence counts as an answer
    answered: bool  # this seat has answered, which nobody else is told
    hushed: bool  # this seat says nothing in this trick


class Display(PollShown, frozen=True):
    """The position as this connection may see it."""

    seat: int  # -3: a spectator
    turn: int
    owing: list[int]
    phase: str
    zones: list[Zone]
    facts: list[Fact]
    legal: list[str]
    actions: list[Phrase]  # what each of these is called, in [actions] of the game's locale
    several: bool  # several of them may form one choice
    prompt: str  # a key in [prompts] of the game's locale
    values: dict[str, str]
    scores: list[int]
    won: Phrase = Phrase()  # why the complete trick on the table was taken, in [won] of the game's locale


class Line(Struct, frozen=True, omit_defaults=True):
    """Points and where they come from."""

    seat: int
    points: int
    clause: str
    key: str
    values: dict[str, str]
    deal: int = 0  # in which they were made


class Result(Struct, frozen=True, omit_defaults=True):
    """What a seat got from a deal."""

    total: int  # now; where points come at the end of the match, what everything is worth now
    points: int | None = None  # of this deal; none where points come at the end
    tricks: int = -1  # -1: they do not count here
    stake: Phrase = Phrase()  # what it has tried, in [stakes] of the game's locale


class Ended(Struct, Generic[D], frozen=True):
    """How a deal ended."""

    deal: int  # its number
    display: D  # the table as it was then, with the last trick
    results: list[Result]  # by seat
