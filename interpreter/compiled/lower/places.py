"""Lowers variables of the state: where a value stands, and whether there is one."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import all_of, plus
from interpreter.compiled.ground.kinds import Unsupported, bounds, kind_of
from interpreter.compiled.lower.lowering import Lowering
from interpreter.layout.codecs import FlagCodec, MaybeCodec, NumberCodec
from interpreter.model import expressions as x
from interpreter.model.program import KeyRange
from interpreter.model.types import MaybeType, MemberType, NothingType, NumberType, YesNoType, without_nothing
from interpreter.model.walk import walk

NOTHING = low.Lit(-1)
"""How a member that is nothing is held."""


class Places(Lowering):
    """The lowering of variables of one slot."""

    def definite(self, node: x.Expr) -> bool:
        match node:
            case x.Const():
                return node.value is not None
            case x.Local():
                return node.slot in self.names.definite
            case x.Special(name="me"):
                return self.names.seated
            case x.Special(name="mover"):
                return True
            case x.ReadField():
                given = not isinstance(node.type, (MaybeType, NothingType)) and self.definite(node.of)
                return given and not self.may_lack(node)
            case x.ReadTable():
                return not isinstance(node.type, (MaybeType, NothingType)) and self.definite(node.key)
            case x.ReadVariable():
                ranges = self.model.variables[node.variable].keys
                kept = all(
                    self.within(key, one.domain, one.first, one.size)
                    for key, one in zip(node.keys, ranges, strict=True)
                )
                return kept and (node.variable in self.sure or isinstance(node.type, (NumberType, YesNoType)))
            case x.CallBuiltin(name="opponent_of" | "next_seat", args=(of, *_)):
                return self.definite(of)
            case x.Conditional(then=then, other=other):
                return self.definite(then) and self.definite(other)
        return isinstance(node.type, NumberType) and not self.may_be_absent(node)

    def may_lack(self, node: x.ReadField) -> bool:
        """Whether some of the members have no such number, as spaces of a ring have no column: it is nothing then."""
        if kind_of(node.type) != "number":
            return False
        values, bare = self.model.domains[node.domain].fields[node.field].values, without_nothing(node.of.type)
        if isinstance(bare, MemberType) and bare.area is not None:
            spaces = self.model.spaces.spaces_of(bare.area)
            values = values[spaces.start : spaces.stop]
        return None in values

    def read_variable(self, node: x.ReadVariable) -> low.Expr:
        """The value of a variable; its empty value where there is none for the keys."""
        slots = self.layout.variables[node.variable]
        if not isinstance(slots.codec, (NumberCodec, FlagCodec, MaybeCodec)) or kind_of(node.type) == "other":
            raise Unsupported("a variable of several slots")
        if isinstance(slots.codec, MaybeCodec) and (slots.codec.nothing != -1 or slots.codec.flag):
            raise Unsupported("a number or a flag that may be nothing")
        place, guard = self.place(node.variable, node.keys)
        read: low.Expr = low.Slot(place)
        empty: low.Expr = NOTHING
        if isinstance(slots.codec, FlagCodec):
            read, empty = low.Bin("==", read, low.Lit(1)), low.Lit(False)
        elif isinstance(slots.codec, NumberCodec):
            empty = low.Lit(0)
        return read if guard is None else low.Choose(guard, read, empty)

    def place(self, variable: str, keys: Sequence[x.Expr]) -> tuple[low.Expr, low.Expr | None]:
        """The index of a variable's value, and the condition that there is one (None: there always is)."""
        slots = self.layout.variables[variable]
        strides = [stride for _, _, stride in slots.steps]
        return self.index(slots.base, keys, slots.variable.keys, strides)

    def spot(self, place: str, keys: Sequence[x.Expr]) -> tuple[low.Expr, low.Expr | None]:
        """The number of a place of cards, and the condition that there is one (None: there always is)."""
        ranges = self.model.places[place].keys
        cards = self.layout.cards[self.model.places[place].domain]
        first = next(spot.number for spot in cards.spots if spot.name == place)
        strides = [prod(key.size for key in ranges[number + 1 :]) for number in range(len(ranges))]
        return self.index(first, keys, ranges, strides)

    def index(
        self, offset: int, keys: Sequence[x.Expr], ranges: Sequence[KeyRange], strides: Sequence[int]
    ) -> tuple[low.Expr, low.Expr | None]:
        """The place of keys among all combinations, from `offset` on, and the condition that they have one."""
        index: low.Expr | None = None
        guards: list[low.Expr] = []
        for key, wanted, stride in zip(keys, ranges, strides, strict=True):
            first, size = wanted.first, wanted.size
            offset -= first * stride
            if isinstance(key, x.Const) and isinstance(key.value, int):
                if not first <= key.value < first + size:
                    guards.append(low.Lit(False))
                offset += key.value * stride
                continue
            found = self.scalar(key)
            if not self.within(key, wanted.domain, first, size):
                guarded = found
                if not isinstance(found, low.Var):
                    found = low.Var(self.temporary())
                    guarded = low.Bind(found.name, guarded)
                if wanted.domain is None and not self.definite(key):
                    guards.append(low.Not(low.Absent(guarded)))
                    guarded = found
                guards.append(low.Bin(">=", guarded, low.Lit(first)))
                if self.may_exceed(wanted.domain, first + size):
                    guards.append(low.Bin("<", found, low.Lit(first + size)))
            part = found if stride == 1 else low.Bin("*", found, low.Lit(stride))
            index = part if index is None else low.Bin("+", index, part)
        return low.Lit(offset) if index is None else plus(index, offset), all_of(guards) if guards else None

    def within(self, key: x.Expr, domain: str | None, first: int, size: int) -> bool:
        """Whether a key is certain to lie in its range."""
        if not self.definite(key):
            return False
        bare = without_nothing(key.type)
        if domain is None:
            known = None if self.loose(key) else bounds(bare)
            return known is not None and known[0] >= first and known[1] < first + size
        if (first, size) == (0, len(self.model.domains[domain].members)):
            return True
        if isinstance(bare, MemberType) and bare.area is not None:
            spaces = self.model.spaces.spaces_of(bare.area)
            return spaces.start >= first and spaces.stop <= first + size
        return False

    def loose(self, node: x.Expr) -> bool:
        """Whether the bounds of an expression's type do not count, because a number in it may be any."""
        return bool(self.names.loose) and any(
            isinstance(part, x.Local) and part.slot in self.names.loose for part in walk(node)
        )

    def loosen(self, slot: int, source: x.Expr) -> None:
        """Notes that a name for what an expression gives, or for its members, may be any number where that is so."""
        if self.loose(source):
            self.names.loose |= {slot}

    def may_exceed(self, domain: str | None, end: int) -> bool:
        """Whether a key may be greater than its range."""
        return domain is None or end < len(self.model.domains[domain].members)
