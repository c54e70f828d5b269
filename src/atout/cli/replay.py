"""`atout replay`: a record, step by step."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec import to_builtins

from atout.cli.arguments import Language, choose_language, make_console
from atout.cli.errors import InputError, refuse
from atout.cli.score import lines_data, print_standing, winners
from atout.drawing.terminal import render, render_scores
from atout.kernel.cards import seat_letter
from atout.kernel.display_json import display_data
from atout.kernel.log import ACTION, FIRST_OWN_KIND, HIDDEN, SPECTATOR, TRICK
from atout.kernel.state import State
from atout.kernel.view import Display, ShownCard
from atout.locale import load_locale, load_words
from atout.match import Match, PlayStep
from atout.record import Record, RecordError, ReplayError, ReplayStep, begin, load, replay_steps
from atout.speech import sentence
from atout.study.reviews.table import Note, read_notes
from atout.study.reviews.types import COSTLY, Mark

MONSTER = "monster"  # takes tricks without a seat
WATCHING = "spectator"
MARK_WORDS: dict[Mark, str] = {  # of a review
    "best": "mark_best",
    "good": "mark_good",
    "toss-up": "mark_toss-up",
    "doubtful": "mark_doubtful",
    "mistake": "mark_mistake",
    "blunder": "mark_blunder",
}
DOES_NOT_FOLLOW = 1  # exit code: the record can be read, but the rules do not lead there

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record.", show_default=False)]
Seat = Annotated[
    str | None,
    typer.Option("--seat", metavar="N", help="Show only what this seat saw, counted from 0, or `spectator`."),
]
OneByOne = Annotated[bool, typer.Option("--step", help="Show the table after every step and wait for Enter.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def replay(
    file: RecordFile, seat: Seat = None, step: OneByOne = False, as_json: AsJson = False, lang: Language = None
) -> None:
    """Show a record step by step, and check it. The exit code is 1 if it breaks the rules, 2 if it is unreadable."""
    chosen = choose_language(lang)
    try:
        record = load(file)
        notes = read_notes(record)
    except RecordError as error:
        raise InputError(f"{file}: {error}") from None
    observer = read_observer(seat, len(record.seats))
    viewer = JsonPrinter(record, observer, chosen) if as_json else ScreenPrinter(record, observer, chosen, step)
    viewer.notes = notes
    match = begin(record)
    problem: ReplayError | None = None
    try:
        for moment in replay_steps(record, match):
            viewer.show(moment)
            viewer.steps_shown += 1
            if viewer.stopped:
                return
    except ReplayError as error:
        problem = error
    except RecordError as error:
        raise InputError(f"{file}: {error}") from None
    viewer.close(match, problem)
    if problem is not None:
        refuse(f"{file}: {explain_refusal(problem, match, chosen)}")
        raise typer.Exit(DOES_NOT_FOLLOW)


def read_observer(text: str | None, seats: int) -> int | None:
    """Return through whose eyes a record is seen: a seat, SPECTATOR, or None for everything."""
    if text is None:
        return None
    if text == WATCHING:
        return SPECTATOR
    if not text.isascii() or not text.isdigit() or not 0 <= int(text) < seats:
        raise InputError(f"no seat {text}: the record has the seats 0 to {seats - 1}, and {WATCHING}")
    return int(text)


def explain_refusal(problem: ReplayError, match: Match, lang: str) -> str:
    """Return a refusal in a language."""
    if problem.clause is None or lang == "en":
        return str(problem)
    return f"line {problem.line}: {problem.action}: {load_locale(match.game, lang).refusal(problem.clause)}"


class Viewer:
    """Somebody to whom a record is shown: everything, or what one seat saw."""

    def __init__(self, record: Record, seat: int | None, lang: str) -> None:
        self.record = record
        self.seat = seat
        self.lang = lang
        self.stopped = False
        self.notes: dict[int, Note] = {}  # of a review, by the steps
        self.steps_shown = 0
        self.game = begin(record).game
        self.locale = load_locale(self.game, lang)

    def show(self, moment: ReplayStep) -> None:
        """Show one step."""
        raise NotImplementedError

    def close(self, match: Match, problem: ReplayError | None) -> None:
        """Show how things stand where the record stops, or where it breaks the rules."""
        raise NotImplementedError

    def action(self, moment: ReplayStep) -> str | None:
        """Return the action of a step, or None if the seat did not see it."""
        assert isinstance(moment.step, PlayStep)
        if self.seat is None:
            return self.game.text(moment.step.action)
        for item in moment.entries_seen(self.seat):
            if item.kind == ACTION and item.seat == moment.step.seat and item.value != HIDDEN:
                return self.game.text(item.value)
        return None

    def note(self, moment: ReplayStep) -> Note | None:
        """Return what a review says of a decision, to somebody who may know what the seat knew."""
        note, step = self.notes.get(self.steps_shown), moment.step
        if note is None or not isinstance(step, PlayStep) or self.seat not in (None, step.seat):
            return None
        fits = (note.seat, note.chosen) == (step.seat, self.game.text(step.action))
        return note if fits else None


class JsonPrinter(Viewer):
    """Collects one JSON document, a step per line."""

    def __init__(self, record: Record, seat: int | None, lang: str) -> None:
        super().__init__(record, seat, lang)
        self._steps: list[dict[str, object]] = []

    def show(self, moment: ReplayStep) -> None:
        """Note one step."""
        shown: dict[str, object] = {"deal": moment.deal + 1}
        if isinstance(moment.step, PlayStep):
            shown["seat"] = moment.step.seat
            shown["action"] = self.action(moment)
            if self.seat in (None, moment.step.seat):
                shown["legal"] = [self.game.text(action) for action in moment.legal]
            if (note := self.note(moment)) is not None:
                shown["review"] = to_builtins(note)
        elif self.seat is None:
            shown["dealt"] = moment.texts
        seats = range(len(self.record.seats))
        shown["trick_winners"] = [seat if seat in seats else MONSTER for seat in moment.trick_winners()]
        if self.seat is not None:
            shown["display"] = display_data(self.game, moment.after.view(self.seat).display())
        self._steps.append(shown)

    def close(self, match: Match, problem: ReplayError | None) -> None:
        """Print the document."""
        head: dict[str, object] = {
            "game": self.game.name,
            "rules": self.record.rules,
            "seats": self.record.seats,
            "options": self.record.options,
            "start": self.record.start,
        }
        places = match.places()
        tail: dict[str, object] = {
            "over": match.over,
            "scores": match.scores(),
            "lines": lines_data(match.score_lines(), self.locale),
            "places": places,
            "winners": winners(places) if match.over else [],
        }
        if problem is not None:
            tail["error"] = {
                "line": problem.line,
                "action": problem.action,
                "clause": None if problem.clause is None else problem.clause.id,
                "text": explain_refusal(problem, match, self.lang),
            }
        steps = ",\n".join(f"    {json.dumps(step)}" for step in self._steps)
        parts = [*json_members(head), f'  "steps": [\n{steps}\n  ]', *json_members(tail)]
        print("{\n" + ",\n".join(parts) + "\n}")


def json_members(items: dict[str, object]) -> list[str]:
    """Return the members of a JSON object, a line each."""
    return [f"  {json.dumps(name)}: {json.dumps(item, default=str)}" for name, item in items.items()]


class ScreenPrinter(Viewer):
    """Prints for people: the actions line by line, and the table where somebody looks at it."""

    def __init__(self, record: Record, seat: int | None, lang: str, step: bool) -> None:
        super().__init__(record, seat, lang)
        self._step = step
        self._console = make_console()
        self._say = load_words(lang)
        self._names = [name or seat_letter(place) for place, name in enumerate(record.seats)]
        self._deal = -1
        self._line = -1  # of the actions that wait to be printed
        self._waiting: list[str] = []

    def show(self, moment: ReplayStep) -> None:
        """Print one step; an action waits for the others of its line."""
        if moment.deal != self._deal:
            self._flush()
            self._deal = moment.deal
            count = len(self.record.deals)
            self._console.print("")
            self._console.print(self._say.say("replay", "deal", number=moment.deal + 1, count=count), style="bold")
        if isinstance(moment.step, PlayStep):
            self._show_action(moment, moment.step)
        elif self.seat is None:
            for name, groups in moment.texts.items():
                self._show_deal(name, groups)
        if moment.after.scores() != moment.before.scores():
            self._flush()
            self._console.print(self._say.say("replay", "scores", scores=self._scores(moment.after)))
        if self._step:
            self._flush()
            self._show_table(moment.after)
            self._wait()

    def _show_action(self, moment: ReplayStep, step: PlayStep) -> None:
        if self.seat == step.seat and not self._step:
            self._flush()
            self._show_table(moment.before)
        if moment.before.line() != self._line:
            self._flush()
            self._line = moment.before.line()
        text = self.action(moment) or self._say.say("replay", "hidden")
        card = self._laid_card(moment, step)
        laid = "" if text.startswith(card) else f" ({card})"
        self._waiting.append(f"{self._names[step.seat]}: {text}{laid}{self._mark(moment)}")
        shown = self._display(moment.after)
        for item in moment.entries_seen(self.seat):
            name = self._names[item.seat] if item.seat < len(self._names) else ""
            if item.kind == TRICK:
                self._waiting.append(self._say.say("replay", "trick", name=name))
                self._flush()
            elif item.kind >= FIRST_OWN_KIND:
                told = sentence(self.locale, "events", self.game.words().notice(shown, item), self._names, seat=name)
                self._waiting += [told] if told else []

    def _mark(self, moment: ReplayStep) -> str:
        """Return what a review says of a decision that was not the best."""
        note = self.note(moment)
        if note is None or note.mark not in COSTLY:
            return ""
        mark = self._say.say("review", MARK_WORDS[note.mark])
        return f" {self._say.say('review', 'replay_better', mark=mark, action=note.best)}"

    def _show_deal(self, name: str, groups: Sequence[str]) -> None:
        title = self.locale.find("names", name) or self.locale.say("names", name.removesuffix("s"))
        if len(groups) != len(self._names):
            self._console.print(f"{title}: {' | '.join(groups)}")
            return
        for owner, group in zip(self._names, groups, strict=True):
            self._console.print(f"{title}, {owner}: {group}")

    def _laid_card(self, moment: ReplayStep, step: PlayStep) -> str:
        """Return the card that an action added to the trick, as the table shows it."""
        before = self._zones(moment.before)
        after = self._zones(moment.after)
        trick = after.get("trick") or after.get("last_trick") or []
        added = len(trick) == len(before.get("trick", [])) + 1 and trick[-1].seat == step.seat
        return trick[-1].text if added else ""

    def _zones(self, state: State) -> dict[str, list[ShownCard]]:
        return {zone.name: zone.cards for zone in self._display(state).zones}

    def _display(self, state: State) -> Display:
        return state.view(SPECTATOR if self.seat is None else self.seat).display()

    def _show_table(self, state: State) -> None:
        self._console.print("")
        self._console.print(render(self._display(state), self.locale, self._names))
        self._console.print("")

    def _scores(self, state: State) -> str:
        return ", ".join(f"{name} {score}" for name, score in zip(self._names, state.scores(), strict=True))

    def _flush(self) -> None:
        if self._waiting:
            self._console.print("  ".join(self._waiting), soft_wrap=True)
            self._waiting = []

    def _wait(self) -> None:
        """Wait for Enter; `q` stops. At the end of the input, wait no longer."""
        self._console.print(self._say.say("replay", "next"), style="dim")
        answer = sys.stdin.readline()
        if not answer:
            self._step = False
        self.stopped = answer.strip().lower() == "q"

    def close(self, match: Match, problem: ReplayError | None) -> None:
        """Print the scores with their lines, places and winners."""
        self._flush()
        if problem is None:
            self._console.print("")
            self._console.print(render_scores(match.score_lines(), match.scores(), self.locale, self._names))
            self._console.print("")
            print_standing(self._console, self._names, match.scores(), match.places(), match.over, self.locale)
