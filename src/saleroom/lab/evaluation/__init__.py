"""Evaluation of a player by a fixed protocol, so that results of different users can be compared."""
