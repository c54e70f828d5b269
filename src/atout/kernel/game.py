"""Game: one set of rules. Sampler: worlds that fit a view. Advice: a cheap policy."""

from collections.abc import Callable
from importlib import import_module
from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from atout.kernel.clause import Clause
from atout.kernel.errors import NotationError, SetupError
from atout.kernel.features import Features
from atout.kernel.log import TRICK
from atout.kernel.options import Option, Options, settle
from atout.kernel.rng import Rng
from atout.kernel.start import Start
from atout.kernel.state import ScoreLine, State
from atout.kernel.view import View
from atout.kernel.wording import Wording


@mypyc_attr(allow_interpreted_subclasses=True)
class Sampler:
    """Draws worlds that fit one view, each as likely as any other. It is made from a View and never sees the truth."""

    def draw(self, rng: Rng) -> State:
        """Return a world: a state whose view for the same observer equals the view."""
        raise NotImplementedError

    def stop_logging(self) -> None:
        """Draw silent worlds from now on, without a log, which only views need."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Advice:
    """A cheap policy for play-outs and the weaker bots. It may use only what the seat knows of the state."""

    def __init__(
        self,
        spread: float = 10.0,
        trust: i64 = 90,
        exploration: float = 0.7,
        race: bool = True,
        race_briefly: bool = False,
        plan: bool = True,
        doubt: float = 0.0,
    ) -> None:
        self._spread = spread
        self._doubt = doubt
        self._trust = trust
        self._exploration = exploration
        self._race = race
        self._race_briefly = race_briefly
        self._plan = plan

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """Return a legal action; here any, each equally likely."""
        scratch = vec[i64]([0 for _ in range(state.width())])
        return state.pick(seat, rng.below(state.count(seat, scratch)), scratch)

    def choose_quickly(self, state: State, seat: i64, rng: Rng) -> i64:
        """Return a legal action for play-outs, where a good one would take too long; -1 says that any is as good."""
        return self.choose(state, seat, rng)

    # What else a search asks: where a play-out ends, and what the match looks like then.

    def stage(self, state: State) -> i64:
        """Return the number of the deal, where the next one begins without a shuffle; -1: none does.

        A play-out ends with its deal.
        """
        return -1

    def write_outlook(self, state: State, out: vec[float]) -> None:
        """Write the points that each seat has, or can count on, between two deals or at the end."""
        state.write_scores(out)

    def outlook(self, state: State) -> list[float]:
        """Return the same points as a list."""
        out = vec[float]([0.0 for _ in range(state.seats)])
        self.write_outlook(state, out)
        return list(out)

    def deals_to_come(self, state: State) -> float:
        """Return how many more deals to expect; none for a game that cannot say."""
        return 0.0

    def spread(self) -> float:
        """Return by how many points the score of a seat in one deal usually differs from the mean."""
        return self._spread

    def doubt(self) -> float:
        """Return by how many points a deal to come may still change who is ahead; the spread unless a game says so.

        Partners share their luck, and where points wait for the end, more than one deal is in doubt.
        """
        return self._doubt if self._doubt > 0.0 else self._spread

    # How a search from a view should go about it.

    def trust(self, view: View) -> i64:
        """Return how many per cent of its choices a play-out should leave to this advice."""
        return self._trust

    def exploration(self, view: View) -> float:
        """Return how much a search should explore, in standard deviations of what play-outs bring."""
        return self._exploration

    def should_race(self, view: View) -> bool:
        """Say whether worlds differ so much that a search should compare actions in the same ones."""
        return self._race

    def should_race_briefly(self) -> bool:
        """Say whether a short search should race even so: few actions are certain to be better than this advice."""
        return self._race_briefly

    def should_plan(self, view: View) -> bool:
        """Say whether a search should build a tree of what follows; not where others mostly do as advised."""
        return self._plan


@final
class Sheet:
    """The scores of a match played with real cards."""

    def __init__(self, lines: list[ScoreLine], totals: list[int], places: list[int], over: bool) -> None:
        self.lines = lines
        self.totals = totals
        self.places = places
        self.over = over  # whether the last deal of the match is among them

    def __reduce__(self) -> tuple[object, ...]:
        return Sheet, (self.lines, self.totals, self.places, self.over)

    def __repr__(self) -> str:
        return f"<Sheet: totals {self.totals}, places {self.places}{', over' if self.over else ''}>"


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """One set of rules; stateless and shared."""

    def __init__(self, name: str, title: str, rules: int, seat_counts: tuple[int, ...], actions: int) -> None:
        self.name = name  # folder, URL, record
        self.title = title
        self.rules = rules  # raised when an old record would replay differently
        self.seat_counts = seat_counts
        self.actions = actions  # actions are 0 .. actions - 1 in every position
        self.max_decisions = 0  # a match ends before this many
        self.faces = 0  # cards in the log have numbers below this
        self.longest_part = 0  # the most entries that one part of the log can have, such as that of a deal
        self.opens_deals = True  # watchers may be shown finished deals whole, if a table lets them
        self.remembers = False  # what a seat was dealt in earlier parts of the log still matters
        self.trick_kinds: tuple[int, ...] = (TRICK,)  # entries of the log that say who takes a trick
        self.prefix = name.upper()  # of the clause ids
        self.seats_clause: Clause | None = None  # the clause that says how many can play
        self.options: list[Option] = []
        self.shortest: dict[str, str] = {}  # the options of a match that is over soon, for trying things out

    def __reduce__(self) -> tuple[object, ...]:
        """Let a game be pickled and copied by its class: games are shared, and have no state."""
        return restore_game, (type(self),)

    def __repr__(self) -> str:
        return f"load({self.name!r})"

    def __str__(self) -> str:
        return self.title

    def settle(self, chosen: dict[str, object]) -> Options:
        """Return the options of a match, checked and completed."""
        return settle(self.options, chosen)

    def new(self, seats: int, options: Options) -> State:
        """Return a match before its first chance event."""
        return self.begin(seats, options, Start({}))

    def begin(self, seats: int, options: Options, start: Start) -> State:
        """Return a match that begins at a position; a start that says more than the game reads is refused."""
        self.require_seats(seats)
        state = self.set_up(seats, options, start)
        start.finish()
        return state

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        """Return a match at the position that a start describes; one before its first chance event if it is empty."""
        raise NotImplementedError

    def sampler(self, view: View) -> Sampler:
        """Return a source of worlds that fit the view."""
        raise NotImplementedError

    def advice(self) -> Advice:
        """Return the game's cheap policy."""
        return Advice()

    def words(self) -> Wording:
        """Return which words of the locale fit a position, an action and what happened."""
        return Wording()

    def features(self) -> Features:
        """Return what a network is told about views of this game; a game without this has no learnt bots."""
        raise SetupError(f"{self.title} does not say what a network sees")

    def text(self, action: int) -> str:
        """Return the notation of an action: no spaces, one text per number."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """Return the action with this notation."""
        raise NotImplementedError

    def score_sheet(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        """Return the scores of results that people wrote down, deal by deal."""
        self.require_seats(seats)
        return self.score(seats, options, head, deals)

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        """Return the same; a game that has no score sheet leaves this out."""
        raise NotImplementedError

    def require_seats(self, seats: int) -> None:
        """Refuse a number of seats the game is not for."""
        if seats not in self.seat_counts:
            counts = ", ".join([str(count) for count in self.seat_counts])
            raise SetupError(f"{self.title} is for {counts} players, not {seats}", self.seats_clause)


@final
class Parts:
    """What a game is put together from: functions and classes of its own modules."""

    def __init__(
        self,
        begin: Callable[[i64, Options, Start], State],
        score: Callable[[i64, Options, Start, list[Start]], Sheet],
        text: Callable[[i64], str],
        parse: Callable[[str], i64],
        sampler: Callable[[View], Sampler],
        advice: Callable[[], Advice],
        features: Callable[[], Features],
        words: Wording,
    ) -> None:
        self.begin = begin
        self.score = score
        self.text = text
        self.parse = parse
        self.sampler = sampler
        self.advice = advice
        self.features = features
        self.words = words


@mypyc_attr(allow_interpreted_subclasses=True)
class BuiltGame(Game):
    """A game that has all its parts, as Atout's own have."""

    def __init__(
        self, name: str, title: str, rules: int, seat_counts: tuple[int, ...], actions: int, parts: Parts
    ) -> None:
        super().__init__(name, title, rules, seat_counts, actions)
        self.parts = parts

    def set_up(self, seats: int, options: Options, start: Start) -> State:
        """Return a match at the position that a start describes."""
        return self.parts.begin(seats, options, start)

    def sampler(self, view: View) -> Sampler:
        """Return a source of worlds that fit the view."""
        return self.parts.sampler(view)

    def advice(self) -> Advice:
        """Return the game's cheap policy."""
        return self.parts.advice()

    def words(self) -> Wording:
        """Return which words fit."""
        return self.parts.words

    def features(self) -> Features:
        """Return what a network is told."""
        return self.parts.features()

    def text(self, action: int) -> str:
        """Return the notation of an action."""
        if not 0 <= action < self.actions:
            raise NotationError(f"no action {action}")
        return self.parts.text(action)

    def parse(self, text: str) -> int:
        """Return the action with this notation."""
        return int(self.parts.parse(text))

    def score(self, seats: int, options: Options, head: Start, deals: list[Start]) -> Sheet:
        """Return the scores of results that people wrote down."""
        return self.parts.score(seats, options, head, deals)


def restore_game(kind: Callable[[], Game]) -> Game:
    """Return the game of a class: the one that its package has as GAME, or else a new one."""
    package = import_module(kind.__module__.rpartition(".")[0] or kind.__module__)
    known: object = getattr(package, "GAME", None)
    return known if isinstance(known, Game) and type(known) is kind else kind()
