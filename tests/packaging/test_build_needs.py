"""What compiling needs is there: mypy follows every import of the modules that are compiled, wherever it stands."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import hatch_build
from tools.dev import play

SOURCE = Path(hatch_build.__file__).parent / "src"
TYPES = {"mypy_extensions"}  # comes with mypy


def imported_names(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def module_file(name: str) -> Path | None:
    path = SOURCE.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def followed_packages() -> dict[str, Path]:
    """Return the packages of others that are imported on the way, each with a module that does so."""
    found: dict[str, Path] = {}
    todo = [SOURCE / file for file in hatch_build.compiled_files(SOURCE)]
    seen = set(todo)
    while todo:
        file = todo.pop()
        names = set(imported_names(file)) | {".".join(file.relative_to(SOURCE).parts[:-1])}
        for name in names:
            if not name.startswith("atout"):
                found.setdefault(name.partition(".")[0], file)
            elif (other := module_file(name)) is not None and other not in seen:
                seen.add(other)
                todo.append(other)
    return {name: file for name, file in found.items() if name not in sys.stdlib_module_names}


def test_everything_that_is_imported_is_installed_before_compiling() -> None:
    there = {line.partition("==")[0].partition("[")[0] for line in hatch_build.COMPILE_REQUIRES} | TYPES
    assert {name: file for name, file in followed_packages().items() if name not in there} == {}


def test_playing_and_packaging_compile_with_the_same_packages() -> None:
    there = {line.partition("==")[0] for line in hatch_build.COMPILE_REQUIRES}
    assert set(play.COMPILES_WITH) == {*there, "hatchling"}
