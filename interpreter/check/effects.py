"""Checks single statements: what changes the state, asks the rules or chance, or ends something."""

from __future__ import annotations

from interpreter.check.calls import Calls
from interpreter.check.kinds_of import fits, in_words
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import (
    PLAYER,
    UNKNOWN,
    YES_NO,
    CollectionType,
    NothingType,
    NumberType,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Effects(Calls):
    """The checker of single statements."""

    def here(self) -> Span:
        """A place for what has none of its own."""
        return Span("", 1, 1, 1, 1)

    def effect(self, node: n.Stmt) -> s.Stmt | None:
        """One statement that changes the state, asks the rules or chance, or ends something."""
        match node:
            case n.Pick():
                return self.pick(node)
            case n.Reveal():
                return s.Reveal(node.span, self.bind(node))
            case n.Require():
                condition = self.condition(node.condition)
                self.note_tested(node.condition)
                return s.Require(node.span, condition, None if node.reason is None else str(node.reason))
            case n.Ensure():
                self.findings.error(
                    "RW402", "`ensure` stands among the lines of an action, not deeper", node.span, "use `require` here"
                )
            case n.Cost():
                self.findings.error(
                    "RW403", "`cost` belongs to the first lines of an action, its offer", node.span, "use `pay` here"
                )
            case n.Limit():
                self.findings.error("RW403", "`limit` belongs to the first lines of an action, its offer", node.span)
            case n.Pay():
                return s.Pay(node.span, self.prices(node.prices))
            case n.Assign():
                return self.assign(node)
            case n.Change():
                return self.change(node)
            case n.Move() | n.Swap() | n.Remove() if not (isinstance(node, n.Remove) and node.collection is not None):
                return self.moving(node)
            case n.Draw():
                return self.draw(node)
            case n.Add() | n.Remove():
                return self.collecting(node)
            case n.Clear():
                target = self.target(node.collection, "cleared")
                if target is not None and self.is_collection(target[0], node.collection):
                    return s.Clear(node.span, target[0].name, target[1])
            case n.Shuffle():
                return self.shuffle(node)
            case n.Show():
                return self.show(node)
            case _:
                return self.other(node)
        return None

    def other(self, node: n.Stmt) -> s.Stmt | None:
        match node:
            case n.Emit():
                return self.emit(node)
            case n.Run():
                return self.run(node)
            case n.CallProcedure():
                return self.procedure_call(node.call)
            case n.PerformAction():
                action = self.action_named(node.perform.action)
                self.use_me("an action is performed by a player", node.span)
                return None if action is None else s.LetPerform(node.span, None, action.name)
            case n.Give():
                return self.give(node)
            case n.Simple():
                return self.simple(node)
            case n.Winner():
                who = self.expr(node.who, PLAYER)
                given = without_nothing(who.type)
                of = given.of if isinstance(given, CollectionType) else given
                if of not in (PLAYER, UNKNOWN, None) and not isinstance(given, NothingType):
                    self.findings.error(
                        "RW218",
                        f"a winner is a player, a set of players or nobody, but this is {in_words(who.type)}",
                        node.who.span,
                    )
                return s.Winner(node.span, who)
        raise AssertionError(f"a statement that the checker does not know: {type(node).__name__}")

    # ---- given by the classes above this one

    def bind(self, node: n.Choose | n.Pick | n.Reveal) -> s.Bind:
        raise AssertionError("overridden by Statements")

    def run(self, node: n.Run) -> s.Stmt:
        raise AssertionError("overridden by Statements")

    def pick(self, node: n.Pick) -> s.Stmt:
        bind = self.bind(node)
        keys: list[tuple[x.Expr, bool]] = []
        for liking in node.likings:
            key = self.expr(liking.key)
            if liking.order is None:
                if not fits(key.type, YES_NO):
                    self.findings.error(
                        "RW218", "a preference without `highest` or `lowest` must be a condition", liking.key.span
                    )
            elif not fits(key.type, NumberType()):
                self.findings.error(
                    "RW218", f"`{liking.order}` needs a number, but this is {in_words(key.type)}", liking.key.span
                )
            keys.append((key, liking.order is None or liking.order in ("highest", "latest")))
        return s.Pick(node.span, bind, tuple(keys))
