"""Shared by all parts of the server: settings, logs, metrics, tuning of the garbage collector."""
