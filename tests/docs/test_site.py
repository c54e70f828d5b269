"""The documentation becomes a site without a warning: links lead somewhere, no address is needed, search works."""

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, expect

from atout import load
from atout.cli.main import COMMANDS
from atout.games import NAMES
from atout.locale import LANGUAGES, clause_ids, load_rules
from tests.web.conftest import browser as browser
from tools import site

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, in a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    code = "import pathlib, sys; from tools import site; sys.exit(site.build(*map(pathlib.Path, sys.argv[1:])))"
    run = subprocess.run(
        [sys.executable, "-c", code, str(folder / "pages"), str(folder / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "warning" not in (run.stdout + run.stderr).lower()
    return folder / "site"


class Page(HTMLParser):
    """What a page links to, what it loads, and where one can link to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "link" and found.get("rel") in ("stylesheet", "icon", "preload", "preconnect"):
            self.loaded.append(found["href"])
        self.loaded += [found["src"]] if "src" in found else []


@cache
def page(file: Path) -> Page:
    return Page(file.read_text(encoding="utf-8"))


def pages(built: Path) -> Iterator[Path]:
    yield from sorted(built.rglob("*.html"))


def test_links_and_anchors_lead_somewhere(built: Path) -> None:
    lost = []
    count = 0
    for file in pages(built):
        for link in [*page(file).links, *page(file).loaded]:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data"):
                continue
            count += 1
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            known = target.is_file() and (target.suffix != ".html" or unquote(parts.fragment) in page(target).ids)
            if not known:
                lost.append(f"{file.relative_to(built)}: {link}")
    assert lost == []
    assert count > 1000


def test_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    outside = re.compile(r"(https?:)?//")
    assert [link for file in pages(built) for link in page(file).loaded if outside.match(link)] == []
    styles = "\n".join(file.read_text(encoding="utf-8") for file in built.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^)]*", styles) == []


def test_every_clause_of_every_game_can_be_linked_to(built: Path) -> None:
    for name, lang in product(NAMES, LANGUAGES):
        ids = {id.lower() for id in clause_ids(load_rules(load(name), lang))}
        assert len(ids) > 40
        assert ids <= page(built / "play" / f"{name}.{lang}.html").ids, (name, lang)


def test_no_line_of_the_french_rules_begins_with_a_mark() -> None:
    found = [text for name, text in site.rules_pages() if name.endswith(".fr")]
    assert len(found) == len(NAMES)
    for text in found:
        assert "\N{NO-BREAK SPACE}:" in text
        assert re.findall(r"\S [:;?!»]|« ", text) == []


def test_pictures_come_along(built: Path) -> None:
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "docs").rglob("*.md")]
    shown = {name for text in texts for name in re.findall(r"!\[[^]]*\]\([./]*images/([^)]+)\)", text)}
    assert len(shown) >= 2
    assert [name for name in sorted(shown) if not (built / "_images" / name).is_file()] == []


def test_the_search_works_from_a_folder(built: Path, browser: Browser) -> None:
    page = browser.new_page(offline=True)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((built / "search.html").as_uri() + "?q=safety+bead")
    found = page.locator("ul.search a")
    expect(found.first).to_be_visible()
    expect(page.locator("ul.search a", has_text="Luz").first).to_be_visible()
    page.close()
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_pages_show_the_files_they_say_they_show() -> None:
    shown = 0
    for file in sorted((ROOT / "docs").rglob("*.md")):
        text = file.read_text(encoding="utf-8")
        assert site.insert_files(text) == text, f"run `python tools/site.py --embed`: {file.name} shows an old file"
        shown += len(site.EMBEDDED.findall(text))
    assert shown >= 12


def test_a_part_of_a_file_can_be_shown() -> None:
    head = "<!-- from examples/tiny_game/pico/cards.py, from def suit to def text -->\n```python\n"
    assert site.insert_files(f"{head}old\n```\n") == (
        f'{head}def suit(card: int) -> int:\n    """Return the suit of a card: 0 is red, 1 is blue."""\n'
        "    return card // VALUES\n```\n"
    )


def test_the_help_of_every_command_is_there() -> None:
    text = site.commands_page()
    for name in COMMANDS:
        assert f"\n## atout {name}\n" in text
    assert "\n## atout arena run\n" in text
    assert "--database URL" in text
