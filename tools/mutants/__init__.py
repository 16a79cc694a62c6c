"""Mutation testing: change the rules in small ways and check whether a test fails. `make mutants` runs it.

The operators of mutmut make the mutants. mutmut's own runner skips every function with a decorator, so it would mutate
no rule; cosmic-ray starts a new Python for each mutant. Here, one process collects the tests and then forks for each
mutant.
"""
