"""Whether an edge of the board is joined with another: kept from change to change instead of searched for."""

from __future__ import annotations

from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Link
from interpreter.compiled.code.trees import plus
from interpreter.compiled.ground.kinds import mask_value
from interpreter.compiled.ground.rewrite import conjunction, identity
from interpreter.compiled.ground.tables import Tables
from interpreter.compiled.lower.masks import Masks
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


def joining(link: Link, constant: tuple[Any, ...], tables: Tables) -> low.Function:
    """`join_VARIABLE` keeps a connection when a key without a value has got one.

    The key becomes the root of what is beside it with the same value; on the way up from a key to its root, each key is
    hung two steps higher.
    """
    base, done, sets, edges, near = constant
    key, value, own, top, up, above, touched = (low.Var(n) for n in ("key", "value", "own", "top", "up", "above", "e"))
    beside = low.Bin("&", low.Item(tables.add(near), key), low.Slot(plus(value, sets)))
    climb = low.Loop(
        (
            low.If(low.Bin("<", up, low.Lit(0)), (low.Jump("leave"),)),
            low.Let("above", low.Slot(up)),
            low.If(
                low.Bin("<", above, low.Lit(0)),
                (low.Let("top", up), low.Let("up", above)),
                (low.Store(top, above), low.Let("top", above), low.Let("up", low.Slot(above))),
            ),
        )
    )
    taken = (low.Let("e", low.Bin("|", touched, low.Complement(up))), low.Store(top, own))
    body = (
        low.Let("own", plus(key, base)),
        low.Let("e", low.Item(low.Item(tables.add(edges), value), key)),
        low.Store(own, low.Lit(-1)),
        low.For(
            "other",
            low.Bits(beside, True),
            (
                low.Let("top", plus(low.Var("other"), base)),
                low.Let("up", low.Slot(top)),
                climb,
                low.If(low.Bin("!=", top, own), taken),
            ),
        ),
        low.Store(own, low.Complement(touched)),
        low.If(low.Bin("==", touched, low.Lit(3)), (low.Store(plus(value, done), low.Lit(1)),)),
    )
    return low.Function(f"join_{link.variable}", ("v", "key", "value"), body)
