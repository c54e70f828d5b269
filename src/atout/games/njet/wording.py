"""Njet!: which words of the locale fit a position and an action, and the board."""

from typing import Final, final

from atout.games.njet.actions import LAY, PLAY, SPACE_NAMES, TEAM, face_text, first_of, second_of
from atout.games.njet.reading import GIVEN, SHOWN
from atout.kernel.cards import seat_letter
from atout.kernel.view import Display, SeenEntry, ShownCard, Zone
from atout.kernel.wording import Phrase, Say, Wording, fact_value, trick_prompt

ROW_NAMES: Final = ["row_start", "row_cards", "row_trump", "row_super", "row_points"]
SEATS: Final = "ABCDE"
SEVERAL: Final = ("putting_away", "passing")
LEFT_OUT: Final = (*ROW_NAMES, "cards_before", "trump", "supertrump", "value", "led", "passes_to")


@final
class NjetWording(Wording):
    """How Njet! speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT, SEVERAL)

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
