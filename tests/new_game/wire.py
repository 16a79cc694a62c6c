"""Check pairs of web tables of a game that differ only in cards that one seat cannot see.

This seat must get the same messages at both tables.

The argument is the game's name.
"""

from __future__ import annotations

import sys

from tests.server.test_wire_secrecy import different, judge

seen = judge(sys.argv[1], "wire", 10, 3)
assert different(seen) == set()
assert seen["beyond"] > 0, "no pair went beyond the moment at which its tables were made to differ"
print("the same")
