"""Match in progress: play, undo, replay, verify, read and write records."""
