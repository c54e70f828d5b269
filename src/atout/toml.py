"""What tomllib leaves out: the line of whatever is wrong, and writing."""

import re
from bisect import bisect
from collections.abc import Mapping
from datetime import date, time
from tomllib import TOMLDecodeError, loads

Path = tuple[str | int, ...]  # ("deal", 0, "play"): keys, and places in lists and arrays of tables

WIDTH = 100  # a list that makes a longer line is written one item per line

_POSITION = re.compile(r"\s*\(at line (\d+), column \d+\)")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_BLANK = re.compile(r"(?:[ \t\n,]|#[^\n]*)*")
_PLAIN_VALUE = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^,\]}\s#]*|[^,\]}\s#]+")
_CONTINUED = re.compile(r"\\[ \t]*\n[ \t\n]*")
_SPECIAL = re.compile(r'[\x00-\x1f\x7f"\\]')
_SPECIAL_IN_BLOCK = re.compile(r'[\x00-\x08\x0b-\x1f\x7f\\]|"(?="")|"\Z')
_SHORT = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


class TomlError(ValueError):
    """A file in which something is wrong on a line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


class Document:
    """A TOML text and the values that stand at its paths; what has the wrong type raises a kind of TomlError."""

    def __init__(self, source: str, error: type[TomlError] = TomlError) -> None:
        self.source = source
        self._error = error
        try:
            self.root: dict[str, object] = loads(source)
        except TOMLDecodeError as problem:
            found = _POSITION.search(str(problem))
            line = int(found[1]) if found else source.count("\n") + 1
            raise error(_POSITION.sub("", str(problem)), line) from None

    def error_at(self, message: str, *path: str | int) -> TomlError:
        """Return the error for a message about what stands at a path."""
        return self._error(message, locate(self.source, path))

    def find(self, *path: str | int) -> object:
        """Return the value at a path, of which all but the last step must exist; None if there is no value."""
        found: object = self.root
        for step in path:
            if isinstance(found, dict):
                found = found.get(step)
            elif isinstance(found, list) and isinstance(step, int):
                found = found[step]
        return found

    def text(self, *path: str | int) -> str:
        """Return a text; empty if there is none."""
        found = self.find(*path)
        if not isinstance(found, str | None):
            raise self.error_at(f"{path[-1]} must be a text", *path)
        return found or ""

    def texts(self, *path: str | int) -> tuple[str, ...]:
        """Return a list of texts that must be there."""
        found = self.find(*path)
        texts = tuple(item for item in found if isinstance(item, str)) if isinstance(found, list) else ()
        if not isinstance(found, list) or len(texts) < len(found):
            raise self.error_at(f"{path[-1]} must be a list of texts", *path)
        return texts

    def numbers(self, *path: str | int) -> tuple[int, ...] | None:
        """Return a list of whole numbers, or None."""
        found = self.find(*path)
        if found is None:
            return None
        items = found if isinstance(found, list) else [found]
        numbers = tuple(item for item in items if isinstance(item, int) and not isinstance(item, bool))
        if not isinstance(found, list) or len(numbers) < len(items):
            raise self.error_at(f"{path[-1]} must be a list of whole numbers", *path)
        return numbers

    def table(self, *path: str | int) -> dict[str, object]:
        """Return a table; empty if there is none."""
        found = self.find(*path)
        if not isinstance(found, dict | None):
            raise self.error_at(f"{path[-1]} must be a table", *path)
        return found or {}

    def tables(self, *path: str | int) -> list[dict[str, object]]:
        """Return an array of tables; empty if there is none."""
        found = self.find(*path)
        items = [] if found is None else found if isinstance(found, list) else [found]
        tables = [item for item in items if isinstance(item, dict)]
        if not isinstance(found, list | None) or len(tables) < len(items):
            raise self.error_at(f"each {path[-1]} is a table that begins with [[{path[-1]}]]", *path)
        return tables


def format_pair(name: str, item: object) -> str:
    """Return a key and its value as one or several lines, without the last line end."""
    if isinstance(item, str) and "\n" in item:
        return f'{format_key(name)} = """\n{_SPECIAL_IN_BLOCK.sub(_escape, item)}"""'
    line = f"{format_key(name)} = {format_value(item)}"
    if len(line) <= WIDTH or not isinstance(item, list | tuple):
        return line
    return f"{format_key(name)} = [\n" + "".join(f"    {format_value(part)},\n" for part in item) + "]"


def format_key(name: str) -> str:
    """Return a key, quoted where it must be."""
    return name if _BARE_KEY.fullmatch(name) else _quote(name)


def format_value(item: object) -> str:
    """Return a value on one line; tables are inline."""
    if isinstance(item, str):
        return _quote(item)
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, int | float):
        return repr(item)
    if isinstance(item, date | time):
        return item.isoformat()
    if isinstance(item, list | tuple):
        return f"[{', '.join(format_value(part) for part in item)}]"
    if isinstance(item, Mapping):
        pairs = ", ".join(f"{format_key(str(name))} = {format_value(part)}" for name, part in item.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    raise TypeError(f"TOML has no {type(item).__name__}")


def _quote(text: str) -> str:
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _escape(found: re.Match[str]) -> str:
    return _SHORT.get(found[0], f"\\u{ord(found[0]):04x}")


def locate(source: str, path: Path, offset: int | None = None) -> int:
    """Return the line, counted from 1, of a value in a valid source, or of the character of a text at an offset.

    What stands nowhere in the source is found at the nearest table around it.
    """
    found = _Scanner(source)
    if offset is not None:
        return found.letters[path][offset]
    while path not in found.lines:
        path = path[:-1]
    return found.lines[path]


class _Scanner:
    """Walks through valid TOML and notes where everything stands."""

    def __init__(self, source: str) -> None:
        self.lines: dict[Path, int] = {(): 1}
        self.letters: dict[Path, list[int]] = {}  # for each text, the line of each of its characters
        self._text = source.replace("\r\n", "\n")
        self._ends = [found.start() for found in re.finditer("\n", self._text)]
        self._at = 0
        self._tables: dict[Path, int] = {}  # arrays of tables and how many tables they have so far
        table: Path = ()
        self._skip_blank()
        while self._at < len(self._text):
            if self._text.startswith("[", self._at):
                table = self._header()
            else:
                self._pair(table)
            self._skip_blank()

    def _header(self) -> Path:
        line = self._line()
        brackets = 2 if self._text.startswith("[[", self._at) else 1
        self._at += brackets
        names = self._keys()
        self._at += brackets
        path: Path = ()
        for k, name in enumerate(names):
            path = (*path, name)
            self.lines.setdefault(path, line)
            if brackets == 2 and k == len(names) - 1:
                self._tables[path] = self._tables.get(path, 0) + 1
            if path in self._tables:
                path = (*path, self._tables[path] - 1)
                self.lines.setdefault(path, line)
        return path

    def _pair(self, table: Path) -> None:
        path = table
        for name in self._keys():
            path = (*path, name)
            self.lines.setdefault(path, self._line())
        self._at += 1  # the equals sign
        self._skip_blank()
        self._value(path)

    def _keys(self) -> list[str]:
        """Read a dotted key and the blanks after it."""
        names: list[str] = []
        while True:
            self._skip_blank()
            start = self._at
            if self._text[start] in "\"'":
                self._string()
                names.append(loads(f"k = {self._text[start : self._at]}")["k"])
            else:
                bare = _BARE_KEY.match(self._text, start)
                assert bare is not None
                self._at = bare.end()
                names.append(bare[0])
            self._skip_blank()
            if not self._text.startswith(".", self._at):
                return names
            self._at += 1

    def _value(self, path: Path) -> None:
        self.lines.setdefault(path, self._line())
        opening = self._text[self._at]
        if opening in "\"'":
            self.letters[path] = self._string()
        elif opening in "[{":
            self._at += 1
            self._skip_blank()
            count = 0
            while self._text[self._at] not in "]}":
                if opening == "[":
                    self._value((*path, count))
                else:
                    self._pair(path)
                count += 1
                self._skip_blank()
            self._at += 1
        else:
            plain = _PLAIN_VALUE.match(self._text, self._at)
            assert plain is not None
            self._at = plain.end()

    def _string(self) -> list[int]:
        """Read a text of any of the four kinds; return the line of each of its characters."""
        quote = self._text[self._at]
        closing = quote * 3 if self._text.startswith(quote * 3, self._at) else quote
        self._at += len(closing)
        if len(closing) == 3 and self._text.startswith("\n", self._at):
            self._at += 1
        letters: list[int] = []
        while not self._text.startswith(closing, self._at):
            continued = _CONTINUED.match(self._text, self._at) if quote == '"' else None
            if continued:
                self._at = continued.end()
                continue
            letters.append(self._line())
            if quote == '"' and self._text[self._at] == "\\":
                self._at += {"u": 6, "U": 10}.get(self._text[self._at + 1], 2)
            else:
                self._at += 1
        self._at += len(closing)
        while len(closing) == 3 and self._text.startswith(quote, self._at):  # it may end in quotes of its own
            letters.append(self._line())
            self._at += 1
        return letters

    def _skip_blank(self) -> None:
        blank = _BLANK.match(self._text, self._at)
        assert blank is not None
        self._at = blank.end()

    def _line(self) -> int:
        return bisect(self._ends, self._at - 1) + 1
