"""Tables of rows: where the rows of a table are, and names that stand for two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.data.nodes import Mapping, Node, Scalar, mapping, sequence
from interpreter.data.nodes import Sequence as ListNode
from interpreter.data.words import Schema, found, quoted, resolve
from interpreter.diagnostics import Diagnostic, Related, Span, close_match


def rows_of(documents: Sequence[Node], table: str) -> tuple[tuple[Mapping, ...], list[Diagnostic]]:
    """The rows of a table in documents that fit the schema `data`, by file; a finding when none has the table."""
    roots = [mapping(document) for document in documents]
    lists = [node for root in roots if (node := root.get(table)) is not None]
    rows = tuple(mapping(row) for node in lists for row in sequence(node).items)
    if lists or not roots:
        return rows, []
    known = [entry.key for root in roots for entry in root.entries]
    near = close_match(table, known)
    hint = f"Did you mean `{near}`?" if near else f"The file has {quoted(known, 'and')}."
    start = roots[0].entries[0].key_span
    return (), [Diagnostic("RW340", f"there is no table `{table}` in `{start.file}`", start, hint=hint)]


def nested_rows(rows: Iterable[Mapping], field: str) -> tuple[tuple[Mapping, ...], list[Diagnostic]]:
    """The rows that stand in a list under this field of other rows, and a finding for whatever else stands there."""
    nested: list[Mapping] = []
    findings = []
    for row in rows:
        node = row.get(field)
        if node is None:
            continue
        items = node.items if isinstance(node, ListNode) else (node,)
        if isinstance(node, ListNode) and all(isinstance(item, Mapping) for item in items):
            nested += [mapping(item) for item in items]
        else:
            wrong = next((item for item in items if not isinstance(item, Mapping)), node)
            message = f"`{field}` must be a list of rows, but here stands {found(wrong)}"
            findings.append(Diagnostic("RW322", message, wrong.span))
    return tuple(nested), findings


def id_of(row: Mapping) -> Scalar | None:
    """The id of a row, if it has one."""
    node = row.get("id")
    return node if isinstance(node, Scalar) else None


def repeated_ids(rows: Iterable[Mapping], table: str) -> list[Diagnostic]:
    """A finding for each row whose id another one has already. The rows may come from several files.

    `table` is what the rows are called in the finding.
    """
    first: dict[str, Span] = {}
    findings = []
    for row in rows:
        name = id_of(row)
        if name is None or name.text is None:
            continue
        known = first.setdefault(name.text.text, name.span)
        if known != name.span:
            related = (Related(known, "the other one stands here"),)
            message = f"two rows of `{table}` have the id `{name.text.text}`"
            findings.append(Diagnostic("RW337", message, name.span, related=related))
    return findings


def fields_of(schema: Schema, table: str, *nested: str) -> dict[str, Schema]:
    """What a schema says about the fields of a table's rows, or of the rows nested in them, by field.

    References are followed; of several descriptions of a row all fields are taken. Empty when the schema does not
    describe the rows, as the shipped schema `data` does not.
    """
    rows = _properties(schema, schema).get(table, {})
    for field in nested:
        rows = _row_properties(rows, schema).get(field, {})
    return {name: resolve(inner, schema) for name, inner in _row_properties(rows, schema).items()}


def _row_properties(rows: Schema, whole: Schema) -> dict[str, Schema]:
    """The properties of what a list, or a single row, holds."""
    rows = resolve(rows, whole)
    return _properties(rows.get("items", rows), whole)


def _properties(schema: Schema, whole: Schema) -> dict[str, Schema]:
    schema = resolve(schema, whole)
    properties: dict[str, Schema] = dict(schema.get("properties", {}))
    for branch in schema.get("anyOf", ()):
        properties = {**_properties(branch, whole), **properties}
    return properties
