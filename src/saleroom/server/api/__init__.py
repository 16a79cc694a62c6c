"""HTTP API of the lobby: each endpoint takes a request body, calls one function, returns a response body."""
