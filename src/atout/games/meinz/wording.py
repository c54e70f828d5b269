"""Meinz: which words of the locale fit a position and an action, and a line about the Monster."""

from typing import Final, final

from atout.games.meinz import actions, reasons
from atout.games.meinz.actions import CRY, DECLINE, EXCHANGE, KEEP, PLAY, card_text
from atout.games.meinz.deal import MONSTER
from atout.games.meinz.reading import MONSTER_TRICK, MONSTER_WINS, SCORED, SHOWN, TURNED
from atout.games.meinz.scoring import BONUS
from atout.kernel.log import HIDDEN, TRICK
from atout.kernel.options import Options
from atout.kernel.view import Display, SeenEntry, ShownCard
from atout.kernel.wording import Phrase, Prospect, Say, Wording, completed_trick, fact_value

MONSTER_COUNTS: Final = ["monster_tricks", "monster_sum", "monster_total"]
MONSTER_ROLES: Final = ["monster_first_player", "monster_dealer", "monster_wins"]
SCORES: Final = ["round_total", "round_points", "monster_round_total", "monster_round_points"]  # told after the round
FULL: Final = "2"  # tricks: whoever has them receives no more
LEFT_OUT: Final = ("stack", *SCORES, *MONSTER_COUNTS, *MONSTER_ROLES)


@final
class MeinzWording(Wording):
    """How Meinz speaks."""

    def __init__(self) -> None:
        super().__init__(LEFT_OUT)
        self.tricks = ("tricks", "cry", "exchange")
        self.taken = (TRICK, MONSTER_TRICK)

    def lookup(self, options: Options) -> str:
        """Return what may be looked up: the trick completed last (MEINZ-59), unless tricks stay open."""
        return "all" if options.is_on("open_tricks") else "last"

    def prompt(self, display: Display) -> Phrase:
        """Return the question to a seat that owes a decision."""
        trick = _cards(display, "trick", -1)
        if display.phase == "exchange":
            return "exchange" if len(display.legal) > 1 else "exchange_nothing", {}
        if display.phase == "cry":
            return "cry", {"cards": " ".join([card.text for card in trick]), "best": _best(trick)}
        if display.phase != "tricks":
            return display.phase, {}
        if not trick:
            return "play_lead", {}
        led = trick[0].text
        follows = [card for card in _cards(display, "hand", display.seat) if card.text[0] == led[0]]
        return "play_follow" if follows else "play_free", {"colour": led[0], "value": led[1]}

    def event(self, display: Display, action: int) -> Phrase:
        """Return what an action is."""
        if action == DECLINE:
            return "decline", {}
        if action == CRY:
            return "cry", {}
        if action == KEEP:
            return "keep", {}
        if action >= EXCHANGE:
            return "exchange", _pair(action)
        return ("discard", {}) if action < PLAY else ("play", {})

    def notice(self, display: Display, seen: SeenEntry) -> Phrase:
        """Return what an entry tells: what the Monster does and gets, and discards that are shown after the round."""
        if seen.kind == TURNED:
            return "monster_plays", {"card": card_text(seen.open)}
        if seen.kind == MONSTER_TRICK:
            return "monster_takes", {}
        if seen.kind == SHOWN:
            return "shown", {"card": card_text(seen.open)}
        if seen.kind == MONSTER_WINS:
            return "monster_shares" if _is_caught(display) else "monster_wins", {}
        if seen.kind == SCORED and seen.seat == MONSTER and display.seats == MONSTER and seen.value != HIDDEN:
            cards = str(seen.value - BONUS)
            return "monster_scored", {"cards": cards, "total": str(seen.value), "points": str(seen.open)}
        return "", {}

    def action(self, action: int) -> Phrase:
        """Return an action in words."""
        if action < PLAY:
            return "discard", {"card": card_text(action)}
        if action < DECLINE:
            return "play", {"card": card_text(action - PLAY)}
        if action == DECLINE:
            return "decline", {}
        if action == CRY:
            return "cry", {}
        return ("keep", {}) if action == KEEP else ("exchange", _pair(action))

    def reasons(self, display: Display, action: int, prospect: Prospect) -> list[Phrase]:
        """Return why an action is advised."""
        return reasons.reasons(display, action, prospect)

    def won(self, display: Display) -> Phrase:
        """Return why somebody receives the trick: by crying, or for the lowest card that counts (MEINZ-45 to 48)."""
        trick = _cards(display, "trick", -1) if display.phase == "exchange" else completed_trick(display)
        taker = -1
        for k, card in enumerate(trick):
            if card.mark.endswith("winning"):
                taker = k
        if taker < 0:
            return "", {}
        if any(fact.name == "crier" for fact in display.facts):
            return "cried", {}
        value = trick[taker].text[1:]
        lower = [card for card in trick if card.mark in ("", "monster") and card.text[1:] < value]
        if [card for card in lower if _tricks(display, card.seat) != FULL]:
            return "", {}  # somebody cried, which the table shows no more
        if lower:
            owner = f"@{lower[0].seat}" if lower[0].seat >= 0 else "names:monster"
            return "does_not_count", {"owner": owner, "other": lower[0].text}
        equal = [card for card in trick if card.text[1:] == value and card.mark != "given"]
        return ("lowest_equal" if len(equal) > 1 else "lowest"), {"value": value}

    def stake(self, display: Display, seat: int) -> Phrase:
        """Return the sum of a seat's cards, which decides on its place (MEINZ-62)."""
        total = fact_value(display, "round_total", seat)
        return ("total", {"n": total}) if total else ("", {})

    def board(self, display: Display, say: Say) -> list[str]:
        """Return what there is to know about the Monster, in one line."""
        counts: list[str] = []
        roles: list[str] = []
        for fact in display.facts:
            if fact.name in MONSTER_COUNTS:
                counts.append(f"{say('names', fact.name)} {fact.value}")
            elif fact.name in MONSTER_ROLES:
                roles.append(say("names", fact.name))
        if not counts:
            return []
        for zone in display.zones:
            if zone.name == "stack":
                counts.append(f"{say('names', 'stack')} {len(zone.cards)}")
        return [f"[bold]{say('names', 'monster')}[/bold]  {' · '.join(counts + roles)}"]


def _cards(display: Display, name: str, seat: int) -> list[ShownCard]:
    for zone in display.zones:
        if zone.name == name and zone.seat == seat:
            return zone.cards
    return []


def _tricks(display: Display, seat: int) -> str:
    """Return how many tricks a seat has, or the Monster, which has no seat."""
    return fact_value(display, "tricks", seat) if seat >= 0 else fact_value(display, "monster_tricks")


def _best(trick: list[ShownCard]) -> str:
    """Return the card that would take the trick as it lies."""
    return "".join([card.text for card in trick if card.mark.endswith("winning")])


def _is_caught(display: Display) -> bool:
    """Say whether a player has as many points as the Monster."""
    points = {fact.value for fact in display.facts if fact.name == "total"}
    return any(fact.name == "monster_total" and fact.value in points for fact in display.facts)


def _pair(action: int) -> dict[str, str]:
    return {"give": card_text(actions.given_card(action)), "take": card_text(actions.taken_card(action))}
