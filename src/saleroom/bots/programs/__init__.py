"""Programs as players, by the name ``cmd:COMMAND``: they read a match on their input and answer on their output."""
