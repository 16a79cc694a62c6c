"""Exclude the example games from collection: their files work only after they have been copied into a project."""

collect_ignore = ["blind", "goofspiel"]
