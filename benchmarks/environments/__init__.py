"""Research environments: ours beside those that researchers use today, each at its fastest honest use."""
