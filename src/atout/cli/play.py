"""`atout play`: a match at the terminal or in the browser."""

import getpass
import os
import shlex
import socket
import sys
import webbrowser
from datetime import datetime
from pathlib import Path
from typing import Annotated, NoReturn
from urllib.parse import urlencode, urlsplit

import typer

from atout.arena.run import ignore_interrupts, match_seed
from atout.bots.hints import make_adviser
from atout.bots.levels import EXPERT_SECONDS, LEVELS, make_bot
from atout.cli.answers import Answers
from atout.cli.arguments import (
    Language,
    OptionTexts,
    Seats,
    Seed,
    choose_language,
    choose_seed,
    default_seats,
    make_console,
    parse_options,
)
from atout.cli.errors import INTERRUPTED, InputError
from atout.cli.narrator import Narrator
from atout.cli.play_on import load_position
from atout.cli.record_files import new_record_file, require_new
from atout.cli.serve import Log, require_log_format
from atout.cli.terminal_match import StopPlaying, TerminalMatch
from atout.games import load
from atout.kernel.game import Game
from atout.kernel.options import Options
from atout.locale import Words, load_locale, load_words
from atout.match import Match, PlayStep, shuffler
from atout.record import dump, make_record
from atout.server.settings import Settings, built_client

USUAL_GAME = "luz"
USUAL_LEVEL = "casual"
NAMES = ("Ada", "Bo", "Cem", "Dora", "Eli", "Fay", "Gil", "Hana")
LONGEST_NAME = 20

GameChoice = Annotated[str | None, typer.Argument(metavar="GAME", help="A name that `atout games` lists.")]
Terminal = Annotated[bool, typer.Option("--terminal", help="Play in this terminal, not in the browser.")]
Seat = Annotated[int, typer.Option("--seat", metavar="K", min=0, help="Your seat, counted from 0.")]
Name = Annotated[str | None, typer.Option("--name", metavar="NAME", help="Your name in the record.")]
Level = Annotated[str, typer.Option("--level", metavar="LEVEL", help=f"How the others play: {', '.join(LEVELS)}.")]
Time = Annotated[
    float | None,
    typer.Option("--time", metavar="SECONDS", min=0.01, help="How long club and expert, and hints, may take to think."),
]
Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="A new file for the record, instead of the usual folder.")
]

From = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Play on in this terminal from where a record stops, or --decision."),
]
Decision = Annotated[
    int | None,
    typer.Option("--decision", metavar="N", min=1, help="Before this decision of your seat, counted from 1."),
]
Anew = Annotated[bool, typer.Option("--anew", help="Deal anew what your seat could not see there; nothing is saved.")]


def play(
    game: GameChoice = None,
    terminal: Terminal = False,
    seats: Seats = None,
    seat: Seat = 0,
    name: Name = None,
    lang: Language = None,
    seed: Seed = None,
    level: Level = USUAL_LEVEL,
    time: Time = None,
    option: OptionTexts = None,
    save: Save = None,
    log: Log = "",
    record: From = None,
    decision: Decision = None,
    anew: Anew = False,
) -> None:
    """Play a match against bots; it is saved as a record."""
    language = choose_language(lang)
    choose_seed(seed)  # one that cannot be is refused before anything is dealt from it
    if record is None and (decision is not None or anew):
        raise InputError("--decision and --anew need --from")
    if record is not None:
        if game or seats or option:
            raise InputError("with --from, the record says what is played")
        then, kept = load_position(record, seat, decision)
        position = then.deal_anew(seat, choose_seed(seed)) if anew else then
        match = position.copy(shuffle=shuffler(seed))
        play_here(match, seat, list(kept.seats), language, seed, level, time, save)
    rules = load(game or USUAL_GAME)
    if not terminal:
        if seed is not None or save is not None or time is not None:
            raise InputError("--seed, --save and --time need --terminal")
        names_table = game or seats or seat or option
        table = table_page(rules, seats or default_seats(rules), seat, name, level, parse_options(rules, option))
        play_in_browser(table if names_table else "", load_words(language), require_log_format(log))
        return
    seats = default_seats(rules) if seats is None else seats
    match = Match(rules, seats, parse_options(rules, option), shuffle=shuffler(seed))
    if seat >= seats:
        raise InputError(f"there is no seat {seat}: the seats are 0 to {seats - 1}")
    play_here(match, seat, seat_names(seats, seat, name), language, seed, level, time, save)


def play_here(
    match: Match,
    seat: int,
    names: list[str],
    language: str,
    seed: int | None,
    level: str,
    time: float | None,
    save: Path | None,
) -> NoReturn:
    """Play a match in this terminal, from where it stands, and save its record."""
    rules, bot_seed = match.game, choose_seed(seed)
    bots = [make_bot(level, rules, match_seed(bot_seed, k), seconds=time) for k in range(match.seats)]
    adviser = make_adviser(rules, match_seed(bot_seed, match.seats), time or EXPERT_SECONDS)
    if save is not None:
        require_new(save)

    narrator = Narrator(rules, seat, names, load_locale(rules, language), make_console())
    code = 0
    try:
        TerminalMatch(match, seat, bots, narrator, Answers(), adviser).play()
    except StopPlaying:
        narrator.say("stopped")
    except KeyboardInterrupt:
        print()
        narrator.say("stopped")
        code = INTERRUPTED
    with ignore_interrupts():
        save_record(match, names, seed, {"seat": seat, "level": level}, save, narrator)
    raise typer.Exit(code)


def table_page(game: Game, seats: int, seat: int, name: str | None, level: str, chosen: Options) -> str:
    """Return where the client opens a table for this match."""
    game.new(seats, chosen)
    order = {"game": game.name, "seats": seats, "seat": seat, "level": level, **({"name": name} if name else {})}
    options = {f"option.{key}": value for key, value in chosen.values.items()}
    return f"#/play?{urlencode({**order, **options, 'now': 1})}"


def play_in_browser(page: str, say: Words, log: str = "") -> None:
    """Serve on loopback until stopped, and open a page in the browser, or say how to reach it from one."""
    from atout.cli.serve import open_socket, run

    def ready(address: str) -> None:
        if built_client() is None:
            print(say.say("play", "no_client", address=address), flush=True)
            return
        print(say.say("play", "browser", address=address), flush=True)
        if has_browser() and webbrowser.open(f"{address}/{page}"):
            return
        port = urlsplit(address).port
        command = f"ssh -L {port}:127.0.0.1:{port} {getpass.getuser()}@{socket.gethostname()}"
        print(say.say("play", "no_browser", page=f"{address}/{page}", command=command), flush=True)

    compiled_file = os.environ.get("ATOUT_COMPILED")
    run(
        Settings(log=log, compiled=Path(compiled_file) if compiled_file else None),
        open_socket(Settings().host, 0),
        ready,
    )


def has_browser() -> bool:
    """Tell whether a window can open: not over SSH or without a screen, where a browser in the terminal might."""
    if os.environ.get("BROWSER") or sys.platform in ("win32", "darwin"):
        return not os.environ.get("SSH_CONNECTION") or bool(os.environ.get("BROWSER"))
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def seat_names(seats: int, own: int, name: str | None) -> list[str]:
    """Return the names for the record: the person's, if there is one, and for the others none twice."""
    if name is None:
        return list(NAMES[:seats])
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"--name takes 1 to {LONGEST_NAME} characters")
    others = [other for other in NAMES if other.casefold() != name.casefold()][: seats - 1]
    return [*others[:own], name, *others[own:]]


def save_record(
    match: Match, names: list[str], seed: int | None, meta: dict[str, object], save: Path | None, narrator: Narrator
) -> None:
    """Write the record, finished or not, and say where it is."""
    if match.drawn is not None:
        return
    if not any(isinstance(step, PlayStep) for step in match.steps):
        narrator.say("nothing_saved")
        return
    now = datetime.now()
    file = new_record_file(match.game.name, now) if save is None else save
    dump(make_record(match, names, date=now.date(), seed=seed, meta=meta), file)
    narrator.say_in_one_line("saved", file=str(file))
    narrator.say_in_one_line("replay", command=f"atout replay {shlex.quote(str(file))}")
