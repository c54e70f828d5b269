"""Table options: each has a name, a kind, the values it may take, and the rule book's value as default."""

from typing import Final, final

from mypy_extensions import i64

from atout.kernel.errors import SetupError

RULE: Final = "rule"  # changes what may be played or what it scores
VIEW: Final = "view"  # changes what a seat is shown
TABLE_CONDUCT: Final = "table"  # changes how the table behaves around the same match

ON: Final = "on"
OFF: Final = "off"

SPECTATOR_VIEW: Final = "spectator_view"  # the option of games that may show watchers all hands, with this value
ALL_HANDS: Final = "all_hands"


@final
class Option:
    """One option of a game. Values are texts: `on`, `off`, a number, a word."""

    def __init__(self, name: str, kind: str, values: list[str], low: int = 0, high: int = -1, digits: int = 0) -> None:
        self.name = name
        self.kind = kind
        self.values = values  # the first is the default
        self.low = low  # also any whole number from low to high
        self.high = high
        self.digits = digits  # also any text of that many digits

    def default(self) -> str:
        """Return the rule book's value."""
        return self.values[0]

    def admits(self, value: str) -> bool:
        """Say whether the option can have this value."""
        if value in self.values:
            return True
        if not value.isascii() or not value.isdigit():
            return False
        if self.digits:
            return len(value) == self.digits
        return len(value) < 6 and self.low <= int(value) <= self.high and value == str(int(value))

    def __reduce__(self) -> tuple[object, ...]:
        return Option, (self.name, self.kind, self.values, self.low, self.high, self.digits)

    def __repr__(self) -> str:
        return f"<Option {self.name}: {self.choices()}>"

    def choices(self) -> str:
        """Return the values a person may write, as one text."""
        texts = list(self.values)
        if self.low <= self.high:
            texts.append(f"{self.low} to {self.high}")
        if self.digits:
            texts.append(f"{self.digits} digits")
        return ", ".join(texts)


@final
class Options:
    """The options of one match: every option of the game has a value."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values

    def text(self, name: str) -> str:
        """Return a value as it is written."""
        return self.values[name]

    def is_on(self, name: str) -> bool:
        """Say whether a switch is on."""
        return self.values[name] == ON

    def number(self, name: str) -> i64:
        """Return a value that is a number."""
        return int(self.values[name])

    def __reduce__(self) -> tuple[object, ...]:
        return Options, (self.values,)

    def __repr__(self) -> str:
        return f"Options({self.values!r})"

    def __str__(self) -> str:
        return ", ".join([f"{name}={value}" for name, value in self.values.items()])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self.values == other.values

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.values.items())))


def settle(offered: list[Option], chosen: dict[str, object]) -> Options:
    """Return the options of a match: what was chosen, checked, and the default for the rest."""
    values = {option.name: option.default() for option in offered}
    for name, raw in chosen.items():
        option = find_option(offered, name)
        value = option_text(raw)
        if not option.admits(value):
            raise SetupError(f"option {name} cannot be {value}: it is one of {option.choices()}")
        values[name] = value
    return Options(values)


def find_option(offered: list[Option], name: str) -> Option:
    """Return the option with this name."""
    for option in offered:
        if option.name == name:
            return option
    known = ", ".join([option.name for option in offered])
    raise SetupError(f"no option {name}: there are {known}" if known else f"no option {name}: the game has none")


def option_text(raw: object) -> str:
    """Return an option value as text; true and false are `on` and `off`."""
    if isinstance(raw, bool):
        return ON if raw else OFF
    return str(raw)
