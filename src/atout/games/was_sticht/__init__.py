"""Was sticht?: pick an open hand under hidden trumps, then fulfil one of your contracts."""

from atout.games.was_sticht.game import WasSticht

GAME = WasSticht()
