"""What stands after a point or in brackets: fields of members, cells of tables, keys of what is kept."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.kinds_of import in_words
from interpreter.check.names import Names, place_type
from interpreter.check.scope import DomainInfo
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.types import (
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    StringType,
    Type,
    UnknownType,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Fields(Names):
    """The checker of fields and keys."""

    def get(self, node: n.Get) -> x.Expr:
        field = str(node.field)
        if isinstance(node.of, n.Name) and self.frame.look_up(node.of.id) is None:
            domain = self.w.domains.get(node.of.id)
            if domain is not None and domain.name == "player" and field in self.w.absent:
                return self.absent(field, node.span)
            if domain is not None and domain.number(field) is not None and not self.is_declared(node.of.id):
                return self.member(domain.name, field, node.span)
        if isinstance(node.of, n.Index) and isinstance(node.of.of, n.Name) and str(node.of.of.id) in self.w.tables:
            return self.table_cell(node, node.of)
        of = self.owner_of(node) or self.expr(node.of)
        given = without_nothing(of.type)
        if isinstance(given, UnknownType):
            return self.unknown(node.span)
        if isinstance(given, CollectionType) and field == "size":
            return x.CallBuiltin(NumberType(0, given.size), node.span, "size", (of,))
        if isinstance(given, MemberType):
            return self.field(node, of, given)
        if isinstance(given, CollectionType) and isinstance(given.of, UnknownType):
            return self.unknown(node.span)
        hint = (
            "a set has the field `size`; a field of its members needs one member"
            if isinstance(given, CollectionType)
            else None
        )
        self.findings.unknown("RW216", field, f"{in_words(given)} has no field `{field}`", node.field.span, hint)
        return self.unknown(node.span)

    def owner_of(self, node: n.Get) -> x.Expr | None:
        """The member before a point when several domains have one of that name and one of them has the field."""
        if not isinstance(node.of, n.Name) or self.self_typed(node.of):
            return None
        name, field = str(node.of.id), str(node.field)
        homes = self.w.homes(name)
        fitting = [info for info in homes if field in info.fields or field in info.owned or self.place_of(info, field)]
        return self.member(fitting[0].name, name, node.of.span) if len(homes) > 1 and len(fitting) == 1 else None

    def place_of(self, info: DomainInfo, field: str) -> m.Place | None:
        """The place of cards of that name which each member has."""
        place = self.w.places.get(field)
        return place if place is not None and [key.domain for key in place.keys] == [info.name] else None

    def field(self, node: n.Get, of: x.Expr, given: MemberType) -> x.Expr:
        """A field of a member."""
        field, info = str(node.field), self.w.domains[given.domain]
        self.w.read_fields.add((info.name, field))
        if field in info.fields:
            return x.ReadField(self.through(of, info.fields[field].type), node.span, info.name, field, of)
        if field in info.owned:
            self.w.used_names.add(info.owned[field])
            variable = self.w.variables[info.owned[field]]
            return x.ReadVariable(self.through(of, variable.type), node.span, variable.name, (of,))
        place = self.place_of(info, field)
        if place is not None:
            self.w.used_names.add(field)
            return x.ReadPlace(place_type(place), node.span, field, (of,))
        if info.incomplete:
            return self.unknown(node.span)
        if info.name == "space" and not info.members:
            message = "this game has no board, so no space"
            self.findings.once("RW242", "no board", message, node.field.span, "declare one: `grid board 8 by 8`")
            return self.unknown(node.span)
        known = [
            *info.fields,
            *info.owned,
            *(p.name for p in self.w.places.values() if [k.domain for k in p.keys] == [info.name]),
        ]
        known = [name for name in known if "@" not in name]
        who = f"one of `{info.many}`" if info.name == info.many else one(info.name)
        hint = did_you_mean(field, known) or (f"{who} has {listed(known)}" if known else None)
        self.findings.unknown("RW216", field, f"{who} has no field `{field}`", node.field.span, hint)
        return self.unknown(node.span)

    def through(self, of: x.Expr, type_: Type) -> Type:
        """The type of a field of something that may be nothing."""
        if isinstance(of.type, MaybeType) and isinstance(type_, (MemberType, StringType)):
            return MaybeType(type_)
        return type_

    def table_cell(self, node: n.Get, index: n.Index) -> x.Expr:
        """`table[key].column`."""
        assert isinstance(index.of, n.Name)
        table = self.w.tables[str(index.of.id)]
        self.w.used_names.add(table.name)
        if len(index.keys) != 1:
            self.wrong_count(f"the table `{table.name}`", 1, len(index.keys), index.span, [table.by])
            return self.unknown(node.span)
        key = self.typed(index.keys[0], MemberType(table.by), f"the key of `{table.name}`")
        column = table.columns.get(str(node.field))
        if column is None:
            self.findings.unknown(
                "RW216",
                str(node.field),
                f"the table `{table.name}` has no column `{node.field}`",
                node.field.span,
                did_you_mean(node.field, table.columns) or f"its columns are {listed(table.columns)}",
            )
            return self.unknown(node.span)
        return x.ReadTable(self.through(key, column.type), node.span, table.name, column.name, key)

    def index(self, node: n.Index) -> x.Expr:
        if isinstance(node.of, n.Name) and self.frame.look_up(node.of.id) is None:
            name = str(node.of.id)
            if name in self.w.variables and self.w.variables[name].keys:
                self.w.used_names.add(name)
                variable = self.w.variables[name]
                return x.ReadVariable(
                    variable.type, node.span, name, self.keys(node.keys, variable.keys, name, node.span)
                )
            if name in self.w.places and self.w.places[name].keys:
                self.w.used_names.add(name)
                place = self.w.places[name]
                return x.ReadPlace(
                    place_type(place), node.span, name, self.keys(node.keys, place.keys, name, node.span)
                )
            if name in self.w.tables:
                self.findings.error(
                    "RW243",
                    f"`{name}` is a table: name one of its columns too",
                    node.span,
                    f"`{name}[…].{next(iter(self.w.tables[name].columns), 'column')}`",
                )
                return self.unknown(node.span)
            domain = next((d for d in self.w.domains.values() if d.many == name and d.form == "row"), None)
            if domain is not None and len(node.keys) == 1:
                number = self.number(node.keys[0], f"the number of {one(domain.name)}")
                return x.CallBuiltin(MemberType(domain.name), node.span, "pick_index", (number,), domain.name)
        of = self.expr(node.of)
        for key in node.keys:
            given = without_nothing(of.type)
            if isinstance(given, UnknownType):
                return self.unknown(node.span)
            if not isinstance(given, CollectionType) or given.shape == "set" or given.of is None:
                hint = (
                    "a set has no order; take `first x in …`, or `rank` it"
                    if isinstance(given, CollectionType)
                    else None
                )
                self.findings.error("RW243", f"{in_words(of.type)} cannot be indexed", node.span, hint)
                return self.unknown(node.span)
            of = x.CallBuiltin(given.of, node.span, "item", (of, self.number(key, "the place in a list")))
        return of

    def keys(
        self, nodes: Sequence[n.Expr], ranges: tuple[m.KeyRange, ...], name: str, span: Span
    ) -> tuple[x.Expr, ...]:
        """The keys of a variable or place."""
        if len(nodes) != len(ranges):
            self.wrong_count(f"`{name}`", len(ranges), len(nodes), span, [r.domain or "number" for r in ranges])
            return tuple(self.unknown(span) for _ in ranges)
        return tuple(
            self.number(node, f"the key of `{name}`")
            if wanted.domain is None
            else self.typed(node, MemberType(wanted.domain), f"the key of `{name}`")
            for node, wanted in zip(nodes, ranges, strict=True)
        )
