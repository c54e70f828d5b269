"""What several seats are asked one after the other by the rules, and at the same time at the table.

Answers are secret, and can be changed until they are counted: when all are in, or the time for them has passed. They
count in the order of the rules; saying nothing until then is an answer too.
"""

from collections.abc import Mapping
from typing import Final

from atout.kernel.state import Poll as Question
from atout.kernel.state import State
from atout.match import Match
from atout.server.core import events, parts

WINDOW_MS: Final = 5_000  # for answers; the same whoever could say something
EXPLAIN_MS: Final = 30_000  # others wait no longer for who reads what is asked


class Poll:
    """What several seats are asked now, if anything, and who wants to be asked no more in this trick."""

    def __init__(self) -> None:
        self.waiting: list[int] = []  # the seats that are asked, the first of them is on turn; empty: nothing is asked
        self.at = 0  # since when
        self.step = 0  # that put the question
        self.answers: dict[int, events.Answered] = {}
        self.timed = True  # silence is an answer after a while; not where one person plays against bots alone
        self.readers: frozenset[int] = frozenset()  # who reads what is asked: the time stands still
        self.explained: frozenset[int] = frozenset()  # who has read it once
        self._reading_since = 0
        self._rested = 0  # milliseconds for which the time has stood still
        self.hushed: dict[int, int] = {}  # the trick in which a seat says nothing

    # What is known

    def has_answered(self, seat: int) -> bool:
        """Tell whether a seat has answered, which may still be changed."""
        return seat in self.answers

    def is_hushed(self, seat: int) -> bool:
        """Tell whether a seat has said that there will be no answer from it in this trick."""
        return seat in self.hushed

    def ends_at(self) -> int:
        """Return when silence becomes an answer: the same for all, whether or not they have a choice; 0: not now."""
        return self.at + WINDOW_MS + self._rested if self.waiting and self.timed and not self.readers else 0

    def read_until(self) -> int:
        """Return until when the others wait for who reads what is asked."""
        return self._reading_since + EXPLAIN_MS

    def state_for(self, seat: int, state: State) -> State:
        """Return the state in which it is this seat's turn: those before it say nothing."""
        if seat in self.waiting[1:]:
            state = state.clone()
            while state.turn != seat:
                poll = state.poll()
                assert poll is not None, "a silent answer never ends a poll"
                state.apply(state.turn, poll.silence)
        return state

    def count(self, trial: Match, answers: Mapping[int, events.Answered]) -> list[events.AnyBody]:
        """Play what the answers come to in a copy of the match, in the order of asking; the rest is silence."""
        bodies: list[events.AnyBody] = []
        for number, seat in enumerate(self.waiting):
            poll = trial.state.poll()
            if (
                poll is None or poll.seats != self.waiting[number:]
            ):  # an answer has ended it: later ones are never known
                break
            answer = answers.get(seat) or events.Answered(seat, poll.silence, "window")
            bodies.append(events.Played(seat, (answer.action,), answer.by))
            trial.play(seat, answer.action)
        return bodies

    def describe(self, seat: int) -> parts.PollShown:
        """Return what an observer is shown of it."""
        return parts.PollShown(self.waiting, self.ends_at(), self.has_answered(seat), self.is_hushed(seat))

    # What happens

    def update(self, asked: Question | None, state: State, at: int, step: int) -> None:
        """Begin or end with what the rules ask now; another trick ends what was said about the last one."""
        if asked is None:
            self.end()
        elif self.waiting != asked.seats:
            self.waiting, self.at, self.step, self.answers = list(asked.seats), at, step, {}
            self.readers, self._rested = frozenset(), 0
        if self.hushed:
            trick = int(state.line())
            self.hushed = {seat: line for seat, line in self.hushed.items() if line == trick}

    def end(self) -> None:
        """Ask nothing any more."""
        if self.waiting or self.answers:
            self.waiting, self.answers, self.readers = [], {}, frozenset()

    def take(self, answer: events.Answered, at: int) -> None:
        """Take an answer, or another one of the same seat."""
        assert self.waiting, "nothing is asked"
        self.answers[answer.seat] = answer
        self.explain(answer.seat, False, at)

    def explain(self, seat: int, on: bool, at: int) -> None:
        """Let time stand still while a seat reads the explanation; -1: nobody reads it any more."""
        before = self.readers
        if on:
            self.readers |= {seat}
            self.explained |= {seat}
            self._reading_since = self._reading_since if before else at
        else:
            self.readers = before - {seat} if seat >= 0 else frozenset()
            self._rested += at - self._reading_since if before and not self.readers else 0

    def hush(self, seat: int, trick: int) -> None:
        """Let a seat say nothing in a trick, whatever it has said before."""
        self.answers.pop(seat, None)
        self.hushed[seat] = trick

    def unhush(self, seat: int) -> None:
        """Ask a seat again."""
        self.hushed.pop(seat, None)

    def unhush_all(self) -> None:
        """Ask everybody again: cards were dealt."""
        self.hushed = {}

    def on_played(self) -> None:
        """Go on to the next who is asked."""
        self.waiting = self.waiting[1:]
        if not self.waiting:
            self.answers = {}

    def on_resumed(self, at: int) -> None:
        """Give everybody the whole time again."""
        self.at, self._rested = at, 0
