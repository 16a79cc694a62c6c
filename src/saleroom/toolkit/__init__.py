"""Types and helpers for the parts of a game's package, which may import this package and the kernel."""
