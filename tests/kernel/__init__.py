"""Tests of rules that several games share.

Each test uses a state that has only the few fields that the tested rule needs.
"""
