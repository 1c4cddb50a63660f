"""Mutation testing: the rules and the package with one small fault each, and whether the tests see it.

`python -m tests.mutants game [NAME ...]` tries thirty faults of each game's rules; one that no test catches needs a
test or a reason in equivalent.toml. `python -m tests.mutants package` tries forty faults of the rest.
"""
