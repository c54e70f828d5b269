"""Was sticht?: which words of the locale fit a position and an action, columns and contracts."""

from typing import Final, final

from atout.games.was_sticht import reasons
from atout.games.was_sticht.actions import CHOOSE, COLOURS, DISCARD, PICK, PLAY, card_text, contract_words
from atout.games.was_sticht.cards import NO_COLOUR, NO_NUMBER, TRUMP_NUMBERS
from atout.games.was_sticht.deal import VIRTUAL
from atout.games.was_sticht.reading import ANNOUNCED, CHOSEN, LEFT_OVER, MET, MISSED, SUCCEEDS, TRUMPS
from atout.games.was_sticht.view import VIRTUAL_TEXT
from atout.kernel.options import Options
from atout.kernel.view import Display, SeenEntry, ShownCard, Zone
from atout.kernel.wording import Phrase, Prospect, Say, Wording, completed_trick, fact_value, trick_prompt, won_by

LEFT_OUT: Final = (
    "offer",
    "present_column",
    "later_column",
    "earlier_column",
    "announced",
    "announcements",
    "led",
    "own_choice",
)
DRAFTED: Final = ("pick", "left_over", "announced", "announced_virtual")
SIDE_BY_SIDE: Final = 4  # later columns in one line
ROOM: Final = 38  # for a contract with its name; two stand side by side


@final
class WasStichtWording(Wording):
    """How Was sticht? speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT)

    def lookup(self, options: Options) -> str:
        """Return what may be looked up: the trick completed last (WAS-67)."""
        return "last"

    def fading(self, options: Options) -> tuple[str, ...]:
        """Return what the draft leaves to memory: picks and announcements, unless they stay in sight."""
        return () if options.text("draft_memory") == "log" else DRAFTED

    def prompt(self, display: Display) -> Phrase:
        """Return the question to a seat that owes a decision."""
        if display.phase == "columns":
            return ("columns_first" if fact_value(display, "trump_number") else "columns"), {}
        if display.phase != "tricks":
            return display.phase, {}
        return trick_prompt(display)

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is."""
        key, values = self.action(action)
        if key == "pick":
            return key, {"picked": values["card"]}
        return key, {} if key == "play" else values

    def notice(self, display: Display, seen: SeenEntry) -> Phrase:
        """Return what an entry tells: an announcement, the trumps, contracts and how they went."""
        if seen.kind == ANNOUNCED:
            return ("announced_virtual" if seen.seat == VIRTUAL else "announced"), {}
        if seen.kind == LEFT_OVER:
            return "left_over", {"picked": card_text(seen.open)}
        if seen.kind == TRUMPS:
            return _trumps(seen.open)
        if seen.kind == CHOSEN:
            return "chosen", {"contract": contract_words(seen.open)}
        if seen.kind in (MET, MISSED):
            key = "met" if seen.kind == MET else "missed"
            return key, {"contract": contract_words(seen.open), "tricks": str(seen.value)}
        return (
            ("succeeds", {"contract": contract_words(seen.open), "owner": f"@{seen.value}"})
            if seen.kind == SUCCEEDS
            else ("", {})
        )

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        if action < PICK:
            return "take", {"contract": contract_words(action)}
        if action < CHOOSE:
            return "pick", {"card": card_text(action - PICK)}
        if action < PLAY:
            return "choose", {"contract": contract_words(action - CHOOSE)}
        if action < DISCARD:
            return "play", {"card": card_text(action - PLAY)}
        return "discard", {"contract": contract_words(action - DISCARD)}

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def won(self, display: Display) -> Phrase:
        """Return why a card took the trick: trump number and colour, or the colour led (WAS-60 to 63)."""
        trick = completed_trick(display)
        colour = fact_value(display, "trump_colour")
        number = fact_value(display, "trump_number")
        for card in trick:
            if card.mark == "winning" and card.text[1:] == number:
                if card.text[0] == colour:
                    return "super_trump", {}
                equal = [other for other in trick if other.text[1:] == number]
                return ("number_trump_equal" if len(equal) > 1 else "number_trump"), {"value": number}
        return won_by(trick, [card.text for card in trick if card.text[0] == colour])

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return the contract that a seat has played for; the first player plays for none."""
        choice = fact_value(display, "choice", seat)
        return ("contract", {"contract": f"contracts:{choice}"}) if choice else ("first_player", {})

    def board(self, display: Display, say: Say) -> list[str]:
        """Return the columns and announcements, the contracts to choose from, and those that are played for."""
        lines = _columns(display, say)
        for zone in display.zones:
            own = zone.name == "contracts" and zone.seat == display.seat
            if zone.name == "offer" or (own and display.phase in ("choice", "discard")):
                lines += _list_contracts(zone, display.legal, say)
        choice = fact_value(display, "own_choice")
        if choice:
            lines.append(f"[bold]{say('names', 'own_choice')}[/bold]  {say('contracts', choice)}")
        chosen = [f"@{fact.seat} {say('contracts', fact.value)}" for fact in display.facts if fact.name == "choice"]
        if chosen:
            lines.append(f"[bold]{say('names', 'chosen')}[/bold]  {' · '.join(chosen)}")
        return lines


def _columns(display: Display, say: Say) -> list[str]:
    """Return what can be picked now and later, the latest announcement, and earlier picks if the table shows them."""
    lines: list[str] = []
    for zone in display.zones:
        if zone.name == "present_column":
            cards = "  ".join([_card_to_type(card, display.legal) for card in zone.cards])
            lines.append(f"[bold]{say('names', 'present_column')}[/bold]  {cards}")
    later = [" ".join([card.text for card in zone.cards]) for zone in display.zones if zone.name == "later_column"]
    for start in range(0, len(later), SIDE_BY_SIDE):
        name = say("names", "later_column")
        head = " " * len(name) if start else name
        lines.append(f"{head}  {'  |  '.join(later[start : start + SIDE_BY_SIDE])}")
    for fact in display.facts:
        if fact.name == "announced":
            who = fact.value if fact.seat < 0 else f"@{fact.seat}"
            lines.append(f"[bold]{say('names', 'last_announced')}[/bold]  {who}")
    earlier = [zone for zone in display.zones if zone.name == "earlier_column"]
    for k, zone in enumerate(earlier):
        cards = "  ".join([_picked_card(card) for card in zone.cards])
        legend = "" if k else f"  [dim]* {say('names', 'announced')}[/dim]"
        lines.append(f"{say('names', 'column')} {k + 1}  {cards}{legend}")
    return lines


def _picked_card(card: ShownCard) -> str:
    """Return a card of an earlier column with its picker, a star if that was the one announced."""
    who = VIRTUAL_TEXT if card.seat < 0 else f"@{card.seat}"
    return f"{who} {card.text}{'*' if card.mark else ''}"


def _list_contracts(zone: Zone, legal: list[int], say: Say) -> list[str]:
    """Return contracts as they are typed, with their names and how many there are, two in a row."""
    texts: list[str] = []
    names = [card.text for card in zone.cards]
    for k, card in enumerate(zone.cards):
        if card.text not in names[:k]:
            copies = f" ×{names.count(card.text)}" if names.count(card.text) > 1 else ""
            name = f"{say('contracts', card.text)}{copies}"
            marks = 2 if card.action in legal else 0  # the brackets
            texts.append(f"{_card_to_type(card, legal)} {name}{' ' * (ROOM - len(card.text) - len(name) - marks)}")
    lines = [f"[bold]{say('names', zone.name)}[/bold]"]
    for start in range(0, len(texts), 2):
        lines.append("  " + "".join(texts[start : start + 2]).rstrip())
    return lines


def _card_to_type(card: ShownCard, legal: list[int]) -> str:
    """Return a card as it is typed, in brackets if it can be chosen now."""
    return f"[bold]\\[{card.text}][/bold]" if card.action in legal else card.text


def _trumps(pair: int) -> Phrase:
    """Return the sentence about the trumps that are turned up."""
    colour = pair // TRUMP_NUMBERS
    number = pair % TRUMP_NUMBERS
    if colour == NO_COLOUR:
        return ("trumps_none", {}) if number == NO_NUMBER else ("trumps_number", {"number": str(number + 1)})
    if number == NO_NUMBER:
        return "trumps_colour", {"colour": COLOURS[colour]}
    return "trumps", {"colour": COLOURS[colour], "number": str(number + 1)}
