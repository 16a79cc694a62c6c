"""Types and helpers for the parts of a game's package. The parts may import this package and the kernel."""
