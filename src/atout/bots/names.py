"""What bots are called."""

from typing import Final

BOT_NAMES: Final = ("Anouk", "Bruno", "Carla", "Dario", "Elin", "Farid", "Greta", "Hugo")


def default_bot_name(seat: int) -> str:
    """Return what a bot is called after its seat."""
    return BOT_NAMES[seat % len(BOT_NAMES)]
