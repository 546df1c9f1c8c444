"""Lowers actions: what they offer, and how they are taken, with the rules after them written into them."""

from __future__ import annotations

from dataclasses import replace

from interpreter.compiled import low
from interpreter.compiled.order import ordered
from interpreter.compiled.rewrite import rebuild
from interpreter.compiled.scalars import Names, Unsupported, negated
from interpreter.compiled.sets import _of
from interpreter.compiled.steps import Block, R, Steps, V, may_abandon
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel, PhaseModel, RuleModel
from interpreter.model.types import CollectionType, MemberType
from interpreter.run.trials import certain

OUT = "out"


class Actions(Steps):
    """The lowering of actions and of the menus of phases."""

    # ---- offers

    def offer(self, number: int, action: ActionModel) -> Block:
        """Puts every option of an action at the end of `out`: its number and what it binds."""
        self.start_routine(me=True)
        for step in action.offer:
            if isinstance(step, s.Require) and self.value(step.condition) == low.Lit(False):
                return []
        self.start_routine(me=True)
        clauses: list[low.Clause] = []
        self.binds(action.offer, clauses)
        self.possible(action, clauses)
        values = tuple(low.Var(self.variable(slot)) for slot in action.bound)
        return [low.Collect(OUT, tuple(ordered(clauses)), low.Sequence((low.Lit(number), *values)))]

    def start_routine(self, me: bool, prefix: str = "x") -> None:
        """Forgets the names of the routine before."""
        self.names, self.me, self.prefix, self.aliases = Names(me=me), low.Var("me"), prefix, {}
        self.facts.clear()
        self.mover = None

    def possible(self, action: ActionModel, clauses: list[low.Clause]) -> None:
        """What else an option must pass: its text must come to something, and what it ensures must hold."""
        if action.ensured:
            self.ensure(action)
            args = tuple(low.Var(self.variable(slot)) for slot in action.bound)
            clauses.append(low.Clause("if", "", low.Call(f"ensure_{action.name}", (R, V, self.me, *args))))
        found = self.acts(action.block, action.bound, clauses)
        if found != low.Lit(True):
            clauses.append(low.Clause("if", "", found))

    def acts(self, block: s.Block, bound: tuple[int, ...], clauses: list[low.Clause]) -> low.Expr:
        """Whether a block comes to a change of state or to a decision with a candidate, before anything abandons it."""
        if certain(block, bound):
            return low.Lit(True)
        if not block:
            return low.Lit(False)
        node, rest = block[0], block[1:]
        match node:
            case s.Let():
                let = self.let(node)
                assert isinstance(let, low.Let)
                clauses.append(low.Clause("let", let.name, let.value))
                return self.acts(rest, bound, clauses)
            case s.Require():
                after = self.acts(rest, bound, clauses)
                return low.All((self.value(node.condition), after))
            case s.If() if self.acts_for_sure(node, bound):
                return low.Lit(True)
            case s.If():
                then = self.acts((*node.block, *rest), bound, clauses)
                other = self.acts((*node.other, *rest), bound, clauses)
                return then if then == other else low.Choose(self.value(node.condition), then, other)
        later = self.later(rest, bound, clauses)
        if later == low.Lit(True):
            return later
        now = self.acts_now(node)
        if now == low.Lit(True) or later == low.Lit(False):
            return now
        return low.Any_((now, later))

    def later(self, rest: s.Block, bound: tuple[int, ...], clauses: list[low.Clause]) -> low.Expr:
        """Whether what follows a statement acts."""
        return self.acts(rest, bound, clauses) if rest else low.Lit(False)

    def acts_for_sure(self, node: s.If, bound: tuple[int, ...]) -> bool:
        """Whether both ways of a choice begin with a certain change."""
        return bool(node.block and node.other) and certain(node.block, bound) and certain(node.other, bound)

    def acts_now(self, node: s.Stmt) -> low.Expr:
        """Whether one statement changes the state, or asks with a candidate."""
        match node:
            case s.MovePiece(what=what, where=where):
                return low.All((self.present(self.rewriter.inline(what)), self.present(self.rewriter.inline(where))))
            case s.SetVariable(keys=keys):
                tests = tuple(self.present(self.rewriter.inline(key)) for key in keys)
                return tests[0] if len(tests) == 1 else low.All(tests)
            case s.ChangeCounter(keys=keys, amount=amount):
                inlined = [self.rewriter.inline(key) for key in keys]
                tests = tuple(self.present(key) for key in inlined if not self.definite(key))
                if not (isinstance(amount, x.Const) and isinstance(amount.value, int)):
                    more = low.Bin(">", self.number(self.rewriter.inline(amount)), low.Lit(0))
                    return low.All((*tests, more))
                return low.Lit(False) if amount.value < 1 else low.All(tests) if tests else low.Lit(True)
            case s.RemovePiece(domain=domain, what=what):
                variable = self.layout.pieces[domain].spaces.variable
                space = x.ReadVariable(variable.type, node.span, variable.name, (self.rewriter.inline(what),))
                return self.present(space)
            case s.Decide(may=False):
                return self.candidates(node)
            case s.ForEach(ordered=None):
                inner: list[low.Clause] = []
                self.bind(s.Bind(node.span, node.slot, "", node.source, node.condition, None), inner)
                acts = self.acts(node.block, (node.slot,), inner)
                return low.Found((*inner, low.Clause("if", "", acts)))
            case s.Ask(who=who, block=(s.Decide(may=False) as decide, *_)):
                asked = self.rewriter.inline(who)
                if not self.definite(asked):
                    raise Unsupported("a decision of somebody who may be nobody")
                me, self.me = self.me, self.scalar(asked)
                try:
                    return self.candidates(decide)
                finally:
                    self.me = me
        raise Unsupported("an option that must be tried out")

    def candidates(self, node: s.Decide) -> low.Expr:
        """Whether a decision has a candidate."""
        inner: list[low.Clause] = []
        self.binds(node.binds, inner)
        return low.Found(tuple(ordered(inner)))

    def ensure(self, action: ActionModel) -> None:
        """The function that tries an option out on a copy."""
        names, me, prefix, aliases = self.names, self.me, self.prefix, self.aliases
        finish, self.finish_reads = self.finish_reads, [frozenset() for _ in self.finish_reads]
        self.start_routine(me=True)
        self.own_names(action)
        try:
            body: Block = [low.Let("v", low.Call("v.copy", ()))]
            body += self.take_offer(action)
            for node in action.block[: action.ensured]:
                if isinstance(node, s.Ensure):
                    body.append(low.If(negated(self.value(node.condition)), (low.Return(low.Lit(False)),)))
                elif isinstance(
                    node, (s.Let, s.MovePiece, s.RemovePiece, s.SwapPieces, s.SetVariable, s.ChangeCounter)
                ):
                    body += self.step(node)
                else:
                    raise Unsupported("more than moves before an `ensure`")
        finally:
            params = ("r", "v", "me", *(self.variable(slot) for slot in action.bound))
            self.names, self.me, self.prefix, self.aliases = names, me, prefix, aliases
            self.finish_reads = finish
        key = f"ensure_{action.name}"
        self.functions[key] = low.Function(key, params, (*body, low.Return(low.Lit(True))))

    # ---- taking

    def own_names(self, action: ActionModel) -> None:
        """Binds what an option of an action has bound."""
        for step in action.offer:
            if isinstance(step, s.Bind):
                self.names.types[step.slot] = _of(step.source)
                self.names.definite.add(step.slot)
                self.learn(step.slot, step.source, step.condition)

    def take_offer(self, action: ActionModel) -> Block:
        """Names that follow from what was bound; limits counted."""
        body: Block = []
        for step in action.offer:
            if isinstance(step, s.Let):
                body.append(self.let(step))
        for step in action.offer:
            if isinstance(step, s.Limit):
                place, _ = self.place(step.variable, tuple(self.rewriter.inline(key) for key in step.keys))
                body.append(low.Store(place, low.Bin("+", low.Slot(place), low.Lit(1))))
                if any(reads & self.tabulator.analysis.writes(step) for reads in self.finish_reads):
                    raise Unsupported("a limit that the end of the game depends on")
            elif isinstance(step, s.Cost):
                raise Unsupported("an offer with costs")
        return body

    def take(self, action: ActionModel) -> low.Function:
        """The function that carries an option out, with the rules after it."""
        self.start_routine(me=True)
        self.mover = low.Var("me")
        self.own_names(action)
        body = self.take_offer(action)
        effect = self.block(sunk(action.block))
        body += [low.Guard(tuple(effect), "abandon", ())] if may_abandon(action.block, self) else effect
        params = ("r", "v", "me", *(self.variable(slot) for slot in action.bound))
        moved = self.moved_by(action)
        for number, rule in enumerate(self.model.rules):
            if rule.cause == "after" and action.name in rule.names:
                body += self.rule_after(number, rule, moved, action)
        self.mover = None
        return low.Function(f"take_{action.name}", params, tuple(body), action.text or "")

    def moved_by(self, action: ActionModel) -> list[x.Local] | None:
        """The pieces that an action's effect moves, where these are always the same names; None where they are not."""
        sure: list[x.Local] = []
        if not self.gather(action.block, {}, sure, True) or not self.gather(action.block, {}, list(sure), False):
            return None
        return sure

    def gather(self, block: s.Block, given: dict[int, x.Expr], found: list[x.Local], sure: bool) -> bool:
        """Collects the names of pieces that are moved; `sure`: what is moved in any case, else tests for others."""
        for node in block:
            pieces: tuple[x.Expr, ...] = ()
            match node:
                case s.MovePiece(what=what):
                    pieces = (what,)
                case s.SwapPieces(left=left, right=right):
                    pieces = (left, right)
                case s.LetCall():
                    routine = self.model.procedures[node.procedure]
                    inner = {k: self.rewriter.put(arg, given) for k, arg in enumerate(node.args)}
                    if not self.gather(routine.block, inner, found, sure):
                        return False
                case s.If(block=inside, other=other) if not sure:
                    if not (self.gather(inside, given, found, sure) and self.gather(other, given, found, sure)):
                        return False
                case s.ForEach(block=inside) | s.Repeat(block=inside) | s.Ask(block=inside) if not sure:
                    if not self.gather(inside, given, found, sure):
                        return False
                case s.LetPerform() | s.Run() | s.Alternatives() | s.May() | s.With():
                    return False
            for piece in pieces:
                named = self.rewriter.put(piece, given) if given else piece
                known = isinstance(named, x.Local) and any(named.slot == one.slot for one in found)
                if not isinstance(named, x.Local) or not (sure or known):
                    return False
                if not known:
                    found.append(named)
        return True

    def rule_after(self, number: int, rule: RuleModel, moved: list[x.Local] | None, action: ActionModel) -> Block:
        """A rule after an action, as part of the action."""
        self.facts.clear()
        slots: list[x.Expr] = []
        aliases: dict[int, str] = {}
        types = dict(self.names.types)
        for k, piece in enumerate(moved or ()):
            slot = 9_000 + k
            aliases[slot] = self.variable(piece.slot)
            slots.append(x.Local(types[piece.slot], rule.routine.span, slot, piece.name))
        before = (self.names, self.me, self.prefix, self.aliases)
        self.names, self.me = Names(me=True), low.Var("me")
        self.prefix, self.aliases = f"r{number}_", aliases
        for piece in slots:
            assert isinstance(piece, x.Local)
            self.names.types[piece.slot] = piece.type
            self.names.definite.add(piece.slot)
        domain = next((d.name for d in self.model.domains.values() if d.form == "piece"), "")
        type_ = CollectionType("set", MemberType(domain), len(slots))
        written: x.Expr | None = None
        if moved is not None:
            written = (
                x.MakeList(type_, rule.routine.span, tuple(slots)) if slots else x.Const(type_, rule.routine.span, ())
            )
        self.rewriter.moved = written
        try:
            if written is None and self.speaks_of_moved(rule):
                raise Unsupported("a rule about pieces that are known only while running")
            block = sunk(self.opened_procedures(rule.routine.block))
            body = self.unit(block)
            if rule.condition is not None:
                body = [low.If(self.value(rule.condition), tuple(body))]
        finally:
            self.names, self.me, self.prefix, self.aliases = before
            self.rewriter.moved = None
        return body

    def speaks_of_moved(self, rule: RuleModel) -> bool:
        """Whether a rule's text says `moved`."""
        from interpreter.model.walk import walk

        return any(isinstance(part, x.Special) and part.name == "moved" for part in walk(rule))

    def opened_procedures(self, block: s.Block) -> s.Block:
        """A block with the text of procedures that give nothing in the place of their calls, where that is safe."""
        done: list[s.Stmt] = []
        for node in block:
            routine = self.model.procedures[node.procedure] if isinstance(node, s.LetCall) else None
            if not isinstance(node, s.LetCall) or routine is None or not self.can_open(node):
                done.append(node)
                continue
            offset = self.rewriter.fresh() * 100
            for slot, arg in enumerate(node.args):
                done.append(s.Let(node.span, offset + slot, f"arg{slot}", arg))
            done += [self.shifted(inner, offset) for inner in routine.block]
        return tuple(done)

    def can_open(self, node: s.LetCall) -> bool:
        """Whether a procedure's text may stand in the place of its call."""
        routine = self.model.procedures[node.procedure]
        replaced = any(rule.cause == "instead" and node.procedure in rule.names for rule in self.model.rules)
        return (
            "inline" in self.passes and node.slot is None and routine.gives is None and not replaced
            and not self.model.sites and not may_abandon(routine.block, self)
            and all(isinstance(part, (s.If, s.ChangeCounter, s.Emit, s.SetVariable, s.Let)) for part in routine.block)
        )  # fmt: skip

    def shifted(self, node: s.Stmt, offset: int) -> s.Stmt:
        """A statement with the slots of its own routine moved out of the way."""

        def change(part: object) -> object:
            if isinstance(part, x.Local):
                return replace(part, slot=part.slot + offset)
            if isinstance(part, (x.Quantifier, x.Ranked, x.Aggregate, s.Let, s.Bind, s.ForEach)):
                part = replace(part, slot=part.slot + offset)
            return rebuild(part, change) if hasattr(part, "__dataclass_fields__") else part

        changed = change(node)
        assert isinstance(changed, type(node))
        return changed

    # ---- menus

    def menu(self, phase: PhaseModel, numbers: dict[str, int]) -> low.Function:
        """The function that gives all options of a turn in a phase."""
        body: Block = [low.Let(OUT, low.Call("list", ()))]
        for guarded in phase.must:
            body += self.guarded(guarded.actions, guarded.condition, numbers)
        if phase.otherwise_must:
            other: Block = []
            for guarded in phase.otherwise_must:
                other += self.guarded(guarded.actions, guarded.condition, numbers)
            body.append(low.If(low.Not(low.Var(OUT)), tuple(other)))
        if phase.stuck_action is not None:
            inner = self.offer(numbers[phase.stuck_action], self.model.actions[phase.stuck_action])
            body.append(low.If(low.Not(low.Var(OUT)), tuple(inner)))
        return low.Function(f"menu_{phase.name}", ("r", "v", "me"), (*body, low.Return(low.Var(OUT))))

    def guarded(self, actions: tuple[str, ...], condition: x.Expr | None, numbers: dict[str, int]) -> Block:
        body: Block = []
        for name in actions:
            body += self.offer(numbers[name], self.model.actions[name])
        if condition is None:
            return body
        self.start_routine(me=True)
        return [low.If(self.value(condition), tuple(body))]


def sunk(block: s.Block) -> s.Block:
    """A block in which names that only one of the following branches needs are worked out there."""
    done = list(block)
    for place in range(len(done) - 1, -1, -1):
        node = done[place]
        if not isinstance(node, s.Let):
            continue
        after = place + 1
        while after < len(done) and isinstance(done[after], s.Let) and not _speaks(done[after], node.slot):
            after += 1
        if after >= len(done):
            continue
        target = done[after]
        alone = not any(_speaks(other, node.slot) for other in done[after + 1 :])
        if isinstance(target, s.If) and not target.other and alone and not _speaks_expr(target.condition, node.slot):
            done[after] = replace(target, block=sunk((node, *target.block)))
            del done[place]
    return tuple(done)


def _speaks(node: s.Stmt, slot: int) -> bool:
    from interpreter.model.walk import walk

    return any(isinstance(part, x.Local) and part.slot == slot for part in walk(node))


def _speaks_expr(node: x.Expr, slot: int) -> bool:
    from interpreter.model.walk import walk

    return any(isinstance(part, x.Local) and part.slot == slot for part in walk(node))
