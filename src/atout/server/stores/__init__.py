"""The database: the log of every match, durable; SQLite for one machine, PostgreSQL for many."""
