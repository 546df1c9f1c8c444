"""Parts of a program that somebody has made into functions already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel
from interpreter.run.decisions import Choice, Option
from interpreter.run.machine import Evaluate, Execute, Frame, Machine

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope


class Ready:
    """What a compiler asks before it puts a part together itself; here nothing is ready.

    A function that is given must mean the same as what the compiler would have made. It may have the compiler make
    parts that it calls; these belong to the same routine, whose frame `scope` is.
    """

    asks_for_all = False
    """Whether a program is to be put together as a whole at once, for somebody who must meet all of its parts."""

    def value(self, c: Compiler, scope: Scope, node: x.Expr) -> Evaluate | None:
        """An expression that stands in no loop of another."""
        return None

    def members(
        self, c: Compiler, scope: Scope, slot: int, source: x.Expr, condition: x.Expr | None
    ) -> Callable[[Machine, Frame], tuple[Value, ...]] | None:
        """The members of a source that meet a condition on the member in a slot."""
        return None

    def search(
        self, c: Compiler, scope: Scope, steps: Sequence[s.OfferStep], free: bool
    ) -> Callable[[Machine, Frame, Callable[[Machine, Frame], bool]], bool] | None:
        """The bindings that pass the steps of an offer or decision (see `offers.search`)."""
        return None

    def options(
        self, c: Compiler, scope: Scope, action: ActionModel, free: bool, tested: bool
    ) -> Callable[[Machine, Frame, Choice, Callable[[Machine, Frame], bool]], list[Option]] | None:
        """The options of an action: choices that begin as given. `tested`: it is told which of them count."""
        return None

    def bindings(self, c: Compiler, scope: Scope, node: s.Decide) -> Callable[[Machine, Frame], list[Option]] | None:
        """The options of a decision in mid-effect."""
        return None

    def block(self, c: Compiler, scope: Scope, nodes: Sequence[s.Stmt]) -> Execute | None:
        """Statements in a row."""
        return None
