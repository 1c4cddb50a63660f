"""Games as environments for learning: PettingZoo, Gymnasium, one game or thousands at a time.

In all of them a step is one choice of the chain of parts that a move consists of (`chain.py`), with the same ids.
"""
