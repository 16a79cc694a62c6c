"""Tables in memory and the sockets connected to them.

A command passes through `sockets` (reads and limits it), `commands` (carries it out and answers) and `live_table`
(commits and broadcasts).
"""
