"""What runs: rooms with their connections, bots and clocks."""
