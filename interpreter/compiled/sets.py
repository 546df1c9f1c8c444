"""Lowers sets, lists and what goes through them: as masks where they can be, else as sequences."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled import low
from interpreter.compiled.between import between, plan
from interpreter.compiled.masks import Masks, _all, _of
from interpreter.compiled.order import hoisted
from interpreter.compiled.rewrite import conjuncts
from interpreter.compiled.scalars import Unsupported, negated, plain_value
from interpreter.compiled.tables import kind_of
from interpreter.layout.codecs import ListCodec, SetCodec
from interpreter.model import expressions as x
from interpreter.model.types import YES_NO, CollectionType, MemberType, Type, without_nothing

SHORT = 4
"""Conditions over at most so many fixed members are written out for each of them."""

SMALL_BOARD = 12
"""On boards of at most so many spaces a table says of every set whether a line lies in it."""

FEW = 12
"""Masks that never have more bits than this recur often enough to be remembered with their members."""


class Sets(Masks):
    """The lowering of all expressions."""

    # ---- sequences

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
        ordered = isinstance(without_nothing(node.type), CollectionType) and without_nothing(node.type).shape == "set"  # type: ignore[union-attr]
        if ordered:
            mask = self.mask(node)
            if mask is not None:
                return low.Bits(mask, self.few(mask))
        return self.sequence_by_kind(node)

    def few(self, mask: low.Expr) -> bool:
        """Whether a mask never has many bits."""
        return self.most(mask) <= FEW

    def most(self, mask: low.Expr) -> int:
        """The greatest number of bits a mask can have, as far as can be told."""
        match mask:
            case low.Lit(value=int(value)) if value >= 0:
                return value.bit_count()
            case low.Item():
                table: low.Expr = mask
                while isinstance(table, low.Item):
                    table = table.table
                return _most_bits(self.tables.values[table.number]) if isinstance(table, low.Table) else 999
            case low.Bin("&", left, right):
                return min(self.most(left), self.most(right))
            case low.Bin("|", left, right):
                return self.most(left) + self.most(right)
        return 999

    def sequence_by_kind(self, node: x.Expr) -> low.Expr:
        match node:
            case x.ReadField():
                values = self.model.domains[node.domain].fields[node.field].values
                return low.Item(self.tables.add((*map(plain_value, values), ())), self.scalar(node.of))
            case x.ReadTable():
                values = self.model.tables[node.table].columns[node.column].values
                return low.Item(self.tables.add((*map(plain_value, values), ())), self.scalar(node.key))
            case x.ReadVariable():
                return self.sequence_variable(node)
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
            case x.CallBuiltin(name="neighbours" | "ray" | "jumps", args=args):
                return self.static_call(node, args)
            case x.Aggregate(kind="union"):
                return self.union(node)
            case x.CallBuiltin(name="spaces_of", args=(of,)):
                mask = self.spaces_of(of, str(node.area))
                if mask is not None:
                    return low.Bits(mask, False)
            case x.JoinSets():
                ordered = isinstance(node.type, CollectionType) and node.type.shape == "set"
                name = {("+", True): "join_sets", ("+", False): "join_lists"}.get((node.op, ordered), "take_away")
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

    def made(self, node: x.MakeList) -> low.Expr:
        """A list that is written out."""
        items = low.Sequence(tuple(self.scalar(item) for item in node.items))
        if isinstance(node.type, CollectionType) and node.type.shape == "set":
            return low.Call("as_set", (items,))
        if all(self.definite(item) for item in node.items):
            return items
        return low.Call("without_nothing", (items,))

    def static_call(self, node: x.CallBuiltin, args: Sequence[x.Expr]) -> low.Expr:
        """A built-in over the board whose arguments are too many for a table."""
        return self.borrow(node)

    # ---- members that meet conditions

    def opened(self, node: x.Quantifier | x.Aggregate) -> tuple[int, x.Expr, list[x.Expr]]:
        """The slot, source and conditions of a walk, with sources that are `those …` taken apart."""
        slot, source, tests = node.slot, node.source, list(conjuncts(node.condition))
        while True:
            if isinstance(source, x.Quantifier) and source.kind == "those":
                name = x.Local(_of(source.source), source.span, slot, f"x{slot}")
                inner = [self.rewriter.put(test, {source.slot: name}) for test in conjuncts(source.condition)]
                source, tests = source.source, [*inner, *tests]
            elif isinstance(source, x.Conditional) and isinstance(source.other, x.Const) and source.other.value == ():
                source, tests = source.then, [*conjuncts(source.condition), *tests]
            else:
                return slot, source, tests

    def walk_source(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> tuple[low.Expr, list[x.Expr]]:
        """The sequence to go through, and the conditions that are left to be tested for each member."""
        self.names.types[slot] = _of(source)
        self.names.definite.add(slot)
        if isinstance(source, x.Const) and "join" in self.passes:
            probe = x.Quantifier(YES_NO, source.span, "any", slot, source, _all(tests))
            joined, rest = self.joined_space(probe)
            if joined is not None and self.all_pieces(joined[0], source):
                return low.Bits(self.pieces_on(joined[0], joined[1]), True), rest
        found = self.indexed(slot, source, tests)
        if found is not None:
            return found
        fixed = [test for test in tests if self.absorbed(slot, source, test)] if "absorb" in self.passes else []
        rest = [test for test in tests if test not in fixed]
        ordered = source.type if isinstance(source.type, CollectionType) else None
        shape = "set" if ordered is not None and ordered.shape == "set" else "list"
        type_ = CollectionType("set" if shape == "set" else "list", _of(source))
        if shape == "set":
            easy = [test for test in rest if self.meeting_kept(slot, source, test)]
            mask = self.members(slot, source, [*fixed, *easy]) if easy or fixed else None
            if mask is not None and easy:
                return low.Bits(mask, self.few(mask)), [test for test in rest if test not in easy]
        whole = x.Quantifier(type_, source.span, "those", slot, source, _all(fixed)) if fixed else source
        tabulated = self.tabulated(whole, plain_value) if fixed else None
        if tabulated is not None:
            return tabulated, rest
        return self.sequence(source), tests

    def meeting_kept(self, slot: int, source: x.Expr, test: x.Expr) -> bool:
        """Whether the members meeting a test are a mask at hand."""
        size = self.domain_size(source.type)
        if size is None or "masks" not in self.passes:
            return False
        try:
            return self.meeting(slot, source, test) is not None
        except Unsupported:
            return False

    def absorbed(self, slot: int, source: x.Expr, test: x.Expr) -> bool:
        """Whether a condition can be worked out beforehand together with the source."""
        type_ = CollectionType("list", _of(source))
        inputs = self.tabulator.inputs(x.Quantifier(type_, source.span, "those", slot, source, test))
        if inputs is None:
            return False
        size = 1
        for one in inputs:
            size *= one.count + one.nothing
        return size <= 2_000

    def all_pieces(self, domain: str, source: x.Const) -> bool:
        """Whether a source is all pieces of a domain."""
        return source.value == tuple(range(self.layout.pieces[domain].pieces)) and self.layout.pieces[domain].width == 1

    def pieces_on(self, domain: str, space: x.Expr) -> low.Expr:
        """The mask of pieces on a space."""
        base = self.layout.pieces[domain].base
        index = self.scalar(space)
        if isinstance(index, low.Lit) and isinstance(index.value, int):
            return low.Slot(low.Lit(base + index.value)) if index.value >= 0 else low.Lit(0)
        if self.definite(space):
            return low.Slot(low.Bin("+", index, low.Lit(base)))
        name = self.temporary()
        test = low.Bin(">=", low.Bind(name, index), low.Lit(0))
        return low.Choose(test, low.Slot(low.Bin("+", low.Var(name), low.Lit(base))), low.Lit(0))

    def indexed(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> tuple[low.Expr, list[x.Expr]] | None:
        """Figures whose cells lie within a set that has just as many members: found by the set itself."""
        if "figures" not in self.passes:
            return None
        for number, test in enumerate(tests):
            if not (isinstance(test, x.Compare) and test.op == "within" and isinstance(test.left, x.ReadField)):
                continue
            of = test.left.of
            if not (isinstance(of, x.Local) and of.slot == slot and self.independent(slot, test.right)):
                continue
            cells = [
                len(value)
                for value in self.model.domains[test.left.domain].fields[test.left.field].values
                if isinstance(value, tuple)
            ]
            group = self.mask(test.right)
            if group is None or not cells or min(cells) != max(cells) or self.most_spaces(group) > cells[0]:
                continue
            rest = tests[:number] + tests[number + 1 :]
            fixed = [one for one in rest if self.absorbed(slot, source, one)]
            whole = x.Quantifier(CollectionType("set", _of(source)), source.span, "those", slot, source, _all(fixed))
            found = self.figure_table(whole if fixed else source, test.left)
            if found is not None:
                left = [one for one in rest if one not in fixed]
                return low.Find(found, group, self.tables.add(())), left
        return None

    def most_spaces(self, group: low.Expr) -> int:
        """The greatest number of spaces in a kept group: how many pieces it has."""
        if not isinstance(group, low.Slot):
            return 999
        index: low.Expr = group.index
        while isinstance(index, low.Item):
            index = index.table
        slots = {index.value} if isinstance(index, low.Lit) else set()
        if isinstance(index, low.Table):
            slots = set(_flat(self.tables.values[index.number]))
        sizes = [
            pieces.bit_count()
            for groups in self.inverses.groups.values()
            for pieces, slot in groups.slots.items()
            if slot in slots
        ]
        return max(sizes, default=999)

    def figure_table(self, source: x.Expr, cells: x.ReadField) -> low.Expr | None:
        """Per combination of inputs, from a set of cells to the figures with these cells."""
        values = self.model.domains[cells.domain].fields[cells.field].values

        def by_cells(found: object) -> dict[int, tuple[int, ...]]:
            index: dict[int, tuple[int, ...]] = {}
            for figure in found if isinstance(found, tuple) else ():
                mask = sum(1 << cell for cell in values[figure])  # type: ignore[union-attr,operator]
                index[mask] = (*index.get(mask, ()), figure)
            return index

        if isinstance(source, x.Const):
            return self.tables.add(by_cells(source.value))
        return self.tabulated(source, by_cells)

    def filtered(self, node: x.Quantifier) -> low.Expr:
        """`those` and `leading` as sequences."""
        slot, source, tests = (
            self.opened(node) if node.kind == "those" else (node.slot, node.source, list(conjuncts(node.condition)))
        )
        name = self.variable(slot)
        if node.kind == "leading":
            self.names.types[slot] = _of(source)
            self.names.definite.add(slot)
            condition = low.All(tuple(self.scalar(test) for test in tests))
            return low.Call(
                "leading",
                (low.Walk("list", name, self.sequence(source), (), low.Sequence((low.Var(name), condition))),),
            )
        items, rest = self.walk_source(slot, source, tests)
        conditions = tuple(self.scalar(test) for test in rest)
        return low.Walk("list", name, items, conditions, low.Var(name)) if conditions else items

    def quantifier(self, node: x.Quantifier) -> low.Expr:
        kind = node.kind
        if kind in ("those", "leading"):
            return self.sequence(node)
        if kind == "all":
            opposite = x.Logic(YES_NO, node.span, "not", node.condition or x.Const(YES_NO, node.span, True), None)
            return negated(self.quantifier(x.Quantifier(YES_NO, node.span, "any", node.slot, node.source, opposite)))
        if kind == "none":
            return negated(
                self.quantifier(x.Quantifier(YES_NO, node.span, "any", node.slot, node.source, node.condition))
            )
        slot, source, tests = self.opened(node)
        member = kind_of(_of(source)) == "member"
        if kind == "any" and "unroll" in self.passes and self.is_short(source):
            return self.unrolled(slot, source, tests)
        lines = self.line_test(slot, source, tests) if kind == "any" else None
        if lines is not None:
            return lines
        link = self.link_test(slot, source, tests) if kind == "any" else None
        if link is not None:
            return link
        mask = self.piece_mask(slot, source, tests) or (
            self.members(slot, source, tests) if _is_set(source.type) else None
        )
        if mask is not None and member:
            match kind:
                case "any":
                    return low.Bin("!=", mask, low.Lit(0))
                case "count":
                    return low.Population(mask)
                case "first":
                    return low.Lowest(mask)
        items, rest = self.walk_source(slot, source, tests)
        conditions = tuple(self.scalar(test) for test in rest)
        name = self.variable(slot)
        match kind:
            case "any":
                lets, tests_left = hoisted(name, conditions, self.temporary)
                return low.Walk("any", name, items, tests_left, None, tuple(lets))
            case "count":
                return low.Walk("count", name, items, conditions, None) if conditions else low.Call("len", (items,))
        what = kind if member else f"{kind}_number"
        return low.Walk(what, name, items, conditions, None)

    def is_short(self, source: x.Expr) -> bool:
        """Whether a source has so few members that its conditions can be written out for each."""
        return isinstance(source, x.Const) and isinstance(source.value, tuple) and len(source.value) <= SHORT

    def unrolled(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr:
        """Whether one of few members meets the conditions, each written out."""
        assert isinstance(source, x.Const)
        assert isinstance(source.value, tuple)
        each: list[low.Expr] = []
        for member in source.value:
            given = {slot: x.Const(_of(source), source.span, member)}
            parts = tuple(self.scalar(self.rewriter.put(test, given)) for test in tests)
            left = tuple(part for part in parts if part != low.Lit(True))
            if low.Lit(False) in left:
                continue
            if not left:
                return low.Lit(True)
            each.append(left[0] if len(left) == 1 else low.All(left))
        if not each:
            return low.Lit(False)
        return each[0] if len(each) == 1 else low.Any_(tuple(each))

    def piece_mask(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr | None:
        """Pieces on one space that meet fixed tests, as a mask."""
        if not isinstance(source, x.Const) or "join" not in self.passes:
            return None
        probe = x.Quantifier(YES_NO, source.span, "any", slot, source, _all(tests))
        joined, rest = self.joined_space(probe)
        if joined is None or not self.all_pieces(joined[0], source):
            return None
        on = self.pieces_on(joined[0], joined[1])
        if not rest:
            return on
        fitting = self.members(slot, source, rest)
        return None if fitting is None else low.Bin("&", on, fitting)

    def line_test(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr | None:
        """Whether some fixed line of cells lies within a set: by a table for small boards, else by shifting the set."""
        if "lines" not in self.passes or not isinstance(source, x.Const) or len(tests) != 1:
            return None
        (test,) = tests
        if not (isinstance(test, x.Compare) and test.op == "within" and isinstance(test.left, x.ReadField)):
            return None
        if not (isinstance(test.left.of, x.Local) and test.left.of.slot == slot and self.independent(slot, test.right)):
            return None
        group = self.mask(test.right)
        if group is None or not isinstance(source.value, tuple):
            return None
        values = self.model.domains[test.left.domain].fields[test.left.field].values
        masks = [sum(1 << cell for cell in values[k]) for k in source.value]  # type: ignore[union-attr,operator,misc]
        name = self.temporary()
        whole = self.model.spaces.size if max(masks).bit_length() <= self.model.spaces.size else 0
        if whole and whole <= SMALL_BOARD:
            holds = tuple(any(not line & ~mask for line in masks) for mask in range(1 << whole))
            return low.Item(self.tables.add(holds), group)
        shifted = _shifts(masks)
        if shifted is None:
            return None
        parts: list[low.Expr] = []
        for stride, length, starts in shifted:
            free = sum(1 << k for k in range(max(0, whole - stride * (length - 1)))) == starts
            parts.append(_run(low.Var(name), stride, length, None if free else starts))
        first = parts[0]
        assert isinstance(first, low.Bin)
        bound = _replace_first(first, name, group)
        return low.Any_((bound, *parts[1:])) if len(parts) > 1 else bound

    def link_test(self, slot: int, source: x.Expr, tests: list[x.Expr]) -> low.Expr | None:
        """Whether an edge is joined with another through the spaces that have a value: kept from move to move."""
        if "links" not in self.passes or not (isinstance(source, x.CallBuiltin) and source.name == "connected"):
            return None
        start, through = source.args
        if not (
            isinstance(through, x.Quantifier) and through.kind == "those" and isinstance(through.condition, x.Compare)
        ):
            return None
        test = through.condition
        read, value = test.left, test.right
        if test.op != "is" or not (isinstance(read, x.ReadVariable) and len(read.keys) == 1):
            return None
        key = read.keys[0]
        inverse = self.inverses.value_masks(read.variable)
        if inverse is None or not (isinstance(key, x.Local) and key.slot == through.slot) or inverse.first_key:
            return None
        if inverse.keys != self.model.spaces.size or not self.independent(through.slot, value) or inverse.low != -1:
            return None
        starts = self.per_value(start, value, inverse.values - 1)
        goals = self.per_value(
            x.Quantifier(through.type, source.span, "those", slot, self.whole(through.source), _all(tests)),
            value,
            inverse.values - 1,
        )
        if starts is None or goals is None or not self.definite(value):
            return None
        link = self.inverses.link(read.variable, starts, goals)
        if (link.starts, link.goals) != (starts, goals):
            return None
        return low.Bin("!=", low.Slot(low.Bin("+", self.scalar(value), low.Lit(link.done))), low.Lit(0))

    def per_value(self, node: x.Expr, value: x.Expr, count: int) -> tuple[int, ...] | None:
        """A set that depends on one value alone, as a mask for each."""
        inputs = self.tabulator.inputs(node)
        if inputs is None or len(inputs) != 1:
            return None
        from interpreter.compiled.scalars import mask_value
        from interpreter.compiled.tables import identity

        if identity(inputs[0].node) != identity(value):
            return None
        found = self.tabulator.table(node, inputs, mask_value)
        if found is None:
            return None
        if isinstance(found[0], low.Table):
            return tuple(self.tables.values[found[0].number][:count])
        return None

    # ---- sums and unions

    def aggregate(self, node: x.Aggregate) -> low.Expr:
        if node.kind == "union":
            return self.union(node)
        slot, source, tests = self.opened(node)
        items, rest = self.walk_source(slot, source, tests)
        conditions = tuple(self.scalar(test) for test in rest)
        return low.Walk(node.kind, self.variable(slot), items, conditions, self.number(node.value))

    def any_between(self, node: x.Aggregate) -> low.Expr | None:
        """Whether something lies between a space and an end, for one space."""
        found = self.between_spaces(node)
        parts = between(node)
        if found is None or parts is None:
            return None
        return low.Bin("&", low.Bin(">>", found, self.scalar(parts.space)), low.Lit(1))

    def between_spaces(self, node: x.Expr) -> low.Expr | None:
        """The mask of spaces for which an expression of the shape of `between` has a member."""
        parts = between(node) if "between" in self.passes else None
        inverse = None if parts is None else self.inverses.value_masks(parts.variable)
        if (
            parts is None
            or inverse is None
            or inverse.low != -1
            or inverse.first_key
            or inverse.keys != self.model.spaces.size
        ):
            return None
        steps = plan(self.model.spaces, parts.ways)
        if steps is None or not (self.definite(parts.between) and self.definite(parts.end)):
            return None
        inside = low.Slot(low.Bin("+", self.scalar(parts.between), low.Lit(inverse.base)))
        end = low.Slot(low.Bin("+", self.scalar(parts.end), low.Lit(inverse.base)))
        return low.Call("ends_between", (inside, end, self.tables.add(steps)))

    def between_sequence(self, node: x.Aggregate) -> low.Expr | None:
        """What lies between, for one space, as a sequence."""
        parts = between(node) if "between" in self.passes else None
        if parts is None or not (
            self.definite(parts.between) and self.definite(parts.end) and self.definite(parts.space)
        ):
            return None
        slots = self.layout.variables[parts.variable]
        if slots.variable.keys[0].first or len(slots.variable.keys) != 1:
            return None
        spaces = self.model.spaces
        rays = tuple(tuple(ray for way in parts.ways if (ray := spaces.ray(s, way))) for s in range(spaces.size))
        row = low.Item(self.tables.add(rays), self.scalar(parts.space))
        values = (self.scalar(parts.between), self.scalar(parts.end))
        return low.Call("between", (low.Var("v"), low.Lit(slots.base), row, *values))

    def union(self, node: x.Aggregate) -> low.Expr:
        """The members of all sets together, as a sequence."""
        runs = self.between_sequence(node)
        if runs is not None:
            return runs
        single = node.source
        if isinstance(single, x.MakeList) and len(single.items) == 1 and node.condition is None:
            return self.sequence(self.rewriter.put(node.value, {node.slot: single.items[0]}))
        slot, source, tests = self.opened(node)
        items, rest = self.walk_source(slot, source, tests)
        conditions = tuple(self.scalar(test) for test in rest)
        value = self.sequence(node.value)
        return low.Call("union", (low.Walk("list", self.variable(slot), items, conditions, value),))

    def any_member(self, node: x.Expr) -> low.Expr:
        """Whether a collection has a member."""
        if isinstance(node, x.Quantifier) and node.kind == "those":
            condition = node.condition or x.Const(YES_NO, node.span, True)
            return self.quantifier(x.Quantifier(YES_NO, node.span, "any", node.slot, node.source, condition))
        if isinstance(node, x.Aggregate) and node.kind == "union":
            return self.any_between(node) or self.any_of_union(node)
        if isinstance(node, x.Conditional):
            return low.Choose(self.scalar(node.condition), self.any_member(node.then), self.any_member(node.other))
        if isinstance(node, x.Const):
            return low.Lit(bool(node.value))
        mask = self.mask(node) if _is_set(node.type) else None
        if mask is not None:
            return low.Bin("!=", mask, low.Lit(0))
        return low.Bin(">", low.Call("len", (self.sequence(node),)), low.Lit(0))

    def any_of_union(self, node: x.Aggregate) -> low.Expr:
        """Whether one of several sets has a member."""
        slot, source, tests = self.opened(node)
        items, rest = self.walk_source(slot, source, tests)
        conditions = tuple(self.scalar(test) for test in rest)
        return low.Walk("any", self.variable(slot), items, (*conditions, self.any_member(node.value)), None)

    # ---- comparing sets

    def contains(self, member: x.Expr, collection: x.Expr) -> low.Expr:
        if isinstance(collection, x.MakeList):
            tests = tuple(self.equal(member, item) for item in collection.items)
            return low.Any_(tests) if len(tests) != 1 else tests[0]
        if isinstance(collection, x.Quantifier) and collection.kind == "those" and _cheap(member):
            inside = self.contains(member, collection.source)
            tests = tuple(
                self.scalar(self.rewriter.inline(self.rewriter.put(test, {collection.slot: member})))
                for test in conjuncts(collection.condition)
            )
            return low.All((inside, *tests))
        mask = self.mask(collection) if _is_set(collection.type) else None
        index = self.scalar(member)
        if mask is not None and self.definite(member):
            return (
                low.Bin("&", low.Bin(">>", mask, index), low.Lit(1))
                if not isinstance(mask, low.Lit)
                else low.Contains(self.tables.add(_members(mask)), index)
            )
        return low.Contains(self.sequence(collection), index)

    def within_set(self, left: x.Expr, right: x.Expr) -> low.Expr:
        one, two = self.operand(left), self.operand(right)
        if one is not None and two is not None:
            return low.Bin("==", low.Bin("&", one, low.Complement(two)), low.Lit(0))
        return low.Call("within", (self.sequence(left), self.sequence(right)))

    def equal_sets(self, left: x.Expr, right: x.Expr) -> low.Expr:
        if _is_set(left.type) and _is_set(right.type):
            one, two = self.mask(left), self.mask(right)
            if one is not None and two is not None:
                return low.Bin("==", one, two)
        return low.Call("same", (self.sequence(left), self.sequence(right)))

    # ---- built-ins

    def builtin(self, node: x.CallBuiltin) -> low.Expr:
        args = node.args
        match node.name:
            case "size":
                mask = self.mask(args[0]) if _is_set(args[0].type) else None
                if mask is not None:
                    return low.Population(mask)
                return low.Call("len", (self.sequence(args[0]),))
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


def _cheap(node: x.Expr) -> bool:
    from interpreter.compiled.rewrite import is_cheap

    return is_cheap(node)


def _is_set(type_: Type) -> bool:
    bare = without_nothing(type_)
    return (
        isinstance(bare, CollectionType)
        and bare.shape == "set"
        and isinstance(without_nothing(bare.of or YES_NO), MemberType)
    )


def _members(mask: low.Lit) -> frozenset[int]:
    value = mask.value if isinstance(mask.value, int) else 0
    return frozenset(k for k in range(value.bit_length()) if value >> k & 1)


def _most_bits(values: object) -> int:
    if isinstance(values, tuple):
        return max((_most_bits(value) for value in values), default=0)
    return values.bit_count() if isinstance(values, int) and values >= 0 else 999


def _flat(values: object) -> list[int]:
    if isinstance(values, tuple):
        return [one for value in values for one in _flat(value)]
    return [values] if isinstance(values, int) else []


def _shifts(masks: Sequence[int]) -> list[tuple[int, int, int]] | None:
    """Lines sorted by stride and length: (stride, length, mask of their first cells); None when one is not even."""
    found: dict[tuple[int, int], int] = {}
    for mask in masks:
        cells = [k for k in range(mask.bit_length()) if mask >> k & 1]
        strides = {after - before for before, after in zip(cells, cells[1:], strict=False)}
        if len(strides) > 1 or len(cells) < 2:
            return None
        (stride,) = strides
        found[stride, len(cells)] = found.get((stride, len(cells)), 0) | 1 << cells[0]
    return [(stride, length, starts) for (stride, length), starts in found.items()] if len(found) <= 8 else None


def _run(group: low.Expr, stride: int, length: int, starts: int | None) -> low.Expr:
    """Whether `length` cells, `stride` apart, lie in the group from one of the starts on (None: from wherever)."""
    whole, reach = group, 1
    while reach < length:
        step = min(reach, length - reach)
        first = whole if reach == 1 else low.Bind("run", whole)
        again = group if reach == 1 else low.Var("run")
        whole = low.Bin("&", first, low.Bin(">>", again, low.Lit(stride * step)))
        reach += step
    return low.Bin("!=", whole if starts is None else low.Bin("&", whole, low.Lit(starts)), low.Lit(0))


def _replace_first(node: low.Expr, name: str, value: low.Expr) -> low.Expr:
    """The expression with the first use of a variable giving it its value."""
    done = [False]

    def look(part: low.Expr) -> low.Expr:
        if isinstance(part, low.Var) and part.name == name and not done[0]:
            done[0] = True
            return low.Bind(name, value)
        if isinstance(part, low.Bin):
            left = look(part.left)
            return low.Bin(part.op, left, look(part.right))
        if isinstance(part, low.Bind):
            return low.Bind(part.name, look(part.value))
        return part

    return look(node)
