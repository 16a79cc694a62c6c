"""The games' files are tests and rules only in the places to which they are copied."""

collect_ignore = ["blind", "goofspiel"]
