"""Mutation testing: change the rules in small ways and check whether a test fails. `make mutants` runs it.

mutmut's operators make the mutants. Its runner skips each function with a decorator, so that no rule would be mutated;
cosmic-ray starts Python once for each mutant. Here a process that has collected the tests forks for each mutant.
"""
