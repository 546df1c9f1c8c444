"""Schemas that authors write beside their games.

They are checked as strictly as an author's data: schemas/schema.schema.json says which part of JSON Schema is
understood, so that a misspelt keyword is a finding and not a check that never happens.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from interpreter.data.json_files import parse_json, without_places
from interpreter.data.nodes import Mapping, Node, Scalar, Sequence
from interpreter.data.schema import check_schema
from interpreter.data.source import read_source
from interpreter.data.words import RULES_TEXT, Schema, quoted
from interpreter.diagnostics import Diagnostic, Rejected, Span, close_match

SUFFIX = ".schema.json"
_REFERENCE = re.compile(r"(?:([a-z][a-z0-9_]*)\.schema\.json)?#/\$defs/(\w+)")


def load_schema(path: Path, meta: Schema, show: Callable[[Path], str] = str) -> Schema:
    """An author's schema, checked; definitions that it takes from schemas beside it have become its own.

    `meta` is the schema of schemas; `show` gives the name of a file in findings. Raises Rejected when the file, or
    one that it refers to, is not JSON or not a schema that is understood.
    """
    return _Loader(meta, show).load(path)


@lru_cache(maxsize=64)
def _checked(text: str, shown: str, meta: str) -> str:
    """An author's schema as JSON, checked by itself; remembered. Raises Rejected.

    Where things stand in the file is looked up only when there is something to tell.
    """
    node = without_places(text)
    if node is None or _faults(node, meta):
        node = parse_json(text, shown)
        findings = _faults(node, meta)
        if findings:
            raise Rejected(sorted(findings, key=lambda finding: finding.order))
    plain = node.plain()
    return json.dumps(plain if isinstance(plain, dict) else {})


def _faults(node: Node, meta: str) -> list[Diagnostic]:
    """What is wrong with an author's schema by itself."""
    return [
        replace(finding, code="RW330", message=_unusable(finding.message))
        for finding in check_schema(node, json.loads(meta))
    ] or [*_misunderstood(node)]


class _Loader:
    def __init__(self, meta: Schema, show: Callable[[Path], str]) -> None:
        self.meta, self.show = meta, show
        self.documents: dict[Path, Schema] = {}
        self.taken: Schema = {}

    def load(self, path: Path) -> Schema:
        document = self._document(path)
        own = document.get("$defs", {})
        self._take(document, path, {name: name for name in own})
        document = {**document, "$defs": {**own, **self.taken}}
        self._circles(document["$defs"], path)
        return document

    def _document(self, path: Path) -> Schema:
        if path not in self.documents:
            shown = self.show(path)
            text = _checked(read_source(path, shown), shown, json.dumps(self.meta))
            self.documents[path] = json.loads(text)
        return self.documents[path]

    def _take(self, part: object, path: Path, names: dict[str, str]) -> None:
        """Let references to neighbours point to copies; `names` says what this file's own definitions are called."""
        if isinstance(part, list):
            for item in part:
                self._take(item, path, names)
        if not isinstance(part, dict):
            return
        for value in part.values():
            self._take(value, path, names)
        found = _REFERENCE.fullmatch(str(part.get("$ref", "")))
        if found is None:
            return
        stem, name = found.groups()
        if stem is None:
            part["$ref"] = f"#/$defs/{names.get(name, name)}"
            return
        neighbour = path.parent / f"{stem}{SUFFIX}"
        definitions = self._document(neighbour).get("$defs", {})
        if name not in definitions:
            raise Rejected([_no_definition(name, definitions, neighbour.name, Span(self.show(path), 1, 1, 1, 1))])
        part["$ref"] = f"#/$defs/{stem}_{name}"
        if f"{stem}_{name}" not in self.taken:
            for each, schema in definitions.items():
                self.taken[f"{stem}_{each}"] = json.loads(json.dumps(schema))
            for each in definitions:
                self._take(self.taken[f"{stem}_{each}"], neighbour, {key: f"{stem}_{key}" for key in definitions})

    def _circles(self, definitions: Schema, path: Path) -> None:
        for name in definitions:
            if name in _reached(definitions, name):
                message = _unusable(f"the definition `{name}` is made of nothing but itself")
                raise Rejected([Diagnostic("RW330", message, Span(self.show(path), 1, 1, 1, 1))])


def _reached(definitions: Schema, name: str) -> set[str]:
    """The definitions that a value must meet as well when it is to meet this one."""
    reached: set[str] = set()
    waiting = [definitions[name]]
    while waiting:
        schema = waiting.pop()
        waiting += [branch for branch in schema.get("anyOf", ()) if isinstance(branch, dict)]
        target = str(schema.get("$ref", "")).removeprefix("#/$defs/")
        if target in definitions and target not in reached:
            reached.add(target)
            waiting.append(definitions[target])
    return reached


def _unusable(reason: str) -> str:
    return f"this schema cannot be used: {reason}"


def _no_definition(name: str, known: object, where: str, span: Span) -> Diagnostic:
    near = close_match(name, known if isinstance(known, dict) else ())
    hint = f"Did you mean `{near}`?" if near else None
    return Diagnostic("RW330", _unusable(f"{where} has no `{name}` among its `$defs`"), span, hint=hint)


def _misunderstood(root: Node) -> Iterator[Diagnostic]:
    """What the schema of schemas cannot see: unknown formats, broken patterns, mappings that are left open, lost
    references."""
    defined = root.get("$defs") if isinstance(root, Mapping) else None
    names = defined.plain() if isinstance(defined, Mapping) else {}
    for key, node in _walk(root):
        if key in ("properties", "patternProperties", "$defs", "dependentRequired"):
            for entry in node.entries if key == "patternProperties" else ():
                yield from _bad_pattern(entry.key, entry.key_span)
            continue
        form, pattern, target = (_text(node, word) for word in ("format", "pattern", "$ref"))
        if form and form not in RULES_TEXT:
            near = close_match(form, RULES_TEXT)
            hint = f"Did you mean `{near}`?" if near else f"Known are {quoted(RULES_TEXT, 'and')}."
            yield Diagnostic("RW330", _unusable(f"there is no format `{form}`"), _span(node, "format"), hint=hint)
        if pattern:
            yield from _bad_pattern(pattern, _span(node, "pattern"))
        local = _REFERENCE.fullmatch(target) if target else None
        if local and local.group(1) is None and local.group(2) not in names:
            yield _no_definition(local.group(2), names, "it", _span(node, "$ref"))
        listing = node.entry("properties")
        if listing and node.get("additionalProperties") is None:
            message = _unusable("it lists keys, but lets every other key pass")
            hint = 'Add `"additionalProperties": false`, or say there what the values of other keys are.'
            yield Diagnostic("RW330", message, listing.key_span, hint=hint)


def _walk(node: Node, key: str = "") -> Iterator[tuple[str, Mapping]]:
    """Every mapping of a tree with the key that it stands under."""
    if isinstance(node, Mapping):
        yield key, node
        for entry in node.entries:
            # What stands under `properties` is a schema again, whatever its name is.
            inner = "" if key in ("properties", "patternProperties", "$defs") else entry.key
            yield from _walk(entry.value, inner)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _walk(item)


def _text(node: Mapping, key: str) -> str | None:
    value = node.get(key)
    return value.value if isinstance(value, Scalar) and isinstance(value.value, str) else None


def _span(node: Mapping, key: str) -> Span:
    value = node.get(key)
    return node.span if value is None else value.span


def _bad_pattern(pattern: str, span: Span) -> Iterator[Diagnostic]:
    try:
        re.compile(pattern)
    except re.error as error:
        yield Diagnostic("RW330", _unusable(f"`{pattern}` is not a pattern: {error.msg}"), span)
