"""What rules files add to what other files declare: rows, words of kinds, actions of groups, clauses of phases.

What is added comes after what is there, in the order in which the files are read. It does not matter whether the file
that declares a thing is read before or after those that add to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from interpreter.check.files import Located
from interpreter.check.findings import Findings, did_you_mean, one
from interpreter.diagnostics import Related
from interpreter.syntax import nodes as n

RowFiles: TypeAlias = tuple[tuple[n.Word, ...], Path]
"""Files with rows, and the folder in which they are looked for."""


@dataclass(slots=True)
class RowChanges:
    """What is done to the rows of one table: files of the game extend it, then a variant changes it."""

    extended: list[RowFiles] = field(default_factory=list)
    added: list[RowFiles] = field(default_factory=list)
    replaced: list[RowFiles] = field(default_factory=list)
    removed: list[n.Word] = field(default_factory=list)

    @property
    def by_variant(self) -> bool:
        """Whether a variant changes the rows."""
        return bool(self.added or self.replaced or self.removed)


@dataclass(slots=True)
class Merged:
    """A game with its variant: items in file order, options the variant sets, and changes to rows of tables."""

    items: list[Located]
    options: dict[str, tuple[n.Expr, n.Word]] = field(default_factory=dict)
    rows: dict[str, RowChanges] = field(default_factory=dict)
    variant: str | None = None
    setups: list[Located] = field(default_factory=list)


def item_name(item: object) -> tuple[str, n.Word] | None:
    """The word that says what an item is, and its name; None for items without one name of their own."""
    match item:
        case n.Value():
            return "value", item.name
        case n.Action():
            return "action", item.name
        case n.Procedure():
            return "procedure", item.name
        case n.Rule():
            return "rule", item.name
        case n.Phase():
            return "phase", item.name
        case n.Table():
            return "table", item.name
        case n.Group():
            return "group", item.name
        case n.Kind():
            return "kind", item.rows.many
    return None


def extends(item: object) -> bool:
    """Whether an item adds to others and declares nothing itself."""
    return isinstance(item, n.AddToGroup | n.AddToKind | n.AddToPhase | n.AddRows)


def extended(items: Iterable[Located], findings: Findings) -> Merged:
    """A game with what its files add to each other."""
    every = list(items)
    merged = Merged([entry for entry in every if not extends(entry.item)])
    extender = Extender(merged, findings)
    for entry in every:
        extender.extend(entry)
    return merged


class Extender:
    """Adds to the items of a game; items that add nothing are left alone.

    `changed` holds what a variant has replaced or removed, by sort and name, with the place that says so. `unread` says
    that some of the text could not be read: what is missing may stand there.
    """

    def __init__(self, merged: Merged, findings: Findings) -> None:
        self.merged = merged
        self.findings = findings
        self.changed: dict[tuple[str, str], n.Word] = {}
        self.unread = findings.errors

    def extend(self, entry: Located, by_variant: bool = False) -> None:
        """Carries out an item that adds to others."""
        match entry.item:
            case n.AddToGroup(group=name) as change:
                self._grow("group", name, change)
            case n.AddToKind(kind=name) as change:
                self._grow("kind", name, change)
            case n.AddToPhase(phase=name) as change:
                self._grow("phase", name, change)
            case n.AddRows(tables=tables, files=files):
                for table in tables:
                    rows = self.merged.rows.setdefault(table, RowChanges())
                    (rows.added if by_variant else rows.extended).append((files, entry.folder))

    def _grow(self, sort: str, name: n.Word, change: n.Extension) -> None:
        place = self.find(sort, name)
        if place is not None:
            entry = self.merged.items[place]
            self.merged.items[place] = replace(entry, item=_grown(entry.item, change))

    def find(self, sort: str, name: n.Word) -> int | None:
        """The place of an item among all, or None: with a finding, unless it may stand where nothing could be read."""
        for place, entry in enumerate(self.merged.items):
            if item_name(entry.item) == (sort, name):
                return place
        if (sort, name) in self.changed:
            self.first_change(sort, name)
            return None
        if self.unread:
            return None
        named = [found for entry in self.merged.items if (found := item_name(entry.item)) is not None]
        hint = did_you_mean(name, [other for what, other in named if what == sort])
        other = next((what for what, other in named if other == name), None)
        if other is not None:
            hint = f"`{name}` is {one(other)}"
        elif any(str(rows.many) == name for rows in self.tables()):
            hint = f"`{name}` are rows of data: `add rows to {name} from …`"
        self.findings.error("RW505", f"the game has no {sort} `{name}`", name.span, hint)
        return None

    def tables(self) -> Iterator[n.Rows]:
        """The tables of rows that the game declares."""
        for entry in self.merged.items:
            if isinstance(entry.item, n.Data):
                yield from entry.item.rows

    def first_change(self, sort: str, name: n.Word) -> bool:
        """Notes that a variant replaces or removes something; False with a finding when it has done so before."""
        before = self.changed.get((sort, name))
        if before is not None:
            self.findings.error(
                "RW506",
                f"the variant changes {sort} `{name}` twice",
                name.span,
                related=(Related(before.span, "here it was changed before"),),
            )
            return False
        self.changed[sort, name] = name
        return True


def _grown(item: n.Item, change: n.Extension) -> n.Item:
    match item, change:
        case n.Group(), n.AddToGroup():
            return replace(item, actions=item.actions + change.actions)
        case n.Kind(), n.AddToKind():
            return replace(item, words=item.words + change.words)
        case n.Phase(), n.AddToPhase():
            return replace(item, clauses=item.clauses + change.clauses)
    raise AssertionError(f"{type(change).__name__} does not belong to {type(item).__name__}")
