"""Programs as players, named ``cmd:COMMAND``. They read a match from standard input and answer on standard output."""
