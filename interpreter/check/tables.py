"""Tables: values fixed for each member of a domain, written in rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.header import Header
from interpreter.check.kinds_of import common, in_words
from interpreter.check.phases import Phases
from interpreter.check.scope import DomainInfo, Frame, World
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import CollectionType, Type, without_nothing
from interpreter.syntax import nodes as n


class Tables:
    """Declares tables. `told` are the lines of rows with a cell of another type, which is told once in each."""

    def __init__(self, world: World, header: Header, checker: Phases) -> None:
        self.w = world
        self.header = header
        self.checker = checker
        self.findings = world.findings
        self.told: set[tuple[str, int]] = set()

    def declare(self, node: n.Table) -> None:
        """A table: typed columns with a value for each member of a domain."""
        if not self.header.claim(node.name):
            return
        by = str(node.by)
        self.w.used_names.add(f"type {by}")
        info = self.w.domains.get(by)
        if info is None:
            self.findings.give_up(str(node.name))
            self.findings.unknown(
                "RW215", by, f"there is no type `{by}`", node.by.span, did_you_mean(by, self.w.domains)
            )
            return
        rows = self.table_rows(node, info)
        whole = [row for row in rows.values() if len(row.cells) == len(node.columns)]
        if not whole:
            self.findings.give_up(str(node.name))
            return
        full = {str(row.key): row for row in whole}
        rows = {member: full.get(member, whole[0]) for member in info.members}
        for k, word in enumerate(node.columns):
            if str(word) in map(str, node.columns[:k]):
                self.findings.error("RW213", f"there are two columns `{word}`", word.span)
        columns = {
            str(word): self.column(str(word), [rows[member].cells[k] for member in info.members])
            for k, word in enumerate(node.columns)
        }
        self.w.tables[str(node.name)] = m.TableModel(str(node.name), by, columns)

    def table_rows(self, node: n.Table, info: DomainInfo) -> dict[str, n.TableRow]:
        """The rows of a table by key, with findings about keys and cells that are too many or too few."""
        rows: dict[str, n.TableRow] = {}
        strangers = False
        for row in node.rows:
            if info.name == "player" and str(row.key) in self.w.absent:
                continue
            if str(row.key) in rows:
                self.findings.error("RW213", f"there are two rows for `{row.key}`", row.key.span)
            elif str(row.key) not in info.members and not info.incomplete:
                strangers = True
                self.findings.unknown(
                    "RW214",
                    str(row.key),
                    f"there is no {info.name} `{row.key}`",
                    row.key.span,
                    did_you_mean(row.key, info.members) or f"{one(info.name)} is {listed(info.members)}",
                )
            elif len(row.cells) != len(node.columns):
                cells = "1 cell" if len(row.cells) == 1 else f"{len(row.cells)} cells"
                columns = "1 column" if len(node.columns) == 1 else f"{len(node.columns)} columns"
                self.findings.error("RW254", f"this row has {cells} for {columns}", row.key.span)
            rows.setdefault(str(row.key), row)
        missing = [member for member in info.members if member not in rows]
        if missing and not strangers and not info.incomplete:
            self.findings.error(
                "RW254",
                f"the table `{node.name}` has no row for {listed(missing)}",
                node.name.span,
                f"a table says something about every {info.name}",
            )
        return rows

    def column(self, name: str, cells: Sequence[n.Expr]) -> m.Field:
        """A column of a table: constants of one type."""
        found: list[x.Expr] = []
        with self.checker.in_frame(Frame(False, "in a table")):
            for cell in cells:
                found.append(self.checker.expr(cell, found[-1].type if found else None))
            type_ = self.column_type(name, cells, [expr.type for expr in found])
            if isinstance(without_nothing(type_), CollectionType):
                of = without_nothing(type_)
                whole = CollectionType("set", of.of if isinstance(of, CollectionType) else None)
                found = [self.checker.expr(cell, whole) for cell in cells]
                type_ = whole
        values: list[Constant] = []
        for expr, cell in zip(found, cells, strict=True):
            if not isinstance(expr, x.Const):
                self.findings.error("RW251", "a table holds fixed values only", cell.span)
                values.append(None)
            else:
                values.append(expr.value)
        return m.Field(name, type_, tuple(values))

    def column_type(self, name: str, cells: Sequence[n.Expr], types: Sequence[Type]) -> Type:
        """The type that most cells of a column have; a finding for each of the others, one in a row."""
        most = max(types, key=lambda type_: sum(common(type_, other) is not None for other in types))
        whole = most
        for cell, type_ in zip(cells, types, strict=True):
            joined = common(whole, type_)
            if joined is not None:
                whole = joined
            elif cell.span[:2] not in self.told:
                self.told.add(cell.span[:2])
                message = f"the column `{name}` holds {in_words(most)}, but this is {in_words(type_)}"
                self.findings.error("RW218", message, cell.span)
        return whole
