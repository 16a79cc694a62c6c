"""HTTP below any framework: security, limits, static files, the network addresses of this machine."""
