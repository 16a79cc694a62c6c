"""Web server for tables: events at each table, their storage, and connections from browsers."""
