"""What every part of the server uses: settings, logs, metrics, tuning of the garbage collector."""
