"""The intermediate program of a game: what it consists of, and how it is written out as Python."""
