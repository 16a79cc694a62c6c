"""What people are shown."""
