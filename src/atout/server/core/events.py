"""What can happen to a match. These bodies are the log: a table is nothing but its events, applied in order.

Identities are random ids; names are looked up when they are shown and stand in no log. A field may be added with a
default; what exists, defaults too, keeps its meaning for ever, because old logs are read for ever.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct

from atout.server.stores.base import Event

Watch = Literal["nobody", "closed", "finished_deals", "all_hands"]
ClockKind = Literal["none", "decision", "bank", "days"]
By = Literal["player", "bot", "stand_in", "forced", "window", "hurried"]  # hurried: a bot below its level


class Body(Struct, frozen=True, tag_field="kind", omit_defaults=True):
    """What happened, without when and where."""


class Clock(Struct, frozen=True, omit_defaults=True):
    """How long a decision may take: `seconds` each, or a bank of them, to which each decision adds `increment`."""

    kind: ClockKind = "none"
    seconds: int = 0
    increment: int = 0


class Rules(Struct, frozen=True, omit_defaults=True):
    """How a table is run; chosen when it is created."""

    public: bool = False
    clock: Clock = Clock()
    watch: Watch = "closed"
    chat: bool = False  # free text; reactions and phrases are always there
    stand_in: str = "casual"  # who plays for a player that is gone or out of time
    grace: int = 60  # seconds without a connection until the stand-in plays; 0: never


class Dealt(Body, tag="dealt", frozen=True):
    """A pack was shuffled."""

    order: tuple[int, ...]


class Played(Body, tag="played", frozen=True):
    """A seat took a decision: one action, or several that form one choice."""

    seat: int
    actions: tuple[int, ...]
    by: By = "player"


class Beginning(Struct, frozen=True, omit_defaults=True):
    """The position from which a match is played on, instead of from its first deal."""

    steps: tuple[Dealt | Played, ...]  # what had happened
    of: str  # the match it is from
    before: "Beginning | None" = None  # where the steps begin, if not with the first deal
    unseen_by: int = -1  # what this seat could not see is drawn anew; -1: all cards as they were
    seed: int = 0  # to draw it from


class Created(Body, tag="created", frozen=True):
    """A table was opened. The secret is published when the match is over; its digest at once."""

    game: str
    rules_version: int
    seats: int
    options: dict[str, str]
    host: str
    secret: str
    invite: str  # what a link to a private table carries
    rules: Rules = Rules()
    after: str = ""  # the match of which this is a rematch
    invited: tuple[str, ...] = ()  # who comes in without a link: those who played that one
    beginning: Beginning | None = None  # where it goes on from


class Arranged(Body, tag="arranged", frozen=True):
    """The host has set the table up anew, before the match: seats beyond the new number are gone, nobody is ready."""

    seats: int
    options: dict[str, str]
    rules: Rules


class Seated(Body, tag="seated", frozen=True):
    """Somebody took a seat, or a bot of a level was put there. After the start: the seat of a player who has left."""

    seat: int
    identity: str = ""
    level: str = ""
    name: str = ""  # of the bot; without one it is called after its seat


class Left(Body, tag="left", frozen=True):
    """A seat became free again, before the match began; `removed` by the host."""

    seat: int
    removed: bool = False


class Readied(Body, tag="readied", frozen=True):
    """The player of a seat is ready and has committed to 32 bytes."""

    seat: int
    commitment: str


class Unreadied(Body, tag="unreadied", frozen=True):
    """The player of a seat is no longer ready."""

    seat: int


class Sealed(Body, tag="sealed", frozen=True):
    """Everybody is ready: commitments are fixed, and players reveal their bytes until the deadline."""

    until: int


class Revealed(Body, tag="revealed", frozen=True):
    """A player revealed the bytes."""

    seat: int
    bytes: str


class Hosted(Body, tag="hosted", frozen=True):
    """Somebody else is the host from now on."""

    identity: str


class Closed(Body, tag="closed", frozen=True):
    """The table was closed before the match began: nobody was left at it."""


class Cancelled(Body, tag="cancelled", frozen=True):
    """The start was given up: these seats did not reveal in time."""

    missing: tuple[int, ...]


class Begun(Body, tag="begun", frozen=True):
    """The match began."""


class Answered(Body, tag="answered", frozen=True):
    """A seat answered, in secret, a question that several are asked; answers are counted when all are in."""

    seat: int
    action: int
    by: By = "player"


class Explained(Body, tag="explained", frozen=True):
    """A player reads the explanation of what several are asked, for the first time: the window waits, or not (`on`)."""

    seat: int  # -1: of everybody, because it was long enough
    on: bool


class Hushed(Body, tag="hushed", frozen=True):
    """A seat says nothing to whatever it is asked in this trick, or (`on` false) it will be asked again."""

    seat: int
    on: bool


class Came(Body, tag="came", frozen=True):
    """The player of a seat is connected to a node."""

    seat: int
    node: str


class Went(Body, tag="went", frozen=True):
    """The player of a seat is no longer connected to a node, or the node is dead."""

    seat: int
    node: str


class StoodIn(Body, tag="stood_in", frozen=True):
    """A bot plays for a seat from now on, or (`on` false) its player is back."""

    seat: int
    on: bool
    why: Literal["gone", "clock", "left", "removed", "back"]


class Paused(Body, tag="paused", frozen=True):
    """The match stands still. Adjourned: it will go on another day, and nobody is missed meanwhile."""

    seat: int
    adjourned: bool = False


class Agreed(Body, tag="agreed", frozen=True):
    """A player agrees that the adjourned match goes on."""

    seat: int


class Resumed(Body, tag="resumed", frozen=True):
    """The match goes on."""

    seat: int


class Voted(Body, tag="voted", frozen=True):
    """A player is for abandoning the match, or no longer."""

    seat: int
    abandon: bool


class TookBack(Body, tag="took_back", frozen=True):
    """The last decision of a player against bots, and everything after it, is undone."""

    seat: int
    steps: int  # how many steps of the match remain


class Held(Body, tag="held", frozen=True):
    """A player looks at how the deal before ended, or (`on` false) no more; the next decision waits. -1: time is up."""

    seat: int
    on: bool


class Over(Body, tag="over", frozen=True):
    """The match ended, with these scores by the rules of that day; abandoned: it ended by vote or was given up."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    abandoned: bool = False


class Rematched(Body, tag="rematched", frozen=True):
    """There is a new table for the same players."""

    match: str


class Invited(Body, tag="invited", frozen=True):
    """The invite link was changed: older ones stop working."""

    invite: str


class Saw(Body, tag="saw", frozen=True):
    """Somebody who watches is about to be shown all hands of the running match, and will have no seat in it."""

    identity: str


class Said(Body, tag="said", frozen=True):
    """Somebody said a preset phrase, reacted, or wrote a text. Only in old logs: talk is kept apart from them now."""

    identity: str
    phrase: str = ""
    text: str = ""


AnyBody = (
    Created
    | Arranged
    | Seated
    | Left
    | Readied
    | Unreadied
    | Sealed
    | Revealed
    | Hosted
    | Closed
    | Cancelled
    | Begun
    | Dealt
    | Played
    | Answered
    | Explained
    | Hushed
    | Came
    | Went
    | StoodIn
    | Paused
    | Agreed
    | Resumed
    | Voted
    | TookBack
    | Held
    | Over
    | Rematched
    | Invited
    | Saw
    | Said
)

# What changes what lists show of a match
LISTED: Final = frozenset(
    {
        Created,
        Arranged,
        Seated,
        Left,
        Hosted,
        Closed,
        Sealed,
        Cancelled,
        Begun,
        StoodIn,
        Paused,
        Resumed,
        Over,
        Rematched,
    }
)

# What is not told to everybody at the table: it is not counted on the wire
QUIET: Final = (Answered, Hushed, Came, Went, Held, Saw, Said)


class Entry(Struct, frozen=True, omit_defaults=True):
    """The JSON of an event: what happened, and the request that caused it, so that it is not carried out twice."""

    did: AnyBody
    who: str = ""  # identity
    request: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Entry)


def encode_event(match: str, seq: int, at: int, entry: Entry) -> Event:
    """Return an event for the log."""
    return Event(match, seq, at, str(type(entry.did).__struct_config__.tag), _encoder.encode(entry))


def decode_event(event: Event) -> Entry:
    """Return what an event of the log says."""
    return _decoder.decode(event.body)
