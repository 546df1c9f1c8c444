"""The compiled executor: rules as a generated program, in stages of which each may use those before it.

`code` is the intermediate program and how it is written as Python, `ground` what is known of a game before anything is
lowered, `support` what generated programs call and engines need beside them, `improve` passes over the intermediate
program, `lower` the way from checked rules to it, `parts` games that are generated in parts. `generate` puts all of it
together, `stepping` goes from position to position, and `engine` plays.
"""
