"""What expressions read and statements change: for folding what is fixed, and for testing the end of a game in time.

What is read or changed is named by words: `variable NAME`, `cards DOMAIN`, `flow NAME` (mover, turns_taken …), `me`,
`bent` (a value that may be adjusted) and `all` (what only running can tell).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.walk import children, every_node

NOTHING_READ: frozenset[str] = frozenset()
ALL = "all"
_VALUE = "value "


class Analysis:
    """Answers for one model, each worked out once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.adjustments: dict[str, list[s.Adjustment]] = {}
        for node in every_node(model):
            if isinstance(node, s.Adjustment):
                self.adjustments.setdefault(node.name, []).append(node)
        self._standing: dict[str, list[x.Expr]] = {}
        for standing in model.standings:
            self._standing.setdefault(standing.adjustment.name, []).append(standing.condition)
        self._value_reads: dict[str, frozenset[str]] = {}
        self._value_words: dict[str, frozenset[str]] = {}
        self._known: dict[tuple[str, int], tuple[x.Expr, frozenset[Any]]] = {}

    def reads(self, node: x.Expr) -> frozenset[str]:
        """What the value of an expression depends on, besides the names of its routine."""
        return self._once("reads", node, lambda node: self._through_values(self._words(node)))

    def free(self, node: x.Expr) -> frozenset[int]:
        """The slots that an expression reads without binding them itself."""
        return self._once("free", node, self._find_free)

    def static(self, node: x.Expr) -> bool:
        """Whether an expression has the same value whenever it is evaluated."""
        return not self.reads(node) and not self.free(node)

    def value_reads(self, name: str) -> frozenset[str]:
        """What a declared value depends on besides its arguments."""
        if name not in self._value_reads:
            self._value_reads[name] = self._through_values(frozenset({_VALUE + name}))
        return self._value_reads[name]

    def writes(self, node: s.Stmt) -> frozenset[str]:
        """What a statement itself changes, in the words of `reads`; blocks and rules that it sets off not counted."""
        match node:
            case s.SetVariable() | s.ChangeCounter() | s.AddTo() | s.RemoveFrom() | s.Clear() | s.ShuffleVariable():
                return frozenset({f"variable {node.variable}"})
            case s.Pay() | s.Cost():
                return frozenset(f"variable {price.variable}" for price in node.prices)
            case s.Limit():
                return frozenset({f"variable {node.variable}"})
            case s.MovePiece() | s.RemovePiece() | s.SwapPieces():
                return frozenset({f"variable {self.model.domains[node.domain].owned['space']}"})
            case s.MoveCard() | s.ShufflePlace():
                return frozenset({f"cards {self.model.places[node.place].domain}"})
            case s.Draw():
                return frozenset({f"cards {self.model.places[node.target].domain}"})
        return NOTHING_READ

    def _once(self, what: str, node: x.Expr, find: Callable[[x.Expr], frozenset[Any]]) -> frozenset[Any]:
        """`find(node)`, remembered by identity; the node is kept, so that no other can get its identity."""
        key = (what, id(node))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (node, find(node))
        return known[1]

    def _through_values(self, words: frozenset[str]) -> frozenset[str]:
        """What is read in the end: for each declared value what it reads itself, however they call each other."""
        found: set[str] = set()
        left = list(words)
        while left:
            word = left.pop()
            if word not in found:
                found.add(word)
                if word.startswith(_VALUE):
                    left.extend(self._words_of_value(word.removeprefix(_VALUE)))
        return frozenset(word for word in found if not word.startswith(_VALUE))

    def _words_of_value(self, name: str) -> frozenset[str]:
        """What a declared value and its adjustments read themselves; other values by name."""
        if name not in self._value_words:
            self._value_words[name] = self._words(self.model.values[name].body) | self._adjusting(name)
        return self._value_words[name]

    def _words(self, node: x.Expr) -> frozenset[str]:
        """What an expression reads itself; declared values by name."""
        return self._once("words", node, self._find_words)

    def _find_words(self, node: x.Expr) -> frozenset[str]:
        own: set[str] = set()
        match node:
            case x.Special():
                own.add("me" if node.name == "me" else f"flow {node.name}")
            case x.ReadVariable():
                own.add(f"variable {node.variable}")
            case x.ReadPlace():
                own.add(f"cards {self.model.places[node.place].domain}")
            case x.CallValue():
                own.add(_VALUE + node.value)
            case x.EventCount():
                own.add(ALL)
            case x.CallBuiltin():
                own |= self._builtin_reads(node)
        for child in _parts(node):
            own |= self._words(child)
        return frozenset(own)

    def _builtin_reads(self, node: x.CallBuiltin) -> set[str]:
        if node.name in {"possible", "possible_action", "holds", "amount_of", "fits"}:
            return {ALL}
        if node.name == "walk_worth":
            return {_VALUE + name for name in str(node.area).split()}
        if node.name == "spaces_of":
            space = self.model.domains[str(node.area)].owned.get("space")
            return set() if space is None else {f"variable {space}"}
        return set()

    def _adjusting(self, name: str) -> frozenset[str]:
        own: set[str] = set()
        for change in self.adjustments.get(name, ()):
            own |= {"bent", *self._words(change.value)}
            for arg in change.args:
                own |= frozenset() if arg.equal is None else self._words(arg.equal)
        for condition in self._standing.get(name, ()):
            own |= self._words(condition)
        return frozenset(own)

    def _find_free(self, node: x.Expr) -> frozenset[int]:
        if isinstance(node, x.Local):
            return frozenset({node.slot})
        found: set[int] = set()
        for child in _parts(node):
            found |= self.free(child)
        match node:
            case x.Quantifier() | x.Ranked() | x.Aggregate():
                found.discard(node.slot)
                found |= self.free(node.source)
            case x.EventCount():
                found -= {arg.slot for arg in node.args if arg.slot is not None}
        return frozenset(found)


def conjuncts(condition: x.Expr | None) -> tuple[x.Expr, ...]:
    """The conditions that must all hold for a condition to hold, from left to right."""
    if condition is None:
        return ()
    if isinstance(condition, x.Logic) and condition.op == "and":
        return conjuncts(condition.left) + conjuncts(condition.right)
    return (condition,)


def _parts(node: x.Expr) -> Iterator[x.Expr]:
    """The expressions directly inside one, those in its sort keys and patterns included."""
    for child in children(node):
        if isinstance(child, (x.SortKey, x.MatchArg)):
            yield from children(child)
        else:
            yield child
