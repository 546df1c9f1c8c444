"""From the errors of the schema library to findings: one for each cause, where the author has to change something."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any

from jsonschema.exceptions import ValidationError

from interpreter.data.nodes import Entry, Mapping, Node, Scalar, Sequence
from interpreter.data.words import Schema, found, quoted, resolve, schema_of_key, what, written
from interpreter.diagnostics import Diagnostic, Related, Span, close_match

Path = tuple[str | int, ...]
_BOOLEAN_WORDS = {"true": "yes", "on": "yes", "y": "yes", "false": "no", "off": "no", "n": "no"}
_TELLING = 4
"""Shorter keys are near to too many words to speak of a slip."""
_LIKELY = 0.5
"""How near an unknown key must be to one that has to be there and is not: such a pair is mostly one slip."""
_KINDS = ("type", "format", "names")
_SIZES = {
    "minimum": "is too small",
    "maximum": "is too large",
    "minLength": "is too short",
    "maxLength": "is too long",
    "minItems": "has too few items",
    "maxItems": "has too many items",
    "minProperties": "has too few keys",
    "maxProperties": "has too many keys",
}
# Of several complaints about one value the first of these is its cause.
_ORDER = (*_KINDS, "anyOf", "enum", "const", "pattern", *_SIZES, "uniqueItems")


class Findings:
    """Turns the errors about one tree into findings."""

    def __init__(self, node: Node, schema: Schema, strict: bool) -> None:
        self.root, self.schema, self.strict = node, schema, strict
        self.findings: dict[tuple[Path, str], Diagnostic] = {}
        self.slips: set[tuple[Path, str]] = set()

    def told(self, errors: Iterable[ValidationError]) -> list[Diagnostic]:
        """The findings, by place."""
        if self.strict:
            self._near_misses(self.root, self.schema, ())
        self._tell(errors)
        return sorted(self.findings.values(), key=lambda finding: finding.order)

    def _tell(self, errors: Iterable[ValidationError]) -> None:
        about_values: dict[Path, ValidationError] = {}
        objects: list[ValidationError] = []
        for error in errors:
            path = tuple(error.absolute_path)
            if error.validator in ("additionalProperties", "required", "dependentRequired"):
                objects.append(error)
            elif "propertyNames" in error.absolute_schema_path:
                self._wrong_key(error, path)
            elif path not in about_values or _rank(error) < _rank(about_values[path]):
                about_values[path] = error
        # Unknown keys first: one that looks like a missing key says all there is to say.
        for error in sorted(objects, key=lambda error: error.validator != "additionalProperties"):
            self._object(error, tuple(error.absolute_path))
        for path, error in about_values.items():
            self._value(error, path)

    # --- places and names

    def _node(self, path: Path) -> Node:
        node = self.root
        for step in path:
            if isinstance(node, Mapping):
                node = next(entry.value for entry in node.entries if entry.key == step)
            elif isinstance(node, Sequence) and isinstance(step, int):
                node = node.items[step]
        return node

    def _entry(self, path: Path, key: str) -> Entry:
        node = self._node(path)
        if not isinstance(node, Mapping):
            raise TypeError(f"keys are asked of something that has none, at {path}")
        return next(entry for entry in node.entries if entry.key == key)

    def _row(self, path: Path) -> str:
        """`card `c045`: ` when the path leads into a row with an id; `row 3 of `cards`: ` when it has none."""
        for length in range(len(path), 0, -1):
            node = self._node(path[:length])
            known = node.get("id") if isinstance(node, Mapping) else None
            if isinstance(known, Scalar) and known.text is not None and path[length:] != ("id",):
                return f"`{written(known.text.text)}`: "
        for length in range(len(path), 1, -1):
            if isinstance(path[length - 1], int) and isinstance(self._node(path[:length]), Mapping):
                return f"row {int(path[length - 1]) + 1} of `{path[length - 2]}`: "
        return ""

    def _named(self, path: Path) -> str:
        """What to call the value at a path: by its key, or by its list and its place in it."""
        if not path:
            return "the file"
        if isinstance(path[-1], str):
            return f"`{path[-1]}`"
        keys = [str(step) for step in path if isinstance(step, str)]
        return f"item {path[-1] + 1} of `{keys[-1]}`" if keys else f"item {path[-1] + 1}"

    def _head(self, path: Path) -> Span:
        """Where to point at when a mapping lacks something: its id, or else its first key."""
        node = self._node(path)
        if isinstance(node, Mapping) and node.entries:
            entry = node.entry("id") or node.entries[0]
            return entry.key_span.to(entry.value.span) if entry.key == "id" else entry.key_span
        return node.span

    def _add(self, path: Path, about: str, code: str, message: str, span: Span, **more: Any) -> None:
        message = self._row(path) + message
        self.findings.setdefault((path, about), Diagnostic(code, message, span, **more))

    # --- keys

    def _near_misses(self, node: Node, schema: Schema, path: Path) -> None:
        """Keys that an open mapping takes, but that are nearly a known key."""
        schema = resolve(schema, self.schema)
        if isinstance(node, Sequence) and isinstance(schema.get("items"), dict):
            for at, item in enumerate(node.items):
                self._near_misses(item, schema["items"], (*path, at))
        if not isinstance(node, Mapping):
            return
        known = schema.get("properties", {})
        telling = [key for key in known if len(key) >= _TELLING]
        for entry in node.entries:
            inner = schema_of_key(schema, entry.key)
            near = None if entry.key in known else close_match(entry.key, telling)
            if near is not None and node.entry(near) is None and inner is not False:
                self._unknown_key(path, entry, near, known)
            elif isinstance(inner, dict):
                self._near_misses(entry.value, inner, (*path, entry.key))

    def _object(self, error: ValidationError, path: Path) -> None:
        instance: Any = error.instance
        schema = error.schema if isinstance(error.schema, dict) else {}
        if error.validator == "additionalProperties":
            known = schema.get("properties", {})
            for key in instance:
                if schema_of_key(schema, key) is False:
                    due = [name for name in schema.get("required", ()) if name not in instance]
                    absent = [name for name in known if name not in instance]
                    likely = get_close_matches(key, due, n=1, cutoff=_LIKELY)
                    near = likely[0] if likely else close_match(key, absent) or close_match(key, known)
                    self._unknown_key(path, self._entry(path, key), near, known)
            return
        wanted: Any = error.validator_value
        if error.validator == "dependentRequired":
            given = next(key for key in wanted if key in instance and not instance.keys() >= set(wanted[key]))
            self._missing(path, [name for name in wanted[given] if name not in instance], schema, f" beside `{given}`")
        else:
            self._missing(path, [name for name in wanted if name not in instance], schema, "")

    def _unknown_key(self, path: Path, entry: Entry, near: str | None, known: Schema) -> None:
        flow = isinstance(node := self._node(path), Mapping) and node.flow
        absent = isinstance(entry.value, Scalar) and entry.value.value is None
        hint: str | None = None
        if near is not None:
            hint = f"Did you mean `{near}`?"
            self.slips.add((path, near))
        elif flow and absent:
            hint = "Inside { } a comma starts a new key; a text that holds commas needs quotes."
        elif known:
            hint = f"Known here: {quoted(sorted(known), 'and')}."
        self._add(path, f"key {entry.key}", "RW320", f"unknown key `{entry.key}`", entry.key_span, hint=hint)

    def _missing(self, path: Path, names: list[str], schema: Schema, why: str) -> None:
        for name in names:
            if (path, name) in self.slips:
                continue
            inner = schema_of_key(schema, name)
            expected = what(inner, self.schema) if isinstance(inner, dict) else None
            about = inner.get("description") if isinstance(inner, dict) else None
            message = f"the key `{name}` is missing{why}"
            self._add(path, f"missing {name}", "RW321", message, self._head(path), expected=expected, hint=about)

    def _wrong_key(self, error: ValidationError, path: Path) -> None:
        key = str(error.instance)
        schema = error.schema if isinstance(error.schema, dict) else {}
        expected = schema.get("description")
        span = self._entry(path, key).key_span
        self._add(path, f"key {key}", "RW326", f"`{key}` cannot be a key here", span, expected=expected)

    # --- values

    def _value(self, error: ValidationError, path: Path) -> None:
        tell: dict[str, Callable[[ValidationError, Path, Node], None]] = {
            **dict.fromkeys(_KINDS, self._kind),
            **dict.fromkeys(_SIZES, self._size),
            "anyOf": self._branches,
            "enum": self._choice,
            "const": self._choice,
            "pattern": self._form,
            "uniqueItems": self._repeated,
        }
        node = self._node(path)
        if isinstance(node, Scalar) and node.value is None:
            message = f"{self._named(path)} has no value"
            self._add(path, "value", "RW328", message, node.span, **self._expected(error))
        else:
            tell.get(str(error.validator), self._form)(error, path, node)

    def _expected(self, error: ValidationError) -> dict[str, Any]:
        schema = error.schema if isinstance(error.schema, dict) else {}
        return {"expected": what(schema, self.schema), "hint": schema.get("description")}

    def _kind(self, error: ValidationError, path: Path, node: Node) -> None:
        more = self._expected(error)
        name = self._named(path)
        if isinstance(node, Scalar) and str(node.value).lower() in _BOOLEAN_WORDS and more["expected"] == "yes or no":
            meant = _BOOLEAN_WORDS[str(node.value).lower()]
            message = f"{name} is `{node.value}`, but the answer is written `yes` or `no`"
            self._add(
                path, "value", "RW325", message, node.span, expected=f"`{meant}`", hint=f"Did you mean `{meant}`?"
            )
        else:
            if not path and isinstance(node, Scalar) and ":" in str(node.value):
                more["hint"] = "A key is followed by a colon and a space."
            message = f"{name} is {found(node)}, but must be {more['expected']}"
            self._add(path, "value", "RW322", message, node.span, **more)

    def _size(self, error: ValidationError, path: Path, node: Node) -> None:
        limit = error.validator_value
        direction = "at least" if str(error.validator).startswith("min") else "at most"
        is_number = error.validator in ("minimum", "maximum")
        given = f"is {node.plain()}, which " if is_number else ""
        message = f"{self._named(path)} {given}{_SIZES[str(error.validator)]}: {direction} {limit}"
        more = self._expected(error) if is_number else {}
        self._add(path, "value", "RW324", message, node.span, **more)

    def _choice(self, error: ValidationError, path: Path, node: Node) -> None:
        value: Any = error.validator_value
        allowed = value if error.validator == "enum" else [value]
        near = close_match(str(node.plain()), [str(word) for word in allowed])
        more = self._expected(error)
        if near is not None:
            more["hint"] = f"Did you mean `{near}`?"
        message = f"{self._named(path)} is {found(node)}, but must be {quoted(allowed)}"
        self._add(path, "value", "RW323", message, node.span, **more)

    def _form(self, error: ValidationError, path: Path, node: Node) -> None:
        schema = error.schema if isinstance(error.schema, dict) else {}
        about = schema.get("description")
        message = f"{self._named(path)} is {found(node)}, which does not have the form that is needed"
        self._add(path, "value", "RW326", message, node.span, expected=about)

    def _repeated(self, error: ValidationError, path: Path, node: Node) -> None:
        seen: list[tuple[Any, Node]] = []
        for item in node.items if isinstance(node, Sequence) else ():
            first = next((known for plain, known in seen if plain == item.plain()), None)
            if first is not None:
                message = f"{self._named(path)} holds {found(item)} twice"
                related = (Related(first.span, "it stands here first"),)
                self._add(path, "value", "RW327", message, item.span, related=related)
            seen.append((item.plain(), item))

    def _branches(self, error: ValidationError, path: Path, node: Node) -> None:
        """A value that fits none of several descriptions: told by the one that it comes nearest to, if there is one."""
        branches: dict[int, list[ValidationError]] = {}
        for inner in error.context or ():
            branches.setdefault(int(inner.schema_path[0]), []).append(inner)
        for whole in (_ORDER, _KINDS):
            near = [errors for errors in branches.values() if not any(_is_about_all(inner, whole) for inner in errors)]
            if near:
                told = [self._apart(errors) for errors in near]
                for key, finding in min(told, key=len).items():
                    self.findings.setdefault(key, finding)
                return
        self._kind(error, path, node)

    def _apart(self, errors: Iterable[ValidationError]) -> dict[tuple[Path, str], Diagnostic]:
        """The findings for some errors alone."""
        others = Findings(self.root, self.schema, strict=False)
        others._tell(errors)
        return others.findings


def _is_about_all(error: ValidationError, validators: tuple[str, ...]) -> bool:
    """Whether one of these complains about the whole of a value and not about a part of it."""
    return len(error.path) == 0 and error.validator in validators


def _rank(error: ValidationError) -> int:
    return _ORDER.index(str(error.validator)) if error.validator in _ORDER else len(_ORDER)
