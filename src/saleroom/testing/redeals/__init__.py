"""Redeals for other libraries' games that were checked: a few lines each."""
