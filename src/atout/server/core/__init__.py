"""Pure: events make a table, requests and time make events. No clock, no chance, no I/O."""
