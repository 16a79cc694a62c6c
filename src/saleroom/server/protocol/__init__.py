"""The public protocol: commands and messages of sockets, bodies of HTTP requests and responses, as types."""
