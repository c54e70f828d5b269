"""Sealed: an honest toy with secret simultaneous choices."""
