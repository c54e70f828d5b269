"""Writing TOML, and finding lines in it."""

import datetime
import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from atout import toml

SOURCE = r'''# a comment with [brackets] and "quotes"
plain = 1
"quoted key" = 'literal \'
dotted . key = "basic \" \\ # no comment" # but this is one

moment = 1979-05-27 07:32:00
list = [ 1, [2, 3], # inside
  "four",
  { a = 5, b = "six" },
]
block = """
first
second \
   still second
\u00e9\nfourth ""quoted"" \U0001F0A1
fifth"""
bare = """x
y""""
literal = \'\'\'
one \
two\'\'\'

[table]
one = 1
[table.sub]
two = 2

[[deal]]
hands = ["A", "B"]

[[deal]]
# nothing but a comment
[[deal]]
play = "A: 1"
[deal.inner]
x = 1
[[deal.part]]
y = 1
[[deal.part]]
y = 2
'''.replace(r"\'", "'")

SOMEWHERE = [
    ((), 1),
    (("plain",), 2),
    (("quoted key",), 3),
    (("dotted",), 4),
    (("dotted", "key"), 4),
    (("moment",), 6),
    (("list",), 7),
    (("list", 0), 7),
    (("list", 1, 1), 7),
    (("list", 2), 8),
    (("list", 3), 9),
    (("list", 3, "b"), 9),
    (("block",), 11),
    (("bare",), 17),
    (("literal",), 19),
    (("table",), 23),
    (("table", "one"), 24),
    (("table", "sub", "two"), 26),
    (("deal",), 28),
    (("deal", 0), 28),
    (("deal", 0, "hands", 1), 29),
    (("deal", 1), 31),
    (("deal", 1, "play"), 31),  # not there: the table around it
    (("deal", 2, "play"), 34),
    (("deal", 2, "inner", "x"), 36),
    (("deal", 2, "part", 1, "y"), 40),
    (("nowhere", 3, "at all"), 1),
]


@pytest.mark.parametrize(("path", "line"), SOMEWHERE)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_every_value_has_its_line(path: toml.Path, line: int, ends: str) -> None:
    assert toml.locate(SOURCE.replace("\n", ends), path) == line


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        (("block",), "first", 12),
        (("block",), "second", 13),
        (("block",), "still", 14),
        (("block",), "é", 15),
        (("block",), "fourth", 15),
        (("block",), "🂡", 15),
        (("block",), "fifth", 16),
        (("bare",), "y", 18),
        (("literal",), "one", 20),
        (("literal",), "two", 21),
        (("deal", 2, "play"), "1", 34),
    ],
)
def test_every_character_of_a_text_has_its_line(path: toml.Path, text: str, line: int) -> None:
    found: Any = tomllib.loads(SOURCE)
    for step in path:
        found = found[step]
    assert toml.locate(SOURCE, path, found.index(text)) == line


def test_a_text_may_end_in_quotes() -> None:
    assert tomllib.loads(SOURCE)["bare"] == 'x\ny"'
    assert toml.locate(SOURCE, ("bare",), 3) == 18


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
LEAVES = st.one_of(
    TEXTS,
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.dates(),
    st.times(),
    st.datetimes(timezones=st.sampled_from([None, datetime.UTC])),
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))


@pytest.mark.sweep
@settings(deadline=None)
@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_what_is_written_reads_the_same(table: dict[str, object]) -> None:
    text = "".join(f"{toml.format_pair(name, item)}\n" for name, item in table.items())
    assert tomllib.loads(text) == table


@pytest.mark.sweep
@settings(deadline=None)
@given(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=4), st.data())
def test_every_key_is_found_on_the_line_where_it_was_written(table: dict[str, object], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(table)))
    line, text = 1, ""
    for other, item in table.items():
        if other == name:
            line = text.count("\n") + 1
        text += f"{toml.format_pair(other, item)}\n\n"
    assert toml.locate(text, (name,)) == line


@settings(deadline=None)
@given(st.lists(TEXTS, min_size=2).map("\n".join), st.data())
def test_lines_of_a_block_follow_each_other(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text) - 1))
    source = f"x = 1\n{toml.format_pair('note', text)}\n"
    assert toml.locate(source, ("note",), offset) == 3 + text[:offset].count("\n")


def test_long_lists_have_an_item_per_line() -> None:
    items = [f"item {k}" for k in range(12)]
    text = toml.format_pair("items", items)
    assert text.count("\n") == 13
    assert toml.locate(text, ("items", 11)) == 13
    assert tomllib.loads(text) == {"items": items}


def test_what_toml_cannot_say_is_refused() -> None:
    with pytest.raises(TypeError, match="TOML has no NoneType"):
        toml.format_value(None)
