"""HTTP API of the lobby. Each endpoint takes the body of a request, calls one function and returns the body of the
response.
"""
