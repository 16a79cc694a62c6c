"""The files of the tiny game are tests and rules only where they are put."""

collect_ignore = ["blind"]
