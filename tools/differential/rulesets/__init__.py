"""Random rule sets: small games in the rules language, made so that most of them pass the checker.

`write.rule_set(seed)` writes one. What a rule set speaks of is gathered in a `World`: declared things, and the symbols
that expressions may use, each with its type. Expressions are written for a wanted type, statements for the names and
the acting player that their place in the rules allows.
"""
