"""Checks, opening, migration, reading, writing and backup of the database. No other package uses SQL."""
