"""Computer players. A bot is given a view, never a state."""
