"""Tests of the rules that games share, each on a state of the few fields that it works on."""
