"""Lowers the taking of actions, with the rules after them written into them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import rebuilt
from interpreter.compiled.ground.blocks import Moved, may_abandon, shifted, sunk
from interpreter.compiled.ground.kinds import Unsupported
from interpreter.compiled.lower.changes import Block
from interpreter.compiled.lower.lowering import Names, Playing
from interpreter.compiled.lower.offers import Offers
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel, RuleModel
from interpreter.model.types import CollectionType, MemberType
from interpreter.model.walk import walk

MOVED = 9_000
"""The slots from which on the pieces stand that an action has moved, in the rules after it."""

OPENED = (s.If, s.ChangeCounter, s.Emit, s.SetVariable, s.Let)
"""What a procedure may consist of whose text is written in the place of its call."""


class Actions(Offers):
    """The lowering of actions."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._taken: dict[tuple[str, Playing | None, bool], low.Function] = {}

    def forget_made(self) -> None:
        """Something could not be made: functions that it asked for are gone, and so is what else calls them."""
        self._options.clear()
        self._taken.clear()

    def take(self, action: ActionModel) -> low.Function:
        """The function that carries an option out, with the rules after it; it is made once for who decides."""
        key = action.name, self.playing, self.following
        if key not in self._taken:
            self._taken[key] = self.taken_by_chance(action) if self.playing == "rand" else self.made_take(action)
        return self._taken[key]

    def taken_by_chance(self, action: ActionModel) -> low.Function:
        """What `take` gives where decisions are asked for, with chance in the place of who is asked."""
        self.playing = "draw"
        try:
            asked = self.take(action)
        finally:
            self.playing = "rand"
        drawn: low.Function = self.by_chance(asked)
        return drawn

    def by_chance(self, node: Any) -> Any:
        """A part of a playout in which chance decides; so it does in the functions that it calls."""
        match node:
            case low.Function(name, params, body, note):
                params = tuple("rand" if param == "draw" else param for param in params)
                return low.Function(name, params, tuple(map(self.by_chance, body)), note)
            case low.Draw(number):
                return low.Draw(self.by_chance(number), "rand")
            case low.Var("draw"):
                return low.Var("rand")
            case low.Call(name, args) if low.Var("draw") in args:
                other = f"{name.removesuffix('draw')}rand"
                if other not in self.functions:
                    self.functions[other] = None
                    called = self.functions[name]
                    self.functions[other] = None if called is None else replace(self.by_chance(called), name=other)
                return low.Call(other, tuple(map(self.by_chance, args)))
        return rebuilt(node, self.by_chance)

    def made_take(self, action: ActionModel) -> low.Function:
        """See take."""
        if action.gives is not None:
            raise Unsupported("an action that gives something")
        self.names = Names(mover=low.Var("me"))
        self.own_names(action)
        params = ("r", "v", "me", *(self.variable(slot) for slot in action.bound))
        body = [*self.take_offer(action), *self.unit(sunk(action.block))]
        moved = Moved(self.model, self.rewriter).by(action.block)
        for number, rule in enumerate(self.model.rules):
            if rule.cause == "after" and action.name in rule.names:
                body += self.rule_after(number, rule, moved)
        return low.Function(f"take_{action.name}", params, tuple(body), action.text or "")

    def rule_after(self, number: int, rule: RuleModel, moved: list[x.Local] | None) -> Block:
        """A rule after an action, as part of the action; `moved` are the pieces that its effect has moved, if known."""
        if moved is None and any(isinstance(part, x.Special) and part.name == "moved" for part in walk(rule)):
            raise Unsupported("a rule about pieces that are known only while running")
        own = Names(prefix=f"r{number}_", mover=low.Var("me"))
        pieces: list[x.Local] = []
        for k, piece in enumerate(moved or ()):
            slot = MOVED + k
            own.aliases[slot] = self.variable(piece.slot)
            own.types[slot] = self.names.types[piece.slot]
            own.definite.add(slot)
            pieces.append(x.Local(own.types[slot], rule.routine.span, slot, piece.name))
        domain = next((d.name for d in self.model.domains.values() if d.form == "piece"), "")
        type_ = CollectionType("set", MemberType(domain), len(pieces))
        span = rule.routine.span
        with self.routine(own):
            self.rewriter.moved = x.MakeList(type_, span, tuple(pieces)) if pieces else x.Const(type_, span, ())
            try:
                body = self.unit(sunk(self.opened_procedures(rule.routine.block)))
                return body if rule.condition is None else [low.If(self.value(rule.condition), tuple(body))]
            finally:
                self.rewriter.moved = None

    def opened_procedures(self, block: s.Block) -> s.Block:
        """A block with the text of procedures that give nothing in the place of their calls, where that is safe."""
        done: list[s.Stmt] = []
        for node in block:
            if isinstance(node, s.LetCall) and self.can_open(node):
                offset = self.rewriter.fresh() * 100
                done += [s.Let(node.span, offset + slot, f"arg{slot}", arg) for slot, arg in enumerate(node.args)]
                done += shifted(self.model.procedures[node.procedure].block, offset)
            else:
                done.append(node)
        return tuple(done)

    def can_open(self, node: s.LetCall) -> bool:
        """Whether a procedure's text may stand in the place of its call."""
        routine = self.model.procedures[node.procedure]
        replaced = any(rule.cause == "instead" and node.procedure in rule.names for rule in self.model.rules)
        if "inline" not in self.passes or node.slot is not None or routine.gives is not None:
            return False
        if replaced or self.model.sites or may_abandon(routine.block):
            return False
        return all(isinstance(part, OPENED) for part in routine.block)
