"""The files of the games are tests and rules only where they are put."""

collect_ignore = ["blind", "goofspiel"]
