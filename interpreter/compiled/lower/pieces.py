"""Lowers what is said of pieces and the spaces they stand on, by the kept sets of spaces and of pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, bit, plus
from interpreter.compiled.ground.kinds import kind_of, mask_value, member_type
from interpreter.compiled.ground.rewrite import conjunction, conjuncts, rebuild
from interpreter.compiled.lower.masks import Masks
from interpreter.model import expressions as x
from interpreter.model.types import SPACE, MaybeType, MemberType, without_nothing

STAND_IN = 900
"""The slot of the name that stands in the place of a piece's space."""

MOST_KINDS = 4
"""Pieces of more kinds than this are tested one by one."""


class Pieces(Masks):
    """The lowering of pieces on spaces."""

    # ---- pieces by their space

    def joined_space(self, slot: int, tests: Sequence[x.Expr]) -> tuple[tuple[str, x.Expr] | None, list[x.Expr]]:
        """The domain and the space of a condition `p.space is E` for the piece in a slot, and the other conditions."""
        rest = list(tests)
        for number, one in enumerate(rest):
            if not (isinstance(one, x.Compare) and one.op == "is"):
                continue
            for read, space in ((one.left, one.right), (one.right, one.left)):
                domain = self.space_read(read, slot)
                if domain is not None and self.independent(slot, space) and self.on_a_space(domain, space):
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
            return low.Slot(plus(index, base))
        name = self.temporary()
        test = low.Bin(">=", low.Bind(name, index), low.Lit(0))
        return low.Choose(test, low.Slot(plus(low.Var(name), base)), low.Lit(0))

    def standing(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """Pieces whose space meets a test: by the kept sets of pieces per area."""
        if "inverses" not in self.passes:
            return None
        found = self.by_space(slot, test)
        if found is None:
            return self.standing_by_kind(slot, source, test)
        domain, spaces, off_board = found
        area = self.inverses.area(domain, spaces)
        if area is None or not off_board:
            return None if area is None else low.Slot(low.Lit(area))
        anywhere = self.inverses.area(domain, self.board)
        if anywhere is None:
            return None
        whole = (1 << self.layout.pieces[domain].pieces) - 1
        off = low.Bin("&", low.Complement(low.Slot(low.Lit(anywhere))), low.Lit(whole))
        return low.Bin("|", low.Slot(low.Lit(area)), off)

    def by_space(self, slot: int, test: x.Expr) -> tuple[str, int, bool] | None:
        """For a test of a piece's space and nothing else: the domain, the spaces that meet it, whether nowhere does.

        None for another test, and for one that does not depend on the space at all.
        """
        for domain, pieces in self.layout.pieces.items():
            opened = self.with_space(test, pieces.spaces.variable.name, slot)
            inputs = self.tabulator.inputs(opened) if self.independent(slot, opened) and opened is not test else None
            if inputs is None or len(inputs) != 1 or not isinstance(inputs[0].node, x.Local):
                continue
            found = self.tabulator.table(opened, inputs, bool)
            if found is not None and len(found[1]) == 1 and isinstance(found[0], low.Table):
                holds = self.tables.values[found[0].number]
                return domain, self.spaces_where(holds), holds[-1]
        return None

    def standing_by_kind(self, slot: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
        """Pieces that meet a test of their space and of what they are: few kinds, each with its own spaces."""
        bare = without_nothing(member_type(source))
        if not isinstance(bare, MemberType) or bare.domain not in self.layout.pieces:
            return None
        domain = bare.domain
        changed = self.with_space(test, self.layout.pieces[domain].spaces.variable.name, slot)
        inputs = None if changed is test else self.tabulator.inputs(changed)
        if (
            inputs is None
            or {getattr(one.node, "slot", None) for one in inputs} != {slot, STAND_IN}
            or len(inputs) != 2
        ):
            return None
        inputs.sort(key=lambda one: isinstance(one.node, x.Local) and one.node.slot == STAND_IN)
        found = self.tabulator.table(changed, inputs, bool)
        if found is None or len(found[1]) != 2 or not isinstance(found[0], low.Table):
            return None
        kinds: dict[int, int] = {}
        for piece, holds in enumerate(self.tables.values[found[0].number][:-1]):
            if holds[-1]:
                return None
            spaces = self.spaces_where(holds)
            kinds[spaces] = kinds.get(spaces, 0) | 1 << piece
        return self.of_kinds(domain, kinds)

    def of_kinds(self, domain: str, kinds: Mapping[int, int]) -> low.Expr | None:
        """The pieces of each kind that stand on the spaces of the kind."""
        whole: low.Expr | None = None
        if len(kinds) > MOST_KINDS:
            return None
        for spaces, members in kinds.items():
            slot = self.inverses.area(domain, spaces) if spaces else None
            if spaces and slot is None:
                return None
            if slot is not None:
                part = low.Bin("&", low.Slot(low.Lit(slot)), low.Lit(members))
                whole = part if whole is None else low.Bin("|", whole, part)
        return low.Lit(0) if whole is None else whole

    def with_space(self, node: x.Expr, variable: str, slot: int) -> x.Expr:
        """A test of the piece in a slot, with a name of its own in the place of the piece's space."""
        if isinstance(node, x.ReadVariable) and node.variable == variable and len(node.keys) == 1:
            key = node.keys[0]
            if isinstance(key, x.Local) and key.slot == slot:
                return x.Local(MaybeType(SPACE), node.span, STAND_IN, "space")
        return rebuild(node, lambda part: self.with_space(part, variable, slot))

    def spaces_where(self, holds: Sequence[bool]) -> int:
        """The mask of the spaces for which a table says yes."""
        return sum(1 << space for space in range(self.model.spaces.size) if holds[space])

    @property
    def board(self) -> int:
        """The mask of all spaces."""
        return (1 << self.model.spaces.size) - 1

    # ---- spaces by the pieces on them

    def occupied(self, slot: int, test: x.Quantifier) -> low.Expr | None:
        """Spaces on which a piece of a fixed group stands: `any p in pieces where p.space is x and …`."""
        if not isinstance(test.source, x.Const):
            return None
        joined, rest = self.joined_space(test.slot, conjuncts(test.condition))
        if joined is None or not (isinstance(joined[1], x.Local) and joined[1].slot == slot):
            return None
        return self.group(joined[0], test.slot, test.source, rest)

    def group(self, domain: str, slot: int, source: x.Expr, tests: Sequence[x.Expr]) -> low.Expr | None:
        """The mask of spaces that pieces of a group stand on; the group may depend on few outer things."""
        if "groups" not in self.passes or not all(self.fixed(slot, source, test) for test in tests):
            return None
        if tests:
            those = x.Quantifier(source.type, source.span, "those", slot, source, conjunction(tests))
            pieces = self.tabulated(those, mask_value)
        else:
            pieces = self.mask(source)
        return None if pieces is None else self.group_slots(domain, pieces)

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

    def spaces_of(self, pieces: x.Expr, domain: str) -> low.Expr | None:
        """The spaces of a set of pieces."""
        if isinstance(pieces, x.Quantifier) and pieces.kind == "those":
            found = self.spaces_of_those(pieces, domain)
            if found is not None:
                return found
        elif isinstance(pieces, x.Const):
            return self.group_slots(domain, low.Lit(mask_value(pieces.value)))
        name = self.temporary()
        read = low.Slot(plus(low.Var(name), self.layout.pieces[domain].spaces.base))
        each = low.Walk("list", (low.Clause("for", name, self.sequence(pieces)),), read)
        gathered = low.Call("mask_of", (each,))
        return self.spaces_without(pieces, domain, gathered) or gathered

    def spaces_without(self, pieces: x.Expr, domain: str, gathered: low.Expr) -> low.Expr | None:
        """The spaces of a group but for one of its pieces: where that stands alone, they are without its space.

        Else they are `gathered`. None for other sets.
        """
        match pieces:
            case x.JoinSets(op="-", left=x.Quantifier(kind="those") as those, right=x.MakeList(items=(one,))):
                group = self.spaces_of_those(those, domain)
                piece = self.scalar(one)
                if group is None or not isinstance(piece, low.Var) or not self.definite(one):
                    return None
                kept, tests = self.layout.pieces[domain], list[low.Expr]()
                space = low.Slot(plus(piece, kept.spaces.base))
                if isinstance(kept.spaces.variable.type, MaybeType):
                    tests.append(low.Bin(">=", space, low.Lit(0)))
                if not self.stand_alone(domain):
                    tests.append(low.Bin("==", low.Slot(plus(space, kept.base)), bit(piece)))
                left = low.Bin("&", group, low.Complement(bit(space)))
                return low.Choose(all_of(tests), left, gathered) if tests else left
        return None

    def spaces_of_those(self, pieces: x.Quantifier, domain: str) -> low.Expr | None:
        """The spaces of the pieces that meet fixed tests, and tests of their space alone: a group's, within an area."""
        if not isinstance(pieces.source, x.Const):
            return None
        fixed: list[x.Expr] = []
        within = self.board
        for test in conjuncts(pieces.condition):
            if self.fixed(pieces.slot, pieces.source, test):
                fixed.append(test)
                continue
            found = self.by_space(pieces.slot, test)
            if found is None:
                return None
            within &= found[1]
        group = self.group(domain, pieces.slot, pieces.source, fixed)
        return group if group is None or within == self.board else low.Bin("&", group, low.Lit(within))
