"""The table core: state, decisions and messages, without a clock, disk, network or randomness.

Each of these packages imports only packages to its right: `project`, `create_table`, `apply`, `decide`, `state`.

- `state`: the data of a table, and functions that read them;
- `decide`: returns the event that a command causes, or refuses the command; it never changes the state;
- `apply`: changes the state of a table according to an event; no other package changes the state;
- `project`: makes the messages for each person from the state.
"""
