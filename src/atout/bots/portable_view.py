"""A view as plain data, on its way to another process."""

from atout.kernel.log import chain
from atout.kernel.options import Options
from atout.kernel.view import Observation, View


class PortableView:
    """A view as plain data: it can be pickled, which a view cannot."""

    def __init__(self, view: View) -> None:
        self.kind = type(view)
        self.numbers = (view.seat, view.seats, view.turn)
        self.owing, self.legal = list(view.owing), list(view.legal)
        self.options = dict(view.options.values)
        self.parts = view.parts()

    def restore(self) -> View:
        """Return the view."""
        seat, seats, turn = self.numbers
        options, log = Options(self.options), chain(self.parts)
        return self.kind(Observation(seat, seats, turn, self.owing, self.legal, options, log))
