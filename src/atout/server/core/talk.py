"""What is said at one table: what may be, the last lines, apart from the log; and how often people may do things."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from atout.server.core import wire
from atout.server.core.refusals import Refusal
from atout.server.core.table import Table
from atout.server.stores.base import Remark

KEPT: Final = 500  # lines of a table; older ones are deleted
SHOWN: Final = 20  # of them with the whole table
PAGE: Final = 100  # of them at once, when somebody asks
MOST_PEOPLE: Final = 1_000  # whose pace is remembered at one table
MOST_ACTS: Final = 2_000  # events that one person may add to a match besides decisions
LONGEST_TEXT: Final = 300
PHRASES: Final = ("hello", "well_played", "thanks", "sorry", "oops", "hurry", "one_moment", "good_game", "wow", "bye")
REACTIONS: Final = ("+1", "laugh", "cry", "angry", "clap", "heart", "surprise", "think")


class Bucket:
    """A burst at once, and one more every `each` milliseconds, for every key."""

    def __init__(self, burst: int, each: int) -> None:
        self.burst = burst
        self.each = each
        self._since: OrderedDict[str, int] = OrderedDict()  # when a bucket was empty, or would have been

    def wait(self, key: str, now: int) -> int:
        """Return how many milliseconds it is too early for one more; 0: it is not."""
        since = self._since.get(key, 0)
        if since > now:  # the clock was set back
            since = self._since[key] = now
        return max(0, since + self.each - now)

    def take(self, key: str, now: int) -> None:
        """Count one."""
        self._since[key] = max(self._since.pop(key, 0), now - self.burst * self.each) + self.each
        if len(self._since) > MOST_PEOPLE:
            self._since.popitem(last=False)


class TableLimits:
    """How often people may talk and change things at one table. Decisions are not counted: the rules bound them."""

    def __init__(self) -> None:
        self._speakers = Bucket(burst=8, each=2_000)  # by person
        self._table = Bucket(burst=40, each=250)  # all together
        self._actors = Bucket(burst=60, each=2_000)  # by person

    def count_remark(self, who: str, now: int) -> None:
        """Count a line, or refuse it."""
        wait = max(self._speakers.wait(who, now), self._table.wait("", now))
        if wait:
            raise Refusal("limited", "too-much-talk", retry=wait)
        self._speakers.take(who, now)
        self._table.take("", now)

    def count_change(self, table: Table, who: str, now: int) -> None:
        """Count something that is added to the log besides decisions, or refuse it."""
        wait = self._actors.wait(who, now)
        if wait:
            raise Refusal("limited", "too-many-changes", retry=wait)
        if table.acts.get(who, 0) >= MOST_ACTS:
            raise Refusal("limited", "enough-changes")
        self._actors.take(who, now)


class Talk:
    """The last lines of a table, in order."""

    def __init__(self) -> None:
        self.is_loaded = False  # it has been read
        self.lines: list[Remark] = []
        self._requests: dict[tuple[str, str], int] = {}

    @property
    def last(self) -> int:
        """Return the number of the newest line."""
        return self.lines[-1].number if self.lines else 0

    def load(self, table: Table, kept: Sequence[Remark]) -> None:
        """Take in what was said before; the logs of older versions of the program hold some of it."""
        old = [Remark(table.id, seq, at, did.identity, did.phrase, did.text, "") for seq, at, did in table.words]
        self.is_loaded = True
        self.add([*old, *kept])

    def add(self, lines: Sequence[Remark]) -> list[Remark]:
        """Add lines; return those that are new."""
        new = [line for line in lines if line.number > self.last]
        self.lines = [*self.lines, *new][-KEPT:]
        self._requests = {(line.identity, line.request): line.number for line in self.lines if line.request}
        return new

    def number_of(self, who: str, request: str) -> int | None:
        """Return the number of the line that a request led to, if it was carried out before."""
        return self._requests.get((who, request)) if request else None

    def speakers(self) -> set[str]:
        """Return whose lines there are."""
        return {line.identity for line in self.lines if line.identity}

    def page_before(self, number: int, names: dict[str, str]) -> tuple[list[Remark], bool]:
        """Return a page of lines of people who are still there, and whether there are older ones."""
        older = [line for line in self.lines if line.identity in names and (not number or line.number < number)]
        return older[-PAGE:], len(older) > PAGE


def allowed_speech(table: Table, who: str) -> wire.Speech:
    """Return what somebody may say: who watches no text, and nothing who is shown what the players are not."""
    seat = table.seat_of(who)
    if seat is not None and table.chairs[seat].stand_in != "removed":
        return "text" if table.rules.chat else "phrases"
    return "nothing" if who in table.barred or table.shows_hands else "phrases"


def check_words(table: Table, who: str, request: wire.Say) -> None:
    """Refuse what may not be said. Nothing comes of it at the table: talk is kept apart."""
    may = allowed_speech(table, who)
    if may == "nothing":
        raise Refusal("forbidden", "removed-by-the-host" if who in table.barred else "watchers-of-hands-are-silent")
    if bool(request.phrase) == bool(request.text.strip()):
        raise Refusal("malformed", "a-phrase-or-a-text")
    if request.phrase and request.phrase not in PHRASES + REACTIONS:
        raise Refusal("malformed", "no-such-phrase")
    if request.text and may == "phrases":
        raise Refusal("forbidden", "watchers-say-phrases" if table.rules.chat else "no-free-chat-here")
    if len(request.text) > LONGEST_TEXT:
        raise Refusal("malformed", "text-is-too-long")
