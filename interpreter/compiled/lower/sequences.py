"""Lowers sets, lists and piles to sequences, and finds what a walk through members has to go through."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of
from interpreter.compiled.ground.kinds import Unsupported, is_set, member_type, plain_value
from interpreter.compiled.ground.rewrite import conjunction, conjuncts
from interpreter.compiled.lower.between import between_sequence
from interpreter.compiled.lower.figures import indexed
from interpreter.compiled.lower.pieces import Pieces
from interpreter.layout.codecs import ListCodec, SetCodec
from interpreter.model import expressions as x
from interpreter.model.types import CollectionType

FEW = 16
"""Masks that never have more bits than this recur often enough to be remembered with their members."""

MANY = 999
"""More bits than any mask counts as few with."""


class Sequences(Pieces):
    """The lowering of collections to sequences."""

    def sequence(self, node: x.Expr) -> low.Expr:
        """A collection as a sequence of its members in order."""
        if isinstance(node, x.Const):
            return self.tables.add(plain_value(node.value))
        if isinstance(node, x.Local):
            name = low.Var(self.variable(node.slot))
            return low.Bits(name, False) if node.slot in self.names.masks else name
        tabulated = self.tabulated(node, plain_value)
        if tabulated is not None:
            return tabulated
        mask = self.mask(node) if is_set(node.type) else None
        return self.sequence_by_kind(node) if mask is None else low.Bits(mask, self.few(mask))

    def few(self, mask: low.Expr) -> bool:
        """Whether a mask never has many bits."""
        return self.most(mask) <= FEW

    def most(self, mask: low.Expr) -> int:
        """The greatest number of bits a mask can have, as far as can be told."""
        match mask:
            case low.Lit(value=int(value)) if value >= 0:
                return value.bit_count()
            case low.Item():
                values = self.tables.behind(mask)
                return MANY if values is None else _most_bits(values)
            case low.Bin("&", left, right):
                return min(self.most(left), self.most(right))
            case low.Bin("|", left, right):
                return self.most(left) + self.most(right)
        return MANY

    def sequence_by_kind(self, node: x.Expr) -> low.Expr:
        """A collection that is neither a constant nor a name, a table or a mask."""
        match node:
            case x.ReadField():
                values = self.model.domains[node.domain].fields[node.field].values
                return low.Item(self.tables.add((*map(plain_value, values), ())), self.scalar(node.of))
            case x.ReadTable():
                values = self.model.tables[node.table].columns[node.column].values
                return low.Item(self.tables.add((*map(plain_value, values), ())), self.scalar(node.key))
            case x.ReadVariable():
                return self.sequence_variable(node)
            case x.ReadPlace():
                return self.in_order(node)
            case x.Quantifier(kind="those" | "leading"):
                return self.filtered(node)
            case x.Conditional():
                return low.Choose(self.scalar(node.condition), self.sequence(node.then), self.sequence(node.other))
            case x.MakeList():
                return self.made(node)
            case x.MakeRange():
                return low.Call("numbers", (self.number(node.low), self.number(node.high)))
            case x.CallValue():
                return self.call_value(node)
            case x.CallBuiltin(name="as_set", args=(of,)):
                return low.Call("as_set", (self.sequence(of),))
            case x.Aggregate(kind="union"):
                return self.union(node)
            case x.CallBuiltin(name="spaces_of", args=(of,)):
                mask = self.spaces_of(of, str(node.area))
                if mask is not None:
                    return low.Bits(mask, False)
            case x.JoinSets():
                join = "join_sets" if is_set(node.type) else "join_lists"
                name = join if node.op == "+" else "take_away"
                return low.Call(name, (self.sequence(node.left), self.sequence(node.right)))
        return self.borrow(node)

    def sequence_variable(self, node: x.ReadVariable) -> low.Expr:
        """A kept set or list."""
        slots = self.layout.variables[node.variable]
        place, guard = self.place(node.variable, node.keys)
        found: low.Expr
        if isinstance(slots.codec, SetCodec) and slots.codec.width == 1 and not slots.codec.first:
            found = low.Bits(low.Slot(place), False)
        elif isinstance(slots.codec, ListCodec):
            found = low.Call("kept_list", (low.Var("v"), place))
        else:
            return self.borrow(node)
        return found if guard is None else low.Choose(guard, found, self.tables.add(()))

    def in_order(self, node: x.ReadPlace) -> low.Expr:
        """The cards in a place, in their order: a pile from its top, a row from its left."""
        shape = self.model.places[node.place].shape
        if shape == "set":
            return low.Bits(self.lying(node), False)
        ranks = self.layout.cards[self.model.places[node.place].domain].rank_base
        return low.Call(f"cards_of_{shape}", (low.Var("v"), self.lying(node), low.Lit(ranks)))

    def made(self, node: x.MakeList) -> low.Expr:
        """A list that is written out."""
        items = low.Sequence(tuple(self.scalar(item) for item in node.items))
        if is_set(node.type):
            return low.Call("as_set", (items,))
        if all(self.definite(item) for item in node.items):
            return items
        return low.Call("without_nothing", (items,))

    # ---- members that meet conditions

    def opened(self, node: x.Quantifier | x.Aggregate) -> tuple[int, x.Expr, list[x.Expr]]:
        """The slot, source and conditions of a walk, with sources that are `those …` taken apart."""
        slot, tests = node.slot, list(conjuncts(node.condition))
        source: x.Expr = node.source
        while True:
            match source:
                case x.Quantifier(kind="those", slot=own, source=inner, condition=condition):
                    name = x.Local(member_type(inner), source.span, slot, f"x{slot}")
                    tests = [*(self.rewriter.put(test, {own: name}) for test in conjuncts(condition)), *tests]
                    source = inner
                case x.Conditional(condition=condition, then=then, other=x.Const(value=())):
                    tests = [*conjuncts(condition), *tests]
                    source = then
                case _:
                    return slot, source, tests

    def walked(self, node: x.Quantifier | x.Aggregate) -> tuple[str, tuple[low.Clause, ...]]:
        """The variable of a walk's members, and the clauses that go through those that meet the conditions."""
        slot, source, tests = self.opened(node)
        items, rest = self.walk_source(slot, source, tests)
        return self.variable(slot), self.clauses(slot, items, rest)

    def clauses(self, slot: int, items: low.Expr, tests: Sequence[x.Expr]) -> tuple[low.Clause, ...]:
        """The clauses that go through a sequence's members that meet conditions."""
        conditions = (low.Clause("if", "", self.scalar(test)) for test in tests)
        return (low.Clause("for", self.variable(slot), items), *conditions)

    def walk_source(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> tuple[low.Expr, list[x.Expr]]:
        """The sequence to go through, and the conditions that are left to be tested for each member."""
        self.names.types[slot] = member_type(source)
        self.names.definite.add(slot)
        self.loosen(slot, source)
        if isinstance(source, x.Const) and "join" in self.passes:
            joined, rest = self.joined_space(slot, tests)
            if joined is not None and self.all_pieces(joined[0], source):
                return low.Bits(self.pieces_on(joined[0], joined[1]), True), rest
        found = indexed(self, slot, source, tests)
        if found is not None:
            return found
        fixed = [test for test in tests if self.absorbed(slot, source, test)] if "absorb" in self.passes else []
        rest = [test for test in tests if test not in fixed]
        if is_set(source.type):
            easy = [test for test in rest if self.meeting_kept(slot, source, test)]
            mask = self.members(slot, source, [*fixed, *easy]) if easy else None
            if mask is not None:
                return low.Bits(mask, self.few(mask)), [test for test in rest if test not in easy]
        if fixed:
            type_ = CollectionType("set" if is_set(source.type) else "list", member_type(source))
            whole = x.Quantifier(type_, source.span, "those", slot, source, conjunction(fixed))
            tabulated = self.tabulated(whole, plain_value)
            if tabulated is not None:
                return tabulated, rest
        return self.sequence(source), tests

    def meeting_kept(self, slot: int, source: x.Expr, test: x.Expr) -> bool:
        """Whether the members meeting a test are a mask at hand."""
        if self.domain_size(source.type) is None or "masks" not in self.passes:
            return False
        try:
            return self.meeting(slot, source, test) is not None
        except Unsupported:
            return False

    def filtered(self, node: x.Quantifier) -> low.Expr:
        """`those` and `leading` as sequences."""
        if node.kind == "leading":
            return self.leading(node)
        name, clauses = self.walked(node)
        return low.Walk("list", clauses, low.Var(name)) if len(clauses) > 1 else clauses[0].value

    def leading(self, node: x.Quantifier) -> low.Expr:
        """The members before the first that does not meet a condition."""
        self.names.types[node.slot] = member_type(node.source)
        self.names.definite.add(node.slot)
        self.loosen(node.slot, node.source)
        name = low.Var(self.variable(node.slot))
        condition = all_of(self.scalar(test) for test in conjuncts(node.condition))
        clause = low.Clause("for", name.name, self.sequence(node.source))
        return low.Call("leading", (low.Walk("list", (clause,), low.Sequence((name, condition))),))

    def union(self, node: x.Aggregate) -> low.Expr:
        """The members of all sets together, as a sequence."""
        runs = between_sequence(self, node)
        if runs is not None:
            return runs
        single = node.source
        if isinstance(single, x.MakeList) and len(single.items) == 1 and node.condition is None:
            return self.sequence(self.rewriter.put(node.value, {node.slot: single.items[0]}))
        _, clauses = self.walked(node)
        return low.Call("union", (low.Walk("list", clauses, self.sequence(node.value)),))


def _most_bits(values: object) -> int:
    if isinstance(values, tuple):
        return max((_most_bits(value) for value in values), default=0)
    return values.bit_count() if isinstance(values, int) and values >= 0 else MANY
