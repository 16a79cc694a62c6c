"""Everything that a game's package may import besides the kernel: the types of its parts, and helpers for writing
them.
"""
