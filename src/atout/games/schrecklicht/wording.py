"""Schrecklicht: which words of the locale fit a position and an action, and the board."""

from typing import Final, final

from atout.games.schrecklicht import reasons
from atout.games.schrecklicht.actions import DISPLAYS, card_of, target_of
from atout.games.schrecklicht.cards import COLOURS, VALUES, card_text
from atout.games.schrecklicht.objectives import PUMPKINS
from atout.kernel.cards import seat_letter
from atout.kernel.options import Options
from atout.kernel.view import Display, Zone
from atout.kernel.wording import Phrase, Prospect, Say, Wording

LEFT_OUT: Final = (
    "display",
    "covered_pair",
    "objective",
    "pawn",
    "ladder",
    "track_end",
    "standing",
    "places",
    "pumpkins",
    "preview",
)
STYLES: Final = {"G": "bold black on green", "V": "bold bright_white on magenta", "B": "bold bright_white on blue"}
FREE: Final = "·"
PLACES: Final = 4  # of a display, if the table shows no other number
CHIP: Final = 4  # columns of a card


@final
class SchrecklichtWording(Wording):
    """How Schrecklicht speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT)
        self.tricks = ()

    def prompt(self, display: Display) -> Phrase:
        """Return the question to the seat whose turn it is."""
        return "play", {}

    def fading(self, options: Options) -> tuple[str, ...]:
        """Return what is left to memory: which cards were covered, which tells also what was laid and is gone."""
        return ("lay", "cover") if options.text("covers") == "memory" else ()

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is: a card laid into a display, or one covered there."""
        played = card_text(card_of(action))
        target = target_of(action)
        if target < DISPLAYS:
            return "lay", {"played": played, "letter": seat_letter(target)}
        covered = card_text(target - DISPLAYS)
        return "cover", {"played": played, "target": covered, "letter": _letter(display, covered)}

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        played = card_text(card_of(action))
        target = target_of(action)
        if target < DISPLAYS:
            return "lay", {"played": played, "letter": seat_letter(target)}
        return "cover", {"played": played, "target": card_text(target - DISPLAYS)}

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return what the three objectives brought a seat, one after the other."""
        points = [fact.value.split()[3] for fact in display.facts if fact.name == "standing" and fact.seat == seat]
        return ("objectives", {"points": " + ".join(points)}) if points else ("", {})

    def board(self, display: Display, say: Say) -> list[str]:
        """Return the track, the objectives with everybody's standing, the displays, and what can be covered."""
        lines = _track(display, say)
        for letter in COLOURS:
            objective = _fact(display, "objective", letter)
            if objective:
                lines += _objective(display, letter, say("objectives", objective), say("objective_rules", objective))
        heads = _heads(display)
        if heads == PUMPKINS:
            lines.append(f"    [dim]{say('names', 'pumpkins_assumed')} (SCH-42)[/]")
        if lines:
            lines.append("")
        places = PLACES
        for fact in display.facts:
            if fact.name == "places":
                places = int(fact.value)
        for zone in display.zones:
            if zone.name == "display":
                lines.append(_display(zone, places, _pair_of(display, zone.seat), heads, say))
        return lines + _own_heads(display, heads, say) + _targets(display, say)


def _track(display: Display, say: Say) -> list[str]:
    """Return the track with the pawns on it; pawns on the same space stand above each other."""
    end = ""
    for fact in display.facts:
        if fact.name == "track_end":
            end = fact.value
    if not end:
        return []
    rows: list[list[str]] = []
    for letter in COLOURS:
        place = int(_fact(display, "pawn", letter))
        row = 0
        while row < len(rows) and rows[row][place] != FREE:
            row += 1
        if row == len(rows):
            rows.append([FREE] * (int(end) + 1))
        rows[row][place] = f"[{STYLES[letter]}]{letter}[/]"
    title = say("names", "track")
    return [f"{title if not k else ' ' * len(title)}  0 {''.join(row)} {end}" for k, row in enumerate(rows)]


def _objective(display: Display, letter: str, name: str, rule: str) -> list[str]:
    """Return an objective: where its pawn stands and what it is worth, how it counts, and how the displays stand."""
    line = f"[{STYLES[letter]}] {letter} [/] "
    pawn = _fact(display, "pawn", letter)
    if pawn:
        line += f"{pawn:>2}  {_fact(display, 'ladder', letter):5}  "
    lines = [f"{line}[bold]{name}[/]", f"    [dim]{rule}[/]"]
    standings = ""
    for fact in display.facts:
        parts = fact.value.split()
        if fact.name == "standing" and parts[0] == letter:
            points = f"+{parts[3]}" if parts[3] != "0" else ""
            standings += f"   {seat_letter(fact.seat)} {parts[2]:>3} [bold]{points:2}[/]"
    return [*lines, f" {standings}"] if standings else lines


def _display(zone: Zone, places: int, pair: str, heads: str, say: Say) -> str:
    """Return a display: its letter, its visible cards, its free places, and its covered pair."""
    width = CHIP + 2 if heads else CHIP
    cards = "".join([f" [{STYLES[card.text[0]]}]{_with_heads(card.text, heads):^{width}}[/]" for card in zone.cards])
    cards += f" {FREE:^{width}}" * (places - len(zone.cards))
    if pair:
        cards += f"   {say('names', 'covered_pair')} {pair}"
    return f"[bold]{seat_letter(zone.seat)}[/] {cards}"


def _pair_of(display: Display, seat: int) -> str:
    for zone in display.zones:
        if zone.name == "covered_pair" and zone.seat == seat:
            return "/".join([card.text for card in zone.cards])
    return ""


def _heads(display: Display) -> str:
    """Return the pumpkin heads of all cards, if an objective asks for them."""
    asked = False
    table = ""
    for fact in display.facts:
        asked = asked or (fact.name == "objective" and fact.value.endswith("_PUMPKINS"))
        if fact.name == "pumpkins":
            table = fact.value
    return table if asked else ""


def _with_heads(card: str, heads: str) -> str:
    """Return a card, followed by its pumpkin heads if they are asked for."""
    return f"{card}:{heads[VALUES * COLOURS.index(card[0]) + int(card[1:])]}" if heads else card


def _own_heads(display: Display, heads: str, say: Say) -> list[str]:
    """Return the pumpkin heads on the observer's own cards; displays show those of visible cards beside them."""
    cards: list[str] = []
    for zone in display.zones:
        if zone.name == "hand" and zone.seat == display.seat:
            cards = [_with_heads(card.text, heads) for card in zone.cards]
    return ["", f"[bold]{say('names', 'pumpkins')}[/]  {'  '.join(cards)}"] if heads and cards else []


def _targets(display: Display, say: Say) -> list[str]:
    """Return for the seat on turn which cards can cover what; cards that can cover the same stand together."""
    targets: dict[str, list[str]] = {}
    for legal in display.legal:
        if target_of(legal) >= DISPLAYS:
            targets.setdefault(card_text(card_of(legal)), []).append(card_text(target_of(legal) - DISPLAYS))
    together: dict[str, list[str]] = {}
    for card, covered in targets.items():
        together.setdefault(" ".join(covered), []).append(card)
    title = say("names", "can_cover")
    lines = [f"{' ' * len(title)}  {' '.join(cards)} / {covered}" for covered, cards in together.items()]
    return ["", f"[bold]{title}[/]{lines[0][len(title) :]}", *lines[1:]] if lines else []


def _letter(display: Display, card: str) -> str:
    """Return the letter of the display in which a card is visible."""
    for zone in display.zones:
        if zone.name == "display" and card in [shown.text for shown in zone.cards]:
            return seat_letter(zone.seat)
    return ""


def _fact(display: Display, name: str, letter: str) -> str:
    """Return what a fact says about a colour, or nothing."""
    for fact in display.facts:
        if fact.name == name and fact.value.startswith(f"{letter} "):
            return fact.value[2:]
    return ""
