"""A match in progress: play, undo, replay, verify, record in and out."""
