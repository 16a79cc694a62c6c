"""Research environments: ours next to those that researchers use today, each in its fastest valid use."""
