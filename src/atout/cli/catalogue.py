"""`atout games` and `atout rules`."""

import json
import re
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from atout.cli.arguments import GameName, Language, choose_language, make_console, seat_range
from atout.cli.errors import InputError, complain
from atout.games import list_broken, load, names
from atout.kernel.game import Game
from atout.kernel.options import Option
from atout.locale import clause_ids
from atout.locale import load_rules as rules_text

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of a table.")]
ClauseId = Annotated[str | None, typer.Option("--clause", metavar="ID", help="Print one clause only, such as LUZ-29.")]


def games(as_json: AsJson = False) -> None:
    """List the games."""
    for line in list_broken():
        complain(line)
    found = [load(name) for name in names()]
    if as_json:
        print(json.dumps([game_data(game) for game in found], indent=2))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("Name", "Title", "Seats"):
        table.add_column(heading)
    for heading in ("Clauses", "Options"):
        table.add_column(heading, justify="right")
    for game in found:
        clauses = len(clause_ids(rules_text(game)))
        table.add_row(game.name, game.title, seat_range(game), str(clauses), str(len(game.options)))
    make_console().print(table)


def rules(game: GameName, lang: Language = None, clause: ClauseId = None) -> None:
    """Print the rules of a game, or one clause of them."""
    text = rules_text(load(game), choose_language(lang))
    if clause is not None:
        text = clause_text(text, clause)
    screen = make_console()
    if screen.is_terminal:
        screen.print(Markdown(text))
    else:
        print(text.rstrip("\n"))


def game_data(game: Game) -> dict[str, object]:
    """Return what there is to know about a game as plain data."""
    return {
        "name": game.name,
        "title": game.title,
        "seats": list(game.seat_counts),
        "rules": game.rules,
        "clauses": len(clause_ids(rules_text(game))),
        "actions": game.actions,
        "options": [option_data(option) for option in game.options],
    }


def option_data(option: Option) -> dict[str, object]:
    """Return an option with its values; the first is the default."""
    known: dict[str, object] = {
        "name": option.name,
        "kind": option.kind,
        "default": option.default(),
        "values": list(option.values),
    }
    if option.low <= option.high:
        known["range"] = [option.low, option.high]
    if option.digits:
        known["digits"] = option.digits
    return known


def clause_text(text: str, clause: str) -> str:
    """Return the text of one clause out of the rules."""
    ids = clause_ids(text)
    wanted = clause.upper()
    if wanted not in ids:
        raise InputError(f"no clause {clause}: there are {ids[0]} to {ids[-1]}")
    found = re.search(rf"^- (\*\*{re.escape(wanted)}\*\*.*?)(?=^- |\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1].strip()


def essentials(text: str) -> str:
    """Return the beginning of the rules, up to the end of the first list: what the game is, in a nutshell."""
    paragraphs = "\n## ".join(text.split("\n## ")[:2]).strip().split("\n\n")
    listed = [k for k, paragraph in enumerate(paragraphs) if re.match(r"[-*]|\d+\. ", paragraph)]
    return "\n\n".join(paragraphs[: listed[-1] + 1] if listed else paragraphs)
