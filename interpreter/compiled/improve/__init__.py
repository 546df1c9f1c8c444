"""Passes over the intermediate program: the same in fewer steps."""
