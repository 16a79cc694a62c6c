"""Code for all parts of the server: settings, logs, metrics, and garbage collection."""
