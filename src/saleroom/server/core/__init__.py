"""The table core: what a table is, decides and shows. It has no clock, disk, network or chance of its own.

Imports go one way: `project` > `create_table` > `apply` > `decide` > `state`.

- `state`: what is known of a table, as data with queries that only read;
- `decide`: a command and the state bring an event, or a refusal; nothing changes;
- `apply`: an event changes the state; nothing else does;
- `project`: what each person is sent of the state.
"""
