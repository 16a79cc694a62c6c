"""What each person is sent of a table. A projection reads views, never the state of a match."""
