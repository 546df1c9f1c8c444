"""Lowers what is asked of collections: their members, their size, and how they compare."""

from __future__ import annotations

from interpreter.compiled import low
from interpreter.compiled.kinds import is_member_set, kind_of
from interpreter.compiled.quantifiers import Quantifiers
from interpreter.compiled.rewrite import conjuncts, is_cheap
from interpreter.compiled.trees import all_of, any_of
from interpreter.model import expressions as x


class Sets(Quantifiers):
    """The lowering of all expressions."""

    def contains(self, member: x.Expr, collection: x.Expr) -> low.Expr:
        if isinstance(collection, x.MakeList):
            return any_of([self.equal(member, item) for item in collection.items])
        if isinstance(collection, x.Quantifier) and collection.kind == "those" and is_cheap(member):
            tests = [self.contains(member, collection.source)]
            for test in conjuncts(collection.condition):
                tests.append(self.scalar(self.rewriter.inline(self.rewriter.put(test, {collection.slot: member}))))
            return all_of(tests)
        mask = self.mask(collection) if is_member_set(collection.type) else None
        index = self.scalar(member)
        if mask is None or not self.definite(member):
            return low.Contains(self.sequence(collection), index)
        if isinstance(mask, low.Lit) and isinstance(mask.value, int):
            return low.Contains(self.tables.add(_members(mask.value)), index)
        return low.HasBit(mask, index)

    def within_set(self, left: x.Expr, right: x.Expr) -> low.Expr:
        one, two = self.operand(left), self.operand(right)
        if one is not None and two is not None:
            return low.Bin("==", low.Bin("&", one, low.Complement(two)), low.Lit(0))
        return low.Call("within", (self.sequence(left), self.sequence(right)))

    def equal_sets(self, left: x.Expr, right: x.Expr) -> low.Expr:
        if is_member_set(left.type) and is_member_set(right.type):
            one, two = self.mask(left), self.mask(right)
            if one is not None and two is not None:
                return low.Bin("==", one, two)
        return low.Call("same", (self.sequence(left), self.sequence(right)))

    def builtin(self, node: x.CallBuiltin) -> low.Expr:
        args = node.args
        match node.name:
            case "size":
                mask = self.mask(args[0]) if is_member_set(args[0].type) else None
                if mask is not None:
                    return low.Population(mask)
                return low.Length(self.sequence(args[0]))
            case "min" | "max":
                return low.Call(node.name, tuple(self.number(arg) for arg in args))
            case "item":
                return low.Call(
                    "item" if kind_of(node.type) == "member" else "item_number",
                    (self.sequence(args[0]), self.number(args[1])),
                )
            case "times_in" | "last_in" | "place_in":
                return low.Call(node.name, (self.scalar(args[0]), self.sequence(args[1])))
        return self.borrow(node)


def _members(mask: int) -> frozenset[int]:
    return frozenset(k for k in range(mask.bit_length()) if mask >> k & 1)
