"""Messages on a WebSocket, in and out, as JSON. `docs/reference/wire.md` shows them; `wire.gen.ts` is made from here.

Every request has a number of the client's choice, `re`, and is answered by `accepted` or `refused` with the same `re`.
`id` names a request for ever: sent again after a lost connection it is answered again and not carried out twice.
"""

from typing import Annotated, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from atout.bots.hints import How
from atout.server.core import events

Code = Literal["illegal", "not_your_turn", "over", "stale", "malformed", "forbidden", "limited", "unavailable"]

Speech = Literal["text", "phrases", "nothing"]

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # what every client can count to
Id = Annotated[str, Meta(max_length=64)]
Action = Annotated[str, Meta(max_length=64)]
MOST_ACTIONS = 64  # in one choice


# In


class Request(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something a client asks for."""

    re: Number
    id: Id = ""


class RequestNumber(Struct, frozen=True):
    """The number of a request that is otherwise unreadable."""

    re: Number = 0


class Play(Request, tag="play", frozen=True):
    """Take a decision: one action, or several that form one choice; `seq` is that of the table the client looked at.

    While several seats are asked at once, this is an answer: secret, and changeable until all answers are counted.
    """

    actions: Annotated[list[Action], Meta(max_length=MOST_ACTIONS)] = []
    seq: Number = 0


class Hush(Request, tag="hush", frozen=True):
    """Say in advance that there will be no answer in this trick, whatever is asked, or take that back."""

    on: bool = True


class Sit(Request, tag="sit", frozen=True):
    """Take a free seat, or after the start that of a player who has left."""

    seat: int = 0


class Leave(Request, tag="leave", frozen=True):
    """Give up the seat; after the start a bot plays on."""


class Bot(Request, tag="bot", frozen=True):
    """Put a bot of a level on a free seat, or with no level take it away (the host)."""

    seat: int = 0
    level: str = ""


class Ready(Request, tag="ready", frozen=True):
    """Be ready, committed to 32 bytes; without a commitment: no longer ready."""

    commitment: str = ""


class Reveal(Request, tag="reveal", frozen=True):
    """Reveal the bytes."""

    bytes: str = ""


class Pause(Request, tag="pause", frozen=True):
    """Let the match stand still, or adjourn it to another day."""

    adjourn: bool = False


class Resume(Request, tag="resume", frozen=True):
    """Let the match go on."""


class Vote(Request, tag="vote", frozen=True):
    """Be for abandoning the match, or no longer."""

    abandon: bool = True


class Remove(Request, tag="remove", frozen=True):
    """Remove a guest (the host); after the start a bot plays on."""

    seat: int = 0


class TakeBack(Request, tag="take_back", frozen=True):
    """Undo one's last decision, against bots only."""


class Rematch(Request, tag="rematch", frozen=True):
    """Open a table for the same players, seats rotated, or find the one that is open already."""


class Invite(Request, tag="invite", frozen=True):
    """Make a new invite link; older ones work no more (the host)."""


class Say(Request, tag="say", frozen=True):
    """Say a preset phrase, or write a text where the table allows it; who watches says phrases."""

    phrase: str = ""
    text: str = ""


class Recall(Request, tag="recall", frozen=True):
    """Ask what was said before a line of that number, or last (0); `recalled` comes before the answer."""

    before: Number = 0


class Back(Request, tag="back", frozen=True):
    """Take the seat over from the stand-in."""


class Hint(Request, tag="hint", frozen=True):
    """Ask what a good player would choose, against bots only; `hinted` follows when it is found."""


class Refresh(Request, tag="refresh", frozen=True):
    """Ask for the whole table again; it comes before the answer."""


AnyRequest = (
    Play
    | Hush
    | Sit
    | Leave
    | Bot
    | Ready
    | Reveal
    | Pause
    | Resume
    | Vote
    | Remove
    | TakeBack
    | Rematch
    | Invite
    | Say
    | Recall
    | Back
    | Hint
    | Refresh
)


# Out

D = TypeVar("D")  # a `Display`, or its JSON already: so the server writes it


class Message(Struct, frozen=True, tag_field="type"):
    """Something a client is told."""


class Accepted(Message, tag="accepted", frozen=True):
    """The request was carried out and is durably kept."""

    re: int
    seq: int  # the first step it led to, the same when it is asked again, or the last one before; of `say` the line
    link: str = ""  # what `rematch` and `invite` made


class Refused(Message, tag="refused", frozen=True, omit_defaults=True):
    """The request was not carried out, and nothing has changed."""

    re: int
    code: Code
    why: str  # a key of the locale: of the game for a clause, of the server otherwise
    clause: str = ""
    action: str = ""
    retry: int = 0  # milliseconds until it is worth trying again


class Card(Struct, frozen=True, omit_defaults=True):
    """A card as it may be shown; `action` is the text in `legal` that plays it."""

    text: str
    action: str = ""
    barred: str = ""  # the action that the rules forbid now; sent all the same, the refusal says why
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
    """What several seats are asked at once, as one of them is shown it."""

    polled: list[int]  # seats that are asked the same question; answers are counted in this order
    until: int  # when silence is an answer too
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


class Line(Struct, frozen=True, omit_defaults=True):
    """Points and where they come from."""

    seat: int
    points: int
    clause: str
    key: str
    values: dict[str, str]


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of the table: who sits there, and how things stand."""

    name: str = ""
    level: str = ""  # of the bot that sits there
    here: bool = False
    ready: bool = False
    revealed: bool = False
    stand_in: str = ""  # why a bot plays for the player
    abandon: bool = False
    clock: int = -1  # milliseconds left when `at` was; -1: no clock
    running: bool = False


class Fairness(Struct, frozen=True, omit_defaults=True):
    """What a client keeps as its receipt."""

    digest: str
    commitments: dict[str, str] = {}  # by seat
    revealed: dict[str, str] = {}
    until: int = 0
    secret: str = ""  # once the match is over


class Heard(Message, tag="heard", frozen=True, omit_defaults=True):
    """Somebody said something. Lines have numbers of their own; one that is missing was said by somebody deleted."""

    number: int
    at: int
    name: str
    seat: int
    phrase: str = ""
    text: str = ""


class Recalled(Message, tag="recalled", frozen=True):
    """What was said, the oldest first; `more` says that older lines are kept."""

    re: int
    words: list[Heard]
    more: bool


class Happened(Struct, frozen=True, omit_defaults=True):
    """One thing that happened, as a key in [events] of the game's locale and its values."""

    key: str
    seat: int = -1
    values: dict[str, str] = {}
    action: str = ""
    by: str = ""


class Table(Message, Generic[D], tag="table", frozen=True):
    """The whole table: sent first, after every change of seats or status, and when asked."""

    seq: int  # counts what everybody was told; what is secret does not
    at: int
    match: str
    game: str
    rules: int  # their version
    seats: int
    options: dict[str, str]
    status: str
    you: int  # your seat, or -3
    host: bool
    chairs: list[Chair]
    watchers: int
    public: bool
    clock: events.Clock
    watch: str
    chat: bool
    fairness: Fairness
    display: D | None
    lines: list[Line]
    places: list[int]
    happened: list[Happened]  # in the match, since the last message about it
    words: list[Heard]  # the last that were said; `recall` has those before
    speech: Speech  # what you may say
    rematch: str = ""
    invite: str = ""  # for those who sit at it


class Changed(Message, Generic[D], tag="changed", frozen=True):
    """The position has changed: what happened, and how it looks now."""

    seq: int
    at: int
    happened: list[Happened]
    display: D
    clocks: list[int]
    running: list[bool]
    lines: list[Line] | None = None  # all of them, when a deal ended or points were made


class Opinion(Struct, frozen=True):
    """What a good player thinks of an action."""

    action: str
    name: Phrase  # in [actions] of the game's locale
    points: float  # that it will bring in this deal, as far as can be seen
    loss: float  # points fewer than the best
    how: How  # beside the best


class Hinted(Message, tag="hinted", frozen=True):
    """What a good player who sees what the seat sees would choose. Not sent if the decision is no longer owed."""

    re: int
    opinions: list[Opinion]  # the best first; none: nobody could think of anything
    tip: str = ""  # a key in [hints] of the game's locale: what is good to know for this kind of decision


class Presence(Message, tag="presence", frozen=True):
    """Who is connected."""

    here: list[bool]
    watchers: int


class Resync(Message, tag="resync", frozen=True):
    """The connection was too slow for everything that happened; the whole table follows."""


AnyMessage = (  # as a client reads it
    Accepted | Refused | Heard | Recalled | Table[Display] | Changed[Display] | Hinted | Presence | Resync
)

_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_encoder = msgspec.json.Encoder()


def decode(data: str | bytes) -> AnyRequest:
    """Return the request in a message; msgspec.MsgspecError if there is none."""
    return _decoder.decode(data)


def kind(request: AnyRequest) -> str:
    """Return the `type` of a request."""
    return str(type(request).__struct_config__.tag)


def encode(message: Struct | dict[str, str] | list[int] | str) -> bytes:
    """Return a message, or a part of one, as JSON."""
    return _encoder.encode(message)
