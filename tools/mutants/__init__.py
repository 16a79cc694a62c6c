"""Mutation testing: change the rules in small ways and check whether a test fails. `make mutants` runs it.

The operators of mutmut make the mutants. Its own runner skips every function with a decorator, and so would mutate no
rule. cosmic-ray starts Python once for each mutant. Here, a process that has collected the tests forks for each mutant.
"""
