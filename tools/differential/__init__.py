"""Plays games on both executors in lock step, and tells where the compiled one parts from the reference.

`python -m tools.differential` plays shipped games and random rule sets for as long as asked.
"""
