"""Lowers sets to bit masks: constants, kept inverses, tables, and what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.compiled import low
from interpreter.compiled.between import between
from interpreter.compiled.rewrite import conjuncts
from interpreter.compiled.scalars import Scalars, Unsupported, mask_value
from interpreter.compiled.tables import kind_of
from interpreter.layout.codecs import SetCodec
from interpreter.model import expressions as x
from interpreter.model.types import SPACE, YES_NO, CollectionType, MaybeType, MemberType, without_nothing

WIDEST = 400
"""The greatest domain whose sets are held as masks."""


class Masks(Scalars):
    """The lowering of sets of members to masks. Every method gives None where a set cannot be held so cheaply."""

    def domain_size(self, type_: x.Type) -> int | None:
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
        if not isinstance(codec, SetCodec) or codec.width != 1 or codec.first:
            return None
        place, guard = self.place(node.variable, node.keys)
        return low.Slot(place) if guard is None else low.Choose(guard, low.Slot(place), low.Lit(0))

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
            bit = low.Bin("<<", low.Lit(1), self.scalar(item))
            whole = bit if whole is None else low.Bin("|", whole, bit)
        return whole

    # ---- the members of a domain that meet conditions

    def members(self, slot: int, source: x.Expr, tests: Sequence[x.Expr]) -> low.Expr | None:
        """`those x in source where tests`."""
        while isinstance(source, x.Quantifier) and source.kind == "those":
            name = x.Local(_of(source.source), source.span, slot, f"x{slot}")
            inner = [self.rewriter.put(test, {source.slot: name}) for test in conjuncts(source.condition)]
            source, tests = source.source, [*inner, *tests]
        base = self.mask(source)
        size = self.domain_size(source.type)
        if base is None or size is None:
            return None
        parts: list[low.Expr] = [base]
        fixed = [test for test in tests if self.fixed(slot, source, test)]
        if fixed:
            whole = self.whole(source)
            found = self.tabulated(x.Quantifier(whole.type, source.span, "those", slot, whole, _all(fixed)), mask_value)
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
        type_ = source.type if isinstance(source.type, CollectionType) else CollectionType("set", _of(source))
        return x.Const(CollectionType("set", type_.of), source.span, tuple(range(size)))

    def fixed(self, slot: int, source: x.Expr, test: x.Expr) -> bool:
        """Whether a test of a member depends on little else, so that the members meeting it are a table."""
        whole = self.whole(source)
        inputs = self.tabulator.inputs(x.Quantifier(whole.type, source.span, "those", slot, whole, test))
        if inputs is None:
            return False
        size = 1
        for one in inputs:
            size *= one.count + one.nothing
        return size <= 1_000

    def meeting(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """The mask of all members of the domain that meet one test."""
        match test:
            case x.Compare(op=">" | ">=", left=x.CallBuiltin(name="size", args=(x.Aggregate() as union,))) if (
                self.own_space(slot, union)
            ):
                return self.between_spaces(union)
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
        return self.standing(slot, test) or self.standing_by_kind(slot, source, test)

    def own_space(self, slot: int, node: x.Aggregate) -> bool:
        """Whether a run between two ends starts from the member at hand."""
        parts = between(node)
        return parts is not None and isinstance(parts.space, x.Local) and parts.space.slot == slot

    def between_spaces(self, node: x.Expr) -> low.Expr | None:
        raise AssertionError("overridden by Sets")

    def standing_by_kind(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """Pieces that meet a test of their space and of what they are: few kinds of pieces, each with its own spaces."""
        if "inverses" not in self.passes:
            return None
        for domain, pieces in self.layout.pieces.items():
            stand_in = x.Local(MaybeType(SPACE), test.span, 900, "space")
            changed = self.swap(test, pieces.spaces.variable.name, slot, stand_in)
            if changed is test or getattr(without_nothing(_of(source)), "domain", None) != domain:
                continue
            inputs = self.tabulator.inputs(changed)
            if (
                inputs is None
                or {one.node.slot for one in inputs if isinstance(one.node, x.Local)} != {slot, 900}
                or len(inputs) != 2
            ):
                return None
            inputs.sort(key=lambda one: isinstance(one.node, x.Local) and one.node.slot == 900)
            found = self.tabulator.table(changed, inputs, bool)
            if found is None or len(found[1]) != 2 or not isinstance(found[0], low.Table):
                return None
            kinds: dict[int, int] = {}
            for piece, holds in enumerate(self.tables.values[found[0].number][:-1]):
                if holds[-1]:
                    return None
                spaces = sum(1 << k for k in range(self.model.spaces.size) if holds[k])
                kinds[spaces] = kinds.get(spaces, 0) | 1 << piece
            return self.of_kinds(domain, kinds)
        return None

    def of_kinds(self, domain: str, kinds: dict[int, int]) -> low.Expr | None:
        """The pieces of each kind that stand on the spaces of the kind."""
        whole: low.Expr | None = None
        if len(kinds) > 4:
            return None
        for spaces, members in kinds.items():
            slot = self.inverses.area(domain, spaces) if spaces else None
            if spaces and slot is None:
                return None
            if slot is not None:
                part = low.Bin("&", low.Slot(low.Lit(slot)), low.Lit(members))
                whole = part if whole is None else low.Bin("|", whole, part)
        return low.Lit(0) if whole is None else whole

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
        if inverse is None or kind_of(value.type) not in ("member", "bool", "number"):
            return None
        if inverse.first_key != 0 and inverse.keys == 0:
            return None
        if isinstance(value, x.Const):
            number = -1 if value.value is None else int(value.value) if isinstance(value.value, (int, bool)) else None
            if number is None or not inverse.low <= number < inverse.low + inverse.values:
                return low.Lit(0)
            return low.Slot(low.Lit(inverse.base + number))
        if kind_of(value.type) == "number":
            return None
        if kind_of(value.type) == "member" and inverse.low != -1:
            return None
        return low.Slot(low.Bin("+", self.scalar(value), low.Lit(inverse.base)))

    # ---- pieces and spaces

    def occupied(self, slot: int, test: x.Quantifier) -> low.Expr | None:
        """Spaces on which a piece of a fixed group stands: `any p in pieces where p.space is x and …`."""
        if not isinstance(test.source, x.Const):
            return None
        joined, rest = self.joined_space(test)
        if joined is None or not (isinstance(joined[1], x.Local) and joined[1].slot == slot):
            return None
        return self.group(joined[0], test.slot, test.source, rest)

    def joined_space(self, test: x.Quantifier | x.Aggregate) -> tuple[tuple[str, x.Expr] | None, list[x.Expr]]:
        """The piece domain and the space of a condition `p.space is E`, and the other conditions."""
        rest = list(conjuncts(test.condition))
        for number, one in enumerate(rest):
            if not (isinstance(one, x.Compare) and one.op == "is"):
                continue
            for read, space in ((one.left, one.right), (one.right, one.left)):
                domain = self.space_read(read, test.slot)
                if domain is not None and self.independent(test.slot, space) and self.on_a_space(domain, space):
                    return (domain, space), rest[:number] + rest[number + 1 :]
        return None, rest

    def on_a_space(self, domain: str, space: x.Expr) -> bool:
        """Whether no piece off the board can be meant by `p.space is E`: E is a space, or all pieces stand on one."""
        variable = self.layout.pieces[domain].spaces.variable
        return self.definite(space) or (not isinstance(variable.type, MaybeType) and kind_of(space.type) == "member")

    def space_read(self, node: x.Expr, slot: int) -> str | None:
        """The piece domain, when an expression is the space of the piece in `slot`."""
        if isinstance(node, x.ReadVariable) and len(node.keys) == 1:
            key = node.keys[0]
            pieces = self.layout.pieces_of(node.variable)
            if pieces is not None and isinstance(key, x.Local) and key.slot == slot:
                return pieces.domain
        return None

    def group(self, domain: str, slot: int, source: x.Expr, tests: Sequence[x.Expr]) -> low.Expr | None:
        """The mask of spaces that pieces of a group stand on; the group may depend on few outer things."""
        if "groups" not in self.passes or not all(self.fixed(slot, source, test) for test in tests):
            return None
        pieces = (
            self.tabulated(
                x.Quantifier(source.type, source.span, "those", slot, source, _all(tests)) if tests else source,
                mask_value,
            )
            if tests
            else self.mask(source)
        )
        if pieces is None:
            return None
        return self.group_slots(domain, pieces)

    def group_slots(self, domain: str, pieces: low.Expr) -> low.Expr | None:
        """The kept set of spaces for a mask of pieces, or for an entry of a table of such masks."""
        if isinstance(pieces, low.Lit) and isinstance(pieces.value, int):
            slot = self.inverses.group(domain, pieces.value)
            return None if slot is None else low.Slot(low.Lit(slot))
        indexes: list[low.Expr] = []
        table: low.Expr = pieces
        while isinstance(table, low.Item):
            indexes.append(table.index)
            table = table.table
        if not isinstance(table, low.Table):
            return None
        slots = self.slots_of(domain, self.tables.values[table.number])
        if slots is None:
            return None
        found: low.Expr = self.tables.add(slots)
        for index in reversed(indexes):
            found = low.Item(found, index)
        return low.Slot(found)

    def slots_of(self, domain: str, masks: object) -> object | None:
        """The slots of the groups in a nested table of masks."""
        if isinstance(masks, tuple):
            inner = tuple(self.slots_of(domain, one) for one in masks)
            return None if any(one is None for one in inner) else inner
        return self.inverses.group(domain, masks) if isinstance(masks, int) else None

    def standing(self, slot: int, test: x.Expr) -> low.Expr | None:
        """Pieces whose space meets a test that depends on nothing else: `p.space in area`."""
        if "inverses" not in self.passes:
            return None
        for domain, pieces in self.layout.pieces.items():
            space = x.ReadVariable(
                SPACE, test.span, pieces.spaces.variable.name, (x.Local(MemberType(domain), test.span, slot, ""),)
            )
            opened = self.put_for(test, pieces.spaces.variable.name, slot)
            if opened is None:
                continue
            inputs = self.tabulator.inputs(opened)
            if inputs is None or len(inputs) != 1 or not isinstance(inputs[0].node, x.Local):
                continue
            found = self.tabulator.table(opened, inputs, bool)
            if found is None or len(found[1]) != 1 or not isinstance(found[0], low.Table):
                continue
            holds = self.tables.values[found[0].number]
            spaces = sum(1 << k for k in range(self.model.spaces.size) if holds[k])
            area = self.inverses.area(domain, spaces)
            if area is None:
                return None
            if not holds[-1]:
                return low.Slot(low.Lit(area))
            nowhere = self.inverses.area(domain, (1 << self.model.spaces.size) - 1)
            whole = (1 << pieces.pieces) - 1
            if nowhere is None:
                return None
            off = low.Bin("&", low.Complement(low.Slot(low.Lit(nowhere))), low.Lit(whole))
            return low.Bin("|", low.Slot(low.Lit(area)), off) if space is not None else None
        return None

    def put_for(self, test: x.Expr, variable: str, slot: int) -> x.Expr | None:
        """A test with the piece's space as a name of its own; None when the piece is spoken of otherwise."""
        stand_in = x.Local(replace_maybe(SPACE), test.span, 900, "space")
        changed = self.swap(test, variable, slot, stand_in)
        return changed if self.independent(slot, changed) and changed is not test else None

    def swap(self, node: x.Expr, variable: str, slot: int, fresh: x.Local) -> x.Expr:
        from interpreter.compiled.rewrite import rebuild

        if isinstance(node, x.ReadVariable) and node.variable == variable and len(node.keys) == 1:
            key = node.keys[0]
            if isinstance(key, x.Local) and key.slot == slot:
                return fresh
        done: x.Expr = rebuild(node, lambda part: self.swap(part, variable, slot, fresh))
        return done

    def spaces_of(self, pieces: x.Expr, domain: str) -> low.Expr | None:
        """The spaces of a set of pieces."""
        if isinstance(pieces, x.Quantifier) and pieces.kind == "those":
            rest = []
            on_board: list[x.Expr] = []
            for test in conjuncts(pieces.condition):
                (rest if self.fixed(pieces.slot, pieces.source, test) else on_board).append(test)
            if isinstance(pieces.source, x.Const):
                spaces = [self.allowed(pieces.slot, test) for test in on_board]
                group = self.group(domain, pieces.slot, pieces.source, rest) if None not in spaces else None
                if group is not None:
                    for mask in spaces:
                        assert mask is not None
                        if mask != (1 << self.model.spaces.size) - 1:
                            group = low.Bin("&", group, low.Lit(mask))
                    return group
        elif isinstance(pieces, x.Const):
            return self.group_slots(domain, low.Lit(mask_value(pieces.value)))
        slots = self.layout.pieces[domain]
        name = self.temporary()
        read = low.Slot(low.Bin("+", low.Var(name), low.Lit(slots.spaces.base)))
        return low.Call("mask_of", (low.Walk("list", name, self.sequence(pieces), (), read),))

    def allowed(self, slot: int, test: x.Expr) -> int | None:
        """The spaces on which a piece meets a test that depends on its space alone; None when it is another test."""
        for pieces in self.layout.pieces.values():
            opened = self.put_for(test, pieces.spaces.variable.name, slot)
            inputs = None if opened is None else self.tabulator.inputs(opened)
            if opened is None or inputs is None or len(inputs) != 1 or not isinstance(inputs[0].node, x.Local):
                continue
            found = self.tabulator.table(opened, inputs, bool)
            if found is not None and isinstance(found[0], low.Table):
                holds = self.tables.values[found[0].number]
                return sum(1 << k for k in range(self.model.spaces.size) if holds[k])
            if found is not None and found[0] == low.Lit(True):
                return (1 << self.model.spaces.size) - 1
        return None

    def connected(self, start: x.Expr, through: x.Expr) -> low.Expr | None:
        """What can be reached, by filling."""
        begin, inside = self.mask(start), self.mask(through)
        if begin is None or inside is None:
            return None
        around = tuple(mask_value(self.model.spaces.neighbours(s)) for s in range(self.model.spaces.size))
        return low.Call("flood", (begin, inside, self.tables.add(around)))


def replace_maybe(type_: MemberType) -> x.Type:
    """The type of a space that may be nothing."""
    from interpreter.model.types import MaybeType

    return MaybeType(type_)


def _of(node: x.Expr) -> x.Type:
    bare = without_nothing(node.type)
    if isinstance(bare, CollectionType) and bare.of is not None:
        return bare.of
    raise Unsupported("members of an unknown type")


def _all(tests: Sequence[x.Expr]) -> x.Expr | None:
    whole: x.Expr | None = None
    for test in tests:
        whole = test if whole is None else x.Logic(YES_NO, test.span, "and", whole, test)
    return whole


def _intersection(parts: Sequence[low.Expr], full: int) -> low.Expr:
    fixed = full
    moving: list[low.Expr] = []
    for part in parts:
        if isinstance(part, low.Lit) and isinstance(part.value, int):
            fixed &= part.value
        else:
            moving.append(part)
    if not moving:
        return low.Lit(fixed)
    moving.sort(key=lambda part: isinstance(part, low.Complement))
    whole: low.Expr | None = None
    if fixed != full or isinstance(moving[0], low.Complement):
        whole = low.Lit(fixed)
    for part in moving:
        whole = part if whole is None else low.Bin("&", whole, part)
    assert whole is not None
    return whole


__all__ = ["Masks", "replace"]
