"""Schemas and values in an author's words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from interpreter.data.nodes import Mapping, Node, Plain, Sequence

Schema: TypeAlias = dict[str, Any]

RULES_TEXT = {
    "effect": "rules text: what happens",
    "condition": "rules text: a condition",
    "amount": "rules text: an amount",
    "trigger": "rules text: an event to wait for, or a list of them",
    "adjusts": "values of the rules, each with what it becomes",
}
"""What a schema's `format` may say, and how that is put to an author."""

_TYPES = {
    "string": "a text",
    "integer": "a whole number",
    "boolean": "yes or no",
    "array": "a list",
    "object": "keys with values",
}


def listed(words: Iterable[str], joined: str = "or") -> str:
    """`a, b or c`."""
    known = list(words)
    if len(known) < 2:
        return "".join(known)
    return f"{', '.join(known[:-1])} {joined} {known[-1]}"


def quoted(words: Iterable[object], joined: str = "or", most: int = 12) -> str:
    """The words in backquotes, `…` for those beyond the first twelve."""
    known = [f"`{word}`" for word in words]
    return ", ".join([*known[:most], "…"]) if len(known) > most else listed(known, joined)


def what(schema: Schema, whole: Schema) -> str:
    """What a schema asks for: `a whole number from 1 to 6`. `whole` is the document that its `$ref`s point into."""
    return listed(dict.fromkeys(_kinds(schema, whole))) or "another value"


def _kinds(schema: Schema, whole: Schema) -> list[str]:
    schema = resolve(schema, whole)
    if "anyOf" in schema:
        return [kind for branch in schema["anyOf"] for kind in _kinds(branch, whole)]
    if schema.get("format") in RULES_TEXT:
        return [RULES_TEXT[schema["format"]]]
    if "names" in schema:
        return [f"the name of a {str(schema['names']).removeprefix('maybe ')}"]
    if "enum" in schema or "const" in schema:
        return [quoted(schema.get("enum", [schema.get("const")]))]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return [_TYPES[kind] + (bounds(schema) if kind == "integer" else "") for kind in kinds if kind in _TYPES]


def bounds(schema: Schema) -> str:
    """` from 1 to 6`, or as much of it as the schema says."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None:
        return "" if high is None else f" up to {high}"
    return f" from {low}" + ("" if high is None else f" to {high}")


def resolve(schema: Schema, whole: Schema) -> Schema:
    """The schema with its `$ref`, if any, followed; what stands beside the reference is added to it."""
    while "$ref" in schema:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {**_led_to(schema, whole), **beside}
    return schema


def linked(whole: Schema) -> Schema:
    """The schema with each reference replaced by what it leads to, which may hold itself again.

    For checks that have to say only yes or no: what the library finds no longer tells where in the schema it stands.
    """
    known: dict[int, Schema] = {}

    def link(part: Any) -> Any:
        if isinstance(part, list):
            return [link(item) for item in part]
        if not isinstance(part, dict):
            return part
        if isinstance(part.get("$ref"), str):
            beside = {key: value for key, value in part.items() if key != "$ref"}
            target = link(_led_to(part, whole))
            return {"allOf": [target], **link(beside)} if beside else target
        if id(part) not in known:
            known[id(part)] = {}
            known[id(part)] |= {key: link(value) for key, value in part.items()}
        return known[id(part)]

    found: Schema = link(whole)
    return found


def _led_to(schema: Schema, whole: Schema) -> Any:
    """What the reference of a schema leads to."""
    target: Any = whole
    for part in str(schema["$ref"]).removeprefix("#").split("/")[1:]:
        target = target[part.replace("~1", "/").replace("~0", "~")]
    return target


def schema_of_key(schema: Schema, key: str) -> Schema | bool:
    """The schema for the value of a key of a mapping; False when the mapping may not have the key."""
    if key in schema.get("properties", {}):
        known: Schema = schema["properties"][key]
        return known
    for pattern, inner in schema.get("patternProperties", {}).items():
        if re.search(pattern, key):
            alike: Schema = inner
            return alike
    others: Schema | bool = schema.get("additionalProperties", True)
    return others


def found(node: Node) -> str:
    """What a value is: `the text `abc``."""
    if isinstance(node, Mapping):
        return "keys with values"
    if isinstance(node, Sequence):
        return "a list" if node.items else "an empty list"
    if node.value is None:
        return "nothing"
    if isinstance(node.value, int):
        return f"the number {node.value}"
    return f"the text `{_short(node.value)}`"


def written(value: Plain) -> str:
    """A value as an author would write it, shortened."""
    return _short(str(value))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
