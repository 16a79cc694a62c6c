"""Benchmark of how many tables one core can serve.

Scripted humans use real sockets; a minimal echo server is the reference.
"""
