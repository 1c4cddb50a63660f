"""Compiled code: the verbs, what is played by them on cores and GPUs, and the cache that keeps it."""
