"""The web table: what happens at a table, where it is kept, and how browsers reach it."""
