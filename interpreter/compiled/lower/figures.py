"""Figures whose cells lie within a set that has just as many members: found by the set itself, in one look-up."""

from __future__ import annotations

from interpreter.compiled.code import low
from interpreter.compiled.ground.kinds import mask_value, member_type, members_in
from interpreter.compiled.ground.rewrite import conjunction
from interpreter.compiled.ground.tables import numbers_in
from interpreter.compiled.lower.masks import Masks
from interpreter.model import expressions as x
from interpreter.model.types import CollectionType

MANY = 999
"""More spaces than any figure has."""


def indexed(lowering: Masks, slot: int, source: x.Expr, tests: list[x.Expr]) -> tuple[low.Expr, list[x.Expr]] | None:
    """The sequence of the figures of a source whose cells lie within a set, and the tests that are left.

    None where no test asks for that, or where the set may have more members than a figure has cells.
    """
    if "figures" not in lowering.passes:
        return None
    for number, test in enumerate(tests):
        if not (isinstance(test, x.Compare) and test.op == "within" and isinstance(test.left, x.ReadField)):
            continue
        of = test.left.of
        if not (isinstance(of, x.Local) and of.slot == slot and lowering.independent(slot, test.right)):
            continue
        figures = lowering.model.domains[test.left.domain].fields[test.left.field].values
        sizes = {len(members_in(value)) for value in figures}
        group = lowering.mask(test.right)
        if group is None or len(sizes) != 1 or most_spaces(lowering, group) > max(sizes):
            continue
        rest = tests[:number] + tests[number + 1 :]
        fixed = [one for one in rest if lowering.absorbed(slot, source, one)]
        type_ = CollectionType("set", member_type(source))
        whole = x.Quantifier(type_, source.span, "those", slot, source, conjunction(fixed))
        found = figure_table(lowering, whole if fixed else source, test.left)
        if found is not None:
            return low.Find(found, group, lowering.tables.add(())), [one for one in rest if one not in fixed]
    return None


def most_spaces(lowering: Masks, group: low.Expr) -> int:
    """The greatest number of spaces in a kept group: how many pieces it has."""
    if not isinstance(group, low.Slot):
        return MANY
    index = group.index
    slots = {index.value} if isinstance(index, low.Lit) else set(numbers_in(lowering.tables.behind(index)))
    sizes = [
        pieces.bit_count()
        for groups in lowering.inverses.groups.values()
        for pieces, slot in groups.slots.items()
        if slot in slots
    ]
    return max(sizes, default=MANY)


def figure_table(lowering: Masks, source: x.Expr, cells: x.ReadField) -> low.Expr | None:
    """Per combination of inputs, from a set of cells to the figures with these cells."""
    values = lowering.model.domains[cells.domain].fields[cells.field].values

    def by_cells(found: object) -> dict[int, tuple[int, ...]]:
        index: dict[int, tuple[int, ...]] = {}
        for figure in members_in(found):
            mask = mask_value(values[figure])
            index[mask] = (*index.get(mask, ()), figure)
        return index

    if isinstance(source, x.Const):
        return lowering.tables.add(by_cells(source.value))
    return lowering.tabulated(source, by_cells)
