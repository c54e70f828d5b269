"""The code in the documentation runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("[!.]*.md"))]
# What a page shows of a file in docs/examples is not run here: those files have tests of their own.
BLOCK = re.compile(r"(?<! -->\n)^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (page.relative_to(ROOT).as_posix(), code) for page in PAGES for code in BLOCK.findall(page.read_text("utf-8"))
]
ANY_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")


@pytest.mark.parametrize(("page", "code"), EXAMPLES, ids=[f"{page}-{k}" for k, (page, _) in enumerate(EXAMPLES)])
def test_example_runs(page: str, code: str) -> None:
    exec(compile(code, page, "exec"), {"__name__": "example"})


def test_readme_has_an_example() -> None:
    assert any(page == "README.md" for page, _ in EXAMPLES)


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(ANY_BLOCK.sub("", page.read_text("utf-8"))):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
