"""One printed match with every observer's view, compared with a file that people have read.

`ATOUT_WRITE=1 pytest -k playthrough` rewrites the files. Read them before you accept them: every line must agree
with the rules and with what its observer may know.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from atout.kernel.game import Game
from atout.kernel.log import ACTION, HIDDEN, SPECTATOR, TOTAL, TRICK
from atout.kernel.rng import Rng
from atout.kernel.view import Display, SeenEntry
from atout.match import Match, shuffler
from tests.kit.writing import is_writing


class Playthrough:
    """A match that is played from a seed and printed step by step; a game says how its things are written."""

    letters = "ABCDEF"
    chance = "deal"  # what a chance event is called

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int,
        options: Mapping[str, object] | None = None,
        start: Mapping[str, object] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.seed = seed
        self.match = Match(game, seats, options, start=start)
        self.observers = [*range(seats), SPECTATOR]
        self.remembered = dict.fromkeys(self.observers, 0)

    # What games write in their own way

    def action(self, entry: SeenEntry, who: str) -> str:
        """Return an action in words."""
        return f"{who} does {'?' if entry.value == HIDDEN else self.game.text(entry.value)}"

    def entry(self, entry: SeenEntry, who: str) -> str:
        """Return any other entry of the log in words; `who` is the letter of its seat, if it is about one."""
        raise NotImplementedError

    def shown_cards(self, display: Display) -> str:
        """Return what an observer is shown of the cards, and the legal actions."""
        raise NotImplementedError

    def facts(self, display: Display) -> str:
        """Return the facts on the table."""
        return ", ".join([display.phase, *self.named_facts(display), *self.to_act(display)])

    def to_act(self, display: Display) -> list[str]:
        """Return who owes a decision."""
        return [f"{' '.join(map(self.letter, display.owing))} to act"] if display.owing else []

    def choose(self, rng: Rng) -> tuple[int, int]:
        """Return a seat that owes a decision, and anything it may do."""
        owing = self.match.state.owing()
        seat = owing[rng.below(len(owing))]
        return seat, self.any_of(self.match.view(seat).legal, rng)

    def tables(self, displays: Mapping[int, Display]) -> Iterable[str]:
        """Return what the observers are shown: the facts, which are the same for all, and what each one sees."""
        yield f"all  {self.require_alike(self.facts(display) for display in displays.values())}"
        for observer, display in displays.items():
            yield f"{self.letter(observer)}    {self.shown_cards(display)}"

    def end(self) -> list[str]:
        """Return the last block."""
        scores, places = (" ".join(map(str, numbers)) for numbers in (self.match.scores(), self.match.places()))
        return ["== end", f"scores {scores}, places {places}"]

    # What they share

    def letter(self, seat: int) -> str:
        return "S" if seat == SPECTATOR else self.letters[seat]

    def describe(self, entry: SeenEntry) -> str:
        """Return an entry of the log in words."""
        who = self.letters[entry.seat] if entry.seat < len(self.letters) else ""
        if entry.kind == ACTION:
            return self.action(entry, who)
        same = {TRICK: f"{who} takes the trick", TOTAL: f"{who} has {entry.open}"}
        return same.get(entry.kind) or self.entry(entry, who)

    def any_of(self, actions: Sequence[int], rng: Rng) -> int:
        return actions[rng.below(len(actions))]

    def legal_texts(self, display: Display) -> list[str]:
        """Return the legal actions."""
        return ["may " + " ".join(map(self.game.text, display.legal))] if display.legal else []

    def named_facts(self, display: Display) -> list[str]:
        """Return the facts on the table, those of the same name together."""
        parts: dict[str, list[str]] = {}
        for fact in display.facts:
            words = parts.setdefault(fact.name, [])
            words += [self.letter(fact.seat)] if fact.seat >= 0 else []
            words += [fact.value] if fact.value else []
        return [f"{name} {' '.join(words)}" for name, words in parts.items()]

    def require_alike(self, texts: Iterable[str]) -> str:
        """Return what must be the same for everybody."""
        (text,) = set(texts)
        return text

    def news(self) -> list[str]:
        """Return what the last step added to each memory."""
        texts = {}
        for observer in self.observers:
            seen = self.match.view(observer).seen
            texts[observer] = "; ".join(map(self.describe, seen[self.remembered[observer] :]))
            self.remembered[observer] = len(seen)
        if len(set(texts.values())) == 1:
            return [f"log all  {texts[0] or '-'}"]
        return [f"log {self.letter(observer)}    {texts[observer]}" for observer in self.observers]

    def text(self, head: str) -> str:
        """Play the match and print it."""
        match, shuffle, rng = self.match, shuffler(self.seed), Rng(self.seed)
        blocks = []
        while not match.over:
            if match.turn < 0:
                pack = match.state.pack()
                match.deal(shuffle(len(pack)))
                title = f"{self.chance} of the {pack.kind}"
            else:
                seat, action = self.choose(rng)
                match.play(seat, action)
                title = f"{self.letter(seat)}: {self.game.text(action)}"
            displays = {observer: match.view(observer).display() for observer in self.observers}
            blocks.append([f"== {title}", *self.news(), *self.tables(displays)])
        blocks.append(self.end())
        return head + "\n" + "\n\n".join("\n".join(lines) for lines in blocks) + "\n"

    def compare(self, head: str) -> None:
        """Demand that the match is printed as in the file beside the test."""
        text = self.text(head)
        file = Path(inspect.getfile(type(self))).with_name("playthrough.txt")
        if is_writing():
            file.write_text(text, encoding="utf-8")
        assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()
