"""Messages on a WebSocket, in and out, as JSON. `docs/reference/wire.md` shows them; `wire.gen.ts` is made from here.

Every request has a number of the client's choice, `re`, and is answered by `accepted` or `refused` with the same `re`.
`id` names a request for ever: sent again after a lost connection it is answered again and not carried out twice.
"""

from typing import Annotated, Generic, Literal

import msgspec
from msgspec import Meta, Struct

from atout.bots.hints import How
from atout.server.core import events
from atout.server.core.parts import D, Display, Ended, Line, Phrase
from atout.server.core.setups import TableSetup

Code = Literal["illegal", "not_your_turn", "over", "stale", "malformed", "forbidden", "limited", "unavailable"]

Speech = Literal["text", "phrases", "nothing"]
Lookup = Literal["all", "deal_before", "last", "trick"]  # which played cards may be looked up

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


class Explain(Request, tag="explain", frozen=True):
    """Read the explanation of a question to several seats: the time to answer waits a while; or stop reading."""

    on: bool = True


class Hush(Request, tag="hush", frozen=True):
    """Say in advance that there will be no answer in this trick, whatever is asked, or take that back."""

    on: bool = True


class Sit(Request, tag="sit", frozen=True):
    """Take a free seat, or after the start that of a player who has left."""

    seat: int = 0


class Leave(Request, tag="leave", frozen=True):
    """Give up the seat; after the start a bot plays on."""


class Bot(Request, tag="bot", frozen=True):
    """Put a bot of a level in a free seat, or with no level take it away (the host)."""

    seat: int = 0
    level: str = ""


class Ready(Request, tag="ready", frozen=True):
    """Be ready, committed to 32 bytes; without a commitment: no longer ready."""

    commitment: str = ""


class Reveal(Request, tag="reveal", frozen=True):
    """Reveal the bytes."""

    bytes: str = ""


class Pause(Request, tag="pause", frozen=True):
    """Pause the match, or adjourn it to another day."""

    adjourn: bool = False


class Resume(Request, tag="resume", frozen=True):
    """Resume the match; if it was adjourned, agree to that: it goes on when all are there or have agreed."""


class Vote(Request, tag="vote", frozen=True):
    """Vote to abandon the match, or take that vote back."""

    abandon: bool = True


class Remove(Request, tag="remove", frozen=True):
    """Remove a guest (the host); after the start a bot plays on."""

    seat: int = 0


class TakeBack(Request, tag="take_back", frozen=True):
    """Undo your last decision, where `take_back` of the table allows it."""


class Rematch(Request, tag="rematch", frozen=True):
    """Open a table for the same players, seats rotated, or find the one that is open already."""


class Invite(Request, tag="invite", frozen=True):
    """Make a new invite link; older ones stop working (the host)."""


class SetUp(Request, tag="set_up", frozen=True, kw_only=True):
    """Set the table up anew, before the match begins (the host); whoever was ready is asked again."""

    table: TableSetup


class Say(Request, tag="say", frozen=True):
    """Say a preset phrase, or write a text where the table allows it; watchers can only say phrases."""

    phrase: str = ""
    text: str = ""


class Recall(Request, tag="recall", frozen=True):
    """Ask what was said before the line with that number, or most recently (0); `recalled` comes before the answer."""

    before: Number = 0


class Back(Request, tag="back", frozen=True):
    """Take the seat back from the stand-in."""


class Hint(Request, tag="hint", frozen=True):
    """Ask what a good player would choose, against bots only; `hinted` follows when it is found."""


class Hold(Request, tag="hold", frozen=True):
    """Look at how the previous deal ended: the first decision of the next one waits; or let it go on."""

    on: bool = True


class History(Request, tag="history", frozen=True):
    """Ask for everything that has happened so far; `history` comes before the answer."""


class Ping(Request, tag="ping", frozen=True):
    """Ask for just an answer, to see that the other end is still there."""


class Refresh(Request, tag="refresh", frozen=True):
    """Ask for the whole table again; it comes before the answer."""


AnyRequest = (
    Play
    | Explain
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
    | SetUp
    | Say
    | Recall
    | Hold
    | History
    | Back
    | Hint
    | Ping
    | Refresh
)


# Out


class Message(Struct, frozen=True, tag_field="type"):
    """Something a client is told."""


class Accepted(Message, tag="accepted", frozen=True):
    """The request was carried out and is stored durably."""

    re: int
    seq: int  # the first step it led to, or the latest if none, the same if asked again; for `say`, the line
    link: str = ""  # what `rematch` and `invite` made


class Refused(Message, tag="refused", frozen=True, omit_defaults=True):
    """The request was not carried out, and nothing has changed."""

    re: int
    code: Code
    why: str  # a key of the locale: of the game for a clause, of the server otherwise
    clause: str = ""
    action: str = ""
    retry: int = 0  # milliseconds until it is worth trying again


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat of the table: who sits there, and how things stand."""

    name: str = ""
    level: str = ""  # of the bot that sits there
    here: bool = False
    ready: bool = False
    revealed: bool = False
    stand_in: str = ""  # why a bot plays for the player
    abandon: bool = False
    clock: int = -1  # milliseconds left at the time `at`; -1: no clock
    running: bool = False
    bot: str = ""  # the name of the bot that sits there
    voter: bool = False  # its vote counts
    agreed: bool = False  # the player has agreed that an adjourned match goes on


class Fairness(Struct, frozen=True, omit_defaults=True):
    """What a client keeps as its receipt."""

    digest: str
    commitments: dict[str, str] = {}  # by seat
    revealed: dict[str, str] = {}
    until: int = 0
    secret: str = ""  # once the match is over


class Heard(Message, tag="heard", frozen=True, omit_defaults=True):
    """Somebody said something. Lines have numbers of their own; a missing one was said by somebody since deleted."""

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
    by: str = ""  # "table": not part of the match; the key is not one of the game's
    deal: int = 0  # in which it happened
    trick: int = 0  # that it belongs to; 0: none
    why: Phrase = Phrase()  # why a trick was taken, in [won] of the game's locale


class Table(Message, Generic[D], tag="table", frozen=True):
    """The whole table: sent first, after every change of seats or status, and when asked."""

    seq: int  # counts what everybody was told, and no secrets
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
    words: list[Heard]  # the latest lines; `recall` has earlier ones
    speech: Speech  # what you may say
    rematch: str = ""
    invite: str = ""  # for those who have a seat
    ended: Ended[D] | None = None  # the previous deal, until the first decision of the next one
    reading: list[int] = []  # seats that are looking at it
    lookup: Lookup = "all"  # which played cards may be looked up, also in the log
    fading: list[str] = []  # keys of what a log lists only until the next decision: the rest is left to memory
    paused_by: int = -1  # the seat that paused or adjourned the match
    paused_at: int = 0
    adjourned: bool = False
    removed: bool = False  # the host has removed you
    free: list[int] = []  # seats you may take now, if you have none
    take_back: bool = False  # you may take back your last decision
    missed: list[Phrase] = []  # what a bot standing in has played for you, in [actions] of the game's locale
    host_seat: int = -1  # where the host sits
    stand_in: str = ""  # the level of the bot that plays for somebody who is gone or out of time
    grace: int = 0  # seconds without a connection until it does; 0: never
    watching: list[str] = []  # names of those who watch
    played_on_from: str = ""  # the match from whose position this one goes on


class Changed(Message, Generic[D], tag="changed", frozen=True):
    """The position has changed: what happened, and what it looks like now."""

    seq: int
    at: int
    happened: list[Happened]
    display: D
    clocks: list[int]
    running: list[bool]
    lines: list[Line] | None = None  # all of them, when a deal ended or points were made
    ended: Ended[D] | None = None  # the deal that has just ended
    take_back: bool = False  # you may take back your last decision


class Opinion(Struct, frozen=True):
    """What a good player thinks of an action."""

    action: str
    name: Phrase  # in [actions] of the game's locale
    points: float  # that it will bring in this deal, as far as can be seen
    loss: float  # points fewer than the best
    how: How  # compared with the best


class Hinted(Message, tag="hinted", frozen=True):
    """What a good player who sees what the seat sees would choose. Not sent if the decision is no longer owed."""

    re: int
    opinions: list[Opinion]  # the best first; empty: no idea
    why: list[Phrase] = []  # keys in [reasons] of the game's locale: why the best one, from what is on the table


class Presence(Message, tag="presence", frozen=True):
    """Who is connected."""

    here: list[bool]
    watchers: int
    watching: list[str] = []  # their names, as far as they are listed


class Reading(Message, tag="reading", frozen=True):
    """Who is still looking at how the previous deal ended: bots and clocks wait for them."""

    seats: list[int]


class Passage(Struct, frozen=True):
    """What one event brought, as somebody saw it."""

    seq: int
    at: int
    happened: list[Happened]


class Chronicle(Message, tag="history", frozen=True):
    """Everything that has happened so far, except what the rules leave to memory."""

    re: int
    passages: list[Passage]


class Resync(Message, tag="resync", frozen=True):
    """The connection was too slow for everything that happened; the whole table follows."""


AnyMessage = (  # as a client reads it
    Accepted
    | Refused
    | Heard
    | Recalled
    | Table[Display]
    | Changed[Display]
    | Hinted
    | Presence
    | Resync
    | Reading
    | Chronicle
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
