"""Records: a match, or any part of one, as a TOML file that replays to its results."""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from atout import toml
from atout.games import load as load_game
from atout.kernel.cards import seat_letter
from atout.kernel.clause import Clause
from atout.kernel.errors import NotationError, PlayError, SetupError
from atout.kernel.game import Game
from atout.kernel.log import HIDDEN, audience_of, kind_of, observer, open_of, seat_of, value_of
from atout.kernel.options import option_text
from atout.kernel.start import Start
from atout.kernel.state import CHANCE, OVER, State
from atout.kernel.view import SeenEntry
from atout.match import Match, PlayStep, Step

FORMAT = "atout-record 1"
KEYS = (
    "format",
    "game",
    "rules",
    "seats",
    "options",
    "date",
    "seed",
    "note",
    "start",
    "deal",
    "end",
    "review",
    "meta",
    "fair",
)

_TOKEN = re.compile(r"\S+")


class RecordError(toml.TomlError):
    """A record that cannot be read: `line` of the file, and the `action` and `clause` where one is concerned."""

    def __init__(self, message: str, line: int, action: str = "", clause: Clause | None = None) -> None:
        super().__init__(message, line)
        self.action = action
        self.clause = clause


class ReplayError(RecordError):
    """A record that can be read but does not follow from the rules: an illegal action, or another result."""


@dataclass(frozen=True)
class Deal:
    """One [[deal]] table: what chance gave, what the seats did then, and how that changed the scores."""

    dealt: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    play: str = ""
    result: tuple[int, ...] | None = None


@dataclass(frozen=True)
class End:
    """The [end] table: how things stand where the record stops."""

    scores: tuple[int, ...] | None = None
    places: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Record:
    """A record file. The `source` it was read from serves error messages and nothing else."""

    game: str
    rules: int
    seats: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    date: datetime.date | None = None
    seed: int | str | None = None  # a note: the deals themselves are in the record
    note: str = ""
    start: Mapping[str, object] = field(default_factory=dict)
    deals: tuple[Deal, ...] = ()
    end: End | None = None
    review: Mapping[str, object] = field(default_factory=dict)  # what `atout review` found, kept as it is
    meta: Mapping[str, object] = field(default_factory=dict)
    fair: Mapping[str, object] = field(default_factory=dict)
    source: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class ReplayStep:
    """One step of a replay, between two positions that stay as they are."""

    deal: int  # the place of its [[deal]] table, counted from 0
    step: Step
    legal: tuple[int, ...]  # what the seat could have done; nothing at a chance event
    texts: Mapping[str, Sequence[str]]  # what a chance event gave, as a record writes it
    before: State
    after: State
    game: Game

    def entries_seen(self, seat: int | None = None) -> list[SeenEntry]:
        """Return what the log says about this step: as an observer saw it, or everything."""
        parts = [self.after.log]
        past = self.after.past
        while past is not self.before.past:
            assert past is not None
            parts.append(past.entries)
            past = past.before
        entries = [item for part in reversed(parts) for item in part][len(self.before.log) :]
        found: list[SeenEntry] = []
        for item in entries:
            audience = audience_of(item)
            value = value_of(item) if seat is None or audience & observer(seat) else HIDDEN
            found.append(SeenEntry(kind_of(item), seat_of(item), open_of(item), value, audience))
        return found

    def trick_winners(self) -> list[int]:
        """Return the seats that took a trick by this step; a number above all seats is an opponent without one."""
        return [item.seat for item in self.entries_seen() if item.kind in self.game.trick_kinds]


# Reading and writing files


def load(file: str | PathLike[str]) -> Record:
    """Return the record in a file."""
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise RecordError("the file is not UTF-8 text", line) from None
    return loads(text)


def loads(text: str) -> Record:
    """Return the record with this text; its deals and actions are checked by `replay`, everything else here."""
    record = _read(toml.Document(text, RecordError))
    begin(record)
    return record


def dump(record: Record, file: str | PathLike[str]) -> None:
    """Write a record to a file."""
    Path(file).write_text(dumps(record), encoding="utf-8", newline="\n")


def dumps(record: Record) -> str:
    """Return the text of a record: always the same for the same record."""
    head: dict[str, object] = {"format": FORMAT, "game": record.game, "rules": record.rules, "seats": record.seats}
    optional = {
        "options": record.options or None,
        "date": record.date,
        "seed": record.seed,
        "note": record.note or None,
    }
    head |= {name: item for name, item in optional.items() if item is not None}
    blocks = [_block("", head)]
    if record.start:
        blocks.append(_block("[start]", record.start))
    for deal in record.deals:
        body: dict[str, object] = {n: groups[0] if len(groups) == 1 else groups for n, groups in deal.dealt.items()}
        body |= {"play": deal.play} if deal.play else {}
        body |= {} if deal.result is None else {"result": deal.result}
        blocks.append(_block("[[deal]]", body))
    if record.end is not None:
        items = {"scores": record.end.scores, "places": record.end.places}
        blocks.append(_block("[end]", {name: item for name, item in items.items() if item is not None}))
    kept = (("review", record.review), ("meta", record.meta), ("fair", record.fair))
    blocks += [_block(f"[{name}]", part) for name, part in kept if part]
    return "\n".join(blocks)


def _block(header: str, items: Mapping[str, object]) -> str:
    lines = [toml.format_pair(name, item) for name, item in items.items()]
    return "".join(f"{line}\n" for line in ([header, *lines] if header else lines))


def _read(file: toml.Document) -> Record:
    """Return the record in a file, or say on which line something is wrong."""
    if file.find("format") != FORMAT:
        found = (
            f"the format is {toml.format_value(file.find('format'))}" if "format" in file.root else "there is no format"
        )
        raise file.error_at(f"{found}, this program reads {toml.format_value(FORMAT)}", "format")
    for name in file.root:
        if name not in KEYS:
            raise file.error_at(f"no key {name}: what is not part of the format goes under [meta]", name)
    game = _game(file)
    date, seed = file.find("date"), file.find("seed")
    if not isinstance(date, datetime.date | None):
        raise file.error_at("date must be a date, such as 2026-01-31, without quotes", "date")
    if isinstance(seed, bool) or not isinstance(seed, int | str | None):
        raise file.error_at("seed must be a whole number or a text", "seed")
    for name in file.table("end"):
        if name not in ("scores", "places"):
            raise file.error_at(f"no key {name}: the keys are scores and places", "end", name)
    return Record(
        game=game.name,
        rules=_rules(file, game),
        seats=file.texts("seats"),
        options=_options(file, game),
        date=date,
        seed=seed,
        note=file.text("note"),
        start=file.table("start"),
        deals=tuple(_deal(file, k) for k in range(len(file.tables("deal")))),
        end=End(file.numbers("end", "scores"), file.numbers("end", "places")) if "end" in file.root else None,
        review=file.table("review"),
        meta=file.table("meta"),
        fair=file.table("fair"),
        source=file.source,
    )


def _game(file: toml.Document) -> Game:
    try:
        return load_game(file.text("game"))
    except SetupError as error:
        raise file.error_at(str(error), "game") from None


def _rules(file: toml.Document, game: Game) -> int:
    rules = file.find("rules")
    if isinstance(rules, bool) or not isinstance(rules, int) or rules < 1:
        raise file.error_at("rules must be the version of the rules, a whole number from 1", "rules")
    if rules > game.rules:
        raise file.error_at(
            f"the record is for rules {rules} of {game.title}, but this program has {game.rules}", "rules"
        )
    return rules


def _options(file: toml.Document, game: Game) -> dict[str, str]:
    chosen = {name: option_text(raw) for name, raw in file.table("options").items()}
    for name, text in chosen.items():
        try:
            game.settle({name: text})
        except SetupError as error:
            raise file.error_at(str(error), "options", name) from None
    return chosen


def _deal(file: toml.Document, k: int) -> Deal:
    dealt: dict[str, tuple[str, ...]] = {}
    for name, item in file.table("deal", k).items():
        if name not in ("play", "result"):
            dealt[name] = (item,) if isinstance(item, str) else file.texts("deal", k, name)
    return Deal(dealt, file.text("deal", k, "play"), file.numbers("deal", k, "result"))


# Replaying


def begin(record: Record) -> Match:
    """Return the match where the record begins, before its first step."""
    game = load_game(record.game)
    try:
        return Match(game, len(record.seats), record.options, start=record.start)
    except SetupError as error:
        line = _line(record, "seats" if error.clause else "options")
        raise RecordError(str(error), line, clause=error.clause) from None
    except NotationError as error:
        word = str(error).removeprefix("start: ").partition(" ")[0]
        named = [name for name in record.start if name in (word, f"{word}s")]
        raise RecordError(str(error), _line(record, "start", *named)) from None


def replay(record: Record) -> Match:
    """Return the match as it stands where the record stops; its results are checked on the way."""
    match = begin(record)
    for _ in replay_steps(record, match):
        pass
    return match


def replay_steps(record: Record, match: Match | None = None) -> Iterator[ReplayStep]:
    """Yield a record step by step; a match that `begin` returned is moved along."""
    match = begin(record) if match is None else match
    for k, deal in enumerate(record.deals):
        before = match.scores()
        yield from _replay_chance(record, k, match)
        yield from _replay_decisions(record, k, match)
        changed = [now - then for now, then in zip(match.scores(), before, strict=True)]
        _compare(record, deal.result, changed, "deal", k, "result")
    if record.end is not None:
        _compare(record, record.end.scores, match.scores(), "end", "scores")
        _compare(record, record.end.places, match.places(), "end", "places")


def _replay_chance(record: Record, k: int, match: Match) -> Iterator[ReplayStep]:
    """Carry out the chance events at the beginning of a deal table."""
    given = dict(record.deals[k].dealt)
    while match.turn == CHANCE and any(part.name in given for part in match.state.pack().fields):
        pack = match.state.pack()
        groups = {part.name: list(given.pop(part.name)) for part in pack.fields if part.name in given}
        try:
            order = pack.order(groups)
        except NotationError as error:
            raise RecordError(str(error), _line(record, "deal", k, *_culprit(groups, str(error)))) from None
        before = match.state.clone()
        match.deal(order)
        yield ReplayStep(k, match.steps[-1], (), pack.texts(order), before, match.state.clone(), match.game)
    for name in given:
        raise RecordError(f"{name}: nothing with that name is dealt here", _line(record, "deal", k, name))


def _culprit(groups: Mapping[str, list[str]], message: str) -> toml.Path:
    """Return where in a deal table the groups stand that a refusal of the pack is about."""
    words = message.split()
    for name, lines in groups.items():
        for place in reversed(range(len(lines))):
            if f"'{lines[place]}'" in message or any(item in words for item in lines[place].split()):
                return (name, place) if len(lines) > 1 else (name,)
    return tuple(name for name in groups if name in words)


def _replay_decisions(record: Record, k: int, match: Match) -> Iterator[ReplayStep]:
    """Carry out the actions of a deal table."""
    for first, tokens in _play_lines(record, k, match.seats):
        seat = first
        for offset, text in tokens:
            if (offset, text) != tokens[0] and not match.state.owes(seat) and match.turn >= 0:
                seat = match.turn
            legal = tuple(match.legal(seat))
            before = match.state.clone()
            try:
                match.play(seat, match.game.parse(text))
            except NotationError as error:
                raise RecordError(str(error), _line(record, "deal", k, "play", offset=offset), text) from None
            except PlayError as error:
                line = _line(record, "deal", k, "play", offset=offset)
                raise ReplayError(f"{error}{_note_about_older_rules(record)}", line, text, error.clause) from None
            yield ReplayStep(k, match.steps[-1], legal, {}, before, match.state.clone(), match.game)


def _play_lines(record: Record, k: int, seats: int) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Yield for each line of play who begins it and its tokens, each with its offset."""
    letters = [f"{seat_letter(seat)}:" for seat in range(seats)]
    offset = 0
    for line in record.deals[k].play.split("\n"):
        tokens: list[tuple[int, str]] = []
        for found in _TOKEN.finditer(line):
            if found[0].startswith("#"):  # a comment
                break
            tokens.append((offset + found.start(), found[0]))
        offset += len(line) + 1
        if not tokens:
            continue
        place, letter = tokens[0]
        if letter not in letters:
            message = f"'{letter}' is not a seat: a line begins with one of {' '.join(letters)}"
            raise RecordError(message, _line(record, "deal", k, "play", offset=place))
        if len(tokens) == 1:
            raise RecordError(f"no action after {letter}", _line(record, "deal", k, "play", offset=place))
        yield letters.index(letter), tokens[1:]


def _compare(record: Record, given: tuple[int, ...] | None, found: list[int], *path: str | int) -> None:
    if given is not None and list(given) != found:
        message = f"{path[-1]} is {list(given)}, the replay gives {found}"
        raise ReplayError(f"{message}{_note_about_older_rules(record)}", _line(record, *path))


def _note_about_older_rules(record: Record) -> str:
    """Return a remark for a record that was made under older rules."""
    now = load_game(record.game).rules
    return f" (the record is for rules {record.rules}, these are rules {now})" if record.rules < now else ""


def _line(record: Record, *path: str | int, offset: int | None = None) -> int:
    return toml.locate(record.source or dumps(record), path, offset)


# Making a record of a match


def make_record(
    match: Match,
    names: Sequence[str] | None = None,
    *,
    date: datetime.date | None = None,
    seed: int | str | None = None,
    note: str = "",
    meta: Mapping[str, object] | None = None,
    fair: Mapping[str, object] | None = None,
) -> Record:
    """Return the record of a match, finished or in progress; without names the seats are called by their letters."""
    if names is not None and len(names) != match.seats:
        raise ValueError(f"{len(names)} names for {match.seats} seats")
    if match.drawn is not None:
        raise ValueError("a match that began from a drawn world has no record: nobody dealt its cards")
    usual = match.game.settle({})
    return Record(
        game=match.game.name,
        rules=match.game.rules,
        seats=tuple(names or [seat_letter(seat) for seat in range(match.seats)]),
        options={name: text for name, text in match.options.values.items() if text != usual.text(name)},
        date=date,
        seed=seed,
        note=note,
        start=match.start,
        deals=_deals(match),
        end=End(tuple(match.scores()), tuple(match.places())) if match.over else None,
        meta=meta or {},
        fair=fair or {},
    )


def _deals(match: Match) -> tuple[Deal, ...]:
    """Return the steps of a match as deal tables: a new one begins at a chance event that follows an action."""
    state = match.game.begin(match.seats, match.options, Start(match.start))
    deals: list[Deal] = []
    part = _Part(state)
    for step in match.steps:
        if isinstance(step, PlayStep):
            part.add(state, step, match.game.text(step.action))
            state.apply(step.seat, step.action)
            continue
        texts = state.pack().texts(list(step.order))
        if part.lines or part.dealt.keys() & texts.keys():
            deals.append(part.close(state))
            part = _Part(state)
        part.dealt |= {name: tuple(groups) for name, groups in texts.items()}
        state.deal(list(step.order))
    if match.steps:
        deals.append(part.close(state))
    return tuple(deals)


class _Part:
    """A deal table in the making."""

    def __init__(self, state: State) -> None:
        self.dealt: dict[str, tuple[str, ...]] = {}
        self.lines: list[str] = []
        self._scores = state.scores()
        self._line = 0  # of the last action
        self._seat = -1  # likewise

    def add(self, state: State, step: PlayStep, text: str) -> None:
        """Write down an action, on a new line where the game begins one or a reader would expect another seat."""
        expected = self._seat if self._seat >= 0 and state.owes(self._seat) else state.turn
        if not self.lines or state.line() != self._line or step.seat != expected:
            self.lines.append(f"{seat_letter(step.seat)}:")
        self.lines[-1] += f" {text}"
        self._line = state.line()
        self._seat = step.seat

    def close(self, state: State) -> Deal:
        """Return the table; it has a result unless it stops while somebody owes a decision."""
        changed = tuple(now - then for now, then in zip(state.scores(), self._scores, strict=True))
        ended = self.lines and state.turn in (CHANCE, OVER)
        return Deal(self.dealt, "".join(f"{line}\n" for line in self.lines), changed if ended else None)
