"""The toys with one fault planted in each. Every fault must be caught by the sweep that is there for it."""

import random
from collections.abc import Callable
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from atout import Game, State
from atout.kernel.clause import Clause
from atout.kernel.log import EVERYBODY, HIDDEN, chain
from atout.kernel.options import Options
from atout.kernel.rng import Rng
from atout.kernel.state import OVER, ScoreLine
from atout.kernel.view import Display, Fact, Observation, View
from tests.toys.follow.game import HAND, Follow, FollowSampler, FollowState, FollowView
from tests.toys.sealed.game import Sealed, SealedState


class Fault(NamedTuple):
    name: str
    sweep: str  # that catches it
    make: Callable[[], Game]


def follow(state: type[FollowState] = FollowState, sampler: type[FollowSampler] = FollowSampler) -> Callable[[], Game]:
    """Return a maker of the game with another state or sampler."""

    class Worlds(sampler):  # type: ignore[misc, valid-type]
        state_type = state

    class Faulty(Follow):
        state_type = state
        sampler_type = Worlds

    return Faulty


def sealed(state: type[SealedState]) -> Callable[[], Game]:
    class Faulty(Sealed):
        state_type = state

    return Faulty


# Views


class LeakingView(FollowState):
    def audience(self, seat: int) -> int:
        return EVERYBODY


class LeakingDisplay(FollowState):
    def view(self, seat: int) -> FollowView:
        return make_peeping_view(super().view(seat), str(max(self.hands[(seat + 1) % self.seats], default=HIDDEN)))


class PeepingView(FollowView):
    peeped: str
    state: State | None

    def display(self) -> Display:
        display = super().display()
        display.facts.append(Fact("total", 0, self.peeped))
        return display


class LeakingRefusal(FollowState):
    def check(self, seat: int, action: int) -> Clause | None:
        clause = super().check(seat, action)
        if clause is not None and clause.why == "not-held" and action in self.hands[(seat + 1) % self.seats]:
            return Clause("FOL-05", "not-your-turn")
        return clause


class ViewWithTruth(FollowState):
    def view(self, seat: int) -> FollowView:
        return make_peeping_view(super().view(seat), "0", self)


class EmptyView(FollowState):
    def view(self, seat: int) -> FollowView:
        view = super().view(seat)
        view.past = None
        view.log = vec[i64]()
        return view


class ForgetfulView(FollowState):
    """Forgets the deals before."""

    def view(self, seat: int) -> FollowView:
        view = super().view(seat)
        view.past = None
        return view


class LeakingChoice(SealedState):
    def audience(self, seat: int) -> int:
        return EVERYBODY


def make_peeping_view(view: View, peeped: str, state: State | None = None) -> PeepingView:
    """Return the view with something that does not belong there."""
    args = (view.seat, view.seats, view.turn, view.owing, view.legal, view.options, chain(view.parts()))
    new = PeepingView(Observation(*args))
    new.peeped = peeped
    new.state = state
    return new


# Samplers


class ConstantSampler(FollowSampler):
    def draw(self, rng: Rng) -> FollowState:
        return super().draw(Rng(1))


class BiasedSampler(FollowSampler):
    """Deals card by card to a random place that is open: under voids some worlds come too often."""

    def hands(self, rng: Rng) -> list[list[int]]:
        while True:
            rooms = [len(self.now.held_cards(seat)) for seat in self.places]
            rooms.append(len(self.unseen) - sum(rooms))
            found: list[list[int]] = [[] for _ in rooms]
            for face in self.unseen:
                mask = self.allowed_places(face)
                places = [k for k in range(len(rooms)) if rooms[k] and mask >> k & 1]
                if not places:
                    break
                place = places[rng.below(len(places))]
                rooms[place] -= 1
                found[place].append(face)
            else:
                return found[:-1]


class CopyBlindSampler(FollowSampler):
    """Holds worlds for one world that differ only in which copy lies where."""

    def hands(self, rng: Rng) -> list[list[int]]:
        copies = len(self.unseen) - len(set(self.unseen))
        while True:
            hands = super().hands(rng)
            left = list(self.unseen)
            for face in [face for hand in hands for face in hand]:
                left.remove(face)
            together = sum(len(place) - len(set(place)) for place in [*hands, left])
            if rng.below(2 ** (copies - together)) == 0:
                return hands


class VoidBlindSampler(FollowSampler):
    def allowed_places(self, face: int) -> int:
        return int(2 ** (len(self.places) + 1) - 1)


class TruthfulSampler(FollowSampler):
    """Knows the truth, behind everybody's back, and uses it now and then."""

    truth: State | None = None

    def draw(self, rng: Rng) -> FollowState:
        drawn = super().draw(rng)
        truth = TruthfulSampler.truth
        if isinstance(truth, FollowState) and rng.below(3) == 0 and truth.view(self.view.seat) == self.view:
            return truth.clone()
        return drawn


class TellingState(FollowState):
    def view(self, seat: int) -> FollowView:
        TruthfulSampler.truth = self.clone() if TruthfulSampler.truth is not self else self
        return super().view(seat)


class SloppySampler(FollowSampler):
    """Writes one hand into the log and lets the seats hold another."""

    def draw(self, rng: Rng) -> FollowState:
        world, other = super().draw(rng), super().draw(rng)
        world.hands = other.hands
        return world


class ForgetfulSampler(FollowSampler):
    def draw(self, rng: Rng) -> FollowState:
        world = super().draw(rng)
        world.past = None
        return world


# Rules


class MenuTooLong(FollowState):
    def choices(self, seat: int) -> list[int]:
        return sorted(set(self.hands[seat])) if seat == self.turn else []


class MenuTooShort(FollowState):
    def menu(self, seat: int, out: vec[i64]) -> int:
        found = super().menu(seat, out)
        return found - 1 if found == HAND else found


class NoDutyToFollow(FollowState):
    def playable(self, seat: int) -> list[int]:
        return self.hands[seat]


class DutyToPlayHigh(FollowState):
    def playable(self, seat: int) -> list[int]:
        playable = super().playable(seat)
        return playable[-1:] if len(self.trick) == 2 else playable


class LostCard(FollowState):
    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if len(self.hands[seat]) == 1 and action == 4:
            self.hands[seat] = [0]


class WrongWinner(FollowState):
    def winner(self) -> int:
        return max(self.trick, key=lambda laid: (laid[1] % 3, -laid[0]))[0]


class LastOfEqualsWins(FollowState):
    def winner(self) -> int:
        led = self.trick[0][1] // 3
        return max(enumerate(self.trick), key=lambda laid: (laid[1][1] // 3 == led, laid[1][1], laid[0]))[1][0]


class WrongScoreLines(FollowState):
    def score_lines(self) -> list[ScoreLine]:
        return super().score_lines()[:4]


class WrongPlaces(FollowState):
    def places(self) -> list[int]:
        return sorted(super().places())


class NoEnd(FollowState):
    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        if self.turn < 0 and max(self.won) < 4:
            self.turn = -1


class OneAtATime(SealedState):
    def owes(self, seat: int) -> bool:
        return super().owes(seat) and seat == self.turn


# Plumbing


class SharedClone(FollowState):
    def clone(self) -> FollowState:
        new = super().clone()
        new.hands = self.hands
        return new


class ShallowClone(FollowState):
    def clone(self) -> FollowState:
        new = super().clone()
        new.trick = []
        return new


class ForgetfulClone(FollowState):
    """Counts what it needs only at the end, and does not give the count to its clones."""

    def __init__(self, seats: int, options: Options) -> None:
        super().__init__(seats, options)
        self.count_of_actions = 0

    def apply(self, seat: int, action: int) -> None:
        super().apply(seat, action)
        self.count_of_actions += 1

    def scores(self) -> list[int]:
        first, *others = super().scores()
        return [first + self.count_of_actions if self.turn == OVER else first, *others]


class GrowingClone(FollowState):
    """Never closes a part of its log."""

    def close(self) -> None:
        return


class CoinFlip(FollowState):
    def winner(self) -> int:
        return random.choice(self.trick)[0] if len(self.lines) == 2 else super().winner()


class OrderMatters(FollowState):
    def hand_out(self, order: vec[i64]) -> None:
        super().hand_out(order)
        if order[HAND * self.seats] % 2:
            self.won[0] += 0
            self.turn = (self.turn + 1) % self.seats


class NoisySilence(FollowState):
    def winner(self) -> int:
        return self.trick[0][0] if self.silent else super().winner()


class LeakingKey(FollowState):
    def key(self, seat: int) -> int:
        return super().key(seat) ^ sum(self.hands[(seat + 1) % self.seats])


class BlindKey(FollowState):
    def key(self, seat: int) -> int:
        return self.number * 100 + sum(len(hand) for hand in self.hands)


class LeakingForce(FollowState):
    def forced_action(self) -> int:
        only = self.legal(self.turn) if self.turn >= 0 else []
        return only[0] if len(only) == 1 else -1


class TwoTexts(Follow):
    def parse(self, text: str) -> int:
        return super().parse(text.strip().lower())


FAULTS = [
    Fault("a view that shows every hand", "knowledge", follow(LeakingView)),
    Fault("a view that shows every hand", "swaps", follow(LeakingView)),
    Fault("a display that shows a hidden card", "swaps", follow(LeakingDisplay)),
    Fault("a refusal that tells about another hand", "swaps", follow(LeakingRefusal)),
    Fault("a refusal that tells about another hand", "worlds", follow(LeakingRefusal)),
    Fault("a view that holds the state", "views", follow(ViewWithTruth)),
    Fault("an empty view", "knowledge", follow(EmptyView)),
    Fault("a view that forgets", "knowledge", follow(ForgetfulView)),
    Fault("a secret choice that is shown at once", "knowledge", sealed(LeakingChoice)),
    Fault("a secret choice that is shown at once", "swaps", sealed(LeakingChoice)),
    Fault("a constant sampler", "uniform", follow(sampler=ConstantSampler)),
    Fault("a constant sampler", "worlds", follow(sampler=ConstantSampler)),
    Fault("a biased sampler", "uniform", follow(sampler=BiasedSampler)),
    Fault("a sampler that is blind to copies", "uniform", follow(sampler=CopyBlindSampler)),
    Fault("a sampler that is blind to voids", "uniform", follow(sampler=VoidBlindSampler)),
    Fault("a sampler that is blind to voids", "worlds", follow(sampler=VoidBlindSampler)),
    Fault("a sampler that falls back to the truth", "uniform", follow(TellingState, TruthfulSampler)),
    Fault("a sampler whose log and hands differ", "worlds", follow(sampler=SloppySampler)),
    Fault("a sampler that forgets", "worlds", follow(sampler=ForgetfulSampler)),
    Fault("a menu that is too long", "choices", follow(MenuTooLong)),
    Fault("a menu that is too short", "choices", follow(MenuTooShort)),
    Fault("a rule that allows too much", "naive", follow(NoDutyToFollow)),
    Fault("a rule that allows too little", "naive", follow(DutyToPlayHigh)),
    Fault("a lost card", "naive", follow(LostCard)),
    Fault("a wrong winner", "naive", follow(WrongWinner)),
    Fault("a wrong winner among equals", "naive", follow(LastOfEqualsWins)),
    Fault("score lines that do not add up", "scores", follow(WrongScoreLines)),
    Fault("places that contradict the scores", "scores", follow(WrongPlaces)),
    Fault("a match without end", "endings", follow(NoEnd)),
    Fault("a simultaneous choice taken in turn", "naive", sealed(OneAtATime)),
    Fault("a clone that shares a hand", "clones", follow(SharedClone)),
    Fault("a clone that lacks something", "clones", follow(ShallowClone)),
    Fault("a clone that forgets what only the end shows", "clones", follow(ForgetfulClone)),
    Fault("a clone that grows", "clones", follow(GrowingClone)),
    Fault("chance inside the rules", "endings", follow(CoinFlip)),
    Fault("a deal that depends on the left-over cards", "packs", follow(OrderMatters)),
    Fault("a silent state with other rules", "endings", follow(NoisySilence)),
    Fault("a key that leaks", "worlds", follow(LeakingKey)),
    Fault("a key that leaks", "swaps", follow(LeakingKey)),
    Fault("a key that is blind", "keys", follow(BlindKey)),
    Fault("a forced action that only the holder knows", "worlds", follow(LeakingForce)),
    Fault("a notation that reads too much", "notation", TwoTexts),
]
