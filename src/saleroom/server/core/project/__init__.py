"""Messages about a table, made for each person from what they may see, never from the full state."""
