"""Mü: which words of the locale fit a position and an action, and bid and trumps at a glance."""

from typing import Final, final

from atout.games.mu.actions import BID, HAND, LAY, NO_MORE, NONE, PARTNER, TRUMP, face_text, text, trump_text
from atout.games.mu.reading import ALL_PASSED, CHIEF, DEADLOCK, VICE
from atout.kernel.log import TABLE
from atout.kernel.view import Display, SeenEntry, ShownCard
from atout.kernel.wording import Phrase, Say, Wording, fact_value, trick_prompt

CLASSES: Final = ("double", "chief_class", "vice_class")
CONTRACT: Final = ("size", "target", "bonus")
SUITS: Final = ("chief_trump", "vice_trump", "led")
LEFT_OUT: Final = CONTRACT + SUITS
SEVERAL: Final = ("auction",)


@final
class MuWording(Wording):
    """How Mü speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT, SEVERAL)

    def prompt(self, display: Display) -> Phrase:
        """Return the question to the seat whose turn it is."""
        if display.phase == "auction":
            return ("bid_more" if _has(display, "bidding") else "bid"), {"room": fact_value(display, "room")}
        if display.phase != "tricks":
            return display.phase, {}
        return trick_prompt(display)

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is."""
        if action == NO_MORE:
            return ("bid_done" if _has(display, "bidding") else "pass"), {}
        if action < TRUMP:
            return "bid", {"face": face_text(action - LAY)}
        if action < PARTNER:
            trump = action - TRUMP
            who = "vice" if display.phase == "vice_trump" else "chief"
            return (f"{who}_trump" if trump != NONE else "no_trump"), {"colour": trump_text(trump)}
        if action < HAND:
            return "partner", {"partner": f"@{action - PARTNER}"}
        return ("play", {}) if action < BID else ("play_bid", {})

    def notice(self, display: Display, seen: SeenEntry) -> Phrase:
        """Return what an entry tells that is not an action: how the auction ended."""
        if seen.kind == CHIEF:
            return "chief", {"cards": str(seen.open)}
        if seen.kind == VICE:
            return ("no_vice" if seen.seat == TABLE else "vice"), {}
        if seen.kind == DEADLOCK:
            return "deadlock", {"cards": str(seen.open)}
        return ("all_passed" if seen.kind == ALL_PASSED else ""), {}

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        if action == NO_MORE:
            return "no_more", {}
        if action < TRUMP:
            return "lay", {"card": face_text(action - LAY)}
        if action < PARTNER:
            trump = action - TRUMP
            return ("no_trump", {}) if trump == NONE else ("trump", {"colour": trump_text(trump)})
        if action < HAND:
            return "partner", {"partner": f"@{action - PARTNER}"}
        return (
            ("play", {"card": face_text(action - HAND)})
            if action < BID
            else ("play_bid", {"card": face_text(action - BID)})
        )

    def board(self, display: Display, say: Say) -> list[str]:
        """Return bid, trumps and who can be Partner; the observer's trumps by class, and bid cards to play now."""
        lines: list[str] = []
        for names in (CONTRACT, SUITS):
            parts = [
                f"[bold]{say('names', fact.name)}[/bold] {say('colours', fact.value)}"
                for fact in display.facts
                if fact.name in names
            ]
            if parts:
                lines.append(" · ".join(parts))
        if display.phase == "partner" and display.legal:
            seats = [f"{text(each)} @{each - PARTNER}" for each in display.legal]
            lines.append(f"[bold]{say('names', 'partner')}[/bold]  {' · '.join(seats)}")
        own: list[ShownCard] = []
        playable: list[str] = []
        for zone in display.zones:
            if zone.seat == display.seat and zone.name in ("hand", "bid_cards"):
                own += zone.cards
                if zone.name == "bid_cards":
                    playable += [f"{card.text}*" for card in zone.cards if card.action in display.legal]
        groups: list[str] = []
        for name in CLASSES:
            cards = [card.text for card in own if card.mark == name]
            if cards:
                groups.append(f"{say('names', name)} {' '.join(cards)}")
        if groups:
            lines.append(f"[bold]{say('names', 'own_trumps')}[/bold]  {' · '.join(groups)}")
        if playable:
            lines.append(f"[bold]{say('names', 'playable_bid_cards')}[/bold]  {' '.join(playable)}")
        return lines


def _has(display: Display, name: str) -> bool:
    for fact in display.facts:
        if fact.name == name:
            return True
    return False
