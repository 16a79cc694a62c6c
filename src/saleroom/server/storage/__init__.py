"""The data file: how it is checked, opened, migrated, written to and backed up. Nothing else knows SQL."""
