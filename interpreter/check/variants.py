"""Merges a variant into its game: what it adds, replaces and removes, item by item."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.check.extensions import Extender, Merged, RowChanges, extends, item_name
from interpreter.check.files import Located
from interpreter.check.findings import Findings
from interpreter.diagnostics import Related
from interpreter.syntax import nodes as n


def merge(merged: Merged, variant: n.Variant, folder: Path, included: Iterable[Located], findings: Findings) -> Merged:
    """A game as the variant changes it. Added items come last; replaced ones keep their place.

    What it adds to groups, kinds, phases and tables comes after all else that it does.
    """
    items = merged.items
    merged.variant = variant.name
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
    origin = f"variant {variant.name}"
    merger = _Merger(merged, folder, origin, findings)
    for change in variant.changes:
        merger.apply(change)
    more = [Located(change, folder, origin) for change in variant.changes if isinstance(change, n.Extension)]
    for entry in included:
        (more if extends(entry.item) else merged.items).append(entry)
    for entry in more:
        merger.extend(entry, by_variant=True)
    return merged


class _Merger(Extender):
    def __init__(self, merged: Merged, folder: Path, origin: str, findings: Findings) -> None:
        super().__init__(merged, findings)
        self.folder = folder
        self.origin = origin

    def apply(self, change: n.VariantChange) -> None:
        match change:
            case n.SetOption():
                if self.first_change("option", change.name):
                    self.merged.options[change.name] = (change.value, change.name)
            case n.AddItem():
                self.merged.items.append(Located(change.item, self.folder, self.origin))
            case n.ReplaceItem():
                self.replace_item(change)
            case n.RemoveNamed():
                for name in change.names:
                    self.remove(str(change.kind), name)
            case n.RemoveFinish():
                self.merged.items = [e for e in self.merged.items if not isinstance(e.item, n.Finish)]
            case n.ReplaceRows():
                for table in change.tables:
                    self.merged.rows.setdefault(table, RowChanges()).replaced.append((change.files, self.folder))
            case n.RemoveRows():
                self.merged.rows.setdefault(change.table, RowChanges()).removed += change.ids

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
