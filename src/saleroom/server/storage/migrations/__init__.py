"""Migrations of the database to the current schema. The server runs missing migrations when it starts."""
