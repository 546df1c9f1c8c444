"""In which order values, procedures and actions are checked: what something calls comes first.

So the checker does not sink deeper with every call, however long a chain of them is.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.core import parts_of
from interpreter.check.scope import World
from interpreter.syntax import nodes as n
from interpreter.syntax.once import once

Body = tuple[str, str]
"""Something that calls and is called: `value`, `procedure` or `action`, and the name."""

DEEPEST = 30
"""How many calls may stand inside each other. More would ask too much of whatever carries them out."""


def calls_first(start: Body, world: World) -> list[Body]:
    """What `start` calls, directly or by way of others, each before what calls it; `start` is the last."""
    order: list[Body] = []
    met: set[Body] = {start}
    waiting: list[tuple[Body, Iterator[Body]]] = [(start, called(start, world))]
    while waiting:
        item, following = waiting[-1]
        found = next((other for other in following if other not in met), None)
        if found is None:
            order.append(item)
            waiting.pop()
        else:
            met.add(found)
            waiting.append((found, called(found, world)))
    return order


def called(item: Body, world: World) -> Iterator[Body]:
    """What an item names of values, procedures and actions, in the order of its text."""
    for performed, name in _named(node_of(item, world)):
        if performed:
            if name in world.actions:
                yield "action", name
        elif name in world.values:
            yield "value", name
        elif name in world.procedures:
            yield "procedure", name


@once
def _named(node: n.Node) -> tuple[tuple[bool, str], ...]:
    """All names in a declaration that may be of values and procedures, and those of actions that it performs (True)."""
    found: list[tuple[bool, str]] = []
    for part in parts_of(node):
        match part:
            case n.Name(id=name) | n.Call(name=name):
                found.append((False, str(name)))
            case n.Perform(action=name):
                found.append((True, str(name)))
    return tuple(found)


def depth(item: Body, world: World) -> int:
    """How many calls stand inside each other in an item, itself counted, when all that it calls has been looked at."""
    return 1 + max((world.depths.get(other, 0) for other in called(item, world) if other != item), default=0)


def node_of(item: Body, world: World) -> n.Value | n.Procedure | n.Action:
    """The declaration of an item."""
    kind, name = item
    if kind == "value":
        return world.values[name].node
    return world.procedures[name].node if kind == "procedure" else world.actions[name].node
