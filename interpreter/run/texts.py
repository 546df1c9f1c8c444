"""Rules text of data rows: carrying effects out line by line, and asking conditions, amounts and triggers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.layout import Value
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import TextModel
from interpreter.run.actions import possible_action
from interpreter.run.builtins import call_builtin
from interpreter.run.calls import as_seat, enter
from interpreter.run.control import unit
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.patterns import Pattern, pattern
from interpreter.run.scope import Scope, constant
from interpreter.run.trials import idle, possible

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler


class Text:
    """One text, compiled. An effect has lines, each a unit; a trigger has patterns of events, of which one must fit."""

    def __init__(self, c: Compiler, model: TextModel) -> None:
        scope = Scope(model.slots)
        self.model = model
        self.lines = tuple((unit(c.block((line,), scope)), line.span) for line in model.block)
        self.idle = idle(model.block)
        self.value: Evaluate = constant(None) if model.value is None else c.expr(model.value, scope)
        self.triggers: tuple[tuple[str, Pattern], ...] = tuple(
            (event, pattern(c, scope, args, condition)) for event, args, condition in model.triggers
        )
        self.pauses = c.program.pauses
        self.size = scope.size

    def run(self, r: Machine) -> None:
        """Carries the lines of an effect out; free actions may come between them."""
        if r.observer is not None and not (r.trying or r.scratch):
            r.observer("text", self.model.row)
        enter(r, self.model.span)
        frame: Frame = [None] * self.size
        before, r.events = r.events, (*r.events, [])
        try:
            for number, (line, span) in enumerate(self.lines):
                if number:
                    self.pauses.pause(r, span)
                line(r, frame)
        finally:
            r.events = before
            r.depth += 1

    def possible(self, r: Machine) -> bool:
        """Whether an effect would come to anything."""
        return possible(r, [], lambda r, f: self.run(r), self.idle)

    def worth(self, r: Machine, seat: int) -> Value:
        """What a condition or amount is for a seat."""
        me, r.me = r.me, seat
        try:
            return self.value(r, [None] * self.size)
        finally:
            r.me = me

    def fits(self, r: Machine) -> bool:
        """Whether the event being answered is one that a trigger waits for, in the text of `me`."""
        if r.event is None:
            return False
        name, args = r.event
        return any(name == event and as_seat(r, r.me, fits, [None] * self.size, args) for event, fits in self.triggers)


class Texts:
    """All texts of a game, compiled when they are first used."""

    def __init__(self, c: Compiler) -> None:
        self._compiler = c
        self._known: dict[int, Text] = {}

    def __getitem__(self, number: int) -> Text:
        text = self._known.get(number)
        if text is None:
            text = self._known[number] = Text(self._compiler, self._compiler.model.texts[number])
        return text


def run(c: Compiler, scope: Scope, node: s.Run) -> Execute:
    """`run row.field`; nothing does nothing."""
    what, texts = c.expr(node.what, scope), c.program.texts

    def run_it(r: Machine, f: Frame) -> None:
        number = what(r, f)
        if number is not None:
            texts[number].run(r)

    return run_it


def _of_player(missing: Value) -> Callable[[Compiler, tuple[Evaluate, ...]], Evaluate]:
    """`holds(condition, p)` and `amount_of(amount, p)`."""

    def build(c: Compiler, args: tuple[Evaluate, ...]) -> Evaluate:
        what, who = args
        texts = c.program.texts

        def worth(r: Machine, f: Frame) -> Value:
            number, seat = what(r, f), who(r, f)
            return missing if number is None or seat is None else texts[number].worth(r, seat) or missing

        return worth

    return build


def _possible(c: Compiler, args: tuple[Evaluate, ...]) -> Evaluate:
    (what,) = args
    texts = c.program.texts

    def would(r: Machine, f: Frame) -> Value:
        number = what(r, f)
        return number is not None and texts[number].possible(r)

    return would


def _fits(c: Compiler, args: tuple[Evaluate, ...]) -> Evaluate:
    """`fits(trigger)`; of several triggers one must fit."""
    (what,) = args
    texts = c.program.texts

    def fits(r: Machine, f: Frame) -> Value:
        found = what(r, f)
        numbers = found if isinstance(found, tuple) else (found,)
        return any(number is not None and texts[number].fits(r) for number in numbers)

    return fits


_TEXT_BUILTINS: Mapping[str, Callable[[Compiler, tuple[Evaluate, ...]], Evaluate]] = {
    "holds": _of_player(False),
    "amount_of": _of_player(0),
    "possible": _possible,
    "fits": _fits,
}


def builtin(c: Compiler, scope: Scope, node: x.CallBuiltin) -> Evaluate:
    """A call of a built-in."""
    if node.name == "possible_action":
        return possible_action(c, node)
    if node.name in _TEXT_BUILTINS:
        return _TEXT_BUILTINS[node.name](c, c.exprs(node.args, scope))
    return call_builtin(c, scope, node)


EXPRESSIONS: Mapping[type, Callable[..., Evaluate]] = {x.CallBuiltin: builtin}
STATEMENTS: Mapping[type, Callable[..., Execute]] = {s.Run: run}
