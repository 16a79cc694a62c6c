"""HTTP API of the lobby. Each endpoint takes a request body, calls one function and returns a response body."""
