"""Whether an edge of the board is joined with another: kept from change to change instead of searched for."""

from __future__ import annotations

from interpreter.compiled import low
from interpreter.compiled.kinds import mask_value
from interpreter.compiled.low import Fixed
from interpreter.compiled.made import Link, ValueMasks
from interpreter.compiled.masks import Masks
from interpreter.compiled.rewrite import conjunction, identity
from interpreter.geometry import Spaces
from interpreter.model import expressions as x


def link_test(lowering: Masks, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr | None:
    """`any s in connected(one edge, those c where c.x is E) where s in another edge`.

    None where something else is asked. Both edges may depend on E, and on nothing else.
    """
    if "links" not in lowering.passes or not (isinstance(source, x.CallBuiltin) and source.name == "connected"):
        return None
    start, through = source.args
    if not (isinstance(through, x.Quantifier) and through.kind == "those"):
        return None
    test = through.condition
    if not (isinstance(test, x.Compare) and test.op == "is" and isinstance(test.left, x.ReadVariable)):
        return None
    variable, keys, value = test.left.variable, test.left.keys, test.right
    if len(keys) != 1 or not (isinstance(keys[0], x.Local) and keys[0].slot == through.slot):
        return None
    inverse = lowering.inverses.value_masks(variable)
    if inverse is None or inverse.first_key or inverse.keys != lowering.model.spaces.size or inverse.low != -1:
        return None
    if not (lowering.independent(through.slot, value) and lowering.definite(value)):
        return None
    ends = x.Quantifier(through.type, source.span, "those", slot, lowering.whole(through.source), conjunction(tests))
    starts = per_value(lowering, start, value, inverse.values - 1)
    goals = per_value(lowering, ends, value, inverse.values - 1)
    if starts is None or goals is None:
        return None
    link = lowering.inverses.link(variable, starts, goals)
    if (link.starts, link.goals) != (starts, goals):
        return None
    return low.Bin("!=", low.Slot(low.Bin("+", lowering.scalar(value), low.Lit(link.done))), low.Lit(0))


def per_value(lowering: Masks, node: x.Expr, value: x.Expr, count: int) -> tuple[int, ...] | None:
    """A set that depends on one value alone, as a mask for each."""
    inputs = lowering.tabulator.inputs(node)
    if inputs is None or len(inputs) != 1 or identity(inputs[0].node) != identity(value):
        return None
    found = lowering.tabulator.table(node, inputs, mask_value)
    if found is None or not isinstance(found[0], low.Table):
        return None
    return tuple(lowering.tables.values[found[0].number][:count])


def link_constant(link: Link, inverse: ValueMasks, spaces: Spaces) -> tuple[Fixed, ...]:
    """What the runtime needs to keep a connection: slots, neighbours, and per value and space the edges it is on."""
    board = range(spaces.size)
    around = tuple(spaces.neighbours(space) for space in board)
    edges = tuple(
        tuple((start >> space & 1) | (goal >> space & 1) << 1 for space in board)
        for start, goal in zip(link.starts, link.goals, strict=True)
    )
    near = tuple(mask_value(others) for others in around)
    return (inverse.at, link.base, link.flags, link.done, around, edges, near, inverse.base)
