"""Tables of data rows: from YAML to domains whose fields have types and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from interpreter import data as d
from interpreter.check.column import Column, column_of
from interpreter.check.extensions import RowChanges, RowFiles
from interpreter.check.files import Located
from interpreter.check.findings import did_you_mean, listed
from interpreter.check.header import Header
from interpreter.check.schema_fields import empty_fields
from interpreter.check.scope import DomainInfo, World
from interpreter.diagnostics import Span
from interpreter.model import program as m
from interpreter.model.types import CollectionType, MemberType, Type, maybe
from interpreter.syntax import nodes as n


@dataclass(slots=True)
class Table:
    """The rows of a domain. `parents`: for nested rows, (domain, row number) of the row each stands in.

    `gone` are rows that a variant has taken out: their keys are fields all the same, so that the rules still fit.
    `files` are those whose rows the table has.
    """

    info: DomainInfo
    rows: list[d.Mapping]
    gone: list[d.Mapping] = field(default_factory=list)
    nested: dict[str, str] = field(default_factory=dict)
    parents: list[tuple[str, int]] = field(default_factory=list)
    files: set[Path] = field(default_factory=set)


@dataclass(slots=True)
class Rows:
    """Reads data tables, in two steps: first all rows and their names, then, when all names are known, the fields."""

    world: World
    header: Header
    changes: Mapping[str, RowChanges]
    tables: dict[str, Table] = field(default_factory=dict)
    used_changes: set[str] = field(default_factory=set)
    adjusts: list[tuple[str, str, int, d.Mapping]] = field(default_factory=list)
    documents: list[d.Node] = field(default_factory=list)
    loaded: dict[Path, d.Node | None] = field(default_factory=dict)
    schemas: dict[str, list[d.Schema]] = field(default_factory=dict)
    taken: set[tuple[int, str]] = field(default_factory=set)

    # ---- names

    def declare(self, entry: Located, node: n.Data) -> None:
        """The domains of a `data` line, nested ones included."""
        fresh: list[Table] = []
        for rows in node.rows:
            if self.header.domain_names(rows):
                table = Table(DomainInfo(str(rows.one), str(rows.many), "row", span=rows.one.span), [])
                files = [(node.files, entry.folder)] if node.files else []
                self.read(table, files)
                self.name_rows(table)
                fresh.append(table)
        for rows in node.nested:
            if self.header.domain_names(rows):
                self.nest(rows, fresh)

    def load(self, folder: Path, word: n.Word) -> d.Node | None:
        """The document of a file; read once, though several tables may have rows in it."""
        path = self.world.data.inside(folder, word, self.world.findings)
        if path is None:
            return None
        if path not in self.loaded:
            document = self.world.data.document(folder, word, "data", self.world.findings)
            if document is not None:
                self.documents.append(document)
            self.loaded[path] = document
        return self.loaded[path]

    def rows_in(self, table: Table, files: RowFiles) -> list[d.Mapping]:
        """The rows that files have for a table; what cannot be read is noted as lacking."""
        words, folder = files
        fresh = [word for word in words if self.is_new(table, folder, word)]
        documents = [self.load(folder, word) for word in fresh]
        read = {Path(word).stem for word, document in zip(fresh, documents, strict=True) if document is not None}
        self.note_schemas(table, sorted(read), folder)
        self.taken |= {(id(document), table.info.many) for document in documents}
        found, faults = d.rows_of([document for document in documents if document is not None], table.info.many)
        self.world.findings.add(faults)
        if faults or None in documents:
            self.world.lack(table.info)
        return list(found)

    def is_new(self, table: Table, folder: Path, word: n.Word) -> bool:
        """Whether a table has not taken the rows of a file before; if it has, a finding."""
        path = self.world.data.place(folder, word)
        if path not in table.files:
            table.files.add(path)
            return True
        message = f"`{table.info.many}` has the rows of `{word}` already"
        self.world.findings.error("RW209", message, word.span, "name the file once")
        return False

    def note_schemas(self, table: Table, stems: Iterable[str], folder: Path) -> None:
        """Keeps the schemas of a table's files: they tell of fields that no row need have."""
        for stem in stems:
            own = self.world.data.own_schema(stem, folder)
            if own is not None:
                self.schemas.setdefault(table.info.many, []).append(own)

    def read(self, table: Table, files: Iterable[RowFiles]) -> None:
        """Gives a table its rows: those of its own files, those that other files add, as a variant changes them."""
        change = self.changes.get(table.info.many, RowChanges())
        self.used_changes.add(table.info.many)
        rows = [row for each in (*files, *change.extended) for row in self.rows_in(table, each)]
        table.rows = self.changed(table, list(rows), change)
        kept = set(map(id, table.rows))
        table.gone = [row for row in rows if id(row) not in kept]

    def changed(self, table: Table, rows: list[d.Mapping], change: RowChanges) -> list[d.Mapping]:
        """The rows as a variant changes them: whole rows, by id."""
        for files in change.replaced:
            for row in self.rows_in(table, files):
                name = row_id(row)
                at = next((k for k, old in enumerate(rows) if row_id(old) == name), None)
                if at is None:
                    self.unknown_row(name or "?", table.info.many, rows, row.span)
                else:
                    rows[at] = row
        for gone in change.removed:
            at = next((k for k, old in enumerate(rows) if row_id(old) == str(gone)), None)
            if at is None:
                self.unknown_row(str(gone), table.info.many, rows, gone.span)
            else:
                del rows[at]
        return rows + [row for files in change.added for row in self.rows_in(table, files)]

    def unknown_row(self, name: str, many: str, rows: Iterable[d.Mapping], span: Span) -> None:
        """The finding for a change of a row that is not there."""
        known = [known for row in rows if (known := row_id(row)) is not None]
        self.world.findings.error("RW505", f"`{many}` has no row `{name}`", span, did_you_mean(name, known))

    def name_rows(self, table: Table) -> None:
        """Declares a table's rows as members of its domain."""
        info = table.info
        self.world.findings.add(d.repeated_ids(table.rows, info.name))
        for number, row in enumerate(table.rows, 1):
            given = d.id_of(row)
            parent = table.parents[number - 1] if table.parents else None
            name = str(given.value) if given is not None else f"{self.parent_name(parent)}{info.name}_{number}"
            info.spans.setdefault(name, row.span if given is None else given.span)
            info.members.append(name)
        self.header.add_domain(info)
        self.tables[info.name] = table

    def parent_name(self, parent: tuple[str, int] | None) -> str:
        """The name of the row that a nested row stands in, as the start of its own."""
        return "" if parent is None else f"{self.tables[parent[0]].info.members[parent[1]]}_"

    def nest(self, rows: n.Rows, tables: Sequence[Table]) -> None:
        """A domain of rows that stand inside other rows."""
        table = Table(DomainInfo(str(rows.one), str(rows.many), "row", span=rows.one.span), [])
        for outer in tables:
            for number, row in enumerate(outer.rows):
                found, faults = d.nested_rows([row], str(rows.many))
                self.world.findings.add(faults)
                table.rows += found
                table.parents += [(outer.info.name, number)] * len(found)
            table.gone += d.nested_rows(outer.gone, str(rows.many))[0]
            if any(row.get(str(rows.many)) is not None for row in (*outer.rows, *outer.gone)):
                outer.nested[str(rows.many)] = table.info.name
        lists = any(str(rows.many) in outer.nested for outer in tables)
        if not lists:
            self.header.findings.give_up(str(rows.many))
        if any(outer.info.incomplete for outer in tables):
            self.world.lack(table.info)
        elif not lists:
            known = {
                e.key for outer in tables for row in outer.rows for e in row.entries if isinstance(e.value, d.Sequence)
            }
            hint = did_you_mean(str(rows.many), known) or (
                f"the lists of rows are {listed(sorted(known))}" if known else None
            )
            self.world.findings.error("RW247", f"no row has a list `{rows.many}`", rows.many.span, hint)
            self.world.findings.lacking = True
        self.name_rows(table)

    # ---- fields

    def fill(self) -> None:
        """Gives every table its fields; all names must have been declared."""
        for name in list(self.tables):
            self.fill_table(self.tables[name])
        for many in self.changes:
            if many not in self.used_changes:
                span = many.span if isinstance(many, n.Word) else None
                known = [table.info.many for table in self.tables.values()]
                kind = any(info.many == many and info.form == "kind" for info in self.world.domains.values())
                hint = f"`{many}` is a kind: `add … to kind {many}`" if kind else did_you_mean(many, known)
                self.world.findings.error("RW505", f"the game has no table `{many}`", span, hint)
        self.left_over()

    def left_over(self) -> None:
        """A warning for each list of rows that stands in a file of the game, but goes into none of its tables."""
        for document in self.documents:
            for entry in document.entries if isinstance(document, d.Mapping) else ():
                if (id(document), entry.key) not in self.taken:
                    message = f"the rows `{entry.key}` of this file go into no table"
                    hint = f'add the file to the table: `add rows to {entry.key} from "…"`'
                    known = [table.info.many for table in self.tables.values()]
                    near = did_you_mean(entry.key, known) if entry.key not in known else None
                    self.world.findings.warning("RW408", message, entry.key_span, near or hint)

    def fill_table(self, table: Table) -> None:
        info = table.info
        for many, nested in table.nested.items():
            self.nested_field(table, many, nested)
        outer = self.outer_of(info.name)
        if outer is not None:
            info.fields[outer] = m.Field(outer, MemberType(outer), tuple(row for _, row in table.parents))
            self.world.read_fields.add((info.name, outer))
        keys = note_fields(info, [*table.rows, *table.gone])
        rows, gone = [cells_of(row) for row in table.rows], [cells_of(row) for row in table.gone]
        for key in keys:
            if key != "id" and key not in table.nested:
                self.fill_field(table, key, [row.get(key) for row in rows], [row.get(key) for row in gone])
        for schema in self.schemas_of(table):
            for empty in empty_fields(self.world, schema, info.many, len(table.rows)):
                if empty.name not in info.field_spans and empty.name not in info.owned:
                    info.fields.setdefault(empty.name, empty)

    def schemas_of(self, table: Table) -> Sequence[d.Schema]:
        """The schemas that tell of a table's rows: of its own files, or for nested rows of the outer table's."""
        outer = self.outer_of(table.info.name)
        return self.schemas.get(table.info.many if outer is None else self.tables[outer].info.many, ())

    def outer_of(self, nested: str) -> str | None:
        """The type of the rows in which rows of a nested table stand."""
        return next((name for name, table in self.tables.items() if nested in table.nested.values()), None)

    def nested_field(self, table: Table, many: str, nested: str) -> None:
        """The field that leads from a row to the rows in it."""
        inner = self.tables[nested]
        values = tuple(
            tuple(k for k, parent in enumerate(inner.parents) if parent == (table.info.name, number))
            for number in range(len(table.rows))
        )
        most = max(map(len, values), default=0)
        table.info.fields[many] = m.Field(many, CollectionType("set", MemberType(nested), most), values)

    def fill_field(self, table: Table, key: str, nodes: list[d.Node | None], gone: list[d.Node | None]) -> None:
        info = table.info
        if any(isinstance(node, d.Mapping) and node.format == "adjusts" for node in (*nodes, *gone)):
            self.adjusts += [(info.name, key, k, node) for k, node in enumerate(nodes) if isinstance(node, d.Mapping)]
            self.world.read_fields.add((info.name, key))
            return
        if any(isinstance(node, d.Mapping) and not numbered(node) for node in (*nodes, *gone)):
            self.record(table, key, nodes)
            return
        column = Column(self.world, info, key, partial(self.bound, table))
        type_, values = column_of(column, nodes, gone)
        info.fields[key] = m.Field(key, type_, values)

    def bound(self, table: Table, number: int) -> tuple[tuple[str, MemberType, int], ...]:
        """The names that rules text of a row may use for the row and the rows it stands in."""
        own = MemberType(table.info.name)
        names = [(table.info.name, own, number), ("self", own, number)]
        if table.parents:
            outer, row = table.parents[number]
            names.insert(0, (outer, MemberType(outer), row))
        return tuple(names)

    def record(self, table: Table, key: str, nodes: list[d.Node | None]) -> None:
        """A field that holds keys with values: a domain of its own, one member for each row that has it."""
        info = table.info
        record = DomainInfo(f"{info.name}.{key}", f"{info.many}.{key}", "row")
        owners = [k for k, node in enumerate(nodes) if isinstance(node, d.Mapping)]
        record.members = [f"{info.members[k]}.{key}" for k in owners]
        rows = [node for node in nodes if isinstance(node, d.Mapping)]
        gone = [node for row in table.gone if isinstance(node := row.get(key), d.Mapping)]
        for inner in note_fields(record, [*rows, *gone]):
            column = Column(self.world, record, inner, lambda number: self.bound(table, owners[number]))
            type_, values = column_of(column, [row.get(inner) for row in rows], [row.get(inner) for row in gone])
            record.fields[inner] = m.Field(inner, type_, values)
        self.world.domains[record.name] = record
        member = MemberType(record.name)
        whole: Type = member if len(owners) == len(nodes) else maybe(member)
        info.fields[key] = m.Field(
            key, whole, tuple(owners.index(k) if k in owners else None for k in range(len(nodes)))
        )


def note_fields(info: DomainInfo, rows: Iterable[d.Mapping]) -> Iterable[str]:
    """The keys of rows, in the order in which they are first met; where that is, is noted in the domain."""
    for row in rows:
        for entry in row.entries:
            info.field_spans.setdefault(entry.key, entry.key_span)
    return tuple(info.field_spans)


def cells_of(row: d.Mapping) -> dict[str, d.Node]:
    """What stands in a row, by key."""
    return {entry.key: entry.value for entry in row.entries}


def row_id(row: d.Mapping) -> str | None:
    """The id of a row."""
    given = d.id_of(row)
    return None if given is None else str(given.value)


def numbered(node: d.Mapping) -> bool:
    """Whether the keys of a mapping are numbers: then it is a list written out by place."""
    return bool(node.entries) and all(entry.key.lstrip("-").isdigit() for entry in node.entries)
