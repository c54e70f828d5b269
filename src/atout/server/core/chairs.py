"""The seats of a table: who sits there, and how things stand with them."""

from typing import Final

LEAVING: Final = ("left", "removed")  # why somebody is no longer among the players
RETURN_MS: Final = 10_000  # what a player who comes back has left at least, once in a decision


class Chair:
    """One seat of a table."""

    def __init__(self, bank: int = 0, away_since: int = 0) -> None:
        self.identity = ""
        self.level = ""  # of the bot that sits here
        self.bot = ""  # its name
        self.commitment = ""
        self.revealed = ""
        self.stand_in = ""  # why a bot plays for the player
        self.played_for: tuple[int, ...] = ()  # what it has played meanwhile
        self.abandon = False
        self.agreed = False  # that an adjourned match goes on
        self.nodes: frozenset[str] = frozenset()  # the nodes the player is connected to
        self.away_since = away_since  # since when the player is connected to none
        self.here_since = 0  # since when the player is connected to any
        self.absences = 0  # how often it was to none
        self.bank = bank  # milliseconds
        self.since = -1  # when the running decision was put to the seat, or the clock started again; -1: it owes none
        self.used_ms = 0  # time for it that had passed before that
        self.asked_at_step = 0  # the step at which the decision was put to the seat
        self.free = False  # it costs no time
        self.returned = False  # the player has come back to it

    def copy(self) -> "Chair":
        """Return a chair that stands as this one does."""
        new = Chair()
        new.identity, new.level, new.stand_in, new.abandon = self.identity, self.level, self.stand_in, self.abandon
        new.commitment, new.revealed = self.commitment, self.revealed
        new.bot, new.played_for, new.agreed = self.bot, self.played_for, self.agreed
        new.nodes, new.away_since, new.here_since, new.bank = self.nodes, self.away_since, self.here_since, self.bank
        new.since, new.used_ms, new.asked_at_step, new.free = self.since, self.used_ms, self.asked_at_step, self.free
        new.returned, new.absences = self.returned, self.absences
        return new

    def come(self, node: str, at: int) -> None:
        """Note that the player is connected to a node."""
        if not self.nodes:
            self.here_since = at
        self.nodes |= {node}

    def go(self, node: str, at: int) -> None:
        """Note that the player is no longer connected to a node."""
        self.nodes -= {node}
        self.away_since, self.absences = at, self.absences + 1

    def hand_back(self, at: int, whole: int, clock: str) -> None:
        """Let the player play again, with some of the whole time of a decision left."""
        self.stand_in, self.played_for = "", ()
        if self.since >= 0:
            self.since = at
            if not self.returned:
                least = RETURN_MS if clock == "bank" else min(RETURN_MS, whole)
                self.returned, self.used_ms = True, min(self.used_ms, whole - least)

    @property
    def is_ready(self) -> bool:
        """Whether nothing keeps the seat from starting."""
        return bool(self.level or self.commitment)

    @property
    def is_human(self) -> bool:
        """Whether a person sits here."""
        return bool(self.identity)

    @property
    def is_attended(self) -> bool:
        """Whether a person plays here, and no bot for it."""
        return bool(self.identity and not self.stand_in)

    @property
    def is_player(self) -> bool:
        """Whether a person who has not left for good has this seat, even if a bot plays now."""
        return bool(self.identity) and self.stand_in not in LEAVING

    @property
    def is_voter(self) -> bool:
        """Whether a person here has a vote on abandoning the match: everybody who plays, or is there."""
        return self.is_attended or (self.is_player and bool(self.nodes))
