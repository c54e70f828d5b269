"""Atout's games as OpenSpiel sees them, and OpenSpiel's search as a contender in them."""
