"""A display as HTML: what a notebook shows, with the cards of the browser."""

from collections.abc import Sequence
from html import escape
from io import StringIO

from rich.console import Console
from rich.text import Text

from atout.cli.scene import HAND, WINNING, Scene
from atout.cli.terminal import heading, named
from atout.drawing.cards import BACK, EDGE, Cards, cards_of
from atout.drawing.text import WIDTH, seat_names
from atout.kernel.game import Game
from atout.kernel.view import Display, Shown, Zone
from atout.locale import locale, words
from atout.speech import sentence

PAPER = {"table": "#f6f0e4", "table-2": "#ebe1cd", "accent": "#b3232b", "accent-ink": "#fffaf0"}  # without a palette
STYLE = """<style>
.atout-table{color:#221d2b;border-radius:14px;padding:14px 16px;font:14px/1.4 system-ui,sans-serif;max-width:960px;color-scheme:light}
.atout-table b{font-weight:650}
.atout-table pre{margin:8px 0;font:12px/1.35 ui-monospace,monospace;color:inherit;background:none;white-space:pre;overflow-x:auto}
.atout-table .seat,.atout-table .zone{display:flex;flex-wrap:wrap;align-items:center;gap:4px 6px;margin:6px 0}
.atout-table .name{min-width:3.2em;font-weight:650}
.atout-table .owes{background:var(--accent);color:var(--accent-ink);border-radius:99px;padding:0 10px;min-width:0}
.atout-table .fact,.atout-table .chip{background:#fffaf0c0;border-radius:99px;padding:0 9px;font-size:12px;white-space:nowrap}
.atout-table .label{font-size:12px;opacity:.8;min-width:3.2em}
.atout-table .card{display:inline-flex;flex-direction:column;align-items:center;font-size:11px}
.atout-table .card svg{width:44px;height:66px;border-radius:9%/6%;overflow:hidden;box-shadow:0 1px 3px #22153355;display:block}
.atout-table .cards{display:inline-flex;flex-wrap:wrap;gap:4px}
.atout-table .closed{padding-left:30px;gap:0}
.atout-table .closed .card{margin-left:-30px}
.atout-table .own .card svg{width:66px;height:99px}
.atout-table .legal svg{box-shadow:0 0 0 2px var(--accent),0 3px 8px #22153366}
.atout-table .barred svg{filter:saturate(.6) opacity(.6)}
.atout-table .winning svg{box-shadow:0 0 0 3px #f2b632}
.atout-table .letter{display:none}
.atout-table .ask{margin-top:8px;font-weight:650}
</style>"""


def html(game: Game, display: Display, names: Sequence[str] | None = None, lang: str = "en") -> str:
    """Return what one observer may see as HTML; without names, seats are called by their letters."""
    return _Page(game, display, seat_names(display, names), lang).html()


class _Page:
    """One display on its way to a notebook."""

    def __init__(self, game: Game, display: Display, names: Sequence[str], lang: str) -> None:
        self.game = game
        self.display = display
        self.names = names
        self.locale = locale(game, lang)
        self.scene = Scene(display, self.locale, names)
        self.words = words(lang)
        self.cards: Cards = cards_of(game.name)
        self.facts = {fact.name: fact.value for fact in display.facts if fact.seat < 0}
        self.playable = any(card.action in display.legal for zone in display.zones for card in zone.cards)

    def html(self) -> str:
        palette = PAPER | self.cards.palette
        ground = f"linear-gradient({palette['table']},{palette['table-2']})"
        colours = f"--accent:{palette['accent']};--accent-ink:{palette['accent-ink']}"
        parts = [STYLE, f'<div class="atout-table" style="background:{ground};{colours}">', self._backs()]
        line = heading(self.display, self.locale, self.names).plain
        parts.append(f"<div><b>{escape(self.locale.say('title'))}</b> · {escape(line)}</div>")
        parts += [self._board(), *(self._seat(seat) for seat in self.scene.order())]
        parts += [self._zone(zone) for zone in self.display.zones if zone.seat < 0 and self._is_drawn(zone)]
        parts += [self._own_hand(), self._question(), "</div>"]
        return "".join(parts)

    def _backs(self) -> str:
        """Return the backs that lie on the table, drawn once: there are many, and they are all the same."""
        texts = sorted({card.text for zone in self.display.zones for card in zone.cards if card.text.endswith(BACK)})
        drawn = [(text, self.cards.draw(text, self.facts)) for text in texts]
        symbols = "".join(
            f'<symbol id="{self._back_id(text)}" viewBox="0 0 100 150">{markup}</symbol>' for text, markup in drawn if markup
        )
        return f'<svg width="0" height="0" style="position:absolute">{symbols}</svg>' if symbols else ""

    def _back_id(self, text: str) -> str:
        return f"atout-{self.game.name}-back-{text.strip(BACK)}"

    def _board(self) -> str:
        """Return the game's own lines, with their colours."""
        lines = self.scene.wording.board(self.display, self.locale.say)
        if not lines:
            return ""
        console = Console(file=StringIO(), record=True, width=WIDTH, force_terminal=True, color_system="standard")
        for line in lines:
            console.print(Text.from_markup(named(line, self.names)), soft_wrap=True)
        return f"<pre>{console.export_html(inline_styles=True, code_format='{code}')}</pre>"

    def _seat(self, seat: int) -> str:
        """Return a line about a seat: its name, its figures, its roles, and what lies before it."""
        owes = " owes" if seat in self.display.owing else ""
        parts = [f'<span class="name{owes}">{escape(self.names[seat])}</span>']
        for fact in self.scene.facts:
            if fact.seat == seat:
                called = escape(self.scene.called(fact.name))
                value = f" <b>{escape(self.locale.worded(fact.value))}</b>" if fact.value else ""
                parts.append(f'<span class="fact">{called}{value}</span>')
        own = self.display.seat
        for zone in self.display.zones:
            if zone.seat == seat and self._is_drawn(zone) and not (zone.name == HAND and seat == own):
                label = "" if zone.name == HAND else f'<span class="label">{escape(self.scene.called(zone.name))}</span>'
                parts.append(label + self._cards(zone.cards))
        return f'<div class="seat">{"".join(parts)}</div>'

    def _zone(self, zone: Zone) -> str:
        """Return a place that belongs to nobody."""
        label = f'<span class="label">{escape(self.scene.called(zone.name))}</span>'
        return f'<div class="zone">{label}{self._cards(zone.cards)}</div>'

    def _own_hand(self) -> str:
        cards = [card for zone in self.display.zones if zone.name == HAND and zone.seat == self.display.seat for card in zone.cards]
        if self.display.seat < 0 or not cards:
            return ""
        label = f'<span class="label">{escape(self.words.say("table", "your_hand"))}</span>'
        return f'<div class="zone own">{label}{self._cards(cards)}</div>'

    def _question(self) -> str:
        """Return what the observer is asked, if it owes a decision."""
        if self.display.seat not in self.display.owing:
            return ""
        asked = sentence(self.locale, "prompts", self.scene.wording.prompt(self.display), self.names)
        return f'<div class="ask">{escape(asked or self.words.say("play", "choose"))}</div>'

    def _is_drawn(self, zone: Zone) -> bool:
        """Say whether a zone is shown: the board shows those already that hold no cards."""
        if zone.name not in self.scene.wording.left_out:
            return bool(zone.cards)
        return any(self.cards.draw(card.text, self.facts) for card in zone.cards)

    def _cards(self, cards: Sequence[Shown]) -> str:
        """Return cards side by side; those of which nothing is seen overlap."""
        closed = " closed" if len(cards) > 1 and not any(card.text.strip(BACK) for card in cards) else ""
        return f'<span class="cards{closed}">{"".join(self._card(card) for card in cards)}</span>'

    def _card(self, card: Shown) -> str:
        """Return a card, with what it is called, who played it, and how it stands."""
        states = ["card"]
        if self.playable and card.action >= 0:
            states.append("legal" if card.action in self.display.legal else "barred")
        states += [WINNING] if card.mark == WINNING else []
        action = card.action >= 0 and card.text.endswith(BACK)
        below = self.game.text(card.action) if action else self.names[card.seat] if card.seat >= 0 else ""
        if card.mark and card.mark != WINNING:
            below = f"{below} {self.scene.called(card.mark)}".strip()
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
