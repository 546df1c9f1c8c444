"""Measures how fast games run, and holds them against engines written by hand: `python -m tools.bench`."""
