"""Migrations of the database to the current schema. The server runs them when it starts."""
