"""Meinz: everybody takes two tricks; the lowest card takes one, unless somebody cries "Meinz!"."""

from atout.games.meinz.game import Meinz

GAME = Meinz()
