"""What a player knows of the game beyond its rules."""
