"""Whole games as trees: OpenSpiel's algorithms run on them without asking us at every node, many times faster."""

from atout.kernel.errors import SetupError
from atout.kernel.state import CHANCE, OVER
from atout.research.openspiel import Observer, RunningMatch, TableGame

MOST_NODES = 1_000_000


def gambit_tree(game: TableGame, title: str, most: int = MOST_NODES) -> str:
    """Return a whole game, with explicit chance, in the format of Gambit: `pyspiel.load_efg_game` reads it.

    A tree of more nodes than `most` is refused.
    """
    terms = game.terms
    if not terms.explicit:
        raise SetupError("a tree needs explicit chance")
    sets: list[dict[str, int]] = [{} for _ in range(terms.seats)]  # information states, by player
    observer = Observer(terms, True)
    players = " ".join(f'"{seat}"' for seat in range(terms.seats))
    lines = [f'EFG 2 R "{title}" {{ {players} }}']
    waiting = [RunningMatch(terms, terms.new(), [])]
    chances = ends = 0
    while waiting:
        course = waiting.pop()
        turn = course.state.turn
        if len(lines) > most:
            raise SetupError(f"the tree has more than {most} nodes")
        if turn == OVER:
            ends += 1
            lines.append(f't "" {ends} "" {{ {" ".join(repr(float(each)) for each in course.returns())} }}')
            continue
        after = []
        if turn == CHANCE:
            chances += 1
            outcomes = course.ways()
            total = sum(number for _, number in outcomes)
            texts = [f'"{course.chance_text(item)}" {number}/{total}' for item, number in outcomes]
            lines.append(f'c "" {chances} "" {{ {" ".join(texts)} }} 0')
            for item, _ in outcomes:
                after.append(course.copy())
                after[-1].apply_chance(item)
        else:
            known = observer.text(course.state, turn)
            number = sets[turn].setdefault(known, len(sets[turn]) + 1)
            actions = course.state.menu_of(turn)
            texts = [f'"{terms.rules.text(action)}"' for action in actions]
            lines.append(f'p "" {turn + 1} {number} "" {{ {" ".join(texts)} }} 0')
            for action in actions:
                after.append(course.copy())
                after[-1].play(turn, action)
        waiting += reversed(after)
    return "\n".join(lines) + "\n"
