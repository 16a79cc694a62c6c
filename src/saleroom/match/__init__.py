"""Match in progress: play, undo, replay and verify it; read and write its record."""
