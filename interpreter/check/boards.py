"""Figures and set-ups: what authors draw, as domains of patterns and as pieces with their start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter import data as d
from interpreter.check.column import Column, column_of
from interpreter.check.extensions import RowChanges, RowFiles
from interpreter.check.files import Located
from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.header import Header
from interpreter.check.rows import note_fields
from interpreter.check.scope import DomainInfo, World
from interpreter.diagnostics import Diagnostic, Span
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import (
    CollectionType,
    MemberType,
    NumberType,
    Type,
    UnknownType,
    YesNoType,
    without_nothing,
)
from interpreter.syntax import nodes as n

NOT_THE_SIZE = "RW331"


@dataclass(slots=True)
class Boards:
    """Reads pictures.

    `placed` holds what the set-up puts on each space, `setup` the whole set-up; `failed` says that it could not be
    read.
    """

    world: World
    header: Header
    changes: Mapping[str, RowChanges]
    note: str = ""
    setup: d.SetUp | None = None
    frame: d.Frame | None = None
    placed: list[d.Placed] = field(default_factory=list)
    documents: list[d.Node] = field(default_factory=list)
    used_changes: set[str] = field(default_factory=set)
    failed: bool = False

    # ---- figures

    def figures(self, entry: Located, node: n.Figures) -> None:
        """Domains of patterns: one member for every place where a drawn figure lies."""
        document = self.document(entry.folder, node.file, "figures")
        frame = self.frame_on(node.areas)
        if document is None or frame is None:
            self.without_figures(node.names)
            return
        drawn, faults = d.read_figures(document)
        self.world.findings.add(faults)
        if faults:
            self.without_figures(node.names)
            return
        expect = {expected.group: expected for expected in drawn.expect}
        placements: dict[str, Sequence[d.Placement]] = {}
        for word in node.names:
            group = str(word)
            figures = list(drawn.groups.get(group, ()))
            if group not in drawn.groups and not self.is_added(group):
                self.world.findings.error(
                    "RW340", f"`{node.file}` draws no figures `{group}`", word.span, did_you_mean(group, drawn.groups)
                )
                self.without_figures([word])
                continue
            figures = self.changed(group, figures, expect)
            found, faults = d.expand(figures, frame)
            self.misfits([] if self.header.wrong_choice else faults)
            placements[group] = found
            drawn_rows = [figure.row for figure in (*drawn.groups.get(group, ()), *figures)]
            self.figure_domain(word, found, drawn_rows, node.areas)
        if not self.world.findings.errors:
            self.world.findings.add(d.check_counts(expect.values(), placements))

    def misfits(self, faults: Iterable[Diagnostic]) -> None:
        """Adds findings about pictures. Of several that have not the board's size the first stands for all."""
        for fault in faults:
            if fault.code == NOT_THE_SIZE and fault.span is not None:
                self.world.findings.once(
                    fault.code, f"size in {fault.span.file}", fault.message, fault.span, fault.hint
                )
            else:
                self.world.findings.add([fault])

    def without_figures(self, words: Iterable[n.Word]) -> None:
        """Declares figures that could not be read, so that what names them is not told as well."""
        for word in words:
            if self.header.claim(word) and self.header.claim(word, "type"):
                info = DomainInfo(str(word), str(word), "row", span=word.span)
                self.world.lack(info)
                self.header.add_domain(info)

    def is_added(self, group: str) -> bool:
        """Whether another file brings figures of the group."""
        change = self.changes.get(group, RowChanges())
        return bool(change.extended or change.added)

    def changed(self, group: str, figures: list[d.Figure], expect: dict[str, d.Expected]) -> list[d.Figure]:
        """The figures as other files change them; their own `expect` counts replace those of the game."""
        change = self.changes.get(group)
        if change is None:
            return figures
        self.used_changes.add(group)
        expect.pop(group, None)
        figures = self.with_more(group, figures, change.extended, expect)
        for gone in change.removed:
            if not any(figure.id == str(gone) for figure in figures):
                self.header.wrong_choice = True
                known = [figure.id for figure in figures]
                self.world.findings.error(
                    "RW505", f"`{group}` has no figure `{gone}`", gone.span, did_you_mean(gone, known)
                )
            figures = [figure for figure in figures if figure.id != str(gone)]
        return self.with_more(group, figures, [*change.replaced, *change.added], expect)

    def with_more(
        self, group: str, figures: list[d.Figure], files: Iterable[RowFiles], expect: dict[str, d.Expected]
    ) -> list[d.Figure]:
        """The figures with those of other files: in place of the one with the same name, or after all."""
        for folder, word in ((folder, word) for words, folder in files for word in words):
            document = self.document(folder, word, "figures")
            if document is None:
                continue
            more, faults = d.read_figures(document)
            self.world.findings.add(faults)
            fresh = {figure.id: figure for figure in more.groups.get(group, ())}
            figures = [fresh.pop(figure.id, figure) for figure in figures] + list(fresh.values())
            expect |= {expected.group: expected for expected in more.expect}
        return figures

    def figure_domain(
        self, word: n.Word, placements: Sequence[d.Placement], drawn: Sequence[d.Mapping], areas: Sequence[n.Word]
    ) -> None:
        if not self.header.claim(word):
            return
        self.header.claim(word, "type")
        info = DomainInfo(str(word), str(word), "row", span=word.span)
        times = Counter(placement.figure.id for placement in placements)
        met: Counter[str] = Counter()
        for placement in placements:
            name = placement.figure.id
            met[name] += 1
            info.members.append(name if times[name] == 1 else f"{name}_{met[name]}")
            info.spans.setdefault(info.members[-1], placement.figure.span)
        cells = CollectionType("set", MemberType("space", str(areas[0]) if len(areas) == 1 else None))
        info.fields["cells"] = m.Field("cells", cells, tuple(placement.cells for placement in placements))
        rows = [placement.figure.row for placement in placements]
        for key in note_fields(info, drawn):
            if key not in ("id", "cells", "place", "symmetry"):
                whole = [*rows, *drawn]
                column = Column(self.world, info, key, lambda number: ())
                type_, values = column_of(column, [row.get(key) for row in whole])
                info.fields[key] = m.Field(key, type_, values[: len(rows)])
        self.header.add_domain(info)

    def frame_on(self, areas: Sequence[n.Word]) -> d.Frame | None:
        """The frame of areas that share a plane."""
        names = []
        for word in areas:
            if str(word) not in self.world.spaces.first:
                if str(word) not in self.world.areas:
                    hint = did_you_mean(word, self.world.areas)
                    self.world.findings.unknown("RW242", str(word), f"there is no board `{word}`", word.span, hint)
                return None
            self.world.used_names.add(str(word))
            names.append(str(word))
        try:
            return d.frame_of(self.world.spaces, *names, note=self.note)
        except ValueError as error:
            self.world.findings.error("RW237", str(error), areas[0].span)
            return None

    def document(self, folder: Path, word: n.Word, kind: str) -> d.Node | None:
        """A data file beside a rules file, or None with findings."""
        document = self.world.data.document(folder, word, kind, self.world.findings)
        if document is not None:
            self.documents.append(document)
        return document

    # ---- set-up

    def read_setup(self, entries: Iterable[Located]) -> None:
        """The set-up file, and a variant's that replaces keys of it."""
        for entry in entries:
            if isinstance(entry.item, n.Setup):
                document = self.document(entry.folder, entry.item.file, "setup")
                if document is None:
                    self.failed = True
                else:
                    self.setup = d.read_setup(document, self.setup)
        if self.setup is None or self.setup.area is None:
            if self.setup is not None:
                self.world.findings.error(
                    "RW321", "the key `area` is missing: which board does the picture show?", self.setup.span
                )
                self.failed = True
            return
        area = self.setup.area
        if area.name not in self.world.spaces.first:
            self.failed = True
            if area.name not in self.world.areas:
                hint = did_you_mean(area.name, self.world.areas)
                self.world.findings.unknown("RW242", area.name, f"there is no board `{area.name}`", area.span, hint)
            return
        self.frame = d.frame_of(self.world.spaces, area.name, note=self.note)
        placed, faults = d.place(self.setup, self.frame)
        self.placed = [one for one in placed if not self.of_absent(one)]
        self.world.findings.add([] if self.header.wrong_choice or self.failed else faults)
        self.failed = self.failed or bool(faults)

    def of_absent(self, placed: d.Placed) -> bool:
        """Whether something in a picture belongs to a seat that nobody has taken: then it is not there."""
        owner = placed.fields.get("owner")
        return owner is not None and str(owner.value.value) in self.world.absent

    def value(self, given: d.FieldValue, type_: Type) -> Constant:
        """What a letter of the legend says about a field."""
        kept = without_nothing(type_)
        raw = given.value.value
        if isinstance(kept, UnknownType):
            return None
        match kept:
            case YesNoType() if isinstance(raw, bool) or raw in ("yes", "no"):
                return raw is True or raw == "yes"
            case NumberType(low, high) if isinstance(raw, int) and not isinstance(raw, bool):
                if raw < (raw if low is None else low) or raw > (raw if high is None else high):
                    message = f"`{given.field.name}` is a number from {low} to {high}, so it cannot be {raw}"
                    self.world.findings.error("RW234", message, given.value.span)
                return raw
            case MemberType(domain):
                members = self.world.domain_members(domain)
                if str(raw) in members:
                    return members.index(str(raw))
                if domain == "player" and str(raw) in self.world.absent:
                    return None
                if self.world.domains[domain].incomplete:
                    return None
                self.world.findings.unknown(
                    "RW214",
                    str(raw),
                    f"there is no {domain} `{raw}`",
                    given.value.span,
                    did_you_mean(str(raw), members) or f"{one(domain)} is {listed(members)}",
                )
                return None
        self.world.findings.error("RW218", f"`{given.field.name}` cannot be `{raw}`", given.value.span)
        return None

    def legend(self, types: Mapping[str, Type], names: Mapping[str, str], piece: str | None) -> m.Legend | None:
        """The legend with its values; `types` are the fields that letters may set, `names` what they are called."""
        if self.setup is None or self.setup.legend is None:
            return None
        letters: dict[str, tuple[tuple[str, Constant], ...]] = {}
        for letter, values in self.setup.legend.items():
            pairs = []
            for given in values:
                if given.field.name not in types:
                    self.world.findings.unknown(
                        "RW216",
                        given.field.name,
                        f"there is no field `{given.field.name}` to set",
                        given.field.span,
                        did_you_mean(given.field.name, types) or f"the fields are {listed(types)}",
                    )
                    continue
                pairs.append((names[given.field.name], self.value(given, types[given.field.name])))
            letters[letter] = tuple(pairs)
        return m.Legend(piece, letters, tuple(word.name for word in self.setup.order))


def missing_setup(span: Span) -> Diagnostic:
    """The finding for pieces that no set-up puts anywhere."""
    return Diagnostic(
        "RW246",
        "nothing says which pieces there are",
        span,
        'add `setup from "setup.yaml"`, or a pool: `for each player up to 9`',
    )
