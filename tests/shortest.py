"""The shortest match of every game."""

from typing import Final

SHORTEST: Final[dict[str, dict[str, str]]] = {
    "luz": {"deals": "2"},
    "njet": {"rounds": "1"},
    "meinz": {"rounds": "4"},
    "was_sticht": {"contracts_per_player": "3", "max_rounds": "1"},
    "mu": {"limit": "10"},
    "loop": {"rounds": "1"},
    "schrecklicht": {"rounds": "1"},
}
