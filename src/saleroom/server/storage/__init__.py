"""The database: how it is checked, opened, migrated, written to and backed up. No other package uses SQL."""
