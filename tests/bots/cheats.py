"""Toy bots with faults, for the checks to find."""

import os
import sys
from types import FrameType

from atout import Game, State, View
from atout.kernel.rng import Rng


class Peeker:
    """Looks for the true state in the frames of its callers, and plays by what the next seat holds there."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        frame: FrameType | None = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, State):
                    secret = value.key((view.seat + 1) % view.seats)
                    return view.legal[secret % len(view.legal)]
            frame = frame.f_back
        return view.legal[0]


class Unsteady:
    """Plays something else every time."""

    asked = 0

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        Unsteady.asked += 1
        return view.legal[Unsteady.asked % len(view.legal)]


class Outlaw:
    """Plays what it may not."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game

    def choose(self, view: View) -> int:
        return next(action for action in range(self._game.actions) if action not in view.legal)


class Forgetful:
    """Fails when it is asked a second time."""

    def __init__(self, game: Game, seed: int) -> None:
        self.asked = 0

    def choose(self, view: View) -> int:
        self.asked += 1
        if self.asked > 1:
            raise IndexError("what was it?")
        return view.legal[0]


class Impatient:
    """Fails where there is nothing to choose."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        _, second, *_ = view.legal
        return second


class Leaver:
    """Leaves, as if all were well."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        raise SystemExit(0)


class Broken:
    """Fails."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        raise KeyError("nothing there")


class Honest:
    """Plays by its seed, as everybody may."""

    def __init__(self, game: Game, seed: int) -> None:
        self._rng = Rng(seed)

    def choose(self, view: View) -> int:
        return view.legal[self._rng.below(len(view.legal))]


class Mute:
    """Is no bot."""

    def __init__(self, game: Game, seed: int) -> None:
        pass


class Sleeper:
    """Never answers."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        while True:
            pass


class Quitter:
    """Ends the process it plays in."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, view: View) -> int:
        os._exit(7)


class Chatty(Honest):
    """Prints what it does."""

    def choose(self, view: View) -> int:
        print("I am thinking")
        return super().choose(view)


class Poet(Honest):
    """Returns a text."""

    def choose(self, view: View) -> int:
        return "a rose"  # type: ignore[return-value]


class Demanding:
    """Wants more than it is given."""

    def __init__(self, game: Game, seed: int, network: str) -> None:
        pass

    def choose(self, view: View) -> int:
        return view.legal[0]
