"""Plays many games to their end, looks whether every state makes sense, and names what has never come up.

`python -m tools.sweep GAME` is the command. It knows no game: what there is to come up is read from the checked model,
and what a game wants to hold at every moment stands in `invariants/GAME.rules`, as scenarios of `expect` lines.
"""
