"""Generated functions that the reference executor calls in the place of what it would put together itself.

What of a game is not generated as a whole is carried out by the reference executor. Its expressions, searches and
blocks are generated all the same, each as a function of its machine and a frame (see splicing.py).
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.compiled.code.made import Compiled, Fault, Left, Spliced
from interpreter.compiled.support import runtime
from interpreter.compiled.support.borrowing import borrowed
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel
from interpreter.run.compiler import Compiler
from interpreter.run.decisions import Option
from interpreter.run.gains import heard_gain
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.program import Program
from interpreter.run.ready import Ready
from interpreter.run.scope import Scope
from interpreter.run.signals import Abandon, Given, Happened

MADE: dict[str, Any] = {"Abandon": Abandon, "Given": Given, "Happened": Happened, "Option": Option}
"""What generated functions raise and make."""


class Splices(Ready):
    """Gives a program the generated functions, by the parts that they stand for."""

    def __init__(self, spliced: Spliced, code: bytes) -> None:
        self._spliced = spliced
        self._names: dict[str, Any] = {**runtime.NAMES, **MADE}
        self._names |= {f"T{number}": table for number, table in enumerate(spliced.tables)}
        self._names |= {f"S{number}": span for number, span in enumerate(spliced.spans)}
        self._names |= {f"M{number}": {} for number in range(1, spliced.memories + 1)}
        exec(marshal.loads(code), self._names)
        self._known = {(one.kind, id(one.node)): self._names[one.name] for one in spliced.splices}
        self._left = {id(one.node): one.left for one in spliced.splices if one.left}

    def link(self, program: Program, out_of_range: Callable[[Fault, int], None]) -> None:
        """Gives the functions what they call of the program that they are part of."""
        faults = self._spliced.faults
        self._names["out_of_range"] = lambda number, value: out_of_range(faults[number], value)
        self._names["pause"] = program.pauses.pause
        self._names["run_text"] = lambda r, number: program.texts[number].run(r)
        self._names |= {f"call_{name}": one.call for name, one in program.procedures.items()}
        lent = (borrowed(program, one) for one in self._spliced.borrowed)
        self._names |= {f"borrowed_{number}": call for number, call in enumerate(lent)}

    def value(self, c: Compiler, scope: Scope, node: x.Expr) -> Evaluate | None:
        return self._known.get(("value", id(node)))

    def members(
        self, c: Compiler, scope: Scope, slot: int, source: x.Expr, condition: x.Expr | None
    ) -> Callable[[Machine, Frame], tuple[Any, ...]] | None:
        return self._known.get(("members", id(source)))

    def search(self, c: Compiler, scope: Scope, steps: Sequence[s.OfferStep], free: bool) -> Any:
        return self._known.get(("free" if free else "search", id(steps[0]))) if steps else None

    def options(self, c: Compiler, scope: Scope, action: ActionModel, free: bool, tested: bool) -> Any:
        return self._known.get(("free options" if free else "options", id(action)))

    def bindings(self, c: Compiler, scope: Scope, node: s.Decide) -> Callable[[Machine, Frame], list[Option]] | None:
        return self._known.get(("bindings", id(node)))

    def block(self, c: Compiler, scope: Scope, nodes: Sequence[s.Stmt]) -> Execute | None:
        found = self._known.get(("block", id(nodes[0]))) if nodes else None
        if found is not None:
            for one in self._left.get(id(nodes[0]), ()):
                self._names[one.name] = _linked(c, scope, one)
        return found


def splices_of(program: Compiled) -> Splices | None:
    """The generated functions that the reference executor calls in a game, where there are any."""
    spliced = program.generated.spliced
    return None if spliced is None else Splices(spliced, program.spliced)


def _linked(c: Compiler, scope: Scope, left: Left) -> Callable[..., None]:
    """What a generated function calls of the reference executor."""
    match left.kind, left.node:
        case "check", node:
            return c.program.finishing.after(node)
        case "gain", s.ChangeCounter() as node:
            return heard_gain(c, node)
    return c.stmt(left.node, scope)
