"""Code that all parts of the server share: settings, logs, metrics, and tuning of the garbage collector."""
