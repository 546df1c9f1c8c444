"""Checking a located tree against a JSON Schema, with findings in an author's words at the author's places.

The checks themselves are those of the `jsonschema` library (Draft 2020-12). Two things differ from plain JSON: the
words `yes` and `no` count as booleans, and two keywords of our own say what texts mean: `format` for rules text and
`names` for a name that the rules declare (schemas/README.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import create

from interpreter.data.nodes import Entry, Node, Scalar, Sequence
from interpreter.data.schema_findings import Findings
from interpreter.data.words import RULES_TEXT, Schema, linked, resolve, schema_of_key
from interpreter.diagnostics import Diagnostic


def check_schema(node: Node, schema: Schema, strict: bool = True) -> list[Diagnostic]:
    """All findings about a tree, by place; empty when it fits the schema.

    With `strict`, a key that an open mapping would take, but that looks like a slip of a known one, is a finding too.
    """
    plain = node.plain()
    fits = _VALIDATOR(linked(schema)).is_valid(plain)
    return Findings(node, schema, strict).told([] if fits else list(_VALIDATOR(schema).iter_errors(plain)))


def apply_schema(node: Node, schema: Schema) -> Node:
    """The tree with what the schema knows about it; `node` must fit the schema.

    `yes` and `no` become booleans where the schema says boolean, and texts get its `format` and `names`.
    """
    return _Applied(schema).node(node, schema)


class _Applied:
    def __init__(self, whole: Schema) -> None:
        self.whole = whole
        self.validator = _VALIDATOR(whole)

    def node(self, node: Node, schema: Schema) -> Node:
        schema = resolve(schema, self.whole)
        for branch in schema.get("anyOf", ()):
            if self.validator.evolve(schema=branch).is_valid(node.plain()):
                node = self.node(node, branch)
                break
        form = schema.get("format", node.format)
        if isinstance(node, Scalar):
            return self.scalar(node, schema)
        if isinstance(node, Sequence):
            inner = {"format": form} if form else schema.get("items", {})
            return replace(node, items=tuple(self.node(item, inner) for item in node.items), format=form)
        return replace(node, entries=tuple(self.entry(entry, schema) for entry in node.entries), format=form)

    def scalar(self, node: Scalar, schema: Schema) -> Scalar:
        kinds = schema.get("type", ())
        value = node.value
        if "boolean" in ([kinds] if isinstance(kinds, str) else kinds) and value in ("yes", "no"):
            value = value == "yes"
        form, names = schema.get("format", node.format), schema.get("names", node.names)
        return replace(node, value=value, format=form, names=names)

    def entry(self, entry: Entry, schema: Schema) -> Entry:
        inner = schema_of_key(schema, entry.key)
        return replace(entry, value=self.node(entry.value, inner)) if isinstance(inner, dict) else entry


def _is_boolean(checker: object, value: object) -> bool:
    return isinstance(value, bool) or value in ("yes", "no")


def _is_integer(checker: object, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _format(validator: object, name: str, value: object, schema: object) -> Iterator[ValidationError]:
    """Rules text is a text or a number; a trigger may be a list of texts; adjustments have a text for each head."""
    if name not in RULES_TEXT:
        return
    parts: dict[str | int, object] = {}
    if name == "trigger" and isinstance(value, list):
        parts = dict(enumerate(value))
    elif name == "adjusts" and isinstance(value, dict):
        parts = dict(value)
    elif name != "adjusts" and _is_text(value):
        return
    if not parts:
        yield ValidationError(f"not {name}")
    for at, part in parts.items():
        if not _is_text(part):
            yield ValidationError(f"not {name}", path=[at])


def _names(validator: object, name: str, value: object, schema: object) -> Iterator[ValidationError]:
    if not isinstance(value, str):
        yield ValidationError(f"not the name of a {name}")


def _is_text(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


_VALIDATOR: Any = create(
    meta_schema=Draft202012Validator.META_SCHEMA,
    validators={**Draft202012Validator.VALIDATORS, "format": _format, "names": _names},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine_many({"boolean": _is_boolean, "integer": _is_integer}),
)
