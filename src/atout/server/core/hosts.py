"""Who becomes the host of a table when the host goes."""

from atout.server.core.table import Table


def next_host(table: Table) -> str | None:
    """Return who follows the host: a player who is there, or else any."""
    others = [chair for chair in table.chairs if chair.is_player and chair.identity != table.host]
    return min(others, key=lambda chair: not chair.nodes).identity if others else None
