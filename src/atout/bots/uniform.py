"""A bot that plays any legal action, each equally likely."""

from atout.kernel.rng import Rng
from atout.kernel.view import View


class Uniform:
    """Plays any legal action."""

    def __init__(self, seed: int) -> None:
        self._rng = Rng(seed)

    def __repr__(self) -> str:
        return "<Uniform>"

    def choose(self, view: View) -> int:
        """Return any legal action."""
        return view.legal[self._rng.below(len(view.legal))]
