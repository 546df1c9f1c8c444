"""How values and options are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import Value
from interpreter.model.statements import Notation
from interpreter.model.types import CollectionType, MemberType, Type, YesNoType, without_nothing
from interpreter.run.machine import Evaluate, Frame, Machine

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope

Write: TypeAlias = "Callable[[Machine, Value], str]"
Words: TypeAlias = "Callable[[Machine, Frame], str]"

NOTHING = "-"


def writer(c: Compiler, type_: Type | None) -> Write:
    """How values of a type are written.

    A piece on a board as its space, else as its name; another member as its name; a collection as `a+b`; nothing, and a
    collection of nothing, as `-`.
    """
    bare = None if type_ is None else without_nothing(type_)
    if isinstance(bare, CollectionType):
        one = writer(c, bare.of)
        return lambda r, value: "+".join(one(r, member) for member in value) if value else NOTHING
    if isinstance(bare, MemberType):
        return _member(c, bare.domain)
    if isinstance(bare, YesNoType):
        return lambda r, value: NOTHING if value is None else ("yes" if value else "no")
    return lambda r, value: NOTHING if value is None else str(value)


def _member(c: Compiler, domain: str) -> Write:
    names = c.model.domains[domain].members
    pieces = c.layout.pieces.get(domain)
    if pieces is None:
        return lambda r, value: NOTHING if value is None else names[value]
    spaces = c.model.spaces.names

    def piece(r: Machine, value: Value) -> str:
        if value is None:
            return NOTHING
        space = pieces.space(r.v, value)
        return names[value] if space is None else spaces[space]

    return piece


def words(c: Compiler, scope: Scope, notation: Notation) -> Words:
    """How an option is written, from the names in the frame."""
    if all(isinstance(part, str) for part in notation):
        text = "".join(str(part) for part in notation)
        return lambda r, f: text
    parts: list[Words] = []
    for part in notation:
        if isinstance(part, str):
            parts.append(_plain(part))
        else:
            parts.append(_written(c.expr(part, scope), writer(c, part.type)))
    return lambda r, f: "".join([part(r, f) for part in parts])


def _plain(text: str) -> Words:
    return lambda r, f: text


def _written(evaluate: Evaluate, write: Write) -> Words:
    return lambda r, f: write(r, evaluate(r, f))
