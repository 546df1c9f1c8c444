"""Lowers names and decisions: what can be chosen, and asking for it in mid-effect."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code import low
from interpreter.compiled.code.made import Decision
from interpreter.compiled.code.trees import all_of, any_of, plus
from interpreter.compiled.ground.blocks import speaks
from interpreter.compiled.ground.kinds import Unsupported, is_member_set, kind_of, member_type
from interpreter.compiled.improve.order import ordered
from interpreter.compiled.lower.candidates import candidates
from interpreter.compiled.lower.changes import Block, R
from interpreter.compiled.lower.lowering import Playing
from interpreter.compiled.lower.moves import Moves
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import CollectionType, MemberType, without_nothing


class Decisions(Moves):
    """The lowering of names and decisions."""

    def let(self, node: s.Let) -> low.Let:
        """A name for a value; sets as masks where they can be."""
        inlined = self.rewriter.inline(node.value)
        self.names.types[node.slot] = node.value.type
        self.loosen(node.slot, inlined)
        if isinstance(inlined, x.Quantifier) and inlined.kind in ("first", "last"):
            name = x.Local(member_type(inlined.source), node.span, node.slot, node.name)
            condition = inlined.condition
            self.learn(
                node.slot,
                inlined.source,
                None if condition is None else self.rewriter.put(condition, {inlined.slot: name}),
            )
        mask = self.mask(inlined) if is_member_set(node.value.type) else None
        if mask is not None:
            self.names.masks.add(node.slot)
            return low.Let(self.variable(node.slot), mask)
        if self.definite(inlined):
            self.names.definite.add(node.slot)
        return low.Let(self.variable(node.slot), self.scalar(inlined))

    def learn(self, slot: int, source: x.Expr, condition: x.Expr | None) -> None:
        """Notes what the conditions of a chosen member say about it: values of variables, and whether it is placed."""
        inlined = None if condition is None else self.rewriter.inline(condition)
        whole = self.rewriter.inline(source)
        for domain in self.layout.pieces:
            if self.chosen_on_board(domain, slot, whole, inlined):
                self.names.placed.add((domain, slot))
        for test in self.opened(x.Quantifier(source.type, source.span, "those", slot, whole, inlined))[2]:
            match test:
                case x.Compare(
                    op="is",
                    left=x.ReadVariable(variable=variable, keys=(x.Local(slot=same),)),
                    right=x.Const(value=None | int() as value),
                ) if same == slot:
                    self.names.facts[variable, slot] = -1 if value is None else int(value)

    # ---- what can be chosen

    def binds(self, steps: Sequence[s.OfferStep], clauses: list[low.Clause]) -> None:
        """The clauses that go through the bindings of an offer or decision."""
        for step in steps:
            match step:
                case s.Bind():
                    self.bind(step, clauses)
                case s.Let():
                    let = self.let(step)
                    clauses.append(low.Clause("let", let.name, let.value))
                case s.Require():
                    clauses.append(low.Clause("if", "", self.value(step.condition)))
                case s.Limit():
                    place, guard = self.place(step.variable, tuple(self.rewriter.inline(key) for key in step.keys))
                    free = low.Bin("<", low.Slot(place), low.Lit(step.number))
                    clauses.append(low.Clause("if", "", free if guard is None else all_of((guard, free))))
                case _:
                    raise Unsupported("an offer with costs")

    def bind(self, step: s.Bind, clauses: list[low.Clause]) -> None:
        """The clauses that go through what one name can be bound to."""
        slot, items, tests = self.bound(step)
        once = self.only_first(slot, items, tests)
        sequence, rest = self.walk_source(slot, items, tests)
        clauses += self.clauses(slot, sequence, rest)
        if once is not None:
            clauses.append(low.Clause("if", "", once))

    def bound(self, step: s.Bind) -> tuple[int, x.Expr, list[x.Expr]]:
        """The slot, source and conditions of what a name can be bound to, taken apart."""
        source = self.rewriter.inline(step.source)
        condition = None if step.condition is None else self.rewriter.inline(step.condition)
        type_ = CollectionType("list", member_type(source))
        self.names.types[step.slot] = member_type(source)
        return self.opened(x.Quantifier(type_, step.span, "those", step.slot, source, condition))

    def only_first(self, slot: int, source: x.Expr, tests: Sequence[x.Expr]) -> low.Expr | None:
        """Whether a piece of a pool is the first of its like on its space: others there are the same candidate.

        None for members that are no pieces of a pool.
        """
        bare = without_nothing(member_type(source))
        if not isinstance(bare, MemberType) or not self.model.domains[bare.domain].pooled:
            return None
        info, pieces = self.model.domains[bare.domain], self.layout.pieces[bare.domain]
        if set(info.owned) != {"space"} or pieces.width != 1:
            raise Unsupported("pieces of a pool that differ in more than their space")
        if not self.on_board(slot, tests):
            raise Unsupported("pieces of a pool that are off the board")
        looks = [tuple(f.values[k] for f in info.fields.values() if "@" not in f.name) for k in range(pieces.pieces)]
        lower = tuple(sum(1 << j for j in range(k) if looks[j] == looks[k]) for k in range(pieces.pieces))
        piece = low.Var(self.variable(slot))
        space = low.Slot(plus(piece, pieces.spaces.base))
        on = low.Slot(plus(space, pieces.base))
        first = low.Bin("==", low.Bin("&", on, low.Item(self.tables.add(lower), piece)), low.Lit(0))
        alone = self.all_alone(bare.domain) if "alone" in self.passes else None
        return first if alone is None else any_of((alone, first))

    def all_alone(self, domain: str) -> low.Expr | None:
        """Whether no two pieces of a domain stand on one space: there are as many on the board as spaces with one."""
        if self.stand_alone(domain):
            return low.Lit(True)
        whole = self.occupied_and_placed(domain)
        return None if whole is None else low.Bin("==", *map(low.Population, whole))

    def occupied_and_placed(self, domain: str) -> tuple[low.Expr, low.Expr] | None:
        """The set of spaces with a piece of a domain on them, and that of its pieces on the board."""
        spaces = self.group_slots(domain, low.Lit((1 << self.layout.pieces[domain].pieces) - 1))
        pieces = None if spaces is None else self.inverses.area(domain, self.board)
        return None if spaces is None or pieces is None else (spaces, low.Slot(low.Lit(pieces)))

    # ---- asking

    def decide(self, node: s.Decide) -> Block:
        """A decision in mid-effect: the recorded choice, or one that is asked for; without candidates the unit ends."""
        if self.playing is not None:
            return self.drawn(node, self.playing)
        outer = tuple((slot, kind_of(type_)) for slot, type_ in self.names.types.items() if _spoken_of(node, slot))
        clauses: list[low.Clause] = []
        self.binds(node.binds, clauses)
        slots = tuple(bind.slot for bind in node.binds)
        types = tuple(self.names.types[slot] for slot in slots)
        number = low.Lit(len(self.decisions))
        self.decisions.append(Decision(node, slots, types, outer))
        found, choice = low.Var(self.temporary()), low.Var(self.temporary())
        value = low.Sequence(tuple(low.Var(self.variable(slot)) for slot in slots))
        frame = low.Sequence(tuple(self.handed(slot) for slot, _ in outer))
        ask: Block = [
            low.Let(found.name, low.NewSequence()),
            low.Collect(found.name, tuple(ordered(clauses)), value),
            low.Let(choice.name, low.Call("ask", (R, number, self.names.me, found, frame))),
        ]
        body: Block = [
            low.Let(choice.name, low.Machine("recorded")),
            low.If(low.Absent(choice), tuple(ask)),
            low.If(low.Skipped(choice), (low.Raise("abandon"),)),
        ]
        for place, slot in enumerate(slots):
            body.append(low.Let(self.variable(slot), low.Item(choice, low.Lit(place))))
            self.names.definite.add(slot)
        return body

    def drawn(self, node: s.Decide, playing: Playing) -> Block:
        """A decision in mid-effect of a playout, made at once."""
        clauses: list[low.Clause] = []
        self.binds(node.binds, clauses)
        names = [self.variable(bind.slot) for bind in node.binds]
        self.names.definite.update(bind.slot for bind in node.binds)
        found = candidates(self.temporary(), names, ordered(clauses), self.model.spaces.size)
        count = low.Var(self.temporary())
        return [
            low.Let(found.held.name, found.found),
            low.Let(count.name, found.count),
            low.If(low.Bin("==", count, low.Lit(0)), (low.Raise("abandon"),)),
            *found.taken(low.Draw(count, playing)),
        ]


def _spoken_of(node: s.Decide, slot: int) -> bool:
    """Whether the notation of a decision speaks of a name bound before."""
    return any(speaks(part, slot) for part in node.notation if not isinstance(part, str))
