"""The checked model of a game: types, domains, variables and a typed program, free of any executor's ideas."""
