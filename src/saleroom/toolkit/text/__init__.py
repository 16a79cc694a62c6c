"""Building blocks for the games' `display/terminal.py`: styled text, sentences and parts of a table."""
