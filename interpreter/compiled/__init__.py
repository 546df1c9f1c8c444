"""The compiled executor: generated programs, and the engine that plays by them."""
