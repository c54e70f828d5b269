"""Luz: nobody knows the values of the own cards; everybody else sees them."""

from atout.games.luz.game import Luz

GAME = Luz()
