"""The guide to Python works as it is typed, the reference is that of the code, and nothing needs the kernel."""

import ast
import doctest
import re
from pathlib import Path

import pytest

import atout
from atout import authoring
from tools import reference

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GUIDE = DOCS / "guide" / "python.md"
TYPED = re.compile(r"^```pycon\n(.*?)^```", re.MULTILINE | re.DOTALL)
IMPORTS = re.compile(r"^\s*(?:>>> |\.\.\. )?(?:from|import) +(atout[\w.]*)", re.MULTILINE)
ROOMS = ("atout", "atout.authoring", "atout.study", "atout.research")  # and what is below the last


def test_the_guide_can_be_typed_line_by_line() -> None:
    text = "\n".join(TYPED.findall(GUIDE.read_text("utf-8")))
    parsed = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    assert len(parsed.examples) > 50
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF, verbose=False)
    runner.run(parsed, out=report.append)
    assert not report, "".join(report)


def test_documentation_imports_from_atout_and_atout_authoring() -> None:
    pages = [*DOCS.rglob("*.md"), *DOCS.rglob("*.py")]
    found = [(page, module) for page in pages for module in IMPORTS.findall(page.read_text("utf-8"))]
    assert len(found) > 20
    strange = [
        f"{page.relative_to(ROOT)}: {module}"
        for page, module in found
        if not (module in ROOMS or module.startswith("atout.research."))
    ]
    assert strange == []
    assert "atout.kernel" not in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("file", reference.pages(), ids=lambda file: file.stem)
def test_the_reference_is_that_of_the_code(file: Path) -> None:
    page = reference.pages()[file]()
    assert file.read_text("utf-8") == page, f"run `python tools/reference.py`: {file.name} is old"


def test_everything_public_is_in_the_reference() -> None:
    page = (DOCS / "reference" / "api.md").read_text("utf-8")
    for module in (atout, authoring):
        for name in module.__all__:
            assert name == "__version__" or f"### {name}\n" in page or f"`{name}`" in page, name
    assert "- `play(seat: int, choice: int | str | Sequence[int])`" in page
    assert "Return the clause that forbids the action, or None." in page


def test_public_things_have_docstrings() -> None:
    for module in (atout, authoring):
        for name in module.__all__:
            found = reference.definition(module.__name__, name)
            assert found is None or ast.get_docstring(found[0]), name
