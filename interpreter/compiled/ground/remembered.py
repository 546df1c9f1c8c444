"""Declared values that depend on little and take long: each is worked out once for what it depends on."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code import low
from interpreter.compiled.ground.kinds import kind_of
from interpreter.layout import Layout
from interpreter.model import expressions as x
from interpreter.model.program import Model, ValueModel
from interpreter.model.walk import walk
from interpreter.run.analysis import Analysis

MOST_READ = 16
"""Values that depend on more slots of the state are worked out each time."""

LONG = 3
"""Values of a lower weight are worked out each time."""

LONGEST = 12
"""Values of a greater weight have a function of their own instead of standing in the place of their calls."""

LOOP = 4
"""What a walk through members weighs, in reads of the state."""

PLAIN = frozenset({"bool", "number", "absent", "member"})


class Remembered:
    """Says for one game which values are remembered, and makes the lines that do it."""

    def __init__(self, model: Model, layout: Layout, analysis: Analysis) -> None:
        self.model = model
        self.layout = layout
        self.analysis = analysis
        self._weights: dict[str, int] = {}
        self.names = frozenset(name for name in model.values if self._wanted(model.values[name]))
        self.apart = self.names | {name for name in model.values if self.weight(name) > LONGEST}
        self.memories = 0

    def weight(self, name: str) -> int:
        """How long a value takes: its reads of the state, walks counting more, other values included."""
        if name not in self._weights:
            self._weights[name] = 0
            whole = 0
            for part in walk(self.model.values[name].body):
                if isinstance(part, x.ReadVariable):
                    whole += 1
                elif isinstance(part, (x.Quantifier, x.Aggregate, x.Ranked)):
                    whole += LOOP
                elif isinstance(part, x.CallValue):
                    whole += self.weight(part.value)
            self._weights[name] = whole
        return self._weights[name]

    def _wanted(self, value: ValueModel) -> bool:
        if self.weight(value.name) < LONG or kind_of(value.type) in ("absent", "other"):
            return False
        return all(kind_of(param) in PLAIN for param in value.params) and self._slots(value.name) is not None

    def _slots(self, name: str) -> list[int] | None:
        """The slots of the state that a value depends on; None where that is more than a few, or something else."""
        found: list[int] = []
        for word in sorted(self.analysis.value_reads(name)):
            what, _, variable = word.partition(" ")
            if what != "variable":
                return None
            slots = self.layout.variables[variable]
            found += range(slots.base, slots.end)
            if len(found) > MOST_READ:
                return None
        return found

    def kept(self, value: ValueModel, params: Sequence[str], result: low.Expr) -> list[low.Stmt]:
        """The lines that give a value, from memory where it is remembered."""
        slots = self._slots(value.name) if value.name in self.names else None
        if slots is None:
            return [low.Return(result)]
        self.memories += 1
        memory, key, found = low.Var(f"M{self.memories}"), low.Var("key"), low.Var("found")
        items: list[low.Expr] = [low.Var(param) for param in params]
        items += [low.Slot(low.Lit(slot)) for slot in slots]
        fresh = low.Let(found.name, low.Call("keep", (memory, key, result)))
        return [
            low.Let(key.name, low.Sequence(tuple(items))),
            low.Let(found.name, low.Find(memory, key, low.Lit(None))),
            low.If(low.Absent(found), (fresh,)),
            low.Return(found),
        ]
