"""`atout play`: a match at the terminal."""

import shlex
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from atout.arena.run import interrupts_ignored, match_seed
from atout.bots.levels import LEVELS, make
from atout.cli.answers import Answers
from atout.cli.arguments import Language, OptionTexts, Seed, console, language, options, settled_seed
from atout.cli.errors import INTERRUPTED, InputError
from atout.cli.saving import new_file, require_new
from atout.cli.sitting import Sitting, StopPlaying
from atout.cli.telling import Teller
from atout.games import load
from atout.kernel.game import Game
from atout.locale import locale, words
from atout.match import Match, Played, shuffler
from atout.record import dump, record

USUAL_GAME = "luz"
USUAL_SEATS = 4
USUAL_LEVEL = "casual"
NAMES = ("Ada", "Bo", "Cem", "Dora", "Eli", "Fay", "Gil", "Hana")
LONGEST_NAME = 20

GameChoice = Annotated[str, typer.Argument(metavar="GAME", help="A name that `atout games` lists.")]
Terminal = Annotated[bool, typer.Option("--terminal", help="Play in this terminal.")]
Seats = Annotated[int | None, typer.Option("--seats", metavar="N", help="How many seats; 4 where the game allows it.")]
Seat = Annotated[int, typer.Option("--seat", metavar="K", min=0, help="Your seat, counted from 0.")]
Name = Annotated[str | None, typer.Option("--name", metavar="NAME", help="Your name in the record.")]
Level = Annotated[str, typer.Option("--level", metavar="LEVEL", help=f"How the others play: {', '.join(LEVELS)}.")]
Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="A new file for the record, instead of the usual folder.")
]


def play(
    game: GameChoice = USUAL_GAME,
    terminal: Terminal = False,
    seats: Seats = None,
    seat: Seat = 0,
    name: Name = None,
    lang: Language = None,
    seed: Seed = None,
    level: Level = USUAL_LEVEL,
    option: OptionTexts = None,
    save: Save = None,
) -> None:
    """Play a match against bots; it is saved as a record."""
    rules = load(game)
    tongue = language(lang)
    if not terminal:
        raise InputError(words(tongue).say("play", "browser_later"))
    seats = usual_seats(rules) if seats is None else seats
    bot_seed = settled_seed(seed)
    match = Match(rules, seats, options(rules, option), shuffle=shuffler(seed))
    bots = [make(level, rules, match_seed(bot_seed, k)) for k in range(seats)]
    if seat >= seats:
        raise InputError(f"there is no seat {seat}: there are 0 to {seats - 1}")
    names = seat_names(seats, seat, name)
    if save is not None:
        require_new(save)

    teller = Teller(rules, seat, names, locale(rules, tongue), console())
    code = 0
    try:
        Sitting(match, seat, bots, teller, Answers()).play()
    except StopPlaying:
        teller.say("stopped")
    except KeyboardInterrupt:
        print()
        teller.say("stopped")
        code = INTERRUPTED
    with interrupts_ignored():
        keep(match, names, seed, {"seat": seat, "level": level}, save, teller)
    raise typer.Exit(code)


def usual_seats(game: Game) -> int:
    """Return four seats, or the fewest of a game that has no four."""
    return USUAL_SEATS if USUAL_SEATS in game.seat_counts else min(game.seat_counts)


def seat_names(seats: int, own: int, name: str | None) -> list[str]:
    """Return the names for the record: the person's, if there is one, and for the others none twice."""
    if name is None:
        return list(NAMES[:seats])
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise InputError(f"--name takes 1 to {LONGEST_NAME} characters")
    others = [other for other in NAMES if other.casefold() != name.casefold()][: seats - 1]
    return [*others[:own], name, *others[own:]]


def keep(
    match: Match, names: list[str], seed: int | None, meta: dict[str, object], save: Path | None, teller: Teller
) -> None:
    """Write the record, finished or not, and say where it is."""
    if not any(isinstance(step, Played) for step in match.steps):
        teller.say("nothing_saved")
        return
    now = datetime.now()
    file = new_file(match.game.name, now) if save is None else save
    dump(record(match, names, date=now.date(), seed=seed, meta=meta), file)
    teller.say_in_one_line("saved", file=str(file))
    teller.say_in_one_line("replay", command=f"atout replay {shlex.quote(str(file))}")
