"""How many tables one core serves: scripted humans at real sockets, beside a bare echo of the same messages."""
