"""Does a course keep what it says? `python -m atout.study.check luz` prints one line for each fault."""

import re
import sys
from collections.abc import Collection, Iterator
from itertools import islice

from atout.bots.names import BOT_NAMES, default_bot_name
from atout.games import find_game, languages
from atout.kernel.errors import NotationError, PlayError, SetupError
from atout.kernel.game import Game
from atout.kernel.rng import Rng
from atout.kernel.state import CHANCE
from atout.kernel.view import Display
from atout.locale import Words, clause_ids, load_rules, load_texts
from atout.match import Match
from atout.record import RecordError
from atout.study.glossary import find_words, load_glossary, plain_text
from atout.study.guided import GuidedDeal
from atout.study.lessons import ANY, FILE, Course, Lesson, LessonError, Step, load_course
from atout.study.positions import MOST_CHOICES, choice_text, display_after, list_choices, parse_choice

MOST_WORDS = 4  # of a title
LONGEST = {"idea": 90, "task": 90, "done": 130}  # characters
LONGEST_REASON = 150
LONGEST_LIKENESS = 260
LONGEST_MEANING = 150
LIKE = ("skat", "spades", "hearts", "bridge", "the_mind", "uno", "doppelkopf")
CITED = re.compile(r" \[([A-Z]+-\d+)\]$")
ONE_LINE = re.compile(r"^line \d+: ")


def check_course(game: Game) -> list[str]:
    """Return one line for each fault in the course of a game; a game without a course has none."""
    try:
        course = load_course(game)
    except LessonError as error:
        return [f"{FILE}: {error}"]
    if course is None:
        return []
    return [*check_steps(course), *check_texts(course)]


def check_steps(course: Course) -> list[str]:
    """Return what is wrong with positions, answers and claims."""
    faults = []
    for number, step in enumerate(course.steps):
        for key, message in _find_faults(course, step):
            line = course.line(number, *([key] if key else []))
            faults.append(f"{FILE}: line {line}: {step.name}: {message}")
    return faults


def _find_faults(course: Course, step: Step) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a step, each with the key at which it stands."""
    position = step.position
    try:
        match = position.set_up(course.game)
    except (SetupError, NotationError) as error:
        yield "start", str(error)
        return
    if step.guided:
        yield from _find_unfinished_deals(course, step)
        return
    try:
        position.play_to_question(match)
    except RecordError as error:
        yield "play" if position.play else "deal", ONE_LINE.sub("", str(error))
        return
    if not match.state.owes(position.you):
        turn = "cards have to be dealt" if match.turn == CHANCE else f"it is the turn of seat {match.turn}"
        yield "play", f"seat {position.you} is asked nothing: {turn}"
        return
    yield from _find_wrong_lit(match.view(position.you).display(), step)
    yield from _find_wrong_names(course, step)
    yield from _find_wrong_answers(course, step, match)


def _find_unfinished_deals(course: Course, step: Step) -> Iterator[tuple[str, str]]:
    """Yield ways of playing by which a guided deal does not come to its end: by its hints, and by any legal choice."""
    for way in ("the hints", "any choice"):
        rng = Rng(step.seed)
        try:
            lesson = GuidedDeal(course, step)
            if lesson.done:
                yield "start", "the deal ends before the learner has a choice"
                return
            yield from _find_wrong_lit(lesson.match.view(lesson.you).display(), step)
            while not lesson.done:
                choices = list(islice(list_choices(lesson.match, lesson.you), MOST_CHOICES))
                lesson.answer(lesson.hint().choice if way == "the hints" else choices[rng.below(len(choices))])
        except ValueError as error:
            yield "guided", f"played by {way}: {ONE_LINE.sub('', str(error))}"
            return


def _find_wrong_lit(display: Display, step: Step) -> Iterator[tuple[str, str]]:
    for thing in step.lit:
        if not is_shown(display, thing):
            yield "lit", f"{thing!r} is not on the board: write zone NAME, fact NAME, seat NUMBER or card NAME"


def is_shown(display: Display, thing: str) -> bool:
    """Say whether a display has a thing that a step wants to light up, such as `zone trick` or `fact bet 3`."""
    kind, _, rest = thing.partition(" ")
    name, _, seat = rest.partition(" ")
    if kind == "seat":
        return name.isdigit() and int(name) < display.seats and not seat
    if kind == "card":
        return any(card.text == rest for zone in display.zones for card in zone.cards)
    found = [(zone.name, zone.seat) for zone in display.zones] if kind == "zone" else []
    found += [(fact.name, fact.seat) for fact in display.facts] if kind == "fact" else []
    return any(name == called and seat in ("", str(owner)) for called, owner in found)


def _find_wrong_names(course: Course, step: Step) -> Iterator[tuple[str, str]]:
    """Yield choices that name no action, and those that are named twice."""
    seen: set[str] = set()
    for key, choices in (("right", step.right), ("wrong", step.wrong), ("refused", step.refused)):
        for text in choices:
            if text == ANY:
                continue
            try:
                choice = choice_text(course.game, parse_choice(course.game, text))
            except NotationError as error:
                yield key, str(error)
                continue
            if choice in seen:
                yield key, f"{choice} is there twice"
            seen.add(choice)
    if ANY in step.right and ANY in step.wrong:
        yield "wrong", "every other choice cannot be both right and wrong"


def _find_wrong_answers(course: Course, step: Step, match: Match) -> Iterator[tuple[str, str]]:
    """Yield named choices that are not what the step says, and legal ones without a reason."""
    game, you = course.game, step.position.you
    known = {name for name in (*step.right, *step.wrong, *step.refused) if name != ANY}
    known = {name for name in known if _is_notation(game, name)}
    for key, choices in (("right", step.right), ("wrong", step.wrong)):
        for text in [name for name in choices if name in known]:
            try:
                match.state_after(you, parse_choice(game, text))
            except PlayError as error:
                yield key, f"{text} is not legal: {error}"
    for text in [name for name in step.refused if name in known]:
        try:
            match.state_after(you, parse_choice(game, text))
            yield "refused", f"{text} is legal"
        except PlayError as error:
            found = error.clause.id if error.clause else "no clause"
            if found != step.refused[text]:
                yield "refused", f"{text} is refused by {found}, not by {step.refused[text]}"
    silent = []
    right = [parse_choice(game, text) for text in step.right if text in known]
    others = (choice for choice in list_choices(match, you) if choice not in right)
    for choice in [*right, *islice(others, MOST_CHOICES)]:
        lesson = Lesson(course, step)
        text = choice_text(game, choice)
        try:
            answer = lesson.answer(choice)
        except RecordError as error:
            yield "then", f"after {text}: {ONE_LINE.sub('', str(error))}"
            continue
        if answer.verdict == "right":
            yield from ((key, f"after {text}: {message}") for key, message in _find_wrong_claims(lesson, match))
        elif answer.verdict == "wrong" and not answer.reason:
            silent.append(text)
    if silent:
        more = f" and {len(silent) - 5} more" if len(silent) > 5 else ""
        yield "wrong", f'legal, not right, and without a reason: {", ".join(silent[:5])}{more} ("*" is all the rest)'


def _is_notation(game: Game, text: str) -> bool:
    try:
        return bool(parse_choice(game, text))
    except NotationError:
        return False


def _find_wrong_claims(lesson: Lesson, before: Match) -> Iterator[tuple[str, str]]:
    """Yield what the step claims of the position after its answer, and is not so."""
    match, you = lesson.match, lesson.you
    ended = match.state.past is not before.state.past
    display = display_after(match, you, ended)
    for name, claim in lesson.step.after.items():
        if name == "winner":
            takers = [seen.seat for seen in match.view(you).seen if seen.kind in match.game.trick_kinds]
            taken = len([seen for seen in before.view(you).seen if seen.kind in match.game.trick_kinds])
            found: object = takers[-1] if len(takers) > taken else "nobody"
        elif name == "points":
            found = [now - then for now, then in zip(match.scores(), before.scores(), strict=True)]
        else:
            found = _find_fact(display, name, isinstance(claim, list))
            claim = [str(each) for each in claim] if isinstance(claim, list) else str(claim)
        if found != claim:
            yield "after", f"{name} is {found}, not {claim}"


def _find_fact(display: Display, name: str, by_seat: bool) -> object:
    facts = [fact for fact in display.facts if fact.name == name]
    if not by_seat:
        return facts[0].value if facts else "not shown"
    return [next((fact.value for fact in facts if fact.seat == seat), "") for seat in range(display.seats)]


# Texts


def check_texts(course: Course) -> list[str]:
    """Return what is wrong with the texts, language by language."""
    faults = []
    ids = set(clause_ids(load_rules(course.game)))
    for step in course.steps:
        faults += [f"{FILE}: {step.name}: no clause {id}" for id in step.refused.values() if id not in ids]
    for lang in languages(course.game):
        table = load_texts(course.game, lang)
        words = Words(table)
        glossary = load_glossary(course.game, lang)
        for path, message in _find_wrong_texts(course, words, glossary):
            faults.append(f"locale/{lang}.toml: {path}: {message}")
        faults += [f"locale/{lang}.toml: {path}: no step uses it" for path in _find_spare_texts(course, table)]
        own = table.get("glossary")
        for word, text in own.items() if isinstance(own, dict) else ():
            faults += [f"locale/{lang}.toml: glossary.{word}: {fault}" for fault in find_wrong_meaning(text, ids)]
    return faults


def _find_wrong_texts(course: Course, words: Words, glossary: dict[str, str]) -> Iterator[tuple[str, str]]:
    for step in course.steps:
        missing = []
        paths: list[tuple[tuple[str, ...], int]] = [(("lessons", step.name, "title"), 0)]
        for part, longest in LONGEST.items():
            paths.append((("lessons", step.name, part), longest))
        for reason in sorted(set(step.wrong.values())):
            paths.append((("lessons", step.name, "wrong", reason), LONGEST_REASON))
        for path, longest in paths:
            text = words.find(*path)
            if not text:
                missing.append(".".join(path[2:]))
                continue
            for word in find_words(text):
                if word not in glossary:
                    yield ".".join(path), f"[[{word}]] is not in the glossary"
            shown = plain_text(text)
            yield from ((".".join(path), fault) for fault in _find_wrong_people(step, shown))
            if longest and len(shown) > longest:
                yield ".".join(path), f"has {len(shown)} characters, {longest} are the most"
            if not longest and len(shown.split()) > MOST_WORDS:
                yield ".".join(path), f"has {len(shown.split())} words, {MOST_WORDS} are the most"
        if missing:
            yield f"lessons.{step.name}", f"no {', '.join(missing)}"
    for name in LIKE:
        text = words.find("like", name) or ""
        if len(text) > LONGEST_LIKENESS:
            yield f"like.{name}", f"has {len(text)} characters, {LONGEST_LIKENESS} are the most"


def find_wrong_meaning(text: str, ids: Collection[str]) -> Iterator[str]:
    """Yield what is wrong with a text of the glossary: one sentence, which may be followed by a clause."""
    sentence, clause = CITED.sub("", text), CITED.search(text)
    if not sentence.endswith("."):
        yield "is no sentence"
    if len(sentence) > LONGEST_MEANING:
        yield f"has {len(sentence)} characters, {LONGEST_MEANING} are the most"
    if clause is not None and clause[1] not in ids:
        yield f"cites {clause[1]}, which is not in the rules"


def _find_wrong_people(step: Step, text: str) -> Iterator[str]:
    """Yield names in a text that belong to nobody else at the table: bots are called after their seats."""
    there = [default_bot_name(seat) for seat in range(step.position.seats) if seat != step.position.you]
    for name in BOT_NAMES:
        if name not in there and re.search(rf"\b{name}\b", text):
            yield f"there is no {name} at this table: there are {', '.join(there)}"


def _find_spare_texts(course: Course, table: dict[str, object]) -> Iterator[str]:
    """Yield the paths of texts that belong to no step."""
    lessons = table.get("lessons")
    steps = {step.name: step for step in course.steps}
    for name, texts in lessons.items() if isinstance(lessons, dict) else ():
        if name not in steps or not isinstance(texts, dict):
            yield f"lessons.{name}"
            continue
        for key in texts:
            if key not in ("title", *LONGEST, "wrong"):
                yield f"lessons.{name}.{key}"
        reasons = texts.get("wrong", {})
        for key in reasons if isinstance(reasons, dict) else ():
            if key not in steps[name].wrong.values():
                yield f"lessons.{name}.wrong.{key}"
    like = table.get("like")
    for name in like if isinstance(like, dict) else ():
        if name not in LIKE:
            yield f"like.{name}"


def main(names: list[str]) -> int:
    """Print the faults of the courses of these games; return how many there are, at most 1."""
    faults = []
    for name in names:
        game = find_game(name)
        found = check_course(game)
        course = None if found else load_course(game)
        faults += [f"{game.name}: {fault}" for fault in found]
        if not found:
            print(f"{game.name}: {len(course.steps) if course else 0} steps, no fault")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
