"""Redeals for games of other libraries."""
