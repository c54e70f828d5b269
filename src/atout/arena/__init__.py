"""Many matches: played over worker processes, counted, and turned into figures."""
