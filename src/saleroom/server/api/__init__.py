"""The lobby's endpoints: thin, each a few lines from what it is asked to what answers it."""
