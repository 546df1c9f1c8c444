"""Whether a line of cells lies within a set: by a table for small boards, else by shifting the set along the lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import any_of, bits_of
from interpreter.compiled.ground.kinds import mask_value, members_in
from interpreter.compiled.lower.masks import Masks
from interpreter.model import expressions as x

SMALL_BOARD = 12
"""On boards of at most so many spaces a table says of every set whether a line lies in it."""

MOST_SHIFTS = 8
"""More kinds of lines than this are tested one by one."""


def line_test(lowering: Masks, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr | None:
    """Whether one of some fixed lines lies within a set; None where something else is asked."""
    if "lines" not in lowering.passes or not isinstance(source, x.Const) or len(tests) != 1:
        return None
    (test,) = tests
    if not (isinstance(test, x.Compare) and test.op == "within" and isinstance(test.left, x.ReadField)):
        return None
    of = test.left.of
    if not (isinstance(of, x.Local) and of.slot == slot and lowering.independent(slot, test.right)):
        return None
    group = lowering.mask(test.right)
    values = lowering.model.domains[test.left.domain].fields[test.left.field].values
    masks = [mask_value(values[line]) for line in members_in(source.value)]
    if group is None or not masks:
        return None
    board = lowering.model.spaces.size
    inside = max(masks).bit_length() <= board
    if inside and board <= SMALL_BOARD:
        holds = tuple(any(not line & ~mask for line in masks) for mask in range(1 << board))
        return low.Item(lowering.tables.add(holds), group)
    kinds = shifts(masks)
    if kinds is None:
        return None
    name = lowering.temporary()
    found: list[low.Expr] = []
    for stride, length, starts in kinds:
        everywhere = inside and starts == (1 << max(0, board - stride * (length - 1))) - 1
        first = low.Var(name) if found else low.Bind(name, group)
        whole = run(first, low.Var(name), stride, length, lowering.temporary)
        found.append(low.Bin("!=", whole if everywhere else low.Bin("&", whole, low.Lit(starts)), low.Lit(0)))
    return any_of(found)


def shifts(masks: Sequence[int]) -> list[tuple[int, int, int]] | None:
    """Lines sorted by stride and length: (stride, length, mask of their first cells).

    None when one is not even, or when there are too many kinds.
    """
    found: dict[tuple[int, int], int] = {}
    for mask in masks:
        cells = bits_of(mask)
        strides = {after - before for before, after in pairwise(cells)}
        if len(strides) != 1:
            return None
        (stride,) = strides
        found[stride, len(cells)] = found.get((stride, len(cells)), 0) | 1 << cells[0]
    kinds = [(stride, length, starts) for (stride, length), starts in found.items()]
    return kinds if len(kinds) <= MOST_SHIFTS else None


def run(first: low.Expr, group: low.Expr, stride: int, length: int, fresh: Callable[[], str]) -> low.Expr:
    """The first cells of all runs of `length` cells of a group, `stride` apart.

    `first` is what the group is called where it stands for the first time.
    """
    whole, again, reach = first, group, 1
    while reach < length:
        step = min(reach, length - reach)
        if reach > 1:
            again = low.Var(fresh())
            whole = low.Bind(again.name, whole)
        whole = low.Bin("&", whole, low.Bin(">>", again, low.Lit(stride * step)))
        reach += step
    return whole
