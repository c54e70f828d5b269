"""Study: what can be learnt from a match. Nothing here knows a game."""
