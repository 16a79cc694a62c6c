"""HTTP code that uses no web framework: security, limits, static files, and this machine's network addresses."""
