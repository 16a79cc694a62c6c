"""All code for the database: checks, opening, migration, reading, writing and backup. No other package uses SQL."""
