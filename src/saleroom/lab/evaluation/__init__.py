"""Evaluation of one player by a fixed protocol, so that the figures of different users are comparable."""
