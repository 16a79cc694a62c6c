"""The web table: events at a table, their storage, and the connections of browsers."""
