"""Checks what calls and what is called: events, procedures, actions and their results; and how options print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from interpreter.check.changes import Changes
from interpreter.check.core import parts_of
from interpreter.check.findings import did_you_mean
from interpreter.check.scope import ProcedureInfo
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import (
    UnknownType,
    maybe,
)
from interpreter.syntax import nodes as n
from interpreter.syntax import read_text
from interpreter.syntax.build import Placer


class Calls(Changes):
    """The checker of calls and of notation."""

    # ---- given by the classes above this one

    def action_model(self, name: str) -> m.ActionModel | None:
        raise AssertionError("overridden by Behaviour")

    def procedure_model(self, info: ProcedureInfo) -> m.Routine | None:
        raise AssertionError("overridden by Behaviour")

    # ---- events, procedures, results

    def unknown_procedure(self, name: n.Word) -> None:
        """The finding for a procedure that nothing declares."""
        if str(name) in self.w.values:
            self.findings.error(
                "RW222",
                f"`{name}` is a value: it does nothing by itself",
                name.span,
                "use it in an expression, or make it a procedure",
            )
            return
        if str(name) in self.w.actions:
            self.findings.error("RW241", f"`{name}` is an action", name.span, f"`perform {name} free` does it")
            return
        self.findings.unknown(
            "RW241", str(name), f"there is no procedure `{name}`", name.span, did_you_mean(name, self.w.procedures)
        )

    def emit(self, node: n.Emit) -> s.Stmt | None:
        event = self.w.events.get(str(node.event.name))
        if event is None:
            self.unknown_event(node.event.name)
            return None
        self.w.emitted.add(event.name)
        if len(node.event.args) != len(event.params):
            self.wrong_count(
                f"the event `{event.name}`", len(event.params), len(node.event.args), node.event.span, list(event.names)
            )
            return None
        args = tuple(
            self.typed(arg, maybe(wanted), f"`{name}` of `{event.name}`")
            for arg, wanted, name in zip(node.event.args, event.params, event.names, strict=True)
        )
        return s.Emit(node.span, event.name, args)

    def procedure_call(self, call: n.Call) -> s.LetCall | None:
        """A call of a procedure, its result dropped."""
        info = self.w.procedures.get(str(call.name))
        if info is None:
            self.unknown_procedure(call.name)
            return None
        info.used = True
        if str(call.name) in self.findings.broken:
            return None
        names = [str(param.name) for param in info.node.params]
        if len(call.args) != len(info.params):
            self.wrong_count(f"`{call.name}`", len(info.params), len(call.args), call.span, names)
            return None
        args = tuple(
            self.typed(arg, wanted, f"`{name}` of `{call.name}`", warn=True)
            for arg, wanted, name in zip(call.args, info.params, names, strict=True)
        )
        self.procedure_model(info)
        if info.uses_me:
            self.use_me(f"`{call.name}` speaks of `me`", call.span)
        return s.LetCall(call.span, None, str(call.name), args)

    def action_named(self, name: n.Word) -> m.ActionModel | None:
        """The action of a name, checked; a finding when there is none."""
        if str(name) not in self.w.actions:
            hint = did_you_mean(name, self.w.actions)
            self.findings.unknown("RW238", str(name), f"there is no action `{name}`", name.span, hint)
            return None
        self.w.actions[str(name)].used = True
        return self.action_model(str(name))

    def give(self, node: n.Give) -> s.Stmt | None:
        if not self.frame.may_give:
            self.findings.error(
                "RW414",
                f"nothing can be given {self.frame.what}",
                node.span,
                "`give` ends a procedure declared with `gives`, or an action",
            )
            return None
        wanted = self.frame.gives
        value = (
            self.expr(node.value, wanted) if wanted is None else self.typed(node.value, maybe(wanted), "what is given")
        )
        self.frame.given.append(value.type)
        return s.Give(node.span, value)

    def simple(self, node: n.Simple) -> s.Stmt | None:
        match node.kind:
            case "pause":
                return s.Simple(node.span, "pause")
            case "end_turn":
                return s.Simple(node.span, "end_turn")
            case "as_usual":
                if not self.frame.as_usual:
                    self.findings.error("RW415", "`as usual` has a meaning in `instead of` rules only", node.span)
                    return None
                return s.Simple(node.span, "as_usual")
        return s.Simple(node.span, "skip")

    # ---- notation

    def written_notation(self, written: n.Word, names: Sequence[str]) -> s.Notation:
        """The parts of `"verb {name}>{other.field}"`, with the names in braces resolved."""
        parts: list[str | x.Expr] = []
        told: set[str] = set()
        sound = True
        rest, offset = str(written), 0
        while rest:
            before, brace, after = rest.partition("{")
            if before:
                parts.append(before)
            if not brace:
                break
            inside, closing, rest = after.partition("}")
            offset += len(before) + 1
            if not closing:
                self.findings.error("RW250", "a brace in this notation is not closed", written.span, "write `{name}`")
                sound = False
                break
            node = self.notation_part(written, inside, offset)
            offset += len(inside) + 1
            sound = sound and node is not None
            if node is not None:
                told |= {str(part.id) for part in parts_of(node) if isinstance(part, n.Name)}
                part = self.expr(node)
                sound = sound and not isinstance(part.type, UnknownType)
                parts.append(part)
        for name in names:
            if name not in told and sound:
                self.findings.error(
                    "RW404",
                    f"the notation does not tell `{name}`, so two options would print alike",
                    written.span,
                    f"put `{{{name}}}` into it",
                )
        return tuple(parts)

    def notation_part(self, written: n.Word, inside: str, offset: int) -> n.Expr | None:
        place = _placer(written.span.file, written.span.line, written.span.column + 1 + offset)
        if not inside.strip():
            self.findings.error(
                "RW250", "the braces of a notation hold a name", place(1, 1, 1, len(inside) + 1), "write `{name}`"
            )
            return None
        node, found = read_text(inside, "amount", place)
        if found:
            self.findings.error(
                "RW250",
                f"`{inside}` is not a name or a field",
                place(1, 1, 1, len(inside) + 1),
                "write `{name}` or `{name.field}`",
            )
            return None
        expression: n.Expr = node
        return expression


@lru_cache(maxsize=4096)
def _placer(file: str, line: int, start: int) -> Placer:
    """Where a part of a notation stands; one for each part, so that its text is read but once."""

    def place(first: int, column: int, last: int, end_column: int) -> Span:
        return Span(file, line, start + column - 1, line, start + end_column - 1)

    return place
