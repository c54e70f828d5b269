"""A view as plain data, on its way to another process."""

from collections.abc import Sequence

from librt.vecs import vec
from mypy_extensions import i64

from atout.kernel.log import Segment, chapters
from atout.kernel.options import Options
from atout.kernel.view import Observed, View


class Sight:
    """A view as plain data: it can be pickled, which a view cannot."""

    def __init__(self, view: View) -> None:
        self.kind = type(view)
        self.numbers = (view.seat, view.seats, view.turn)
        self.owing, self.legal = list(view.owing), list(view.legal)
        self.options = dict(view.options.values)
        self.parts: list[list[int]] = [list(part) for part in chapters(view.past, view.log)]

    def view(self) -> View:
        """Return the view."""
        past: Segment | None = None
        for part in self.parts[:-1]:
            past = Segment(past, _vec(part))
        seat, seats, turn = self.numbers
        options, log = Options(self.options), _vec(self.parts[-1])
        return self.kind(Observed(seat, seats, turn, self.owing, self.legal, options, past, log))


def _vec(items: Sequence[int]) -> vec[i64]:
    return vec[i64](items)
