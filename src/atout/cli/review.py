"""`atout review`: what a seat could have decided better, and where its points came from."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from atout.cli.arguments import Jobs, Language, choose_language, choose_seed, make_console, make_progress
from atout.cli.errors import InputError
from atout.cli.record_files import require_new
from atout.cli.replay import MARK_WORDS, AsJson, RecordFile, read_observer
from atout.kernel.cards import seat_letter
from atout.kernel.errors import SetupError
from atout.kernel.wording import Phrase
from atout.locale import Locale, load_locale, load_words
from atout.match import Match
from atout.record import Record, RecordError, dump, load, replay
from atout.speech import sentence
from atout.study.reviews.match import SECONDS, Reviewer
from atout.study.reviews.points import round_origin
from atout.study.reviews.table import make_table
from atout.study.reviews.types import MARKS, Decision, KeyCard, Moment, Origin, Review, SeatReview

LARGEST_FILE = 4_000_000  # bytes; a match of the longest game takes some tens of thousands
LONGEST = 3600.0  # seconds
COSTLIEST = 10  # decisions in the list
EXPLAINED = 3  # of them
CHART_WIDTH = 60
ROOMY = 110  # columns, in which phases have room too
LEVELS = "▁▂▃▄▅▆▇█"
STYLES = {"doubtful": "yellow", "mistake": "dark_orange", "blunder": "red"}

Seat = Annotated[
    str | None, typer.Option("--seat", metavar="N", help="Review only this seat, counted from 0; otherwise all.")
]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="S", min=0.1, max=LONGEST, help="How long to look, for each seat.")
]
Worlds = Annotated[
    int,
    typer.Option("--worlds", metavar="N", min=0, max=100_000, help="Worlds for each decision, instead of seconds."),
]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="With --worlds, the same seed finds the same.")]
Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Write the record with its review to a new file.")
]


def review(
    file: RecordFile,
    seat: Seat = None,
    seconds: Seconds = SECONDS,
    worlds: Worlds = 0,
    seed: Seed = 1,
    jobs: Jobs = 1,
    save: Save = None,
    as_json: AsJson = False,
    lang: Language = None,
) -> None:
    """Judge every decision of a finished match by what the seat could know then, the costliest first."""
    chosen = choose_language(lang)
    record, match = read_match(file)
    observer = read_observer(seat, match.seats)
    if observer is not None and observer < 0:
        raise InputError("a spectator decides nothing: --seat takes a number")
    if save is not None:
        require_new(save)
    start = choose_seed(seed)
    try:
        reviewer = Reviewer(
            record, observer, seconds=seconds, worlds=worlds, seed=start, processes=jobs, replayed=match
        )
    except SetupError as error:
        raise InputError(f"{file}: {error}") from None
    made = run_review(reviewer)
    if save is not None:
        dump(replace(record, review=make_table(made)), save)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(made)).decode())
        return
    screen = make_console()
    names = [name or seat_letter(place) for place, name in enumerate(record.seats)]
    for each in made.seats:
        ScreenReview(screen, made, each, names, load_locale(match.game, chosen)).show()
    if save is not None:
        screen.print(load_words(chosen).say("review", "saved", file=save), soft_wrap=True)


def read_match(file: Path) -> tuple[Record, Match]:
    """Return a record and its match, or refuse what cannot be reviewed."""
    if file.stat().st_size > LARGEST_FILE:
        raise InputError(f"{file}: the file is too large for a record of one match")
    try:
        record = load(file)
        return record, replay(record)
    except RecordError as error:
        raise InputError(f"{file}: {error}") from None


def run_review(reviewer: Reviewer) -> Review:
    """Judge all decisions, with a bar that shows how far it is."""
    with make_progress() as bar:
        task = bar.add_task(reviewer.match.game.title, total=reviewer.total)
        for _ in reviewer.decisions():
            bar.advance(task)
    return reviewer.result()


class ScreenReview:
    """Prints the review of one seat for people."""

    def __init__(self, screen: Console, made: Review, own: SeatReview, names: Sequence[str], locale: Locale) -> None:
        self._screen = screen
        self._made = made
        self._own = own
        self._names = names
        self._locale = locale
        self._words = load_words(locale.lang)
        self._left = [self._say(name) for name in ("mark", "chosen", "better")] + [""]
        self._digits = 0 if made.spread >= 5 else 1  # what is worth printing where deals differ by so much

    def show(self) -> None:
        """Print everything."""
        seat = self._own.seat
        title = self._say(
            "title",
            name=self._names[seat],
            game=self._locale.game.title,
            place=self._made.places[seat],
            points=self._made.scores[seat],
        )
        self._screen.print("")
        self._screen.print(title, style="bold")
        counts = Counter(each.mark for each in self._own.decisions)
        marks = ", ".join(f"{counts[mark]} {self._say(MARK_WORDS[mark])}" for mark in MARKS if counts[mark])
        self._screen.print(self._say("marks", marks=marks), soft_wrap=True)
        self._show_origins()
        self._show_curve()
        self._show_costliest()

    def _show_origins(self) -> None:
        names = ("deal", "points", "luck", "decisions", "gifts", "chance_left")
        table = self._begin_table("origins", *map(self._say, names))
        for origin in self._own.origins:
            table.add_row(str(origin.deal), *self._parts(origin))
        table.add_row(self._say("match"), *self._parts(self._own.total), style="bold")
        self._screen.print(table)

    def _parts(self, origin: Origin) -> list[str]:
        scale = 10**self._digits
        return [f"{part / scale:+.{self._digits}f}" for part in round_origin(origin, scale)]

    def _show_curve(self) -> None:
        table = self._begin_table("chances", "", "", "")
        for seat, name in enumerate(self._names):
            style = "bold" if seat == self._own.seat else ""
            place = self._say("place", place=self._made.places[seat])
            table.add_row(Text(name), chart_line(self._own.curve, seat), place, style=style)
        self._screen.print(table)

    def _show_costliest(self) -> None:
        worst = self._own.costliest(COSTLIEST)
        if not worst:
            self._screen.print(self._say("none"), soft_wrap=True)
            return
        words = [self._say(name) for name in ("mark", "chosen", "better", "cost")]
        table = self._begin_table("costliest", "#", self._say("deal"), *words, "95 %", self._say("chance"))
        for place, each in enumerate(worst, 1):
            phase = f", {self._locale.say('phases', each.phase)}" if self._screen.width >= ROOMY else ""
            after = 100 * each.chance
            table.add_row(
                str(place),
                f"{each.deal}{phase}",
                Text(self._say(MARK_WORDS[each.mark]), style=STYLES[each.mark]),
                Text(each.chosen),
                Text(each.best),
                self._number(each.cost),
                self._say("interval", low=self._number(each.low), high=self._number(each.high)),
                f"{after + 100 * each.chance_loss:.0f} → {after:.0f} %",
            )
        self._screen.print(table)
        for place, each in enumerate(worst[:EXPLAINED], 1):
            self._screen.print("")
            self._screen.print(f"{place}. {' '.join(self._explanation(each))}", soft_wrap=True)

    def _explanation(self, decision: Decision) -> list[str]:
        why = decision.why
        if why is None:
            return []
        different = [phrase for phrase in why.chosen if phrase not in why.better]
        lines = [self._reasons("why", decision.best, why.better), self._reasons("why_not", decision.chosen, different)]
        lines.append(self._share("risk", why.worse_share, why.worse_points))
        if why.better_share:
            lines.append(self._share("luck_of_it", why.better_share, why.better_points))
        lines += [self._key_card(card) for card in why.cards]
        return [line for line in lines if line]

    def _reasons(self, key: str, action: str, phrases: Sequence[Phrase]) -> str:
        told = [sentence(self._locale, "reasons", phrase, self._names) for phrase in phrases]
        reasons = " ".join(text for text in told if text)
        return self._say(key, action=action, reasons=reasons) if reasons else ""

    def _share(self, key: str, share: float, points: float) -> str:
        return self._say(key, share=f"{100 * share:.0f}", points=self._number(points))

    def _key_card(self, card: KeyCard) -> str:
        place = self._locale.say("names", card.zone)
        if card.seat >= 0:
            place = f"{place}, {self._names[card.seat]}"
        return self._say("card_for" if card.swing > 0 else "card_against", card=card.card, place=place)

    def _begin_table(self, title: str, *headings: str) -> Table:
        """Print a title, and return the table below it; numbers are to the right."""
        self._screen.print("")
        self._screen.print(self._say(title), style="bold", soft_wrap=True)
        table = Table(box=None, pad_edge=False, show_header=any(headings), header_style="dim")
        for heading in headings:
            table.add_column(heading, justify="left" if heading in self._left else "right", no_wrap=not heading)
        return table

    def _number(self, number: float) -> str:
        return f"{number:.{self._digits}f}"

    def _say(self, key: str, **values: object) -> str:
        return self._words.say("review", key, **values)


def chart_line(curve: Sequence[Moment], seat: int) -> str:
    """Return the chances of a seat over the match as a line of blocks."""
    width = min(CHART_WIDTH, len(curve))
    chosen = [curve[(2 * k + 1) * len(curve) // (2 * width)] for k in range(width - 1)] + [curve[-1]]
    return "".join(LEVELS[min(int(moment.chances[seat] * len(LEVELS)), len(LEVELS) - 1)] for moment in chosen)
