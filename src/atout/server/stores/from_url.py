"""Which database a server keeps its matches in: nothing, `sqlite:///file` or `postgresql://user@host/name`."""

from pathlib import Path
from urllib.parse import unquote

from platformdirs import user_data_path

from atout.server.stores.base import Store, StoreError
from atout.server.stores.sqlite import SqliteStore


def store_from_url(url: str = "", *, shared: bool = False) -> Store:
    """Return the store a URL names, not open yet; without one, a file in the user's data directory.

    As elsewhere, `sqlite:///a.db` is a relative path and `sqlite:////srv/a.db` an absolute one. `shared` is for a
    command that looks at the database of a running server.
    """
    if not url:
        return SqliteStore(_default_file(), shared=shared)
    scheme, _, rest = url.partition("://")
    if scheme in ("postgresql", "postgres") and rest:
        try:
            from atout.server.stores.postgres import PostgresStore
        except ImportError:
            raise StoreError("PostgreSQL needs another package: pip install 'atout[postgres]'") from None
        return PostgresStore(url)
    if scheme != "sqlite":
        raise StoreError("the URL of a database begins with sqlite:/// or postgresql://")  # it may hold a password
    path = unquote(rest.removeprefix("/"))
    if not rest.startswith("/") or path in ("", ":memory:"):
        raise StoreError(f"{url} names no file; write sqlite:///atout.db or sqlite:////srv/atout/atout.db")
    return SqliteStore(Path(path), shared=shared)


def _default_file() -> Path:
    folder = user_data_path("atout", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: {error.strerror}") from None
    return folder / "atout.db"
