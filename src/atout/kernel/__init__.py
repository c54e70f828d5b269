"""The pure, compiled core: what all games share and no game's rules."""
