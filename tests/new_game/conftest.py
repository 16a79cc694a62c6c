"""Do not collect the example games here: their files are tests and rules only after they have been copied."""

collect_ignore = ["blind", "goofspiel"]
