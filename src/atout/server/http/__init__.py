"""HTTP and WebSocket in front of the rooms."""
