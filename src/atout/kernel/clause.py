"""A numbered rule, as a refusal or a score line cites it."""

from typing import final


@final
class Clause:
    """One clause of the rules and the key of the sentence that explains it in the game's locale."""

    def __init__(self, id: str, why: str) -> None:
        self.id = id
        self.why = why

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clause) and self.id == other.id and self.why == other.why

    def __hash__(self) -> int:
        return hash((self.id, self.why))

    def __reduce__(self) -> tuple[object, ...]:
        return Clause, (self.id, self.why)

    def __repr__(self) -> str:
        return f"Clause({self.id!r}, {self.why!r})"
