"""How many tables one core serves: scripted humans at real sockets, compared with a bare echo of the same messages."""
