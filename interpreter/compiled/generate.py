"""From a checked model to Python source: which parts of a game are generated, and their text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from interpreter.compiled.code import low
from interpreter.compiled.code.made import PASSES, Following, Generated
from interpreter.compiled.code.python import function
from interpreter.compiled.code.trees import parts
from interpreter.compiled.ground.inverses import Inverses
from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.ground.rewrite import Rewriter
from interpreter.compiled.ground.tables import Evaluator, Tables, Tabulator
from interpreter.compiled.improve.fold import Folder
from interpreter.compiled.improve.loops import Loops
from interpreter.compiled.improve.ready import Ready
from interpreter.compiled.improve.short import Short
from interpreter.compiled.lower.follows import Follows
from interpreter.compiled.lower.keepers import Keepers
from interpreter.compiled.lower.playouts import PLAYED
from interpreter.compiled.parts.splicing import spliced
from interpreter.layout import Layout
from interpreter.model.program import Model, PhaseModel
from interpreter.run.analysis import Analysis

LATE = frozenset({"seats", "rows", "share", "promote", "splices"})
"""Passes that ask for nothing to be kept up to date."""


def generate(
    model: Model,
    layout: Layout,
    analysis: Analysis,
    evaluator: Evaluator,
    quick: Mapping[str, int],
    passes: frozenset[str] = PASSES,
) -> Generated:
    """Generates the program of a game. `quick` says of each phase how its turns end (see CompiledEngine)."""
    tables, inverses = Tables(), Inverses(model, layout)
    tabulator = Tabulator(model, layout, analysis, evaluator, tables)
    adjusted = frozenset(analysis.adjustments)

    def generator(passes: frozenset[str]) -> _Generator:
        return _Generator(Follows(model, layout, Rewriter(model, adjusted), tabulator, tables, inverses, passes), quick)

    # What a change must keep up to date is known only when everything has been lowered once. What the turns of
    # positions and playouts are made of is enough; should they ask for more, the program is made again.
    generator(passes - LATE).prepare()
    known = -1
    while inverses.size != known:
        known, made = inverses.size, generator(passes)
        made.run()
    generated = made.generated()
    if "splices" in passes and not made.whole():
        generated.spliced = spliced(model, layout, analysis, evaluator, passes)
    return generated


class _Generator:
    """Collects the functions of a program; what cannot be generated is noted with the reason."""

    def __init__(self, maker: Follows, quick: Mapping[str, int]) -> None:
        self.maker = maker
        self.model = maker.model
        self.quick = quick
        self.functions: list[low.Function] = []
        self.menus: set[str] = set()
        self.singles: dict[str, int] = {}
        self.follows: dict[str, Following] = {}
        self.takes: set[str] = set()
        self.reasons: dict[str, str] = {}

    def run(self) -> None:
        """Makes the whole program."""
        maker, playable = self.maker, self.single_turns()
        maker.begin(playable)
        for phase in playable:
            self.attempt(f"follow {phase.name}", partial(self.follow, phase))
        for playing in PLAYED:
            self.attempt("playouts", partial(maker.playouts, playable, playing))
        usual = maker.usual()
        self.functions += [] if usual is None else [usual]
        called = _called(self.made())
        for domain in maker.layout.pieces:
            if f"move_{domain}" in called or f"swap_{domain}" in called:
                self.functions += Keepers(domain, maker.layout, maker.inverses, maker.tables).functions()

    def prepare(self) -> None:
        """Makes what follows positions and playouts are put together from."""
        for phase in self.single_turns():
            try:
                self.maker.counted(phase)
            except Unsupported as error:
                self.reasons[f"counted {phase.name}"] = str(error)

    def single_turns(self) -> list[PhaseModel]:
        """Makes actions, menus and endings; the phases whose turns can be played one after the other."""
        model, maker = self.model, self.maker
        for action in model.actions.values():
            if self.attempt(f"action {action.name}", partial(maker.take, action)):
                self.takes.add(action.name)
        for phase in model.phases:
            if phase.turns is None or phase.may:
                continue
            if self.attempt(f"phase {phase.name}", partial(maker.menu, phase)):
                self.menus.add(phase.name)
                self.single(phase)
        for number in range(len(model.finishes)):
            self.attempt(f"finish {number}", partial(maker.finish, number))
        return [
            phase
            for phase in model.phases
            if phase.name in self.menus and self.quick[phase.name] == 2 and maker.all_taken(phase, self.takes)
        ]

    def generated(self) -> Generated:
        """The program as text, with all that its engine needs besides."""
        maker = self.maker
        ready = Ready(maker.tables, self.on_board()) if "ready" in maker.passes else None
        folder, loops = Folder(maker.tables), Loops(maker.tables, maker.temporary, ready)
        whole = [replace(one, body=folder.block(one.body)) for one in self.made()]
        if "short" in maker.passes:
            short = Short(maker.tables, maker.temporary)
            whole = [replace(one, body=tuple(map(short.change, one.body))) for one in whole]
        if "loops" in maker.passes:
            whole = [loops.function(one) for one in whole]
        return Generated(
            source="\n".join([*([] if ready is None else ready.lines()), *map(function, whole)]),
            tables=maker.tables.values,
            menus=self.menus,
            singles=self.singles,
            follows=self.follows,
            takes=self.takes,
            reasons=self.reasons,
            kept=maker.inverses.kept(),
            borrowed=maker.borrowed,
            decisions=maker.decisions,
            faults=maker.faults,
            spans=maker.spans,
            spliced=None,
        )

    def on_board(self) -> dict[int, int]:
        """By the slot of the set of pieces of a domain that stand on any space, the slot of the first one's space."""
        maker = self.maker
        board = (1 << maker.model.spaces.size) - 1
        kept = maker.inverses.areas
        return {kept[d].slots[board]: maker.layout.pieces[d].spaces.base for d in kept if board in kept[d].slots}

    def whole(self) -> bool:
        """Whether all turns are offered and carried out by the program itself."""
        turns = {phase.name for phase in self.model.phases if phase.turns is not None}
        return turns <= self.menus and set(self.model.actions) <= self.takes

    def made(self) -> list[low.Function]:
        """All functions so far."""
        return [*(one for one in self.maker.functions.values() if one is not None), *self.functions]

    def attempt(self, what: str, make: Callable[[], low.Function]) -> bool:
        """Makes a function, or notes why it is left to the reference executor."""
        known = set(self.maker.functions)
        try:
            self.functions.append(make())
        except Unsupported as error:
            self.reasons[what] = str(error)
            for name in set(self.maker.functions) - known:
                self.maker.functions[name] = None
            self.maker.forget_made()
            return False
        return True

    def follow(self, phase: PhaseModel) -> low.Function:
        """The function that goes on from a turn of a phase."""
        self.follows[phase.name], (function, *others) = self.maker.follow(phase)
        self.functions += others
        return function

    def single(self, phase: PhaseModel) -> None:
        """Makes the function that gives the members to choose from, where a phase offers one action with one name."""
        try:
            found = self.maker.single_menu(phase)
        except Unsupported as error:
            self.reasons[f"single {phase.name}"] = str(error)
            return
        if found is not None:
            self.singles[phase.name] = found[0]
            self.functions.append(found[1])


def _called(functions: Iterable[low.Function]) -> set[str]:
    """The names of all functions that are called."""
    return {part.name for one in functions for part in parts(one) if isinstance(part, low.Call)}
