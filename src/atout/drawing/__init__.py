"""Positions drawn for people who use Python: as the table of the terminal, or in a notebook with the browser's cards.

Everything is drawn from a display, which holds what one observer may see, and nothing else.
"""
