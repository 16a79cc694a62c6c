"""Imports that a game's package may use besides the kernel: the types of its parts, and helpers for them."""
