"""Statements that change variables: `set`, `add`, `remove`, `clear`, `shuffle`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from interpreter.diagnostics import Span
from interpreter.layout import Value
from interpreter.layout.codecs import ListCodec
from interpreter.model import statements as s
from interpreter.model.program import Variable
from interpreter.model.types import CollectionType, NumberType, without_nothing
from interpreter.run.expressions import place
from interpreter.run.machine import Execute, Frame, Machine
from interpreter.run.signals import Happened, fault

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope


def highest(c: Compiler, variable: Variable) -> Callable[[Machine, int], int]:
    """The greatest number a variable may hold at a slot, now."""
    slots = c.layout.variables[variable.name]
    if variable.cap is None:
        high = variable.high
        return lambda r, at: high
    cap = c.alone(variable.cap, len(variable.keys))
    return lambda r, at: min(variable.high, cap(r, *slots.keys_at(at)) or 0)


def set_variable(c: Compiler, scope: Scope, node: s.SetVariable) -> Execute:
    """`set … to …`; raises Rejected (RW703) for a number out of range, (RW704) for too long a list."""
    variable, codec = c.model.variables[node.variable], c.layout.variables[node.variable].codec
    at, value = place(c, scope, node.variable, node.keys), c.expr(node.value, scope)
    check = c.program.finishing.after(node)
    numeric, plain = isinstance(without_nothing(variable.type), NumberType), isinstance(variable.type, NumberType)
    most = highest(c, variable)

    def set_it(r: Machine, f: Frame) -> None:
        slot = at(r, f)
        new: Value = value(r, f)
        if slot is None:
            return
        if r.trying:
            raise Happened
        new = 0 if plain and new is None else new
        if numeric and new is not None and not variable.low <= new <= most(r, slot):
            raise out_of_range(variable, new, most(r, slot), node.span)
        if isinstance(codec, ListCodec) and len(new or ()) > codec.size:
            raise full(variable.name, codec.size, node.span)
        codec.write(r.v, slot, new)
        check(r)

    return set_it


def out_of_range(variable: Variable, new: int, most: int, span: Span) -> Exception:
    """A number that a variable cannot hold."""
    message = f"{variable.name} cannot be {new}: it goes from {variable.low} to {most}"
    return fault("RW703", message, span, "test the number first, or give it a wider range where it is declared")


def full(name: str, size: int, span: Span) -> Exception:
    """A list or row that can take no more."""
    hint = "give it more room where it is declared, or test its size first"
    return fault("RW704", f"{name} is full: it has room for {size}", span, hint)


def _changed(
    c: Compiler, scope: Scope, node: s.AddTo | s.RemoveFrom, change: Callable[[tuple[Value, ...], Value], Value]
) -> Execute:
    """A statement that makes a new collection of the old one and a member."""
    slots = c.layout.variables[node.variable]
    variable, codec = slots.variable, slots.codec
    at, what = place(c, scope, node.variable, node.keys), c.expr(node.what, scope)
    check = c.program.finishing.after(node)
    hidden = variable.hiding is not None

    def change_it(r: Machine, f: Frame) -> None:
        slot, member = at(r, f), what(r, f)
        if slot is None or member is None:
            return
        old: tuple[Value, ...] = codec.read(r.v, slot)
        new = change(old, member)
        if isinstance(node, s.RemoveFrom) and len(new) == len(old):
            return
        if r.trying:
            raise Happened
        if isinstance(codec, ListCodec) and len(new) > codec.size:
            raise full(variable.name, codec.size, node.span)
        codec.write(r.v, slot, new)
        r.revealed = r.revealed or hidden
        check(r)

    return change_it


def add_to(c: Compiler, scope: Scope, node: s.AddTo) -> Execute:
    """`add … to …`: into a set, at the end of a list, on top of a pile; raises Rejected (RW704) for a full list."""
    type_ = without_nothing(c.model.variables[node.variable].type)
    shape = type_.shape if isinstance(type_, CollectionType) else "list"
    if shape == "pile":
        return _changed(c, scope, node, lambda old, member: (member, *old))
    return _changed(c, scope, node, lambda old, member: (*old, member))


def remove_from(c: Compiler, scope: Scope, node: s.RemoveFrom) -> Execute:
    """`remove … from …`: the first that is equal."""
    return _changed(c, scope, node, _without)


def _without(old: tuple[Value, ...], member: Value) -> tuple[Value, ...]:
    if member not in old:
        return old
    at = old.index(member)
    return old[:at] + old[at + 1 :]


def clear(c: Compiler, scope: Scope, node: s.Clear) -> Execute:
    """`clear …`: empties a collection that has members."""
    codec, at = c.layout.variables[node.variable].codec, place(c, scope, node.variable, node.keys)
    check = c.program.finishing.after(node)

    def clear_it(r: Machine, f: Frame) -> None:
        slot = at(r, f)
        if slot is None or not codec.read(r.v, slot):
            return
        if r.trying:
            raise Happened
        codec.write(r.v, slot, ())
        check(r)

    return clear_it


def shuffle_variable(c: Compiler, scope: Scope, node: s.ShuffleVariable) -> Execute:
    """`shuffle` for a kept pile or list."""
    codec, at = c.layout.variables[node.variable].codec, place(c, scope, node.variable, node.keys)
    chance, check = c.layout.chance, c.program.finishing.after(node)

    def shuffle(r: Machine, f: Frame) -> None:
        slot = at(r, f)
        if slot is None:
            return
        members: tuple[Value, ...] = codec.read(r.v, slot)
        if not members:
            return
        if r.trying:
            raise Happened
        codec.write(r.v, slot, chance.shuffled(r.v, members))
        r.revealed = True
        check(r)

    return shuffle


STATEMENTS: Mapping[type, Callable[..., Execute]] = {
    s.SetVariable: set_variable,
    s.AddTo: add_to,
    s.RemoveFrom: remove_from,
    s.Clear: clear,
    s.ShuffleVariable: shuffle_variable,
}
