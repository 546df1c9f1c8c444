"""From checked rules to the intermediate program: expressions, statements, offers, turns, playouts."""
