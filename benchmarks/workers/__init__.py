"""Several server processes on PostgreSQL and a bus: the gain from a second process, and the total cost per move."""
