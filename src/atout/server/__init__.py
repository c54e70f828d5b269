"""Tables for people and bots: HTTP and WebSocket around an append-only log."""
