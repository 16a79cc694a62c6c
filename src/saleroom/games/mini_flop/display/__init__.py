"""What people are shown; the generic parts serve until there are others."""
