"""Several server processes on PostgreSQL and a bus: how much a second process gains, and what a move costs in all."""
