"""How the running of rules is broken off: each way is an exception that the part it concerns catches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.diagnostics import Diagnostic, Rejected, Related, Span

if TYPE_CHECKING:
    from interpreter.layout import Value
    from interpreter.run.decisions import Decision


class Abandon(Exception):
    """A choice has no candidate, a condition fails or a price cannot be paid: the smallest unit around it ends."""


class Given(Exception):
    """`give`: the procedure or action around it ends with a value."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Happened(Exception):
    """A trial has come to a change of state, or to a decision that has a candidate."""


class Waiting(Exception):
    """A decision is needed that nobody has recorded."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision


class GameOver(Exception):
    """The game has ended; the state says who has won."""


def fault(code: str, message: str, span: Span | None, hint: str | None = None, *related: Related) -> Rejected:
    """What is wrong with the rules as they ran, to be raised."""
    return Rejected([Diagnostic(code, message, span, hint, related=related)])
