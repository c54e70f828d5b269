"""Loop: cards are dealt once, and every hand goes round the table with its score board."""

from atout.games.loop.game import Loop

GAME = Loop()
