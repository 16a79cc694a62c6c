"""Benchmark of how many tables one core serves.

Scripted humans use real sockets; a bare echo server is the reference.
"""
