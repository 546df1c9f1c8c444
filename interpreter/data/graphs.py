"""Graph boards: named points and drawn lines, told with the places where they are written."""

from __future__ import annotations

from interpreter.data.nodes import Mapping, Node, Scalar, Sequence, mapping, sequence, word
from interpreter.diagnostics import Diagnostic, Related, Span, close_match
from interpreter.geometry import GeometryError, graph_faults


def check_graph(name: str, document: Node) -> list[Diagnostic]:
    """What is wrong with the graph `name` in a document that fits the schema `graph`, by place.

    When nothing is, `document.plain()` can be given to `interpreter.geometry.graph`.
    """
    root = mapping(document)
    faults = graph_faults(name, root.plain())
    return sorted((_told(fault, root) for fault in faults), key=lambda finding: finding.order)


def _told(fault: GeometryError, root: Mapping) -> Diagnostic:
    node = _node(root, fault.path)
    spaces = sequence(root.get("spaces"))
    written = word(node) if isinstance(node, Scalar) else ""
    known = [word(space) for space in spaces.items]
    if fault.path[0] == "picture":
        return Diagnostic("RW346", str(fault), node.span)
    if fault.path[0] == "lines" and written and written not in known:
        near = close_match(written, known)
        return Diagnostic("RW344", str(fault), node.span, hint=f"Did you mean `{near}`?" if near else None)
    siblings = _node(root, fault.path[:-1])
    first = _first(siblings, written) if written else None
    related = (Related(first, "it stands here first"),) if first not in (None, node.span) and first else ()
    return Diagnostic("RW345", str(fault), node.span, related=related)


def _node(root: Node, path: tuple[str | int, ...]) -> Node:
    node = root
    for step in path:
        if isinstance(node, Mapping):
            node = next(entry.value for entry in node.entries if entry.key == step)
        elif isinstance(node, Sequence) and isinstance(step, int):
            node = node.items[step]
    return node


def _first(node: Node, name: str) -> Span | None:
    items = node.items if isinstance(node, Sequence) else ()
    return next((item.span for item in items if isinstance(item, Scalar) and word(item) == name), None)
