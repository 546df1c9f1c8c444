"""Lowers sets to bit masks: constants, kept inverses, tables, and what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from interpreter.compiled.code import low
from interpreter.compiled.code.made import ValueMasks
from interpreter.compiled.code.trees import bit, plus
from interpreter.compiled.ground.kinds import kind_of, mask_value, member_type
from interpreter.compiled.ground.rewrite import conjunction, conjuncts
from interpreter.compiled.lower.between import spaces_between, starts_from
from interpreter.compiled.lower.scalars import Scalars
from interpreter.layout.codecs import SetCodec
from interpreter.layout.masks import CHUNK
from interpreter.model import expressions as x
from interpreter.model.types import YES_NO, CollectionType, MemberType, Shape, Type, without_nothing

WIDEST = 400
"""The greatest domain whose sets are held as masks."""

MOST_FIXED = 1_000
"""Over at most so many combinations of inputs the members of a domain that meet a test are a table."""

MOST_ABSORBED = 2_000
"""The same for the members of a collection that itself depends on inputs."""

TOO_MANY = 1_000_000
"""More combinations than any table has."""


class Masks(Scalars):
    """The lowering of sets of members to masks. Methods give None where a set cannot be held so cheaply."""

    def domain_size(self, type_: Type) -> int | None:
        """How many members the domain of a collection's members has; None for other things than members."""
        bare = without_nothing(type_)
        of = without_nothing(bare.of) if isinstance(bare, CollectionType) and bare.of is not None else None
        if isinstance(of, MemberType):
            return len(self.model.domains[of.domain].members)
        return None

    def mask(self, node: x.Expr) -> low.Expr | None:
        """A set as a mask."""
        size = self.domain_size(node.type)
        if size is None or size > WIDEST or "masks" not in self.passes:
            return None
        if isinstance(node, x.Const):
            return low.Lit(mask_value(node.value))
        if isinstance(node, x.Local):
            return low.Var(self.variable(node.slot)) if node.slot in self.names.masks else None
        tabulated = self.tabulated(node, mask_value)
        if tabulated is not None:
            return tabulated
        match node:
            case x.ReadField(domain=domain, field=name, of=of):
                values = (*map(mask_value, self.model.domains[domain].fields[name].values), 0)
                return low.Item(self.tables.add(values), self.scalar(of))
            case x.ReadVariable():
                return self.mask_variable(node)
            case x.ReadPlace(place=place) if self.model.places[place].shape == "set":
                return self.lying(node)
            case x.JoinSets():
                return self.joined(node)
            case x.Conditional():
                then, other = self.mask(node.then), self.mask(node.other)
                if then is not None and other is not None:
                    return low.Choose(self.scalar(node.condition), then, other)
            case x.Quantifier(kind="those"):
                return self.members(node.slot, node.source, conjuncts(node.condition))
            case x.CallBuiltin(name="as_set", args=(of,)):
                return self.mask(of)
            case x.CallBuiltin(name="spaces_of", args=(of,)):
                return self.spaces_of(of, str(node.area))
            case x.CallBuiltin(name="connected", args=(start, through)):
                return self.connected(start, through)
        return None

    def mask_variable(self, node: x.ReadVariable) -> low.Expr | None:
        """A kept set, which is a mask already."""
        codec = self.layout.variables[node.variable].codec
        if not isinstance(codec, SetCodec) or codec.first:
            return None
        place, guard = self.place(node.variable, node.keys)
        whole = self.chunks(place, codec.width)
        return whole if guard is None else low.Choose(guard, whole, low.Lit(0))

    def lying(self, node: x.ReadPlace) -> low.Expr:
        """The cards in a place, as a mask."""
        cards = self.layout.cards[self.model.places[node.place].domain]
        number, guard = self.spot(node.place, node.keys)
        first = number if cards.width == 1 else low.Bin("*", number, low.Lit(cards.width))
        if isinstance(number, low.Lit) and isinstance(number.value, int):
            first = low.Lit(number.value * cards.width)
        whole = self.chunks(plus(first, cards.mask_base), cards.width)
        return whole if guard is None else low.Choose(guard, whole, low.Lit(0))

    def chunks(self, first: low.Expr, width: int) -> low.Expr:
        """The mask that stands in some slots, from the first on."""
        if width == 1:
            return low.Slot(first)
        named = first
        if not isinstance(first, (low.Lit, low.Var)):
            first = low.Var(self.temporary())
            named = low.Bind(first.name, named)
        whole: low.Expr = low.Slot(named)
        for chunk in range(1, width):
            part = low.Bin("<<", low.Slot(plus(first, chunk)), low.Lit(chunk * CHUNK))
            whole = low.Bin("|", whole, part)
        return whole

    def joined(self, node: x.JoinSets) -> low.Expr | None:
        """Sets joined, or one without the members of the other."""
        if isinstance(node.type, CollectionType) and node.type.shape != "set":
            return None
        left, right = self.mask(node.left), self.operand(node.right)
        if left is None or right is None:
            return None
        return low.Bin("|", left, right) if node.op == "+" else low.Bin("&", left, low.Complement(right))

    def operand(self, node: x.Expr) -> low.Expr | None:
        """A set as a mask; a written list of single members too."""
        found = self.mask(node)
        if found is not None or not isinstance(node, x.MakeList):
            return found
        whole: low.Expr | None = None
        for item in node.items:
            if not self.definite(item):
                return None
            one = bit(self.scalar(item))
            whole = one if whole is None else low.Bin("|", whole, one)
        return whole

    def connected(self, start: x.Expr, through: x.Expr) -> low.Expr | None:
        """What can be reached, by filling."""
        begin, inside = self.mask(start), self.mask(through)
        if begin is None or inside is None:
            return None
        around = tuple(mask_value(self.model.spaces.neighbours(s)) for s in range(self.model.spaces.size))
        return low.Call("flood", (begin, inside, self.tables.add(around)))

    # ---- the members of a domain that meet conditions

    def members(self, slot: int, source: x.Expr, tests: Sequence[x.Expr]) -> low.Expr | None:
        """`those x in source where tests`."""
        return self.tried(lambda: self.all_meeting(slot, source, tests))

    def tried(self, find: Callable[[], low.Expr | None]) -> low.Expr | None:
        """A mask that may be found; where none is, what its parts have asked for is not kept."""
        kept = self.inverses.size
        found = find()
        if found is None:
            self.inverses.drop_from(kept)
        return found

    def all_meeting(self, slot: int, source: x.Expr, tests: Sequence[x.Expr]) -> low.Expr | None:
        """See members."""
        while isinstance(source, x.Quantifier) and source.kind == "those":
            name = x.Local(member_type(source.source), source.span, slot, f"x{slot}")
            own = {source.slot: name}
            tests = [*(self.rewriter.put(test, own) for test in conjuncts(source.condition)), *tests]
            source = source.source
        base = self.mask(source)
        size = self.domain_size(source.type)
        if base is None or size is None:
            return None
        parts: list[low.Expr] = [base]
        fixed = [test for test in tests if self.fixed(slot, source, test)]
        if fixed:
            whole = self.whole(source)
            found = self.tabulated(
                x.Quantifier(whole.type, source.span, "those", slot, whole, conjunction(fixed)), mask_value
            )
            if found is None:
                return None
            parts.append(found)
        for test in tests:
            if test in fixed:
                continue
            part = self.meeting(slot, source, test)
            if part is None:
                return None
            parts.append(part)
        return _intersection(parts, (1 << size) - 1)

    def whole(self, source: x.Expr) -> x.Const:
        """All members of the domain that a source's members come from."""
        size = self.domain_size(source.type) or 0
        type_ = source.type if isinstance(source.type, CollectionType) else CollectionType("set", member_type(source))
        return x.Const(CollectionType("set", type_.of), source.span, tuple(range(size)))

    def absorbed(self, slot: int, source: x.Expr, test: x.Expr) -> bool:
        """Whether a condition can be worked out beforehand together with the source."""
        return self.combinations(slot, source, test, "list") <= MOST_ABSORBED

    def fixed(self, slot: int, source: x.Expr, test: x.Expr) -> bool:
        """Whether a test of a member depends on little else, so that the members meeting it are a table."""
        return self.combinations(slot, self.whole(source), test, "set") <= MOST_FIXED

    def combinations(self, slot: int, source: x.Expr, test: x.Expr, shape: Shape) -> int:
        """Over how many combinations of inputs the members of a source that meet a test would be a table."""
        type_ = CollectionType(shape, member_type(source))
        inputs = self.tabulator.inputs(x.Quantifier(type_, source.span, "those", slot, source, test))
        return TOO_MANY if inputs is None else prod(one.count + one.nothing for one in inputs)

    def meeting(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """The mask of all members of the domain that meet one test."""
        return self.tried(lambda: self.meeting_one(slot, source, test))

    def meeting_one(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """See meeting."""
        match test:
            case x.Compare(op=">" | ">=", left=x.CallBuiltin(name="size", args=(x.Aggregate() as union,))) if (
                starts_from(union, slot)
            ):
                return spaces_between(self, union)
            case x.Logic(op="not", left=of):
                part = self.meeting(slot, source, of)
                return None if part is None else low.Complement(part)
            case x.Logic(op="and" | "or" as op, left=left, right=right) if right is not None:
                one, two = self.meeting(slot, source, left), self.meeting(slot, source, right)
                if one is None or two is None:
                    return None
                return low.Bin("&" if op == "and" else "|", one, two)
            case x.Compare(op="in" | "not_in" as op, left=x.Local(slot=same), right=right) if same == slot:
                part = self.mask(right) if self.independent(slot, right) else None
                return part if op == "in" or part is None else low.Complement(part)
            case x.Compare(op="in" | "not_in" as op, left=x.ReadField(of=x.Local(slot=same)) as read, right=right) if (
                same == slot and self.independent(slot, right)
            ):
                part = self.with_field_in(read, right)
                return part if op == "in" or part is None else self.present_without(read, part)
            case x.Compare(op="is" | "is_not" as op):
                part = self.having(slot, test.left, test.right) or self.having(slot, test.right, test.left)
                if part is not None:
                    return part if op == "is" else low.Complement(part)
            case x.ReadVariable():
                return self.having(slot, test, x.Const(YES_NO, test.span, True))
            case x.Quantifier(kind="any" | "none"):
                part = self.occupied(slot, test)
                return part if test.kind == "any" or part is None else low.Complement(part)
        if self.fixed(slot, source, test):
            whole = self.whole(source)
            return self.tabulated(x.Quantifier(whole.type, source.span, "those", slot, whole, test), mask_value)
        return self.standing(slot, source, test)

    def with_field_in(self, read: x.ReadField, found: x.Expr) -> low.Expr | None:
        """The members of a domain whose fixed field is among some members."""
        field = self.model.domains[read.domain].fields[read.field]
        bare = without_nothing(field.type)
        if not isinstance(bare, MemberType) or "join" not in self.passes or isinstance(found, x.MakeList):
            return None
        each = [0] * len(self.model.domains[bare.domain].members)
        for member, value in enumerate(field.values):
            if isinstance(value, int):
                each[value] |= 1 << member
        return low.Call("union_of_masks", (self.tables.add(tuple(each)), self.sequence(found)))

    def present_without(self, read: x.ReadField, part: low.Expr) -> low.Expr:
        """The members of a domain that have a fixed field, without those of a mask."""
        values = self.model.domains[read.domain].fields[read.field].values
        there = sum(1 << member for member, value in enumerate(values) if value is not None)
        return low.Bin("&", low.Lit(there), low.Complement(part))

    def independent(self, slot: int, node: x.Expr) -> bool:
        """Whether an expression does not speak of a name."""
        return slot not in self.tabulator.analysis.free(node)

    def having(self, slot: int, read: x.Expr, value: x.Expr) -> low.Expr | None:
        """The keys that have a value, by the kept sets of a variable; a piece's space by where it stands."""
        if not isinstance(read, x.ReadVariable) or len(read.keys) != 1 or not self.independent(slot, value):
            return None
        key = read.keys[0]
        if not isinstance(key, x.Local) or key.slot != slot:
            return None
        inverse = self.inverses.value_masks(read.variable) if "inverses" in self.passes else None
        kind = kind_of(read.type)
        if inverse is None or kind not in ("member", "bool", "number"):
            return None
        empty = -1 if kind == "member" else 0
        outside = self.without_value(inverse)
        if isinstance(value, x.Const) and (value.value is None or isinstance(value.value, (int, bool))):
            if value.value is None and kind != "member":
                return low.Lit(0)
            number = -1 if value.value is None else int(value.value)
            known = inverse.low <= number < inverse.low + inverse.values
            kept: low.Expr = low.Slot(low.Lit(inverse.base + number)) if known else low.Lit(0)
            return low.Bin("|", kept, low.Lit(outside)) if outside and number == empty else kept
        if (
            kind == "number"
            or kind != kind_of(value.type)
            or (outside and not (kind == "member" and self.definite(value)))
        ):
            return None
        return low.Slot(low.Bin("+", self.scalar(value), low.Lit(inverse.base)))

    def without_value(self, inverse: ValueMasks) -> int:
        """The mask of the members of a key's domain for which a variable is not kept: they have the empty value."""
        domain = self.model.variables[inverse.variable].keys[0].domain
        size = 0 if domain is None else len(self.model.domains[domain].members)
        return ((1 << size) - 1) & ~(((1 << inverse.keys) - 1) << inverse.first_key)


def _intersection(parts: Sequence[low.Expr], full: int) -> low.Expr:
    """What is in all masks; masks that are turned over come last, so that the result is never negative."""
    fixed = full
    moving: list[low.Expr] = []
    for part in parts:
        if isinstance(part, low.Lit) and isinstance(part.value, int):
            fixed &= part.value
        else:
            moving.append(part)
    moving.sort(key=lambda part: isinstance(part, low.Complement))
    if not moving or fixed != full or isinstance(moving[0], low.Complement):
        moving.insert(0, low.Lit(fixed))
    whole = moving[0]
    for part in moving[1:]:
        whole = low.Bin("&", whole, part)
    return whole
