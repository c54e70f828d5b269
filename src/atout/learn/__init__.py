"""Bots that learn by playing against themselves. Nothing of this is needed to play."""
