"""Mü: which words of the locale fit a position and an action, and bid and trumps at a glance."""

from typing import Final, final

from atout.games.mu import reasons
from atout.games.mu.actions import BID, HAND, LAY, NO_MORE, NONE, NOTATION, PARTNER, TRUMP, face_text, trump_text
from atout.games.mu.reading import ALL_PASSED, CHIEF, DEADLOCK, VICE
from atout.kernel.log import TABLE
from atout.kernel.options import Options
from atout.kernel.view import Display, SeenEntry, ShownCard
from atout.kernel.wording import Phrase, Prospect, Say, Wording, completed_trick, fact_value, trick_prompt, won_by

CLASSES: Final = ("double", "chief_class", "vice_class")
CONTRACT: Final = ("size", "target", "bonus")
SUITS: Final = ("chief_trump", "vice_trump", "led")
LEFT_OUT: Final = CONTRACT + SUITS
SEVERAL: Final = ("auction",)
TRUMP_KEYS: Final = ("", "vice_trump", "chief_trump", "double_trump")


@final
class MuWording(Wording):
    """How Mü speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT, SEVERAL)

    def lookup(self, options: Options) -> str:
        """Return what may be looked up: the trick completed last, or what the option says (MU-50)."""
        return {"all": "all", "none": "trick"}.get(options.text("last_trick"), "last")

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

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def won(self, display: Display) -> Phrase:
        """Return why a card took the trick: by the class of its trump, or as the highest that followed (MU-48)."""
        trick = completed_trick(display)
        ranks = {card.text: _rank(display, card.text) for card in trick}
        trumps = [card for card in trick if ranks[card.text][0]]
        for card in trick:
            kind, value = ranks[card.text]
            if card.mark == "winning" and kind:
                if len(trumps) == 1:
                    return "only_trump", {}
                equal = [other for other in trumps if ranks[other.text] == (kind, value)]
                return f"{TRUMP_KEYS[kind]}_equal" if len(equal) > 1 else TRUMP_KEYS[kind], {}
        return won_by(trick, [])

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return what a seat was in the round."""
        for role in ("chief", "vice", "partner"):
            if _has(display, role, seat):
                return role, {}
        return ("opponent" if _has(display, "chief") else ""), {}

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
            seats = [f"{NOTATION.text(each)} @{each - PARTNER}" for each in display.legal]
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


def _has(display: Display, name: str, seat: int | None = None) -> bool:
    for fact in display.facts:
        if fact.name == name and (seat is None or fact.seat == seat):
            return True
    return False


def _rank(display: Display, card: str) -> tuple[int, int]:
    """Return the class of a trump, 3 for a double one, and its strength within it; 0, 0 for a plain card (MU-35)."""
    kind = 0
    strength = 0
    for weight, name in ((2, "chief_trump"), (1, "vice_trump")):
        trump = fact_value(display, name)
        if trump and trump in (card[0], card[1:]):
            kind += weight
            strength = int(card[1:]) if trump == card[0] else 0
    return kind, 0 if kind == 3 else strength
