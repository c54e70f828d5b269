"""One person at a table of bots, in the terminal."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from atout.bots.base import Bot
from atout.bots.hints import reasons
from atout.bots.searcher import Searcher
from atout.cli.answers import Answers, match_actions
from atout.cli.catalogue import clause_text, essentials
from atout.cli.hints import hint_lines, spinner
from atout.cli.narrator import REFUSED, Narrator
from atout.drawing.terminal import QUIET
from atout.kernel.clause import Clause
from atout.kernel.errors import IllegalActionError, PlayError
from atout.kernel.view import Display
from atout.locale import clause_ids, load_rules
from atout.match import Match
from atout.speech import sentence


class StopPlaying(Exception):  # noqa: N818 - a wish, not an error
    """The person wants to stop."""


@dataclass(eq=False)
class TerminalMatch:
    """A match on its way, as one seat sees it; the others are bots."""

    match: Match
    seat: int
    bots: Sequence[Bot]
    narrator: Narrator
    answers: Answers
    adviser: Searcher | None = None  # who gives hints; without one there are only general ones

    def __post_init__(self) -> None:
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.explain,
            "h": self.show_hint,
            "l": self.show_last_trick,
            "s": self.show_scores,
            "r": self.show_rules,
            "q": self.quit,
        }

    def play(self) -> None:
        """Play to the end, or until the person stops."""
        self.narrator.greet()
        self.narrator.announce(self.display())
        while not self.match.over:
            others = [seat for seat in self.match.state.owing() if seat != self.seat]
            if self.match.state.forced_action() >= 0:
                self.watch(self.match.play_forced, forced=True)
            elif others:
                self.play_bot(others[0])
            else:
                self.decide()

    def play_bot(self, seat: int) -> None:
        """Let a bot act."""
        with self.show_thinking(seat):
            action = self.bots[seat].choose(self.match.view(seat))
        self.watch(lambda: self.match.play(seat, action))

    def watch(self, act: Callable[[], object], forced: bool = False) -> None:
        """Let something happen and tell what this seat sees of it."""
        before = self.match.view(self.seat)
        display, seen, scored = before.display(), len(before.seen), len(self.match.score_lines())
        act()
        after = self.match.view(self.seat)
        self.narrator.narrate(after.seen[seen:], display, after.display(), forced)
        lines = self.match.score_lines()[scored:]
        if lines:
            self.narrator.show_scores(lines, self.match.scores(), display)
        if self.match.over:
            self.narrator.announce_result(self.match.places(), self.match.scores())
        elif after.past is not before.past:
            self.begin_deal(bool(lines))

    def begin_deal(self, scored: bool) -> None:
        """Let the person read what the last deal brought, and announce the next one."""
        if scored:
            self.wait()
        self.narrator.announce(self.display())

    def wait(self) -> None:
        """Let the person read; a script does not have to."""
        if self.answers.interactive:
            self.read(self.narrator.words.say("play", "go_on"))

    def ask(self) -> None:
        """Show the table and the question."""
        self.narrator.ask(self.display())

    def decide(self) -> None:
        """Ask the person until an action is accepted."""
        self.ask()
        while True:
            answer = self.read()
            name, rest = ("?", answer[1:]) if answer.startswith("?") else answer.partition(" ")[::2]
            command = self.commands.get(name.lower())
            if not answer:
                self.ask()
            elif command is not None and not self.is_legal_notation(answer):
                command(rest.strip())
            elif self.attempt(answer):
                return

    def read(self, prompt: str | None = None) -> str:
        """Return the next answer; without one the match stops."""
        answer = self.answers.read_line() if prompt is None else self.answers.read_line(prompt)
        if answer is None:
            raise StopPlaying
        return answer

    def is_legal_notation(self, answer: str) -> bool:
        """Say whether an answer is exactly a legal action, which comes before any command."""
        return answer in [self.match.game.text(action) for action in self.match.legal(self.seat)]

    def attempt(self, answer: str) -> bool:
        """Carry out what was typed, or say why not; return whether it was carried out."""
        actions = self.parse_actions(answer)
        if not actions:
            return False
        try:
            self.watch(lambda: self.match.play(self.seat, actions))
        except PlayError as refusal:
            self.narrator.refuse(actions, refusal)
            return False
        return True

    def parse_actions(self, answer: str) -> list[int]:
        """Return the actions that were typed, one or several that form one choice; say so if that is unclear."""
        display = self.display()
        game = self.match.game
        parts = [(part, match_actions(game, display, part)) for part in answer.split()]
        if not all(set(actions) & set(display.legal) for _, actions in parts):
            whole = match_actions(game, display, answer)  # `r 1` is one card; `1 1` is two where each is one
            parts = [(answer, whole)] if whole else parts
        found: list[int] = []
        for part, actions in parts:
            if len(actions) > 1:
                self.narrator.say("ambiguous", REFUSED, text=part, actions=self.narrator.action_texts(actions))
                return []
            if not actions:
                self.narrator.say("not_understood", REFUSED, text=part)
                return []
            found += actions
        return found

    def display(self) -> Display:
        """Return what the table shows this seat now."""
        return self.match.view(self.seat).display()

    # What the person can ask for

    def explain(self, text: str) -> None:
        """Say what may be done, or why one thing may not be done now."""
        if text:
            for action in self.parse_actions(text):
                self.explain_one(action)
            return
        display = self.display()
        self.narrator.say("may_now", actions=self.narrator.action_texts(display.legal))
        barred: dict[Clause, list[int]] = {}
        in_sight = [card.action for zone in display.zones for card in zone.cards if card.action >= 0]
        for action in dict.fromkeys(in_sight):
            clause = self.match.state.check(self.seat, action)
            if clause is not None:
                barred.setdefault(clause, []).append(action)
        for clause, actions in barred.items():
            self.narrator.say("not_now", actions=self.narrator.action_texts(actions))
            self.narrator.print(self.narrator.locale.refusal(clause))
        self.show_commands()

    def show_commands(self) -> None:
        """Say what else can be asked for."""
        self.narrator.say("commands", QUIET)

    def explain_one(self, action: int) -> None:
        """Say whether an action may be taken now, and if not, why, with the text of the clause."""
        clause = self.match.state.check(self.seat, action)
        if clause is None:
            self.narrator.say("may", action=self.action_text(action))
        else:
            self.narrator.refuse([action], IllegalActionError("", clause))
            self.show_clause(clause.id)

    def show_hint(self, _: str) -> None:
        """Say what a good player would choose here, and why; without one, what is good to know for such decisions."""
        view = self.match.view(self.seat)
        display = view.display()
        if self.adviser is None:
            key, _values = self.narrator.wording.event(display, display.legal[0])
            self.narrator.print(self.narrator.locale.find("hints", key) or self.narrator.words.say("play", "no_hint"))
            return
        with self.show_thinking(self.seat):
            choices = self.adviser.consider(view)
            why = reasons(self.match.game, view, choices[0].action, len(self.match.steps))
        spread = self.match.game.advice().spread()
        for line in hint_lines(choices, spread, self.narrator.words, self.action_text):
            self.narrator.print(line)
        for reason in why:
            self.narrator.print(sentence(self.narrator.locale, "reasons", reason, self.narrator.names) or "")

    def show_thinking(self, seat: int) -> AbstractContextManager[None]:
        """Show that somebody is thinking, if it takes long."""
        return spinner(
            self.narrator.screen, self.narrator.words.say("play", "thinking", seat=self.narrator.names[seat])
        )

    def action_text(self, action: int) -> str:
        """Return an action as it is typed, and in words where the game has some."""
        text = self.match.game.text(action)
        meaning = sentence(
            self.narrator.locale, "actions", self.narrator.wording.choice(self.display(), action), self.narrator.names
        )
        return f"{text} ({meaning})" if meaning else text

    def show_last_trick(self, _: str) -> None:
        """Show the last trick."""
        self.narrator.show_last_trick(self.display())

    def show_scores(self, _: str) -> None:
        """Show every point so far and where it comes from."""
        if lines := self.match.score_lines():
            self.narrator.show_all_scores(lines, self.match.scores())
        else:
            self.narrator.say("no_scores")

    def show_rules(self, clause: str) -> None:
        """Show the rules in a nutshell, or one clause."""
        if clause:
            self.show_clause(clause)
            return
        lang = self.narrator.locale.lang
        text = load_rules(self.match.game, lang)
        self.narrator.print_markdown(essentials(text))
        self.narrator.screen.print()
        self.narrator.say("all_rules", command=f"atout rules {self.match.game.name} --lang {lang}")
        self.narrator.say("one_clause", clause=clause_ids(text)[0])

    def show_clause(self, name: str) -> None:
        """Show the text of one clause."""
        text = load_rules(self.match.game, self.narrator.locale.lang)
        ids = clause_ids(text)
        if name.upper() in ids:
            self.narrator.print_markdown(clause_text(text, name))
        else:
            self.narrator.say("no_clause", REFUSED, clause=name, first=ids[0], last=ids[-1])

    def quit(self, _: str) -> None:
        """Stop playing."""
        raise StopPlaying
