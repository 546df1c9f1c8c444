"""Parts of a program that are compiled when they are first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler


class Late:
    """A part that others can name before it is compiled, and that is compiled when it is first asked what it does.

    A game of many never comes to some of its parts.
    """

    def __init__(self, c: Compiler) -> None:
        self._waiting: Compiler | None = c

    def fill(self, c: Compiler) -> None:
        """Compiles the part: gives it what it lacks."""
        raise NotImplementedError

    def compile(self) -> None:
        """Compiles the part, if that has not been done."""
        if self._waiting is not None:
            self.fill(self._waiting)
            self._waiting = None

    def __getattr__(self, name: str) -> Any:
        """What the part lacks until it is compiled. Raises AttributeError for what it lacks even then."""
        if self.__dict__.get("_waiting") is None:
            raise AttributeError(name)
        self.compile()
        return getattr(self, name)
