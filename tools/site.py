"""Build the documentation: python tools/site.py [--out site] | --embed.

Pages are the Markdown files of docs/, which can be read as they are. Added to them are the rules of every game in three
languages, and the help of every command. Sphinx turns all of that
into a site that needs no other address: even its search works from a folder.

`--embed` writes the files that a page shows into it: what follows `<!-- from examples/… -->` is that file.
"""

import argparse
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from typer import Typer
from typer.testing import CliRunner

from atout.cli.main import COMMANDS, app
from atout.games import NAMES, load
from atout.locale import LANGUAGES, load_rules

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "atout"
PAGES = ROOT / "build" / "docs"

SPOKEN = {"en": "English", "fr": "Français", "de": "Deutsch"}
# What belongs into which part, in this order; pages that are not there yet are left out, and others follow.
PARTS = {
    "Play": ["guide/play", "play/index"],
    "Host": ["guide/host"],
    "Build": [
        *("guide/python", "guide/write-a-bot", "guide/arena", "guide/research", "guide/train", "guide/add-a-game"),
        "guide/architecture",
    ],
    "Reference": [
        *("reference/api", *(f"reference/games/{name}" for name in NAMES)),
        *("reference/commands", "reference/cli", "reference/record", "reference/wire"),
        *("reference/encodings", "reference/exact", "reference/fair", "reference/games", "reference/strength"),
        "reference/speed",
    ],
    "Decisions": [],
}
CLAUSE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\*", re.MULTILINE)
SPACED = re.compile(r"(?<=\S) (?=[:;?!»])|(?<=«) ")  # where French has a space and no line may end
EMBEDDED = re.compile(
    r"(?P<head>^<!-- from (?P<file>\S+?)(?:, from (?P<first>.+?) to (?P<last>.+?))? -->\n```\w+\n).*?(?P<end>^```$)",
    re.MULTILINE | re.DOTALL,
)


# Pages that show files


def insert_files(text: str) -> str:
    """Return a page with the files, or the parts of files, that it says it shows."""
    return EMBEDDED.sub(lambda found: f"{found['head']}{excerpt(found)}{found['end']}", text)


def excerpt(found: re.Match[str]) -> str:
    """Return what a page shows of a file: all, or the lines from one that begins so up to another."""
    text = (DOCS / found["file"]).read_text(encoding="utf-8")
    if not found["first"]:
        return text
    lines = text.splitlines(keepends=True)
    starts = [
        next(k for k, line in enumerate(lines) if line.strip().startswith(found[key])) for key in ("first", "last")
    ]
    return "".join(lines[slice(*starts)]).strip("\n") + "\n"


# Pages that are made


def rules_pages() -> Iterator[tuple[str, str]]:
    """Yield the rules of every game in every language; every clause can be linked to."""
    rows = []
    for name in NAMES:
        game = load(name)
        links = [f"[{SPOKEN[lang]}]({name}.{lang}.md)" for lang in LANGUAGES]
        seats = f"{min(game.seat_counts)} to {max(game.seat_counts)}"
        rows.append(f"| {game.title} | {seats} | {' · '.join(links)} |")
        for lang in LANGUAGES:
            text = CLAUSE.sub(lambda found: f"- [**{found[1]}**]{{#{found[1].lower()}}}", load_rules(game, lang))
            text = SPACED.sub("\N{NO-BREAK SPACE}", text) if lang == "fr" else text
            title, _, rest = text.partition("\n")
            yield f"play/{name}.{lang}", f"{title}\n\n{' · '.join(links)}\n{rest}"
    table = "\n".join(["| Game | Players | Rules |", "|---|---|---|", *rows])
    pages = [f"{load(name).title} · {SPOKEN[lang]} <{name}.{lang}>" for name in NAMES for lang in LANGUAGES]
    head = "# The rules\n\nEvery clause has a number. It is what a refusal cites, and what you can look up here.\n\n"
    yield "play/index", f"{head}{table}\n\n{toctree('', pages, hidden=True)}"


def commands_page() -> str:
    """Return the help of every command, as the program prints it."""
    parts = ["# Every command and option\n\nWhat `--help` prints. [Command line](cli.md) explains it at leisure.\n"]
    for words in [[], *([name] for name in COMMANDS)]:
        parts += help_of(words)
    return "\n".join(parts)


def help_of(words: list[str]) -> list[str]:
    """Return the help of a command, and of the commands below it."""
    environ = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "TERM": "dumb", "LANG": "C.UTF-8"}
    run = CliRunner().invoke(app, [*words, "--help"], prog_name="atout", env=environ)
    if run.exit_code:
        raise SystemExit(f"atout {' '.join(words)} --help failed: {run.output}")
    text = "\n".join(line.rstrip() for line in run.output.strip().splitlines())
    parts = [f"## atout {' '.join(words)}".rstrip() + f"\n\n```text\n{text}\n```\n"]
    for name in commands_below(words):
        parts += help_of([*words, name])
    return parts


def commands_below(words: list[str]) -> list[str]:
    """Return the commands of a group such as `arena`; none for any other command."""
    module = import_module(f"atout.cli.{COMMANDS[words[0]]}") if len(words) == 1 else None
    group = getattr(module, "app", None)
    if not isinstance(group, Typer):
        return []
    return [str(command.name) for command in group.registered_commands if command.name]


# The site


def stage(folder: Path) -> None:
    """Gather all pages in a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    made = dict(rules_pages())
    made["reference/commands"] = commands_page()
    for name, text in made.items():
        file = folder / f"{name}.md"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for page in folder.rglob("*.md"):  # requests and answers in the shape people read are not HTTP to a lexer
        page.write_text(page.read_text(encoding="utf-8").replace("\n```http\n", "\n```text\n"), encoding="utf-8")
    index = folder / "index.md"
    index.write_text(f"{index.read_text(encoding='utf-8')}\n{navigation(folder)}", encoding="utf-8")
    (folder / "changelog.md").write_text((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), encoding="utf-8")


def navigation(folder: Path) -> str:
    """Return the table of contents: the pages that are there, part by part, in their order and then by name."""
    there = sorted(page.relative_to(folder).with_suffix("").as_posix() for page in folder.glob("*/**/*.md"))
    there = [page for page in there if not page.startswith("play/")] + ["play/index"]
    wanted = {title: [page for page in pages if page in there] for title, pages in PARTS.items()}
    known = {page for pages in wanted.values() for page in pages}
    folders = {"guide": "Build", "reference": "Reference", "decisions": "Decisions"}
    for page in there:
        if page not in known:
            wanted[folders[page.partition("/")[0]]].append(page)
    wanted["Project"] = ["changelog"]
    return "\n".join(toctree(title, pages, hidden=True) for title, pages in wanted.items())


def toctree(caption: str, pages: Sequence[str], hidden: bool) -> str:
    """Return a table of contents for Sphinx."""
    lines = ["```{toctree}", *([f":caption: {caption}"] if caption else []), *([":hidden:"] if hidden else []), ""]
    return "\n".join([*lines, *pages, "```", ""])


def build(pages: Path, out: Path) -> int:
    """Gather all pages in one folder and build the site in another; a warning is an error. Return the exit code."""
    from sphinx.cmd.build import build_main

    stage(pages)
    doctrees = pages.with_name(f"{pages.name}-trees")
    for folder in (out, doctrees):
        shutil.rmtree(folder, ignore_errors=True)
    return build_main(["-q", "-W", "--keep-going", "-b", "html", "-d", str(doctrees), str(pages), str(out)])


def embed() -> None:
    """Write files into the pages that show them."""
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        if insert_files(text) != text:
            page.write_text(insert_files(text), encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: written")


def main(arguments: Sequence[str]) -> int:
    """Build the site, or embed files."""
    parser = argparse.ArgumentParser(description="Build the documentation.")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="where to, instead of site/")
    parser.add_argument("--embed", action="store_true", help="write the files that pages show into these pages")
    chosen = parser.parse_args(arguments)
    if chosen.embed:
        embed()
        return 0
    code = build(PAGES, chosen.out.resolve())
    if not code:
        pages = len(list(chosen.out.rglob("*.html")))
        size = sum(file.stat().st_size for file in chosen.out.rglob("*") if file.is_file())
        print(f"{pages} pages, {size / 1e6:.1f} MB: {chosen.out / 'index.html'}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
