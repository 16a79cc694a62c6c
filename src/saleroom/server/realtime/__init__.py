"""Tables in memory and the sockets connected to them.

A command passes through `sockets` (reads, limits), `commands` (carries out, answers) and `live_table` (commits,
broadcasts).
"""
