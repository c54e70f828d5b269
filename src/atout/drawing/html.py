"""A display as HTML: what a notebook shows, with the cards of the browser."""

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from io import StringIO

from rich.console import Console
from rich.text import Text

from atout.drawing.faces import BACK, EDGE, Cards, cards_of
from atout.drawing.table_view import HAND, WINNING, TableView
from atout.drawing.terminal import render_heading, with_seat_names
from atout.drawing.text import WIDTH, seat_names
from atout.kernel.game import Game
from atout.kernel.view import Display, ShownCard, Zone
from atout.locale import load_locale, load_words
from atout.speech import sentence

PAPER = {"table": "#f6f0e4", "table-2": "#ebe1cd", "accent": "#b3232b", "accent-ink": "#fffaf0"}  # without a palette


@cache
def _style() -> str:
    """Return the style sheet of a table, in one line."""
    sheet = files("atout.drawing").joinpath("table.css").read_text(encoding="utf-8")
    return f"<style>{' '.join(sheet.split())}</style>"


def html(game: Game, display: Display, names: Sequence[str] | None = None, lang: str = "en") -> str:
    """Return what one observer may see as HTML; without names, seats are called by their letters."""
    return _Page(game, display, seat_names(display, names), lang).html()


class _Page:
    """One display on its way to a notebook."""

    def __init__(self, game: Game, display: Display, names: Sequence[str], lang: str) -> None:
        self.game = game
        self.display = display
        self.names = names
        self.locale = load_locale(game, lang)
        self.table = TableView(display, self.locale, names)
        self.words = load_words(lang)
        self.cards: Cards = cards_of(game.name)
        self.facts = {fact.name: fact.value for fact in display.facts if fact.seat < 0}
        self.playable = any(card.action in display.legal for zone in display.zones for card in zone.cards)

    def html(self) -> str:
        palette = PAPER | self.cards.palette
        ground = f"linear-gradient({palette['table']},{palette['table-2']})"
        colours = f"--accent:{palette['accent']};--accent-ink:{palette['accent-ink']}"
        parts = [_style(), f'<div class="atout-table" style="background:{ground};{colours}">', self._backs()]
        line = render_heading(self.display, self.locale, self.names).plain
        parts.append(f"<div><b>{escape(self.locale.say('title'))}</b> · {escape(line)}</div>")
        parts += [self._board(), *(self._seat(seat) for seat in self.table.seat_order())]
        parts += [self._zone(zone) for zone in self.display.zones if zone.seat < 0 and self._is_drawn(zone)]
        parts += [self._own_hand(), self._question(), "</div>"]
        return "".join(parts)

    def _backs(self) -> str:
        """Return the backs that lie on the table, drawn once: there are many, and they are all the same."""
        texts = sorted({card.text for zone in self.display.zones for card in zone.cards if card.text.endswith(BACK)})
        drawn = [(text, self.cards.draw(text, self.facts)) for text in texts]
        symbols = "".join(
            f'<symbol id="{self._back_id(text)}" viewBox="0 0 100 150">{markup}</symbol>'
            for text, markup in drawn
            if markup
        )
        return f'<svg width="0" height="0" style="position:absolute">{symbols}</svg>' if symbols else ""

    def _back_id(self, text: str) -> str:
        return f"atout-{self.game.name}-back-{text.strip(BACK)}"

    def _board(self) -> str:
        """Return the game's own lines, with their colours."""
        lines = self.table.wording.board(self.display, self.locale.say)
        if not lines:
            return ""
        console = Console(file=StringIO(), record=True, width=WIDTH, force_terminal=True, color_system="standard")
        for line in lines:
            console.print(Text.from_markup(with_seat_names(line, self.names)), soft_wrap=True)
        return f"<pre>{console.export_html(inline_styles=True, code_format='{code}')}</pre>"

    def _seat(self, seat: int) -> str:
        """Return a line about a seat: its name, its figures, its roles, and what lies before it."""
        owes = " owes" if seat in self.display.owing else ""
        parts = [f'<span class="name{owes}">{escape(self.names[seat])}</span>']
        for fact in self.table.facts:
            if fact.seat == seat:
                called = escape(self.table.label(fact.name))
                value = f" <b>{escape(self.locale.say_value(fact.value))}</b>" if fact.value else ""
                parts.append(f'<span class="fact">{called}{value}</span>')
        own = self.display.seat
        for zone in self.display.zones:
            if zone.seat == seat and self._is_drawn(zone) and not (zone.name == HAND and seat == own):
                label = "" if zone.name == HAND else f'<span class="label">{escape(self.table.label(zone.name))}</span>'
                parts.append(label + self._cards(zone.cards))
        return f'<div class="seat">{"".join(parts)}</div>'

    def _zone(self, zone: Zone) -> str:
        """Return a place that belongs to nobody."""
        return f'<div class="zone">{self._label(self.table.label(zone.name))}{self._cards(zone.cards)}</div>'

    def _own_hand(self) -> str:
        """Return the observer's hand, larger than the others."""
        cards = self.table.hand(self.display.seat) if self.display.seat >= 0 else []
        label = self._label(self.words.say("table", "your_hand"))
        return f'<div class="zone own">{label}{self._cards(cards)}</div>' if cards else ""

    def _label(self, text: str) -> str:
        return f'<span class="label">{escape(text)}</span>'

    def _question(self) -> str:
        """Return what the observer is asked, if it owes a decision."""
        if self.display.seat not in self.display.owing:
            return ""
        asked = sentence(self.locale, "prompts", self.table.wording.prompt(self.display), self.names)
        return f'<div class="ask">{escape(asked or self.words.say("play", "choose"))}</div>'

    def _is_drawn(self, zone: Zone) -> bool:
        """Say whether a zone is shown: the board shows those already that hold no cards."""
        if zone.name not in self.table.wording.left_out:
            return bool(zone.cards)
        return any(self.cards.draw(card.text, self.facts) for card in zone.cards)

    def _cards(self, cards: Sequence[ShownCard]) -> str:
        """Return cards side by side; those of which nothing is seen overlap."""
        closed = " closed" if len(cards) > 1 and not any(card.text.strip(BACK) for card in cards) else ""
        return f'<span class="cards{closed}">{"".join(self._card(card) for card in cards)}</span>'

    def _card(self, card: ShownCard) -> str:
        """Return a card, with what it is called, who played it, and how it stands."""
        states = ["card"]
        if self.playable and card.action >= 0:
            states.append("legal" if card.action in self.display.legal else "barred")
        states += [WINNING] if card.mark == WINNING else []
        action = card.action >= 0 and card.text.endswith(BACK)
        below = self.game.text(card.action) if action else self.names[card.seat] if card.seat >= 0 else ""
        if card.mark and card.mark != WINNING:
            below = f"{below} {self.table.label(card.mark)}".strip()
        known = escape(card.text)
        return (
            f'<span class="{" ".join(states)}" data-card="{known}" title="{known}">{self._drawn(card.text)}'
            f"{f'<span>{escape(below)}</span>' if below else ''}</span>"
        )

    def _drawn(self, text: str) -> str:
        markup = self.cards.draw(text, self.facts)
        if markup is None:
            return f'<span class="chip">{escape(text)}</span>'
        if text.endswith(BACK):
            markup = f'<use href="#{self._back_id(text)}"/>'
        return f'<svg viewBox="0 0 100 150" role="img" aria-label="{escape(text)}">{markup}{EDGE}</svg>'
