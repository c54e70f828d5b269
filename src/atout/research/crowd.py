"""Many matches of one game side by side, each waiting for a decision. Compiled; arrays are made of its bytes."""

from typing import NamedTuple, final

from librt.strings import BytesWriter, write_i16_le, write_i64_le
from librt.vecs import append, vec
from mypy_extensions import i16, i64

from atout.kernel.game import Game
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE, State
from atout.research.vectors import Layout, RowWriter


class EndedMatch(NamedTuple):
    """A match that has come to its end."""

    number: int
    scores: list[int]
    places: list[int]
    decisions: int


@final
class Crowd:
    """Places at which matches are played; where one ends, the next begins, until there are no more seeds.

    Chance is settled by the seed of each match, and a decision between one action is taken, unless `forced` ones are
    asked for.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Options,
        seeds: list[int],
        width: int,
        layout: Layout | None,
        forced: bool,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.forced = forced
        self.scribe: RowWriter | None = None if layout is None else RowWriter(layout)
        self.actions: i64 = game.actions
        self._seeds = seeds
        self._begun: i64 = 0
        self._scratch = vec[i64]()
        self._states: list[State] = []
        self._rngs: list[Rng] = []
        self.numbers: list[int] = []  # which match is played at each place
        self._decisions = vec[i64]()
        self.ended: list[EndedMatch] = []  # since the last step
        while len(self._states) < width and self._begun < len(seeds):
            self._add()

    def __reduce__(self) -> tuple[object, ...]:
        layout = None if self.scribe is None else self.scribe.layout
        made = (self.game, self.seats, self.options, self._seeds, 0, layout, self.forced)
        places = (self._states, self._rngs, self.numbers, list(self._decisions))
        return restore_crowd, (made, int(self._begun), places, self.ended)

    def restore(
        self,
        begun: int,
        places: tuple[list[State], list[Rng], list[int], list[int]],
        ended: list[EndedMatch],
    ) -> None:
        """Take over the matches of another crowd."""
        self._begun = begun
        self._states, self._rngs, self.numbers, decisions = places
        self._decisions = vec[i64](decisions)
        self.ended = ended
        for state in self._states:
            if len(self._scratch) < state.width():
                self._scratch = vec[i64]([0 for _ in range(state.width())])

    def __len__(self) -> int:
        return len(self._states)

    def turns(self) -> bytes:
        """Return the seat that decides at each place, as 16-bit numbers."""
        writer = BytesWriter()
        for state in self._states:
            write_i16_le(writer, i16(state.turn))
        return writer.getvalue()

    def offers(self) -> bytes:
        """Return all that may be done, as 64-bit numbers: the place times the number of actions, plus the action."""
        writer = BytesWriter()
        scratch = self._scratch
        base: i64 = 0
        for state in self._states:
            n = state.menu(state.turn, scratch)
            for k in range(n):
                write_i64_le(writer, base + scratch[k])
            base += self.actions
        return writer.getvalue()

    def rows(self) -> bytes:
        """Return what those who decide have seen, as the layout says."""
        scribe = self.scribe
        assert scribe is not None, "this crowd keeps no log"
        for state in self._states:
            scribe.add(state.view(state.turn))
        return scribe.take_rows()

    def scores(self) -> bytes:
        """Return the points at each place, as 16-bit numbers."""
        writer = BytesWriter()
        for state in self._states:
            for points in state.scores():
                write_i16_le(writer, i16(points))
        return writer.getvalue()

    def step(self, actions: list[int]) -> None:
        """Take one decision at each place."""
        if len(actions) != len(self._states):
            raise ValueError(f"{len(self._states)} actions are needed, not {len(actions)}")
        self.ended = []
        for k in range(len(actions)):
            state = self._states[k]
            refused = state.check(state.turn, actions[k])
            if refused is not None:
                raise ValueError(f"place {k}: {actions[k]} is not allowed ({refused.id})")
        over: list[int] = []
        for k in range(len(actions)):
            state = self._states[k]
            state.apply(state.turn, actions[k])
            self._decisions[k] += 1
            self._go_on(k)
            if state.turn < 0:
                over.append(k)
        while over:
            self._end(over.pop())

    def _add(self) -> None:
        """Begin the next match at a new place."""
        state, rng = self._new()
        self.numbers.append(int(self._begun) - 1)
        self._states.append(state)
        self._rngs.append(rng)
        self._decisions = append(self._decisions, 0)
        if len(self._scratch) < state.width():
            self._scratch = vec[i64]([0 for _ in range(state.width())])
        self._go_on(len(self._states) - 1)

    def _new(self) -> tuple[State, Rng]:
        rng = Rng(self._seeds[self._begun])
        self._begun += 1
        state = self.game.new(self.seats, self.options)
        state.silent = self.scribe is None
        return state, rng

    def _go_on(self, place: i64) -> None:
        """Play on until there is something to decide, or the match is over."""
        state = self._states[place]
        scratch = self._scratch
        while True:
            if state.turn == CHANCE:
                state.hand_out(self._rngs[place].order(len(state.pack())))
            elif state.turn < 0 or self.forced:
                return
            else:
                n = state.count(state.turn, scratch)
                if n > 1:
                    return
                state.apply(state.turn, state.pick(state.turn, 0, scratch))

    def _end(self, place: i64) -> None:
        """Note how a match ended; let the next one begin there, or give up the place."""
        state = self._states[place]
        self.ended.append(EndedMatch(self.numbers[place], state.scores(), state.places(), int(self._decisions[place])))
        if self._begun < len(self._seeds):
            fresh, rng = self._new()
            self.numbers[place] = int(self._begun) - 1
            self._states[place] = fresh
            self._rngs[place] = rng
            self._decisions[place] = 0
            self._go_on(place)
            return
        last = len(self._states) - 1
        self._states[place] = self._states[last]
        self._rngs[place] = self._rngs[last]
        self.numbers[place] = self.numbers[last]
        self._decisions[place] = self._decisions[last]
        self._states.pop()
        self._rngs.pop()
        self.numbers.pop()


def restore_crowd(
    made: tuple[Game, int, Options, list[int], int, Layout | None, bool],
    begun: int,
    places: tuple[list[State], list[Rng], list[int], list[int]],
    ended: list[EndedMatch],
) -> Crowd:
    """Return a crowd that was pickled."""
    game, seats, options, seeds, width, layout, forced = made
    crowd = Crowd(game, seats, options, seeds, width, layout, forced)
    crowd.restore(begun, places, ended)
    return crowd
