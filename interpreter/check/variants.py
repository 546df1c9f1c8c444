"""Merges a variant into its game: what it adds, replaces and removes, item by item."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from interpreter.check.files import Located
from interpreter.check.findings import Findings, did_you_mean, one
from interpreter.diagnostics import Related
from interpreter.syntax import nodes as n


@dataclass(slots=True)
class RowChanges:
    """What a variant does to the rows of one table."""

    added: list[tuple[n.Word, Path]] = field(default_factory=list)
    replaced: list[tuple[n.Word, Path]] = field(default_factory=list)
    removed: list[n.Word] = field(default_factory=list)


@dataclass(slots=True)
class Merged:
    """A game with its variant: items in file order, options the variant sets, and changes to rows of tables."""

    items: list[Located]
    options: dict[str, tuple[n.Expr, n.Word]] = field(default_factory=dict)
    rows: dict[str, RowChanges] = field(default_factory=dict)
    variant: str | None = None
    setups: list[Located] = field(default_factory=list)


def item_name(item: object) -> tuple[str, str] | None:
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
        case n.Setup():
            return "setup", "setup"
    return None


def merge(
    items: list[Located], variant: n.Variant, folder: Path, included: list[Located], findings: Findings
) -> Merged:
    """The game's items as the variant changes them. Added items come last; replaced ones keep their place."""
    merged = Merged(list(items), variant=variant.name)
    game = next((entry.item for entry in items if isinstance(entry.item, n.Game)), None)
    if game is not None:
        if variant.game != game.name:
            findings.error("RW503", f"this variant is of `{variant.game}`, not of `{game.name}`", variant.game.span)
        if variant.version != game.version:
            findings.error(
                "RW504",
                f"this variant is for version {variant.version} of `{game.name}`, which is now version {game.version}",
                variant.span,
                "compare the rules it replaces with today's, then change the number",
            )
    changed: dict[tuple[str, str], n.Word] = {}
    merger = _Merger(merged, folder, f"variant {variant.name}", changed, findings)
    for change in variant.changes:
        merger.apply(change)
    merged.items += included
    return merged


class _Merger:
    def __init__(
        self, merged: Merged, folder: Path, origin: str, changed: dict[tuple[str, str], n.Word], findings: Findings
    ) -> None:
        self.merged = merged
        self.folder = folder
        self.origin = origin
        self.changed = changed
        self.findings = findings

    def apply(self, change: n.VariantChange) -> None:
        match change:
            case n.SetOption():
                if self.first_change("option", change.name):
                    self.merged.options[change.name] = (change.value, change.name)
            case n.Include():
                pass
            case n.AddItem():
                self.merged.items.append(Located(change.item, self.folder, self.origin))
            case n.AddToGroup():
                self.add_to_group(change)
            case n.AddToPhase():
                self.add_to_phase(change)
            case n.ReplaceItem():
                self.replace_item(change)
            case n.RemoveNamed():
                for name in change.names:
                    self.remove(str(change.kind), name)
            case n.RemoveFinish():
                self.merged.items = [e for e in self.merged.items if not isinstance(e.item, n.Finish)]
            case n.ChangeRows():
                rows = self.merged.rows.setdefault(change.table, RowChanges())
                target = rows.added if change.kind == "add" else rows.replaced
                target += [(file, self.folder) for file in change.files]
            case n.RemoveRows():
                self.merged.rows.setdefault(change.table, RowChanges()).removed += change.ids

    def first_change(self, kind: str, name: n.Word) -> bool:
        before = self.changed.get((kind, name))
        if before is not None:
            self.findings.error(
                "RW506",
                f"the variant changes {kind} `{name}` twice",
                name.span,
                related=(Related(before.span, "here it was changed before"),),
            )
            return False
        self.changed[kind, name] = name
        return True

    def find(self, kind: str, name: n.Word) -> int | None:
        for place, entry in enumerate(self.merged.items):
            if item_name(entry.item) == (kind, name):
                return place
        if (kind, name) in self.changed:
            self.first_change(kind, name)
            return None
        named = [found for entry in self.merged.items if (found := item_name(entry.item)) is not None]
        hint = did_you_mean(name, [other for what, other in named if what == kind])
        other = next((what for what, other in named if other == name), None)
        if other is not None:
            hint = f"`{name}` is {one(other)}"
        self.findings.error("RW505", f"the game has no {kind} `{name}`", name.span, hint)
        return None

    def add_to_group(self, change: n.AddToGroup) -> None:
        place = self.find("group", change.group)
        if place is not None:
            entry = self.merged.items[place]
            group = entry.item
            assert isinstance(group, n.Group)
            self.merged.items[place] = replace(entry, item=replace(group, actions=group.actions + change.actions))

    def add_to_phase(self, change: n.AddToPhase) -> None:
        place = self.find("phase", change.phase)
        if place is not None:
            entry = self.merged.items[place]
            phase = entry.item
            assert isinstance(phase, n.Phase)
            self.merged.items[place] = replace(entry, item=replace(phase, clauses=phase.clauses + change.clauses))

    def remove(self, kind: str, name: n.Word) -> None:
        place = self.find(kind, name)
        if place is not None and self.first_change(kind, name):
            del self.merged.items[place]

    def replace_item(self, change: n.ReplaceItem) -> None:
        item = change.item
        if isinstance(item, n.Setup):
            self.merged.setups.append(Located(item, self.folder, self.origin))
            return
        if isinstance(item, n.Finish):
            self.findings.error(
                "RW507", "a `finish` has no name to replace it by", item.span, "`remove finish`, then `add finish …`"
            )
            return
        named = item_name(item)
        assert named is not None
        word = item.name
        place = self.find(named[0], word)
        if place is None or not self.first_change(named[0], word):
            return
        before = self.merged.items[place].item
        if not _same_shape(before, item):
            self.findings.error(
                "RW508",
                f"the {named[0]} `{word}` of the game has other parameters or another result",
                word.span,
                "a replacement keeps both, so that what uses it still fits",
                related=(Related(before.span, "the one it replaces"),),
            )
            return
        self.merged.items[place] = Located(item, self.folder, self.origin)


def _same_shape(before: object, after: object) -> bool:
    match before, after:
        case n.Value(), n.Value():
            return before.params == after.params
        case n.Procedure(), n.Procedure():
            return before.params == after.params and before.gives == after.gives
        case n.Table(), n.Table():
            return before.by == after.by and set(before.columns) <= set(after.columns)
    return True
