"""Projections: the messages to each person about a table. They read views, never the state of a match."""
