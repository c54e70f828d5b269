"""Values a person wrote down by name: a position to begin from, or the results of a deal."""

from typing import final

from atout.kernel.errors import NotationError


@final
class Start:
    """The values of one table, such as a record's [start]. Games read what they know; what nobody read is refused."""

    def __init__(self, values: dict[str, object], where: str = "start") -> None:
        self.values = values
        self.where = where  # what refusals call the table
        self._read: set[str] = set()

    def __reduce__(self) -> tuple[object, ...]:
        return Start, (self.values, self.where)

    def __repr__(self) -> str:
        return f"Start({self.values!r}, {self.where!r})"

    def has(self, name: str) -> bool:
        """Say whether the value is given."""
        self._read.add(name)
        return name in self.values

    def number(self, name: str, default: int, low: int, high: int) -> int:
        """Return a whole number between low and high."""
        if not self.has(name):
            return default
        raw = self.values[name]
        if isinstance(raw, bool) or not isinstance(raw, int) or not low <= raw <= high:
            raise NotationError(f"{self.where}: {name} must be a number from {low} to {high}")
        return raw

    def seat(self, name: str, last: int, meaning: str) -> int:
        """Return the seat that every start has to name, up to the last one there is; -1 if nothing at all is given."""
        if self.values and not self.has(name):
            raise NotationError(f"{self.where}: {name} is missing: {meaning}")
        return self.number(name, -1, 0, last)

    def numbers(self, name: str, default: list[int], low: int, high: int) -> list[int]:
        """Return as many whole numbers as the default has."""
        if not self.has(name):
            return default
        found: list[int] = []
        raw = self.values[name]
        if isinstance(raw, list):
            for item in raw:
                if isinstance(item, int) and not isinstance(item, bool) and low <= item <= high:
                    found.append(item)
        if not isinstance(raw, list) or len(found) != len(default) or len(raw) != len(default):
            raise NotationError(f"{self.where}: {name} must be {len(default)} numbers from {low} to {high}")
        return found

    def texts(self, name: str, size: int) -> list[str]:
        """Return a list of that many texts."""
        self._read.add(name)
        raw = self.values.get(name)
        found: list[str] = []
        if isinstance(raw, list):
            for item in raw:
                if isinstance(item, str):
                    found.append(item)
        if len(found) != size or not isinstance(raw, list) or len(raw) != size:
            raise NotationError(f"{self.where}: {name} must be {size} texts")
        return found

    def text(self, name: str, default: str) -> str:
        """Return a text."""
        if not self.has(name):
            return default
        raw = self.values[name]
        if not isinstance(raw, str):
            raise NotationError(f"{self.where}: {name} must be a text")
        return raw

    def finish(self) -> None:
        """Refuse names that the game did not read."""
        for name in self.values:
            if name not in self._read:
                raise NotationError(f"{self.where}: {name} means nothing in this game")


def last_written(first: int, written: int, most: int, unit: str, clause: str) -> int:
    """Return the number of the last deal on a sheet that begins with `first`, and refuse more than a match has."""
    last = first + written - 1
    if last > most:
        raise NotationError(f"{last} {unit} are written down, but a match has {most}{clause}")
    return last
