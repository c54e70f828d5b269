"""Refusals. Whatever raises one of these has changed nothing."""

from atout.kernel.clause import Clause


class PlayError(ValueError):
    """A decision that cannot be taken now."""

    def __init__(self, message: str, clause: Clause | None = None, action: int = -1) -> None:
        super().__init__(message if clause is None else f"{message} [{clause.id}]")
        self.clause = clause
        self.action = action  # what was refused


class NotYourTurnError(PlayError):
    """The seat owes no decision."""


class IllegalActionError(PlayError):
    """A clause of the rules forbids the action."""


class SeveralChoicesError(PlayError):
    """Actions that are more than one choice: each has to be taken by itself."""


class MatchOverError(PlayError):
    """The match has ended."""


class NotationError(ValueError):
    """A text that names nothing: an action, a card, an option or a start that cannot be read."""


class SetupError(ValueError):
    """A match that cannot be set up: a seat count or an option value the game does not have."""

    def __init__(self, message: str, clause: Clause | None = None) -> None:
        super().__init__(message if clause is None else f"{message} [{clause.id}]")
        self.clause = clause
