"""For `display/terminal.py` of a game: styled text, sentences and the parts of a table in a terminal."""
