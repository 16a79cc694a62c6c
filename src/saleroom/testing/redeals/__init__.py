"""Redeals for the games of other libraries that were checked."""
