"""Whole worlds for what a seat saw: each module fills in the ``??`` of a deal's events from an imagined state."""
