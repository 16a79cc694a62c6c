"""Several server processes on PostgreSQL and a bus: the gain by a second one, and the total cost of each move."""
