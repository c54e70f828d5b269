"""Luz: nobody knows the values of their own cards; everybody else sees them."""

from atout.games.luz.game import Luz

GAME = Luz()
