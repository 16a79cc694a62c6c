"""Several server processes on PostgreSQL and a bus: what a second one brings, and what each move costs all of them."""
