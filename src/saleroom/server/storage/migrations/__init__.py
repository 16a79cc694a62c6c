"""Migrations of the database to the current columns. The server runs them at start."""
