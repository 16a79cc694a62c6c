"""The search bot: try every option in many imagined worlds, and take the one with the best mean."""
