"""Parts of games that are not generated whole, which the reference executor calls."""
