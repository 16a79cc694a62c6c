"""Benchmark of how many tables one core can serve.

Simulated people connect through real sockets. A minimal echo server is the reference.
"""
