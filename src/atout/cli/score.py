"""`atout score`: the score sheet for people who play with real cards."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from atout.cli.arguments import GameName, Language, OptionTexts, choose_language, make_console
from atout.cli.arguments import parse_options as settled_options
from atout.cli.errors import InputError
from atout.drawing.terminal import render_places, render_scores
from atout.games import load
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.game import Game, Sheet
from atout.kernel.options import Options
from atout.kernel.start import Start
from atout.kernel.state import ScoreLine
from atout.locale import Locale, load_locale, load_words
from atout.sheets import HEAD
from atout.toml import Document, TomlError

BEGINNINGS = ("first_deal", "round")  # how games call the number of the first deal of a sheet
OWN_KEYS = ("game", "seats", "options", "date", "note", "deal")  # all others are for the game

SheetFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The results, deal by deal, as TOML.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]


def score(
    game: GameName, file: SheetFile, option: OptionTexts = None, as_json: AsJson = False, lang: Language = None
) -> None:
    """Score results that people wrote down: bets and tricks won, bids and points, finishing places."""
    rules = load(game)
    locale = load_locale(rules, choose_language(lang))
    try:
        names, first, sheets = read_sheet(rules, file.read_text(encoding="utf-8-sig"), option)
    except TomlError as error:
        raise InputError(f"{file}: {error}") from None
    if as_json:
        print(json.dumps(document(rules, names, sheets, locale), indent=2))
        return
    screen = make_console()
    done = 0
    for number, sheet in enumerate(sheets, first):
        screen.print(load_words(locale.lang).say("sheet", "deal", number=number), style="bold")
        screen.print(render_scores(sheet.lines[done:], sheet.totals, locale, names), "")
        done = len(sheet.lines)
    last = sheets[-1]
    print_standing(screen, names, last.totals, last.places, last.over, locale)


def read_sheet(game: Game, text: str, option: Sequence[str] | None) -> tuple[tuple[str, ...], int, list[Sheet]]:
    """Return the names of the seats, the number of the first deal, and the sheet as it was after each deal."""
    file = Document(text)
    if "game" in file.root and file.find("game") != game.name:
        raise file.error_at(f"the sheet is for {file.text('game')}, not for {game.name}", "game")
    names = file.texts("seats")
    options = merge_options(game, file, option)
    head = {name: value for name, value in file.root.items() if name not in OWN_KEYS}
    deals = file.tables("deal")
    if not deals:
        raise file.error_at("there is no [[deal]] to score")
    sheets: list[Sheet] = []
    for count in range(1, len(deals) + 1):
        starts = [Start(deal, f"deal {k}") for k, deal in enumerate(deals[:count], 1)]
        try:
            sheets.append(game.score_sheet(len(names), options, Start(head, HEAD), starts))
        except SetupError as error:
            raise file.error_at(str(error), "seats") from None
        except NotImplementedError:
            raise InputError(f"{game.title} has no score sheet") from None
        except NotationError as error:
            in_head = str(error).startswith(HEAD)
            named = [word for word in re.findall(r"\w+", str(error)) if word in (head if in_head else deals[count - 1])]
            raise file.error_at(str(error), *(() if in_head else ("deal", count - 1)), *named[:1]) from None
    first = next((value for name in BEGINNINGS if isinstance(value := head.get(name), int)), 1)
    return names, first, sheets


def merge_options(game: Game, file: Document, option: Sequence[str] | None) -> Options:
    """Return the options of the file, and over them those of the command line."""
    try:
        chosen = game.settle(file.table("options"))
    except SetupError as error:
        raise file.error_at(str(error), "options") from None
    given = settled_options(game, option)
    named = {text.partition("=")[0] for text in option or ()}
    return Options(chosen.values | {name: text for name, text in given.values.items() if name in named})


def document(game: Game, names: Sequence[str], sheets: Sequence[Sheet], locale: Locale) -> dict[str, object]:
    """Return everything as plain data."""
    deals: list[dict[str, object]] = []
    done = 0
    for sheet in sheets:
        deals.append({"lines": lines_data(sheet.lines[done:], locale), "totals": sheet.totals})
        done = len(sheet.lines)
    last = sheets[-1]
    return {
        "game": game.name,
        "seats": list(names),
        "deals": deals,
        "over": last.over,
        "scores": last.totals,
        "places": last.places,
        "winners": winners(last.places) if last.over else [],
    }


# What `atout replay` uses too


def lines_data(lines: Sequence[ScoreLine], locale: Locale) -> list[dict[str, object]]:
    """Return score lines as plain data."""
    return [
        {"seat": line.seat, "points": line.points, "clause": line.clause.id, "text": locale.score(line)}
        for line in lines
    ]


def print_standing(
    screen: Console, names: Sequence[str], totals: Sequence[int], places: Sequence[int], over: bool, locale: Locale
) -> None:
    """Print places and totals, best first, and who has won."""
    screen.print(render_places(places, totals, locale, names))
    first = [names[seat] for seat in winners(places)]
    if over and not first:  # an opponent without a seat has won
        return
    ending = ("winner" if len(first) == 1 else "winners") if over else "running"
    screen.print(load_words(locale.lang).say("sheet", ending, names=", ".join(first)), style="bold")


def winners(places: Sequence[int]) -> list[int]:
    """Return the seats in first place."""
    return [seat for seat, place in enumerate(places) if place == 1]
