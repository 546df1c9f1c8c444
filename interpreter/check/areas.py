"""The boards of a game: its areas, and the spaces, directions and jumps that come of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from interpreter.check.files import Located
from interpreter.check.findings import did_you_mean
from interpreter.check.header import Header
from interpreter.check.scope import DomainInfo, SetInfo
from interpreter.data import check_graph
from interpreter.diagnostics import Span
from interpreter.geometry import Area, Axis, GeometryError, Keep, Spaces, graph, grid, ring
from interpreter.model import program as m
from interpreter.model.types import DIRECTION, NUMBER, SPACE, YES_NO, CollectionType, MemberType
from interpreter.syntax import nodes as n


class Areas:
    """Builds the boards; options may say how large they are, so these are known by then."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.w = header.w

    def declare(self, items: Iterable[Located]) -> None:
        """All areas, and the table of spaces."""
        areas: dict[str, Area] = {}
        spans: dict[str, Span] = {}
        for entry in items:
            node = entry.item
            if not isinstance(node, (n.Grid, n.Ring, n.Graph)) or not self.header.claim(node.name):
                continue
            spans[str(node.name)] = node.name.span
            try:
                area = self.area(node, entry.folder, areas)
            except GeometryError as error:
                self.header.findings.error("RW237", str(error), node.name.span)
                area = None
            if area is not None:
                areas[area.name] = area
            else:
                self.header.findings.give_up(str(node.name))
                self.header.findings.lacking = True
        try:
            self.w.spaces = Spaces(list(areas.values()))
        except GeometryError as error:
            self.header.findings.error("RW237", str(error), next(iter(spans.values()), None))
            self.header.findings.lacking = True
        self.w.areas = spans
        self.declare_spaces()

    def area(self, node: n.Grid | n.Ring | n.Graph, folder: Path, areas: Mapping[str, Area]) -> Area | None:
        name = str(node.name)
        if isinstance(node, n.Graph):
            document = self.w.data.document(folder, node.file, "graph", self.header.findings)
            if document is None:
                return None
            self.header.documents.append(document)
            found = check_graph(name, document)
            self.header.findings.add(found)
            plain = document.plain()
            return None if found or not isinstance(plain, dict) else graph(name, plain)
        keep = None if node.condition is None else self.keeper(node.condition)
        if isinstance(node, n.Ring):
            around = areas.get(str(node.around))
            if around is None:
                self.header.findings.unknown(
                    "RW242",
                    str(node.around),
                    f"there is no grid `{node.around}` before this",
                    node.around.span,
                    did_you_mean(node.around, areas),
                )
                return None
            self.w.used_names.add(str(node.around))
            return ring(name, around, keep)
        axes = [self.axis(axis, default) for axis, default in ((node.first, "column"), (node.second, "row"))]
        if any(axis is None for axis in axes):
            return None
        return grid(name, [axis for axis in axes if axis is not None], node.hexagonal, keep)

    def axis(self, node: n.Axis, default: str) -> Axis | None:
        if node.size is None:
            return Axis(str(node.name), node.low, node.high, node.wrapped)
        size = self.header.fixed(node.size, self.header.option_words())
        if isinstance(size, bool) or not isinstance(size, int):
            if size is not None:
                self.header.findings.error("RW236", "the size of a board is a number", node.size.span)
            return None
        return Axis(default, 1, size, node.wrapped)

    def keeper(self, condition: n.Expr) -> Keep:
        words = self.header.option_words()

        def keep(fields: dict[str, int]) -> bool:
            return self.header.condition(condition, words | fields) is not False

        return keep

    def declare_spaces(self) -> None:
        """The domains of spaces, directions and jumps, and the sets of them."""
        w, spaces = self.w, self.w.spaces
        info = DomainInfo("space", "spaces", "space", list(spaces.names), incomplete=self.header.findings.lacking)
        for field, values in spaces.fields.items():
            corner = field == "corner"
            info.fields[field] = m.Field(
                field, YES_NO if corner else NUMBER, tuple(bool(v) if corner else v for v in values)
            )
        w.domains["space"] = info
        for name in spaces.first:
            members = tuple(spaces.spaces_of(name))
            w.sets[name] = SetInfo(CollectionType("set", MemberType("space", name), len(members)), members)
        w.domains["direction"] = DomainInfo("direction", "directions", "direction", list(spaces.direction_names))
        for word in ("straight", "diagonal", "any_way"):
            w.sets[word] = SetInfo(CollectionType("set", DIRECTION, 8), tuple(spaces.ways[word]))
        jumps = DomainInfo("jump", "jumps", "jump")
        jumps.members = [f"{spaces.names[j.start]}-{spaces.names[j.over]}-{spaces.names[j.dest]}" for j in spaces.jumps]
        for field in ("start", "over", "dest"):
            jumps.fields[field] = m.Field(field, SPACE, tuple(getattr(j, field) for j in spaces.jumps))
        w.domains["jump"] = jumps
