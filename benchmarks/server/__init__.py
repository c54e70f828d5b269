"""The server under load, beside a boardgame.io server."""
