"""Tests of rules that games share. Each test uses a state with only the few fields that the rule needs."""
