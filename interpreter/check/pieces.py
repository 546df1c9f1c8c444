"""Pieces: from the set-up's picture, or a pool for each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from interpreter import data as d
from interpreter.check.boards import Boards, missing_setup
from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.scope import DomainInfo
from interpreter.check.written_types import WrittenTypes
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import (
    NOTHING,
    PLAYER,
    SPACE,
    MaybeType,
    MemberType,
    NumberType,
    Type,
    UnknownType,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Pieces(WrittenTypes):
    """Declares pieces."""

    def declare(self, node: n.Piece, boards: Boards, assigned: set[str]) -> None:
        """A piece domain: its members from the set-up or as a pool, fixed fields, and fields of the state."""
        if not self.header.domain_names(node.rows):
            return
        info = DomainInfo(str(node.rows.one), str(node.rows.many), "piece", span=node.rows.one.span)
        types: dict[str, Type] = {}
        for param in node.fields:
            if str(param.name) in types:
                self.findings.error("RW211", f"{one(info.name)} has two fields `{param.name}`", param.name.span)
            types.setdefault(str(param.name), self.param_type(param, "the field"))
        if node.pool is not None:
            types.setdefault("owner", PLAYER)
            self.pool(node, info)
            placed: list[d.Placed | None] = [None] * len(info.members)
        else:
            placed = list(self.from_setup(node, info, boards, types))
        self.header.add_domain(info)
        space = without_nothing(types.get("space", NOTHING))
        if isinstance(space, UnknownType) or (space == NOTHING and "space" in self.findings.broken):
            types["space"] = MaybeType(SPACE)
        elif not isinstance(space, MemberType) or space.domain != "space":
            self.findings.error(
                "RW246",
                f"{one(info.name)} needs a field `space`",
                node.rows.one.span,
                "write `piece … has …, space` or `space: maybe space`",
            )
            types["space"] = MaybeType(SPACE)
        fits = self.legend_fits(info, boards, types)
        for name, type_ in types.items():
            values = self.field_values(node, info, name, type_, placed, boards)
            said = all(name == "owner" if piece is None else name in piece.fields for piece in placed)
            if fits and not said and name != "space" and isinstance(type_, MemberType):
                self.findings.error(
                    "RW246",
                    f"the set-up does not say the {name} of every {info.name}",
                    node.rows.one.span,
                    "add it to a letter of the `legend`",
                )
            if name == "space" or name in assigned:
                variable = f"{info.name}.{name}"
                info.fields[f"{name}@start"] = m.Field(f"{name}@start", type_, values)
                low, high = (type_.low or 0, type_.high or 0) if isinstance(type_, NumberType) else (0, 0)
                if isinstance(type_, NumberType) and (type_.low is None or type_.high is None):
                    self.findings.error(
                        "RW251",
                        f"the field `{name}` changes, so it needs a range",
                        node.rows.one.span,
                        "write `number 0 to 9`",
                    )
                key = m.KeyRange(info.name, 0, len(info.members))
                member = x.Local(MemberType(info.name), node.span, 0, info.name)
                start = x.ReadField(type_, node.span, info.name, f"{name}@start", member)
                self.w.variables[variable] = m.Variable(
                    variable, "field", (key,), type_, low, high, None, start, None, None, node.rows.one.span
                )
                info.owned[name] = variable
            else:
                info.fields[name] = m.Field(name, type_, values)

    def legend_fits(self, info: DomainInfo, boards: Boards, types: dict[str, Type]) -> bool:
        """Whether every field that the letters of pictures set is one of the piece; findings for the others."""
        setup = boards.setup
        if setup is None or setup.piece is None or setup.piece.name != info.name:
            return True
        strange = [v.field for vs in (setup.legend or {}).values() for v in vs if v.field.name not in types]
        for field in strange:
            hint = did_you_mean(field.name, types) or f"{one(info.name)} has {listed(types)}"
            message = f"{one(info.name)} has no field `{field.name}`"
            self.findings.unknown("RW216", field.name, message, field.span, hint)
        return not strange

    def pool(self, node: n.Piece, info: DomainInfo) -> None:
        """The members of a pool: so many for each player, alike but for owner and number."""
        assert node.pool is not None
        assert node.number is not None
        number = self.bound(node.number)
        info.pooled = True
        if number is None:
            self.w.lack(info)
            return
        if str(node.pool) != "player" or not 1 <= number <= 100:
            self.findings.error("RW246", "a pool is `for each player up to` a number from 1 to 100", node.pool.span)
        for player in self.w.players:
            info.members += [f"{player}_{info.name}_{k}" for k in range(1, min(number, 100) + 1)]

    def from_setup(self, node: n.Piece, info: DomainInfo, boards: Boards, types: dict[str, Type]) -> Sequence[d.Placed]:
        """The members that the set-up's picture names, in the order it says."""
        setup = boards.setup
        if boards.failed:
            self.w.lack(info)
        if setup is None or setup.piece is None or setup.piece.name != info.name:
            if not boards.failed:
                self.findings.add([missing_setup(node.rows.one.span)])
            return []
        order = [word.name for word in setup.order]
        for word in setup.order:
            if word.name not in types:
                self.findings.unknown(
                    "RW216",
                    word.name,
                    f"{one(info.name)} has no field `{word.name}`",
                    word.span,
                    did_you_mean(word.name, types),
                )
        order = [name for name in order if name in types]
        numbered = [(self.order_key(piece, order, types, boards), piece) for piece in boards.placed]
        numbered.sort(key=lambda pair: pair[0][0])
        bases = [base for (_, base), _ in numbered]
        if not order:
            bases = [self.plain_base(piece, info) for _, piece in numbered]
        times, met = Counter(bases), Counter[str]()
        for base in bases:
            met[base] += 1
            info.members.append(base if times[base] == 1 and order else f"{base}_{met[base]}")
        return [piece for _, piece in numbered]

    def order_key(
        self, piece: d.Placed, order: Sequence[str], types: dict[str, Type], boards: Boards
    ) -> tuple[tuple[int, ...], str]:
        """Where a piece stands in the order of its domain, and its name made of the ordering fields."""
        places, words = [], []
        for name in order:
            given = piece.fields.get(name)
            value = None if given is None else boards.value(given, types[name])
            places.append(value if isinstance(value, int) else -1)
            words.append(str(given.value.value) if given is not None else "plain")
        return tuple(places), "_".join(words)

    def plain_base(self, piece: d.Placed, info: DomainInfo) -> str:
        """The start of the name of a piece without an order: `white_man`."""
        owner = piece.fields.get("owner")
        return info.name if owner is None else f"{owner.value.value}_{info.name}"

    def field_values(
        self, node: n.Piece, info: DomainInfo, name: str, type_: Type, placed: Sequence[d.Placed | None], boards: Boards
    ) -> tuple[Constant, ...]:
        """What a field is for each piece at the start."""
        values: list[Constant] = []
        per_player = len(info.members) // max(1, len(self.w.players))
        for number, piece in enumerate(placed):
            if name == "space":
                values.append(None if piece is None else piece.space)
            elif piece is None and name == "owner":
                values.append(number // max(1, per_player))
            elif piece is not None and name in piece.fields:
                values.append(boards.value(piece.fields[name], type_))
            else:
                default = self.default(type_, 0, node.span)
                values.append(
                    default.value if isinstance(default, x.Const) and not isinstance(type_, MemberType) else None
                )
        if name == "space" and info.pooled and not isinstance(type_, MaybeType):
            self.findings.error(
                "RW246", "a pool starts off the board, so its pieces have `space: maybe space`", node.rows.one.span
            )
        return tuple(values)
