"""HTTP code that uses no web framework: security, limits, static files, and the network addresses of this machine."""
