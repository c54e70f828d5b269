"""Mü: an auction with open cards, two trumps, and a new team in every round."""

from atout.games.mu.game import Mu

GAME = Mu()
