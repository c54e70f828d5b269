"""What is compiled: every module of the build hook's list in a wheel, none in an editable install."""

import importlib
import os
import sys
import tempfile
from importlib.machinery import ExtensionFileLoader, SourceFileLoader
from pathlib import Path

import pytest

from hatch_build import compiled_modules

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
MODULES = compiled_modules(SOURCE)
EXPECTED = os.environ.get("ATOUT_EXPECT", "")

compiled = pytest.mark.skipif(EXPECTED != "compiled", reason="ATOUT_EXPECT is not 'compiled'")
expecting = pytest.mark.skipif(not EXPECTED, reason="ATOUT_EXPECT is not set: dev.py sets it")


def file_of(name: str) -> Path:
    return Path(str(importlib.import_module(name).__file__))


def test_the_list_holds_kernel_and_games_but_no_package_and_no_test() -> None:
    assert "atout.kernel.state" in MODULES
    assert any(name.startswith("atout.games.") for name in MODULES)
    assert not [name for name in MODULES if name.endswith("__init__") or ".tests." in name]
    assert len(MODULES) == len(set(MODULES))


@expecting
@pytest.mark.parametrize("name", MODULES)
def test_a_wheel_runs_compiled_code_and_an_editable_install_the_source(name: str) -> None:
    loader = {"compiled": ExtensionFileLoader, "interpreted": SourceFileLoader}[EXPECTED]
    assert isinstance(importlib.import_module(name).__loader__, loader)
    assert file_of(name).is_relative_to(SOURCE) == (EXPECTED == "interpreted")


@compiled
def test_nothing_is_imported_from_the_source_tree() -> None:
    importlib.import_module("atout")
    modules = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "atout"}
    files = {name: getattr(module, "__file__", None) for name, module in modules.items()}
    assert [name for name, file in files.items() if file and Path(file).is_relative_to(SOURCE)] == []


@compiled
@pytest.mark.parametrize("name", ["atout__mypyc", *MODULES])
def test_no_build_path_is_left_in_an_extension(name: str) -> None:
    content = file_of(name).read_bytes()
    assert f"{ROOT}/".encode() not in content
    assert f"{tempfile.gettempdir()}/".encode() not in content
    assert b"atout-build-" not in content


@compiled
def test_the_tests_of_the_games_stay_out_of_the_wheel() -> None:
    installed = file_of("atout").parent
    assert not list(installed.glob("games/*/tests"))
    for pattern in ("**/*.md", "**/*.toml", "**/*.txt"):
        wanted = {file.relative_to(SOURCE / "atout") for file in (SOURCE / "atout").glob(pattern)}
        assert {file for file in wanted if "tests" not in file.parts and not (installed / file).is_file()} == set()


def test_no_binary_lies_in_the_source_tree() -> None:
    assert [file for pattern in ("*.so", "*.pyd") for file in SOURCE.rglob(pattern)] == []
