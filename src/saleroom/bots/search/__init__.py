"""The search player: try every option in many imagined worlds, and take the one that does best on average."""
