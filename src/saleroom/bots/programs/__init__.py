"""Programs as players, by the name ``cmd:COMMAND``: told of a match on their input, answering on their output."""
