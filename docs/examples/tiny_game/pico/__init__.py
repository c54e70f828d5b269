"""Pico: twelve cards, three tricks."""

from pico.game import Pico

GAME = Pico()
