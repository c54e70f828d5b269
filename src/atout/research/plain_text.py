"""A table in plain text, for logs and notebooks."""

from atout.kernel.game import Game
from atout.kernel.view import View
from atout.locale import load_locale


def render_table(game: Game, view: View) -> str:
    """Return what the observer of a view may be shown, line by line."""
    display, words = view.display(), load_locale(game)

    def name(key: str, seat: int) -> str:
        found = words.find("names", key) or key.replace("_", " ")
        return found if seat < 0 else f"{found}, seat {seat}"

    lines = [f"{game.title}: {display.phase.replace('_', ' ')}"]
    for zone in display.zones:
        cards = [card.text if card.seat < 0 else f"{card.seat}:{card.text}" for card in zone.cards]
        lines.append(f"{name(zone.name, zone.seat)}: {' '.join(cards)}")
    lines += [f"{name(fact.name, fact.seat)}: {fact.value}".rstrip(": ") for fact in display.facts]
    if display.legal:
        lines.append(f"legal: {' '.join(game.text(action) for action in display.legal)}")
    return "\n".join(lines)
