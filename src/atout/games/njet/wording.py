"""Njet!: which words of the locale fit a position and an action, and the board."""

from typing import Final, final

from atout.games.njet import reasons
from atout.games.njet.actions import LAY, PLAY, SPACE_NAMES, TEAM, face_text, first_of, second_of
from atout.games.njet.reading import GIVEN, SHOWN
from atout.kernel.cards import seat_letter
from atout.kernel.options import Options
from atout.kernel.view import Display, SeenEntry, ShownCard, Zone
from atout.kernel.wording import Phrase, Prospect, Say, Wording, completed_trick, fact_value, trick_prompt, won_by

ROW_NAMES: Final = ["row_start", "row_cards", "row_trump", "row_super", "row_points"]
SEATS: Final = "ABCDE"
LETTERS: Final = {"red": "R", "black": "K", "blue": "B", "yellow": "Y"}
SEVERAL: Final = ("putting_away", "passing")
LEFT_OUT: Final = (*ROW_NAMES, "cards_before", "trump", "supertrump", "value", "led", "passes_to")


@final
class NjetWording(Wording):
    """How Njet! speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT, SEVERAL)

    def lookup(self, options: Options) -> str:
        """Return what may be looked up: the trick completed last, or what the option says (NJET-48)."""
        return {"all": "all", "none": "trick"}.get(options.text("last_trick"), "last")

    def prompt(self, display: Display) -> Phrase:
        """Return the question to a seat that owes a decision."""
        if display.phase == "teams":
            return f"teams_{display.seats}", {}
        if display.phase in ("putting_away", "passing"):
            for zone in display.zones:
                if zone.name in ("put_away", "passed_on"):
                    return "one_more", {}
            if display.phase == "passing":
                return "pass_2", {"receiver": f"@{SEATS.index(fact_value(display, 'passes_to', display.seat))}"}
            return fact_value(display, "cards_before").replace("-", "_"), {}
        if display.phase != "tricks":
            return display.phase, {}
        return trick_prompt(display)

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is."""
        if action < TEAM:
            name = SPACE_NAMES[action]
            who = _starter(display, name)
            if who:
                return "cover_start", {"name": who}
            return "cover", {"space": name, "meaning": f"actions:cover_{name}"}
        if action < LAY:
            if first_of(action) == second_of(action):
                return "alone", _team_names(action)
            return "team_monster" if display.seats == 5 else "team", _team_names(action)
        return ("lay", {}) if action < PLAY else ("play", {})

    def notice(self, display: Display, seen: SeenEntry) -> Phrase:
        """Return what an entry tells: cards that were passed to the observer, or put away and now revealed."""
        if seen.kind == GIVEN and seen.open == display.seat:
            return "given", {"card": face_text(seen.value)}
        return ("revealed", {"card": face_text(seen.value)}) if seen.kind == SHOWN else ("", {})

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        if action < TEAM:
            return f"cover_{SPACE_NAMES[action]}", {}
        if action < LAY:
            return ("alone" if first_of(action) == second_of(action) else "team"), _team_names(action)
        if action < PLAY:
            return "lay", {"card": face_text(action - LAY)}
        return "play", {"card": face_text(action - PLAY)}

    def choice(self, display: Display, action: int) -> Phrase:
        """Return an action in words; who will not start is called by name."""
        who = _starter(display, SPACE_NAMES[action]) if action < TEAM else ""
        return ("cover_start", {"name": who}) if who else self.action(action)

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def won(self, display: Display) -> Phrase:
        """Return why a card took the trick: supertrumps, trumps, the colour led (NJET-46)."""
        trick = completed_trick(display)
        trump = LETTERS.get(fact_value(display, "trump").removeprefix("trump-"), "")
        best = LETTERS.get(fact_value(display, "supertrump").removeprefix("super-"), "") + "0"
        if best in [card.text for card in trick]:
            return ("supertrump_equal" if len([card for card in trick if card.text == best]) > 1 else "supertrump"), {}
        return won_by(trick, [card.text for card in trick if trump and card.text[0] == trump])

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return with whom a seat has played."""
        team = fact_value(display, "team", seat)
        if not team:
            return "", {}
        mates = [f"@{other}" for other in range(display.seats) if fact_value(display, "team", other) == team]
        mates.remove(f"@{seat}")
        key = ("alone", "with_one", "with_two")[len(mates)]
        doubled = any(fact.name == "monster" and fact.seat == seat for fact in display.facts)
        return f"{key}_monster" if doubled else key, dict(zip(("one", "other"), mates))

    def board(self, display: Display, say: Say) -> list[str]:
        """Return the board as a table until the teams are formed, then what stayed open, in one line."""
        rows = [zone for zone in display.zones if zone.name in ROW_NAMES]
        if not rows:
            return []
        if display.phase in ("tokens", "teams"):
            return [*_table(rows, say), f"[dim]{say('names', 'legend')}[/dim]"]
        parts: list[str] = []
        for zone in rows:
            text = _open_spaces(zone)[0]
            if zone.name == "row_cards":
                text = fact_value(display, "cards_before")  # an option may change what the space means
            parts.append(f"{say('names', zone.name)}{say('names', 'colon')} [bold]{say('spaces', text)}[/bold]")
        return [" · ".join(parts)]


def _starter(display: Display, space: str) -> str:
    """Return whose character is on a space, to be called by name; nothing for another space."""
    for fact in display.facts:
        if fact.name == "character" and space == f"start-{fact.value.lower()}":
            return f"@{fact.seat}"
    return ""


def _team_names(action: int) -> dict[str, str]:
    """Return the seats of a team, to be called by their names."""
    return {"one": f"@{first_of(action)}", "other": f"@{second_of(action)}"}


def _table(rows: list[Zone], say: Say) -> list[str]:
    """Return the rows of the board with their spaces one below the other."""
    names = [say("names", "super" if zone.name == "row_super" else zone.name) for zone in rows]  # 80 signs must do
    head = max([len(name) for name in names])
    widths = [max([len(zone.cards[k].text) for zone in rows]) for k in range(len(rows[0].cards))]
    lines: list[str] = []
    for name, zone in zip(names, rows):
        settled = len(_open_spaces(zone)) == 1
        line = f"[bold]{name.ljust(head)}[/bold]"
        for k, shown in enumerate(zone.cards):
            line += f" {_space(shown, settled)}{' ' * (widths[k] - len(shown.text))}"
        lines.append(line.rstrip())
    return lines


def _space(shown: ShownCard, settled: bool) -> str:
    """Return a space, two signs longer than its name: as it is typed, or crossed out by whom, or open for good."""
    if shown.mark != "open":
        by = seat_letter(shown.seat) if shown.seat >= 0 else " "
        return f"[dim]{by}×[strike]{shown.text}[/strike][/dim]"
    return f"[bold]= {shown.text}[/bold]" if settled else f"\\[{shown.text}]"


def _open_spaces(zone: Zone) -> list[str]:
    return [shown.text for shown in zone.cards if shown.mark == "open"]
