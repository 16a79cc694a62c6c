"""The table core: what a table is, decides and shows. It uses no clock, disk, network or randomness itself.

Imports go one way: `project` > `create_table` > `apply` > `decide` > `state`.

- `state`: a table's data, with read-only queries;
- `decide`: returns an event for a command and a state, or refuses; changes nothing;
- `apply`: changes the state by an event; no other package does;
- `project`: makes the messages to each person from the state.
"""
