"""Schrecklicht: play a card into any display, or cover one, while three pawns decide which objective counts most."""

from atout.games.schrecklicht.game import Schrecklicht

GAME = Schrecklicht()
