"""Telling one person at the terminal what happens at the table."""

from collections.abc import Sequence

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.text import Text

from atout.drawing.table_view import LAST_TRICK
from atout.drawing.terminal import QUIET, render, render_heading, render_places, render_scores, render_zone
from atout.kernel.errors import PlayError, SeveralChoicesError
from atout.kernel.game import Game
from atout.kernel.log import ACTION, FIRST_OWN_KIND, HIDDEN
from atout.kernel.log import TRICK as TRICK_TAKEN
from atout.kernel.state import ScoreLine
from atout.kernel.view import Display, SeenEntry, last_card_laid
from atout.locale import Locale, load_words
from atout.speech import sentence

REFUSED = "yellow"
MOST_CHOICES = 40  # listed under the question
RULE_ENDS = 6  # a space and two dashes on each side of a title


class Narrator:
    """Prints in one language for the person at one seat, who is `You`; it is given displays and never the truth."""

    def __init__(self, game: Game, seat: int, names: Sequence[str], locale: Locale, screen: Console) -> None:
        self.game = game
        self.seat = seat
        self.locale = locale
        self.screen = screen
        self.wording = game.words()
        self.words = load_words(locale.lang)
        self.names = [self.words.say("table", "you") if k == seat else name for k, name in enumerate(names)]

    # Words and texts

    def say(self, key: str, style: str = "", **values: object) -> None:
        """Print words of the interface."""
        self.print(self.words.say("play", key, **values), style)

    def say_in_one_line(self, key: str, **values: object) -> None:
        """Print words with something to be copied, such as the name of a file."""
        self.screen.print(self.words.say("play", key, **values), soft_wrap=True)

    def print(self, text: str, style: str = "") -> None:
        """Print a text as it is; lines are broken at the edge of a terminal only."""
        self.screen.print(Text(text, style), soft_wrap=not self.screen.is_terminal)

    def print_markdown(self, text: str) -> None:
        """Print a part of the rules."""
        if self.screen.is_terminal:
            self.screen.print(Markdown(text))
        else:
            self.print(text)

    def action_texts(self, actions: Sequence[int]) -> str:
        """Return actions as they are typed."""
        return " ".join(self.game.text(action) for action in actions)

    # The table

    def greet(self) -> None:
        """Say what is played, and with whom."""
        self.print(self.locale.say("title"), "bold")
        self.print(self.locale.say("tagline"))
        self.say("at_the_table", names=", ".join(self.names))
        self.say("commands", QUIET)

    def announce(self, display: Display) -> None:
        """Say that a deal begins."""
        self.screen.print()
        title = render_heading(display, self.locale, self.names, with_phase=False)
        fits = title.cell_len + RULE_ENDS <= self.screen.width
        self.screen.print(Rule(title if fits else "", characters="-"))
        if not fits:
            self.screen.print(title)

    def ask(self, display: Display) -> None:
        """Show the table and the question."""
        self.show_table(display)
        question = sentence(self.locale, "prompts", self.wording.prompt(display), self.names)
        self.print(question or self.words.say("play", "choose"), "bold")
        self.list_choices(display, display.legal)

    def show_table(self, display: Display) -> None:
        """Show the table."""
        self.screen.print()
        self.screen.print(render(display, self.locale, self.names))
        self.screen.print()

    def list_choices(self, display: Display, legal: Sequence[int]) -> None:
        """List what may be chosen, unless it lies on the table or would fill it."""
        in_sight = {card.action for zone in display.zones for card in zone.cards}
        if len(legal) <= MOST_CHOICES and not in_sight & set(legal):
            self.say("choices", actions=self.action_texts(legal))

    def show_last_trick(self, display: Display) -> None:
        """Show the last trick as far as the table shows it."""
        found = [zone for zone in display.zones if zone.name == LAST_TRICK and zone.cards]
        if not found:
            self.say("no_last_trick")
        for zone in found:
            self.screen.print(render_zone(zone, self.locale, self.names))

    # What happened

    def narrate(self, seen: Sequence[SeenEntry], before: Display, after: Display, forced: bool) -> None:
        """Tell what was seen between two displays, entry by entry."""
        for entry in seen:
            if entry.kind == ACTION:
                if entry.value == HIDDEN and before.phase == after.phase and entry.seat in after.owing:
                    continue  # a secret choice of several cards that is half made
                line = self.describe_action(entry.seat, entry.value, before, last_card_laid(before, after, entry.seat))
                self.print(f"{line.removesuffix('.')} ({self.words.say('play', 'forced')})" if forced else line)
            elif entry.kind == TRICK_TAKEN:
                self.print(self.describe_event("trick", entry.seat, "own_trick", "takes"))
            elif entry.kind >= FIRST_OWN_KIND:
                name = self.names[entry.seat] if entry.seat < len(self.names) else ""
                if told := sentence(self.locale, "events", self.wording.notice(after, entry), self.names, seat=name):
                    self.print(told)

    def describe_action(self, seat: int, action: int, before: Display, card: str) -> str:
        """Return an action in words, with the card it turned up; what the person was not shown stays hidden."""
        name = self.names[seat]
        if action == HIDDEN:
            return self.words.say("play", "chosen", seat=name)
        text = self.game.text(action)
        if seat == self.seat:
            shown = "own" if text.startswith(card) else "own_shown"
            return self.words.say("play", shown, action=text, card=card)
        phrase = self.wording.event(before, action)
        told = sentence(self.locale, "events", phrase, self.names, seat=name, card=card or text)
        return told or self.words.say("play", "others", seat=name, action=text)

    def describe_event(self, event: str, seat: int, own: str, usual: str) -> str:
        """Return an event about one seat: to the person as `you`, else in the game's words if it has some."""
        if seat == self.seat:
            return self.words.say("play", own)
        told = sentence(self.locale, "events", (event, {}), seat=self.names[seat])
        return told or self.words.say("play", usual, seat=self.names[seat])

    def show_scores(self, lines: Sequence[ScoreLine], totals: Sequence[int], before: Display) -> None:
        """Show what a deal brought."""
        facts = {fact.name: fact.value for fact in before.facts if fact.seat < 0}
        self.screen.print()
        if told := sentence(self.locale, "events", ("deal_over", facts)):
            self.print(told, "bold")
        self.show_all_scores(lines, totals)

    def show_all_scores(self, lines: Sequence[ScoreLine], totals: Sequence[int]) -> None:
        """Show points and where they come from."""
        self.screen.print(render_scores(lines, totals, self.locale, self.names))

    def announce_result(self, places: Sequence[int], totals: Sequence[int]) -> None:
        """Show the final order and say who wins."""
        self.screen.print()
        self.screen.print(render_places(places, totals, self.locale, self.names))
        self.screen.print()
        for seat, place in enumerate(places):
            if place == 1:
                self.print(self.describe_event("match_over", seat, "own_win", "wins"), "bold")

    def refuse(self, actions: Sequence[int], refusal: PlayError) -> None:
        """Say why something may not be done, with the clause."""
        if refusal.clause is not None:
            why = self.locale.refusal(refusal.clause)
        elif isinstance(refusal, SeveralChoicesError):
            why = self.words.say("play", "several_choices")
        else:
            why = str(refusal)
        self.print(f"{self.action_texts(actions)}: {why}", REFUSED)
