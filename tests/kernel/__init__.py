"""Tests of rules that several games share. Each test uses a state with only the few fields that the rule needs."""
