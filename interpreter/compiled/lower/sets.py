"""Lowers what is asked of collections: their members, their size, and how they compare."""

from __future__ import annotations

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, any_of, bits_of, plus
from interpreter.compiled.ground.kinds import is_member_set, kind_of
from interpreter.compiled.ground.rewrite import conjuncts, is_cheap
from interpreter.compiled.lower.quantifiers import Quantifiers
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
        if isinstance(collection, x.ReadPlace):
            return self.lies_in(member, collection)
        mask = self.mask(collection) if is_member_set(collection.type) else None
        index = self.scalar(member)
        if mask is None:
            return low.Contains(self.sequence(collection), index)
        if isinstance(mask, low.Lit) and isinstance(mask.value, int):
            return low.Contains(self.tables.add(frozenset(bits_of(mask.value))), index)
        if self.definite(member):
            return low.HasBit(mask, index)
        name = index if isinstance(index, low.Var) else low.Var(self.temporary())
        named = index if name == index else low.Bind(name.name, index)
        return all_of((low.Bin(">=", named, low.Lit(0)), low.HasBit(mask, name)))

    def lies_in(self, member: x.Expr, place: x.ReadPlace) -> low.Expr:
        """Whether a card lies in a place."""
        number, guard = self.spot(place.place, place.keys)
        base = self.layout.cards[self.model.places[place.place].domain].spot_base
        card, there = self.scalar(member), [] if guard is None else [guard]
        if not self.definite(member):
            named = card
            if not isinstance(card, low.Var):
                card = low.Var(self.temporary())
                named = low.Bind(card.name, named)
            there.append(low.Bin(">=", named, low.Lit(0)))
        return all_of((*there, low.Bin("==", low.Slot(plus(card, base)), number)))

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
                if isinstance(args[0], x.ReadPlace):
                    mask = self.lying(args[0])
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
