"""Njet! in the terminal: which words of the locale fit a position and an action, and the board."""

from collections.abc import Callable
from typing import Final

from atout.games.njet.actions import LAY, PLAY, SPACE_NAMES, TEAM, face_text, first_of, second_of
from atout.games.njet.reading import GIVEN, SHOWN
from atout.kernel.cards import seat_letter
from atout.kernel.view import Display, Seen, Zone

ROW_NAMES: Final = ["row_start", "row_cards", "row_trump", "row_super", "row_points"]
LEFT_OUT: Final = [*ROW_NAMES, "cards_before", "trump", "supertrump", "value", "led"]


def prompt(display: Display) -> tuple[str, dict[str, str]]:
    """Return the question to a seat that owes a decision."""
    if display.phase == "teams":
        return f"teams_{display.seats}", {}
    if display.phase == "putting_away":
        return _fact(display, "cards_before").replace("-", "_"), {}
    if display.phase != "tricks":
        return display.phase, {}
    led = _fact(display, "led")
    if not led:
        return "play_lead", {}
    return ("play_follow_trump", {}) if led == "trump" else ("play_follow", {"colour": led})


def event(display: Display, action: int) -> tuple[str, dict[str, str]]:
    """Return what an action is."""
    if action < TEAM:
        return "cover", {"space": SPACE_NAMES[action]}
    if action < LAY:
        pair = seat_letter(first_of(action)), seat_letter(second_of(action))
        if pair[0] == pair[1]:
            return "alone", {"one": pair[0]}
        return "team_monster" if display.seats == 5 else "team", {"one": pair[0], "other": pair[1]}
    return ("lay", {}) if action < PLAY else ("play", {})


def notice(display: Display, seen: Seen) -> tuple[str, dict[str, str]]:
    """Return what an entry tells: cards that were passed to the observer, or put away and now revealed."""
    if seen.kind == GIVEN and seen.open == display.seat:
        return "given", {"card": face_text(seen.value)}
    return ("revealed", {"card": face_text(seen.value)}) if seen.kind == SHOWN else ("", {})


def action(number: int) -> tuple[str, dict[str, str]]:
    """Return an action in words."""
    if number < TEAM:
        return f"cover_{SPACE_NAMES[number]}", {}
    if number < LAY:
        first = first_of(number)
        second = second_of(number)
        return ("alone" if first == second else "team"), {"one": seat_letter(first), "other": seat_letter(second)}
    if number < PLAY:
        return "lay", {"card": face_text(number - LAY)}
    return "play", {"card": face_text(number - PLAY)}


def board(display: Display, say: Callable[[str, str], str]) -> list[str]:
    """Return the board row by row while tokens are placed, then what stayed open, in one line."""
    rows = [zone for zone in display.zones if zone.name in ROW_NAMES]
    if display.phase == "tokens":
        width = max([len(say("names", zone.name)) for zone in rows])
        return [_row(zone, say("names", zone.name).ljust(width)) for zone in rows]
    parts: list[str] = []
    for zone in rows:
        for shown in zone.cards:
            if shown.mark == "open":
                parts.append(f"{say('names', zone.name)}: [bold]{say('spaces', shown.text)}[/bold]")
    return [" · ".join(parts)] if parts else []


def _row(zone: Zone, name: str) -> str:
    """Return one row: spaces that can be covered as they are typed, covered ones crossed out, the last one bold."""
    spaces: list[str] = []
    left = len([shown for shown in zone.cards if shown.mark == "open"])
    for shown in zone.cards:
        if shown.mark == "open" and left > 1:
            spaces.append(f"\\[{shown.text}]")
        elif shown.mark == "open":
            spaces.append(f"[bold]= {shown.text}[/bold]")
        else:
            spaces.append(f"[dim]× [strike]{shown.text}[/strike][/dim]")
    return f"[bold]{name}[/bold]  {'  '.join(spaces)}"


def _fact(display: Display, name: str) -> str:
    for fact in display.facts:
        if fact.name == name:
            return fact.value
    return ""
