"""The list of licences is complete, names the versions that are used, and holds none that does not go with MIT."""

import pytest

from tools import licences
from tools.licences import TOOLS, UsedPackage

PYTHON, WEB = licences.read(licences.PAGE.read_text(encoding="utf-8"))
PINS = licences.read_pins((licences.ROOT / "constraints.txt").read_text(encoding="utf-8"))
AGAIN = "run `python tools/licences.py`"


def test_every_pinned_python_package_is_listed() -> None:
    assert {used.name: used.version for used in PYTHON} == PINS, AGAIN


def test_every_locked_web_package_is_listed() -> None:
    assert licences.web_packages() == WEB, AGAIN


def test_no_licence_gets_in_the_way() -> None:
    assert len(PYTHON) > 50
    assert len(WEB) > 50
    assert [used for used in (*PYTHON, *WEB) if not licences.is_compatible(used.licence)] == []


def test_it_is_said_what_is_needed_to_run() -> None:
    roles = {used.name: used.role for used in PYTHON}
    assert [roles[name] for name in ("litestar", "msgspec", "rich")] == ["to run"] * 3
    assert [roles[name] for name in ("pytest", "ruff", "sphinx")] == [TOOLS] * 3
    assert roles["asyncpg"] == "extra postgres"
    assert {used.name: used.role for used in WEB}["svelte"] == licences.CLIENT


def test_the_page_reads_back() -> None:
    one, other = [UsedPackage("a", "1", "MIT", "to run")], [UsedPackage("@b/c", "2.0", "MIT OR Apache-2.0", TOOLS)]
    assert licences.read(licences.page(one, other)) == (one, other)


@pytest.mark.parametrize(
    ("expression", "fits"),
    [
        ("MIT", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("BSD-3-Clause AND 0BSD AND CC0-1.0", True),
        ("GPL-3.0-or-later OR MIT", True),
        ("(MIT OR GPL-2.0-only)", True),
        ("GPL-3.0-or-later", False),
        ("MIT AND AGPL-3.0-only", False),
        ("SSPL-1.0", False),
        ("unclear: Other", False),
        ("", False),
    ],
)
def test_licences_are_judged(expression: str, fits: bool) -> None:
    assert licences.is_compatible(expression) == fits


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({"license_expression": "MIT", "license": "something else"}, "MIT"),
        ({"classifier": ["Topic :: Games", "License :: OSI Approved :: MIT License"]}, "MIT"),
        ({"license": "MIT License\n\nPermission is hereby granted"}, "MIT"),
        ({"license": "Apache License, Version 2.0"}, "Apache-2.0"),
        ({"license": "Ask me first"}, "unclear: Ask me first"),
        ({"classifier": ["License :: Other/Proprietary License"]}, "unclear: Other/Proprietary License"),
        ({}, "unclear: "),
    ],
)
def test_a_package_says_its_licence_in_many_ways(item: dict[str, object], expected: str) -> None:
    assert licences.licence_of({"name": "some", **item}) == expected


def test_what_a_package_needs_is_followed() -> None:
    known: dict[str, dict[str, object]] = {
        "a": {"requires_dist": ["b>=1", "c; extra == 'more'", "d; sys_platform == 'win32'"]},
        "b": {"requires_dist": ["a"]},
        "c": {},
        "d": {},
    }
    assert licences.find_needed(["A>=2"], known) == {"a", "b", "d"}
