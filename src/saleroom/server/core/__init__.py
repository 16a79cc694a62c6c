"""The table core: state, decisions and messages, without a clock, disk, network or randomness.

Imports go in one direction: `project` > `create_table` > `apply` > `decide` > `state`.

- `state`: a table's data, with queries that change nothing;
- `decide`: returns the event for a command in a state, or refuses the command; changes nothing;
- `apply`: changes the state according to an event; no other package changes it;
- `project`: makes the messages for each person from the state.
"""
