"""Types of the public protocol: commands and messages on sockets, and bodies of HTTP requests and responses."""
