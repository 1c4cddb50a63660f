"""Mutation testing: the rules and the package with one small fault each, and whether the tests see it.

`python -m tests.mutants game [NAME ...]` tries thirty faults of each game's rules; one that no test catches needs a
test or a reason in equivalent.toml. `python -m tests.mutants package` tries forty faults of the rest.

What is only said is left as it is (`is_talk` in places.py): calls that print or log, texts with values in them, help of
the command line, what is raised, and what a file does when it is run. So are annotations and imports for types alone.
"""
