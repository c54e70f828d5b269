"""Njet!: strike out what shall not be; what stays open are the rules of the round."""

from atout.games.njet.game import Njet

GAME = Njet()
