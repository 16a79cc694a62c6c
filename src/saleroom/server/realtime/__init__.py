"""Tables in memory and the sockets connected to them.

A command's way: `sockets` (reads, limits) > `commands` (carries out, answers) > `live_table` (commits, broadcasts).
"""
