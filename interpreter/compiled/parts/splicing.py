"""Generates functions for parts of a game that the reference executor carries out (see splices.py).

A program of the reference executor is put together, and a function is made of every part of it that can be lowered:
the largest that can, and where something has no lowering, the parts of that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Splice, Spliced
from interpreter.compiled.code.python import function
from interpreter.compiled.ground.inverses import Inverses
from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.ground.remembered import Remembered
from interpreter.compiled.ground.rewrite import Rewriter
from interpreter.compiled.ground.tables import Evaluator, Tables, Tabulator
from interpreter.compiled.improve.fold import Folder
from interpreter.compiled.improve.rows import Rows
from interpreter.compiled.parts.frames import KEPT
from interpreter.compiled.parts.routines import Routines
from interpreter.layout import Layout
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel, Model
from interpreter.run.analysis import Analysis
from interpreter.run.compiler import Compiler
from interpreter.run.decisions import Option
from interpreter.run.loops import members
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.offers import search
from interpreter.run.program import Program
from interpreter.run.ready import Ready
from interpreter.run.scope import Scope, in_order

SHORT = (x.Const, x.Local, x.Special)
"""Expressions that are no quicker as functions of their own."""


def spliced(model: Model, layout: Layout, analysis: Analysis, evaluator: Evaluator, passes: frozenset[str]) -> Spliced:
    """Generates what can be generated of a game's parts."""
    maker = _Maker(model, layout, analysis, evaluator, passes - KEPT)
    program = Program(model, layout, maker)
    for number in range(len(model.texts)):
        program.texts[number]
    maker.values()
    return maker.result()


class _Maker(Ready):
    """Makes functions as a program asks for parts; what stands in the program is put together as ever."""

    asks_for_all = True

    def __init__(
        self, model: Model, layout: Layout, analysis: Analysis, evaluator: Evaluator, passes: frozenset[str]
    ) -> None:
        remembered = Remembered(model, layout, analysis)
        tables = Tables()
        rewriter = Rewriter(model, frozenset(analysis.adjustments) | remembered.apart)
        tabulator = Tabulator(model, layout, analysis, evaluator, tables)
        self.lowering = Routines(model, layout, rewriter, tabulator, tables, Inverses(model, layout), passes)
        self.lowering.remembered = remembered
        self.passes = passes
        self.lowering.left = []
        self.functions: list[low.Function] = []
        self.splices: list[Splice] = []
        self.reasons: list[tuple[Any, str]] = []
        self._quiet = False

    def result(self) -> Spliced:
        """All functions, as text."""
        lowering = self.lowering
        folder = Folder(lowering.tables)
        rows = Rows(folder) if "rows" in self.passes else None
        source = []
        for one in (*(one for one in lowering.functions.values() if one is not None), *self.functions):
            body = folder.block(one.body)
            if rows is not None:
                body = tuple(rows.change(line) for line in body)
            source.append(function(replace(one, body=body)))
        return Spliced(
            source="\n".join(source),
            tables=lowering.tables.values,
            borrowed=lowering.borrowed,
            memories=lowering.remembered.memories,
            splices=self.splices,
            faults=lowering.faults,
            spans=lowering.spans,
            reasons=self.reasons,
        )

    def values(self) -> None:
        """Makes the functions of declared values that were put together inside of some larger part."""
        made = {id(one.node) for one in self.splices if one.kind == "value"}
        for value in self.lowering.model.values.values():
            if id(value.body) not in made:
                self.attempt("value", value.body, partial(self.lowering.evaluated, node=value.body), _nothing)

    def attempt(
        self, kind: str, node: Any, make: Callable[[str], low.Function], put_together: Callable[[], Any]
    ) -> Any:
        """Makes a function, or notes why there is none. Of a part that has one, no parts are made."""
        if self._quiet:
            return None
        name = f"{kind.replace(' ', '_')}_{len(self.splices)}"
        try:
            made = make(name)
        except Unsupported as error:
            self.lowering.left = []
            self.reasons.append((node, str(error)))
            return None
        self.functions.append(made)
        self.splices.append(Splice(kind, node, name, tuple(self.lowering.left)))
        self.lowering.left = []
        self._quiet = True
        try:
            return put_together()
        finally:
            self._quiet = False

    def value(self, c: Compiler, scope: Scope, node: x.Expr) -> Evaluate | None:
        if isinstance(node, SHORT):
            return None
        make = partial(self.lowering.evaluated, node=node)
        found: Evaluate | None = self.attempt("value", node, make, lambda: c.put_together(node, scope))
        return found

    def members(
        self, c: Compiler, scope: Scope, slot: int, source: x.Expr, condition: x.Expr | None
    ) -> Callable[[Machine, Frame], tuple[Any, ...]] | None:
        make = partial(self.lowering.members_function, slot=slot, source=source, condition=condition)
        again = partial(members, c, scope, slot, source, condition)
        found: Callable[[Machine, Frame], tuple[Any, ...]] | None = self.attempt("members", source, make, again)
        return found

    def search(self, c: Compiler, scope: Scope, steps: Sequence[s.OfferStep], free: bool) -> Any:
        if not steps:
            return None
        kind = "free" if free else "search"
        make = partial(self.lowering.searched, steps=steps, free=free)
        return self.attempt(kind, steps[0], make, lambda: search(c, scope, steps, free))

    def options(self, c: Compiler, scope: Scope, action: ActionModel, free: bool, tested: bool) -> Any:
        make = partial(self.lowering.listed, action=action, free=free, tested=tested)
        return self.attempt("free options" if free else "options", action, make, _nothing)

    def bindings(self, c: Compiler, scope: Scope, node: s.Decide) -> Callable[[Machine, Frame], list[Option]] | None:
        self.attempt("bindings", node, partial(self.lowering.asked_for, node=node), _nothing)
        return None

    def block(self, c: Compiler, scope: Scope, nodes: Sequence[s.Stmt]) -> Execute | None:
        if not nodes or self._quiet:
            return None
        made = len(self.splices)
        make = partial(self.lowering.block_function, nodes=nodes)
        found: Execute | None = self.attempt(
            "block", nodes[0], make, lambda: in_order([c.stmt(node, scope) for node in nodes])
        )
        for one in self.splices[made].left if found is not None else ():
            if one.kind == "statement":
                c.stmt(one.node, scope)
        return found


def _nothing() -> None:
    """What is put together where nothing asks for it."""
