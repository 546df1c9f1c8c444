"""From a checked model to Python source: which parts of a game are generated, and their text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.compiled import low
from interpreter.compiled.inverses import Inverses
from interpreter.compiled.made import PASSES, Generated
from interpreter.compiled.python import function
from interpreter.compiled.rewrite import Rewriter
from interpreter.compiled.scalars import Names, Unsupported
from interpreter.compiled.steps import R, V
from interpreter.compiled.tables import Tables, Tabulator, kind_of
from interpreter.compiled.turns import Turns
from interpreter.layout import Layout
from interpreter.model import statements as s
from interpreter.model.program import Model, PhaseModel
from interpreter.model.types import CollectionType, without_nothing
from interpreter.run.analysis import Analysis

def generate(
    model: Model,
    layout: Layout,
    analysis: Analysis,
    evaluator: Any,
    quick: dict[str, int],
    passes: frozenset[str] = PASSES,
) -> Generated:
    """Generates the program of a game. `quick` says of each phase how its turns end (see CompiledEngine)."""
    adjusted = frozenset(analysis.adjustments)
    tables = Tables()
    tabulator = Tabulator(model, layout, analysis, evaluator, tables)
    inverses = Inverses(model, layout)
    maker = Turns(model, layout, Rewriter(model, adjusted), tabulator, tables, inverses, passes)
    # Twice: what a change must keep up to date is known only when everything has been lowered once.
    maker.prepare()
    _Generator(model, maker, tables, inverses, quick).run()
    maker.prepare()
    maker.borrowed.clear()
    return _Generator(model, maker, tables, inverses, quick).run()


class _Generator:
    def __init__(self, model: Model, maker: Turns, tables: Tables, inverses: Inverses, quick: dict[str, int]) -> None:
        self.quick = quick
        self.model = model
        self.maker = maker
        self.tables = tables
        self.inverses = inverses
        self.functions: list[low.Function] = []
        self.menus: set[str] = set()
        self.singles: dict[str, int] = {}
        self.takes: set[str] = set()
        self.reasons: dict[str, str] = {}

    def run(self) -> Generated:
        model, maker = self.model, self.maker
        numbers = {name: number for number, name in enumerate(model.actions)}
        for action in model.actions.values():
            if self.attempt(f"action {action.name}", lambda action=action: maker.take(action)):
                self.takes.add(action.name)
        for phase in model.phases:
            if phase.turns is not None and not phase.may:
                if self.attempt(f"phase {phase.name}", lambda phase=phase: maker.menu(phase, numbers)):
                    self.menus.add(phase.name)
                    self.attempt(f"single {phase.name}", lambda phase=phase: self.single(phase, numbers))
        for number in range(len(model.finishes)):
            self.attempt(f"finish {number}", lambda number=number: self.finish(number), required=True)
        self.attempt("playouts", lambda: maker.playouts(self.menus, self.takes, self.quick, numbers))
        self.values()
        self.keepers()
        whole = [*maker.functions.values(), *self.functions]
        source = "\n".join(function(one) for one in whole if one is not None)
        return Generated(
            source,
            self.tables.values,
            self.menus,
            self.singles,
            self.takes,
            self.reasons,
            self.inverses.kept(),
            maker.borrowed,
            maker.decisions,
            maker.faults,
            maker.spans,
        )

    def attempt(self, what: str, make: Callable[[], low.Function], required: bool = False) -> bool:
        """Makes a function, or notes why it is left to the reference executor."""
        maker = self.maker
        known = dict(maker.functions)
        try:
            self.functions.append(make())
        except Unsupported as error:
            self.reasons[what] = str(error)
            for name in set(maker.functions) - set(known):
                maker.functions[name] = None
            maker.rewriter.moved = None
            return False
        return True

    def single(self, phase: PhaseModel, numbers: dict[str, int]) -> low.Function:
        """The function that gives the members to choose from, in a phase that offers one action with one name."""
        found = self.maker.single_menu(phase, numbers)
        if found is None:
            raise Unsupported("more than one action or name")
        self.singles[phase.name] = found[0]
        return found[1]

    def finish(self, number: int) -> low.Function:
        """The function that ends the game as a clause says."""
        finish = self.model.finishes[number]
        maker = self.maker
        maker.start_routine(me=False)
        maker.me = low.Lit(-1)
        block = finish.routine.block
        if len(block) == 1 and isinstance(block[0], s.Winner):
            body = maker.winner(block[0])
        else:
            body = [low.Do(low.Call("end_by_clause", (R, V, low.Lit(number))))]
        return low.Function(f"finish_{number}", ("r", "v"), tuple(body))

    def values(self) -> None:
        """Functions of the declared values that are called; making one may call for more."""
        made: set[str] = set()
        while True:
            source = "\n".join(
                function(one) for one in [*self.functions, *(f for f in self.maker.functions.values() if f)]
            )
            wanted = [name for name in self.model.values if f"value_{name}(" in source and name not in made]
            if not wanted:
                return
            for name in wanted:
                made.add(name)
                self.functions.append(self.value(name))

    def value(self, name: str) -> low.Function:
        """The function of a declared value; sets come as sequences."""
        model, maker = self.model.values[name], self.maker
        maker.start_routine(me=True)
        maker.names = Names(types=dict(enumerate(model.params)), me=False)
        params = ("r", "v", "me", *(maker.variable(k) for k in range(len(model.params))))
        body = maker.rewriter.inline(model.body)
        result = maker.sequence(body) if isinstance(without_nothing(model.type), CollectionType) else maker.scalar(body)
        if isinstance(result, low.Walk) and kind_of(model.type) == "set":
            result = low.Call("tuple", (result,))
        return low.Function(f"value_{name}", params, (low.Return(result),))

    def keepers(self) -> None:
        """Functions that change the state and keep what follows."""
        for domain in sorted(self.maker.moving):
            self.functions += self.maker.keeper(domain)
