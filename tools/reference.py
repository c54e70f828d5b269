"""Write the reference for people who use Python: python tools/reference.py [--check].

The classes and functions of `atout` and `atout.authoring`, from their docstrings, go into docs/reference/api.md; the
actions of each game, its options, the keys of a position and of a score sheet, phases, zones and facts into
docs/reference/games/. All of it is found in the code, and by playing. `--check` writes nothing and says what is old.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from pathlib import Path

import atout
from atout import SPECTATOR, Game, Match, Rng, authoring, load, shuffler
from atout.games import NAMES
from atout.locale import Locale, load_locale, load_texts
from atout.speech import sentence
from tools.game_keys import Found, sheet_keys, start_keys

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
REFERENCE = ROOT / "docs" / "reference"
SEEDS = range(6)
MOST_EXAMPLES = 6
LONGEST_EXAMPLE = 24
PLACEHOLDER = re.compile(r"\{\w+\}")

Seen = dict[tuple[str, bool], list[str]]  # by name, and whether it belongs to a seat: what it was


# One page for each game


def game_page(name: str) -> str:
    """Return the page of a game."""
    game = load(name)
    locale = load_locale(game)
    seats = ", ".join(str(count) for count in game.seat_counts)
    meanings = tomllib.loads((SOURCE / "atout" / "games" / name / "keys.toml").read_text(encoding="utf-8"))
    head, deals = sheet_keys(name)
    phases, zones, facts = seen_in_play(name)
    parts = [
        f"# {game.title}, for programs\n",
        f"`load({name!r})`: {seats} players, {game.actions} actions, rules {game.rules}, clauses `{game.prefix}-…`. "
        "Made from the code by `tools/reference.py`.\n",
        "## Actions\n",
        table(("Numbers", "Notation", "Means"), action_rows(game, locale)),
        "## Options\n",
        table(("Option", "Changes", "Values, the usual one first"), option_rows(game, locale)),
        "## Positions: `[start]`\n",
        "Of a [record](../record.md), or `Match(…, start={…})`. Seats are counted from 0; `??` is an unknown card.\n",
        table(("Key", "Is", "Means"), key_rows(start_keys(name), meanings["start"])),
        "## Score sheet\n",
        f"`atout score {name} FILE`, or `atout.score({name!r}, seats, deals, start={{…}})`.\n",
        *(["Before the deals:\n", table(("Key", "Is", "Means"), key_rows(head, meanings["sheet"]))] if head else []),
        "Of each `[[deal]]`, seat by seat where it is a list:\n",
        table(("Key", "Is", "Means"), key_rows(deals, meanings["deal"])),
        "## Phases\n",
        "`display.phase` is one of these.\n",
        table(("Phase", "Is called"), [(f"`{phase}`", locale.say("phases", phase)) for phase in phases]),
        "## Zones\n",
        "Where cards lie: `display.zones`.\n",
        table(("Zone", "Is called", "Lies with", "Holds, for instance"), shown_rows(zones, locale)),
        "## Facts\n",
        "What else the table shows: `display.facts`. A role has no value.\n",
        table(("Fact", "Is called", "Is about", "Says, for instance"), shown_rows(facts, locale)),
    ]
    return "\n".join(parts)


def action_rows(game: Game, locale: Locale) -> Iterator[tuple[str, ...]]:
    """Yield the actions of a game, those of one kind together."""
    wording = game.words()
    kinds: dict[str, list[int]] = {}
    for action in range(game.actions):
        kinds.setdefault(wording.action(action)[0] or game.text(action), []).append(action)
    for kind, actions in kinds.items():
        texts = [f"`{game.text(action)}`" for action in actions]
        words = locale.find("actions", kind)
        told = sentence(locale, "actions", wording.action(actions[0]), [f"player {k + 1}" for k in range(8)])
        means = PLACEHOLDER.sub("…", words) if words and len(actions) > 1 else told or kind
        yield ranges(actions), listed(texts), means


def ranges(numbers: Sequence[int]) -> str:
    """Return numbers with neighbours together: `0-21`; every second one and the like are told by their ends."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    if len(parts) > 3:
        return f"{len(numbers)} from {numbers[0]} to {numbers[-1]}"
    return ", ".join(f"{part[0]}-{part[-1]}" if len(part) > 1 else str(part[0]) for part in parts)


def option_rows(game: Game, locale: Locale) -> Iterator[tuple[str, ...]]:
    """Yield the options of a game."""
    changes = {"rule": "the rules", "view": "what is shown", "table": "how the table behaves"}
    for option in game.options:
        name = locale.find("options", option.name, "name") or ""
        yield f"`{option.name}`", changes[option.kind], f"{option.choices()}{f' ({name})' if name else ''}"


def key_rows(found: Found, meanings: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield the keys that somebody may write down; each has a meaning, and no meaning is left over."""
    if set(found) != set(meanings):
        raise SystemExit(f"keys.toml: no meaning, or no key, for {sorted(set(found) ^ set(meanings))}")
    for key, kind in found.items():
        yield f"`{key}`", kind or "a list of texts", meanings[key]


@cache
def seen_in_play(name: str) -> tuple[list[str], Seen, Seen]:
    """Return phases, zones and facts, as the code names them and as matches show them."""
    game = load(name)
    phases = list(load_phases(game))
    zones, facts = Seen(), Seen()
    for seats in game.seat_counts:
        for seed in SEEDS:
            match = Match(game, seats, lively_options(game, seed), shuffle=shuffler(seed))
            rng = Rng(seed)
            while True:
                for seat in (match.turn if match.turn >= 0 else 0, SPECTATOR):
                    display = match.view(seat).display()
                    for zone in display.zones:
                        note(zones, zone.name, zone.seat, [card.text for card in zone.cards])
                    for fact in display.facts:
                        note(facts, fact.name, fact.seat, [fact.value])
                if match.over:
                    break
                legal = match.legal()
                match.play(match.turn, legal[rng.below(len(legal))])
    for kind, found in (("Zone", zones), ("Fact", facts)):
        for called in named_in_code(name, kind) - {known for known, _ in found}:
            found[called, False] = []
    return phases, zones, facts


def load_phases(game: Game) -> list[str]:
    """Return the phases that the words of a game know."""
    found = load_texts(game, "en")["phases"]
    assert isinstance(found, dict)
    return list(found)


def lively_options(game: Game, seed: int) -> dict[str, object]:
    """Return usual options, and with every second seed those that show the most."""
    shown = {option.name: option.values[-1] for option in game.options if option.kind == "view"}
    return {**game.shortest, **(shown if seed % 2 else {})}


def note(seen: Seen, name: str, seat: int, texts: Iterable[str]) -> None:
    """Note what something showed."""
    known = seen.setdefault((name, seat >= 0), [])
    known += [text for text in dict.fromkeys(texts) if text and text not in known]


def named_in_code(name: str, kind: str) -> set[str]:
    """Return the names of zones or facts that the code of a game writes out."""
    tree = ast.parse((SOURCE / "atout" / "games" / name / "view.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    first = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == kind and call.args]
    return {node.value for node in first if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def shown_rows(seen: Seen, locale: Locale) -> Iterator[tuple[str, ...]]:
    """Yield zones or facts, by name."""
    for (name, of_seat), texts in sorted(seen.items()):
        brief = [text if len(text) <= LONGEST_EXAMPLE else f"{text[:LONGEST_EXAMPLE]}…" for text in texts]
        examples = [f"`{text}`" for text in sorted(brief, key=natural)]
        yield f"`{name}`", locale.say("names", name), "a seat" if of_seat else "the table", listed(examples)


def natural(text: str) -> tuple[object, ...]:
    """Return what sorts texts as people do: 2 before 10."""
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in re.split(r"(\d+)", text) if part)


def listed(texts: Sequence[str]) -> str:
    """Return texts, the first few and the last if there are many."""
    if len(texts) > MOST_EXAMPLES:
        texts = [*texts[: MOST_EXAMPLES - 1], "…", texts[-1]]
    return " ".join(texts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join([*lines, ""])


# What `atout` and `atout.authoring` offer


def api_page() -> str:
    """Return everything public with its signature and docstring, in the order of use."""
    parts = [
        "# The Python API\n",
        "Made from the docstrings by `tools/reference.py`. [Atout in Python](../guide/python.md) is the way in.\n",
    ]
    for module, later in ((atout, ()), (authoring, tuple(atout.__all__))):
        parts += [f"## {module.__name__}\n", f"{paragraphs(module.__doc__ or '')}\n"]
        constants, described = [], []
        for name in sorted(set(module.__all__) - set(later) - {"__version__"}, key=lambda name: (name.lower(), name)):
            found = definition(module.__name__, name)
            if found is None:
                constants.append(f"`{name}`")
            else:
                described += [f"### {name}\n", *describe(*found)]
        again = sorted(set(module.__all__) & set(later))
        parts += [f"Besides, from `atout`: {', '.join(f'`{name}`' for name in again)}.\n"] if again else []
        parts += [f"Constants and types: {', '.join(constants)}.\n"] if constants else []
        parts += described
    return "\n".join(parts)


def definition(module: str, name: str) -> tuple[ast.ClassDef | ast.FunctionDef, list[str]] | None:
    """Return where a public class or function is defined; None for anything else."""
    found = getattr(import_module(module), name)
    home = getattr(found, "__module__", None)
    if not isinstance(home, str) or not home.startswith("atout"):
        return None
    stem = SOURCE / home.replace(".", "/")
    file = stem.with_suffix(".py") if stem.with_suffix(".py").is_file() else stem / "__init__.py"
    source = file.read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == getattr(found, "__name__", ""):
            return node, source.split("\n")
    return None


def describe(node: ast.ClassDef | ast.FunctionDef, source: Sequence[str]) -> Iterator[str]:
    """Yield what there is to say about a class, with its methods, or a function."""
    doc = paragraphs(ast.get_docstring(node) or "")
    if isinstance(node, ast.FunctionDef):
        yield f"```text\n{signature(node)}\n```\n\n{doc}\n"
        return
    made = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name in ("__init__", "__new__")]
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    arguments = signature(made[0]).removeprefix(made[0].name).removesuffix(" -> None") if made else ""
    head = f"class {node.name}({bases})" if bases else f"class {node.name}"
    yield f"```text\n{head}{f': {node.name}{arguments}' if made else ''}\n```\n\n{doc}\n"
    yield from describe_attributes(node, made, source)
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
            said = " ".join((ast.get_docstring(item) or "").split())
            shown = item.name if any(is_property(each) for each in item.decorator_list) else signature(item)
            yield f"- `{shown.removesuffix(' -> None')}`" + (f"\\\n  {said}" if said else "")
    yield ""


def describe_attributes(node: ast.ClassDef, made: list[ast.FunctionDef], source: Sequence[str]) -> Iterator[str]:
    """Yield the public attributes of a class, with what the comment beside each says."""
    targets: list[ast.Assign | ast.AnnAssign] = [item for item in node.body if isinstance(item, ast.AnnAssign)]
    targets += [item for each in made for item in ast.walk(each) if isinstance(item, (ast.Assign, ast.AnnAssign))]
    known: set[str] = set()
    for item in sorted(targets, key=lambda item: item.lineno):
        target = item.target if isinstance(item, ast.AnnAssign) else item.targets[0]
        name = target.attr if isinstance(target, ast.Attribute) else target.id if isinstance(target, ast.Name) else "_"
        if name.startswith("_") or name in known or (isinstance(target, ast.Name) and item not in node.body):
            continue
        known.add(name)
        _, _, comment = source[item.lineno - 1].partition("  # ")
        yield f"- `{name}`" + (f": {comment}" if comment else "")


def is_property(node: ast.expr) -> bool:
    """Tell whether a decorator makes a property."""
    return isinstance(node, ast.Name) and node.id == "property"


def signature(node: ast.FunctionDef) -> str:
    """Return the first line of a function, without its body."""
    arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    gives = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{node.name}({arguments}){gives}"


def paragraphs(text: str) -> str:
    """Return a docstring with its paragraphs, each in one line."""
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text))


def pages() -> dict[Path, Callable[[], str]]:
    """Return where all pages belong, and how each is made."""
    games = {REFERENCE / "games" / f"{name}.md": partial(game_page, name) for name in NAMES}
    return {REFERENCE / "api.md": api_page, **games}


def main(arguments: Sequence[str]) -> int:
    """Write what is new, or say what is old."""
    old = 0
    for file, page in pages().items():
        text = page()
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            continue
        old += 1
        if "--check" not in arguments:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        print(f"{file.relative_to(ROOT)}: {'old' if '--check' in arguments else 'written'}")
    return 1 if old and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
