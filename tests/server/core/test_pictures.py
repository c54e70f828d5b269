"""Positions are written as JSON by compiled code: compared with what msgspec makes of the same position."""

import random

import msgspec
import pytest

from atout import Match, load, names, shuffler
from atout.kernel import view as core
from atout.kernel.display_json import encode_display, quote
from atout.kernel.game import Game
from atout.kernel.log import SPECTATOR, chain
from atout.kernel.options import Options
from atout.server.core import messages, parts
from atout.server.core.table import Table


def plain_display(match: Match, shown: core.Display) -> parts.Display:
    """Return a position as its members say."""
    game, legal = match.game, shown.legal
    prompt, values = game.words().prompt(shown) if legal else ("", {})

    def card(each: core.ShownCard) -> parts.Card:
        action = game.text(each.action) if shown.seat >= 0 and each.action >= 0 else ""
        mine, barred = (action, "") if each.action in legal else ("", action)
        return parts.Card(each.text, mine, barred, each.seat, each.mark)

    return parts.Display(
        seat=shown.seat,
        turn=shown.turn,
        owing=shown.owing,
        phase=shown.phase,
        zones=[parts.Zone(zone.name, [card(each) for each in zone.cards], zone.seat) for zone in shown.zones],
        facts=[parts.Fact(fact.name, fact.value, fact.seat) for fact in shown.facts],
        legal=[game.text(action) for action in legal],
        actions=[parts.Phrase(*game.words().action(action)) for action in legal],
        several=bool(legal) and shown.phase in game.words().several,
        prompt=prompt,
        values=values,
        scores=match.scores(),
        polled=[],
        until=0,
        answered=False,
        hushed=False,
        won=parts.Phrase(*game.words().won(shown)),
    )


@pytest.mark.parametrize("name", names())
def test_a_picture_is_what_the_display_says(name: str) -> None:
    game, rng, table = load(name), random.Random(7), Table("0" * 32)
    for seats in game.seat_counts:
        match = Match(game, seats, shuffle=shuffler(seats))
        for _ in range(120):
            seat = rng.choice(match.state.owing())
            match.play(seat, rng.choice(match.legal(seat)))
            if match.over:
                break
            for observer in (match.turn, rng.randrange(seats), SPECTATOR):
                shown = match.view(observer).display()
                written = bytes(messages.write_display(table, match, shown))
                assert msgspec.json.decode(written) == msgspec.json.decode(
                    msgspec.json.encode(plain_display(match, shown))
                )


class Fence(Game):
    """A game whose notation needs care in JSON."""

    def text(self, action: int) -> str:
        return f'"{action}"\\ ä\n'


@pytest.mark.parametrize(
    "text", ["", "R4", "a b", 'say "no"', "back\\slash", "Mü", "line\nbreak", "\u2028", "\x00", "-3", "🂡"]
)
def test_any_text_can_be_written(text: str) -> None:
    assert msgspec.json.decode(quote(text)) == text
    view = core.View(core.Observation(0, 2, 0, [0], [5], Options({}), chain([[]])))
    zones = [core.Zone(text, -1, [core.ShownCard(text, 5, 1, text), core.ShownCard(text, 6), core.ShownCard(text)])]
    shown = core.Display(view, text, zones, [core.Fact(text, 1, text)])
    written = msgspec.json.decode(b"{%b}" % encode_display(Fence.__new__(Fence), shown, [5]))
    assert written == {
        "seat": 0,
        "turn": 0,
        "owing": [0],
        "phase": text,
        "zones": [
            {
                "name": text,
                "cards": [
                    {"text": text, "action": '"5"\\ ä\n', "seat": 1} | ({"mark": text} if text else {}),
                    {"text": text, "barred": '"6"\\ ä\n'},
                    {"text": text},
                ],
            }
        ],
        "facts": [{"name": text, "value": text, "seat": 1}],
    }
