"""What all tests share."""

from hypothesis import settings

# The same examples in every run and on every machine, and no verdict that hangs on how fast the machine is.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
