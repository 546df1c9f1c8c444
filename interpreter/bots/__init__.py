"""Players that need no person, and matches between them."""

from interpreter.bots.bot import Bot
from interpreter.bots.make import SPECS, make

__all__ = ["SPECS", "Bot", "make"]
