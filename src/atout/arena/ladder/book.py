"""The folder of a ladder: what was asked, and every deal that was played. It is only ever added to."""

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from atout.arena.ladder.duel import Duel
from atout.arena.ladder.questions import Question
from atout.kernel.errors import SetupError

ASKED = "questions.json"


class Book:
    """The deals of all games, in a file per game."""

    def __init__(self, path: Path, questions: Sequence[Question], seed: int) -> None:
        self.path = path
        asked = {"seed": seed, "questions": [question.to_dict() for question in questions]}
        file = path / ASKED
        if not file.is_file():
            if path.exists() and (not path.is_dir() or any(path.iterdir())):
                raise SetupError(f"{path} holds something other than a ladder")
            path.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(asked, indent=2) + "\n", encoding="utf-8", newline="\n")
        elif json.loads(file.read_text(encoding="utf-8")) != asked:
            raise SetupError(f"{path} holds a ladder with another seed or other questions")

    def duels(self, game: str) -> dict[str, dict[int, Duel]]:
        """Return the deals of a game by question and number; a line that was cut off is taken away."""
        found: dict[str, dict[int, Duel]] = defaultdict(dict)
        file = self._file(game)
        if not file.is_file():
            return found
        content = file.read_bytes()
        whole = content[: content.rfind(b"\n") + 1]
        if len(whole) < len(content):
            os.truncate(file, len(whole))
        for line in whole.decode().splitlines():
            duel = Duel(**json.loads(line))
            found[duel.question][duel.deal] = duel
        return found

    def add(self, game: str, duel: Duel) -> None:
        """Keep a deal."""
        with open(self._file(game), "a", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(asdict(duel), separators=(",", ":")) + "\n")

    def _file(self, game: str) -> Path:
        return self.path / f"{game}.jsonl"


def in_order(duels: dict[int, Duel]) -> list[float]:
    """Return how far the first side was ahead, deal by deal, up to the first one that is missing."""
    found: list[float] = []
    while len(found) in duels:
        found.append(duels[len(found)].ahead)
    return found
