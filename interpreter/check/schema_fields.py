"""Fields that a table's schema knows though no row has them: rows of another file may, and rules may ask for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from interpreter.check.column import FORMS
from interpreter.check.scope import World
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import YES_NO, MemberType, NumberType, RulesTextType, StringType, Type, maybe

Schema = Mapping[str, Any]


def empty_fields(world: World, schema: Schema, many: str, size: int) -> Iterator[m.Field]:
    """The fields of the rows of `many` by a schema, each with what stands for "left out" in all `size` rows."""
    for row in _rows_of(schema, many):
        for key, told in _properties(schema, row).items():
            found = _left_out(world, _resolved(schema, told))
            if key != "id" and found is not None:
                type_, value = found
                yield m.Field(key, type_, (value,) * size)


def _left_out(world: World, told: Schema) -> tuple[Type, Constant] | None:
    """The type and the value of a field that every row leaves out; None for what is no single value."""
    names, form = told.get("names"), told.get("format")
    if isinstance(names, str):
        domain = names.removeprefix("maybe ")
        return (maybe(MemberType(domain)), None) if domain in world.domains else None
    if form in FORMS:
        return maybe(RulesTextType(FORMS[form])), None
    match told.get("type"):
        case "integer":
            return NumberType(0, 0), 0
        case "boolean":
            return YES_NO, False
        case "string":
            return maybe(StringType()), None
    return None


def _rows_of(schema: Schema, many: str) -> Iterator[Schema]:
    """What a schema says of one row of a table, which may stand in rows of another."""
    seen: set[int] = set()
    stack: list[Schema] = [schema]
    while stack:
        part = _resolved(schema, stack.pop())
        if id(part) in seen:
            continue
        seen.add(id(part))
        for key, told in _properties(schema, part).items():
            items = _resolved(schema, told).get("items")
            if isinstance(items, Mapping):
                row = _resolved(schema, items)
                if key == many:
                    yield row
                stack.append(row)


def _properties(schema: Schema, part: Schema) -> Mapping[str, Schema]:
    properties = _resolved(schema, part).get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _resolved(schema: Schema, part: Schema) -> Schema:
    """A part, or the definition that it refers to; what leads nowhere or round is empty."""
    for _ in range(8):
        name = part.get("$ref")
        if not isinstance(name, str):
            return part
        definitions = schema.get("$defs")
        found = definitions.get(name.rpartition("/")[2]) if isinstance(definitions, Mapping) else None
        part = found if isinstance(found, Mapping) else {}
    return {}
