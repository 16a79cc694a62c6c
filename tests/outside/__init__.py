"""Other people's programs on our environments: run by `make outside`, where they are installed."""
