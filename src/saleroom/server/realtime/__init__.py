"""Tables in memory and the sockets connected to them.

Path of a command: `sockets` (reads, limits) > `commands` (carries out, answers) > `live_table` (commits, broadcasts).
"""
