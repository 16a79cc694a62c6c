"""Mutation testing: change the rules in small ways and check whether a test fails. `make mutants` runs it.

mutmut's operators make the mutants, which are changed copies of functions. mutmut's own runner is not used: it skips
every function with a decorator, so it would mutate no rule. cosmic-ray is not used, because it starts a new Python for
each mutant. Here, one process collects the tests and then forks for each mutant.
"""
