"""Everything that changes while a game runs: counters, kept variables, pieces, places for cards; and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter import data as d
from interpreter.check.boards import Boards, missing_setup
from interpreter.check.findings import did_you_mean, listed
from interpreter.check.header import Header
from interpreter.check.kinds_of import common, in_words
from interpreter.check.phases import Phases
from interpreter.check.scope import DomainInfo, Frame, World
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import (
    NUMBER,
    PLAYER,
    SPACE,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    StringType,
    Type,
    UnknownType,
    YesNoType,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n

MOST = 1_000_000


class Variables:
    """Declares what the state holds."""

    def __init__(self, world: World, header: Header, checker: Phases) -> None:
        self.w = world
        self.header = header
        self.checker = checker
        self.findings = world.findings
        self.late: list[tuple[str, n.Expr, n.Expr | None]] = []

    # ---- types

    def type_of(self, node: n.TypeName) -> Type:
        """The type that a declaration writes."""
        match node.form:
            case "number":
                low = None if node.low is None else self.bound(node.low)
                high = None if node.high is None else self.bound(node.high)
                return NumberType(low, high)
            case "space":
                if str(node.name) not in self.w.areas:
                    self.findings.unknown(
                        "RW242",
                        str(node.name),
                        f"there is no board `{node.name}`",
                        node.span,
                        did_you_mean(str(node.name), self.w.areas),
                    )
                    return UNKNOWN
                return MemberType("space", str(node.name))
            case "maybe":
                return maybe(self.named(node))
            case "set":
                return CollectionType("set", self.named(node))
            case "list":
                size = None if node.high is None else self.bound(node.high)
                return CollectionType("list", self.named(node), size)
            case "pile":
                of = self.named(node)
                size = len(self.w.domain_members(of.domain)) if isinstance(of, MemberType) else None
                return CollectionType("pile", of, size)
        return self.named(node)

    def named(self, node: n.TypeName) -> Type:
        """The type of a name."""
        name = str(node.name)
        if name == "number":
            return NUMBER
        if name == "yes_no":
            return YES_NO
        if name == "text":
            return StringType()
        if name in self.w.domains and not name.startswith("line:"):
            return SPACE if name == "space" else MemberType(name)
        many = next((info.name for info in self.w.domains.values() if info.many == name), None)
        hint = (
            f"`{name}` is the set of all; one of them is a `{many}`"
            if many
            else did_you_mean(name, [*self.w.domains, "number", "yes_no"])
        )
        span = node.name.span if node.name is not None else node.span
        self.findings.unknown("RW215", name, f"there is no type `{name}`", span, hint)
        return UNKNOWN

    def param_type(self, param: n.Param, what: str) -> Type:
        """The type of a parameter or field: the one written, or the one it is named like."""
        if param.type is not None:
            return self.type_of(param.type)
        if str(param.name) in self.w.domains:
            return SPACE if str(param.name) == "space" else MemberType(str(param.name))
        self.findings.error(
            "RW229",
            f"{what} `{param.name}` has no type",
            param.name.span,
            f"write `{param.name}: TYPE`; only one named like a type may leave it out",
        )
        return UNKNOWN

    def bound(self, node: n.Expr) -> int | None:
        """A number that must be fixed."""
        found = self.header.fixed(node, self.header.option_words())
        if isinstance(found, bool) or not isinstance(found, int):
            if found is not None:
                self.findings.error("RW236", "a number is needed here", node.span)
            return None
        return found

    def key(self, node: n.Key) -> m.KeyRange | None:
        """What a key runs over."""
        if node.form == "range":
            if node.high < node.low:
                self.findings.error("RW236", f"{node.low} to {node.high} holds no number", node.span)
                return None
            return m.KeyRange(None, node.low, node.high - node.low + 1)
        if node.form == "space":
            if str(node.area) not in self.w.spaces.first:
                if str(node.area) not in self.w.areas:
                    self.findings.unknown(
                        "RW242",
                        str(node.area),
                        f"there is no board `{node.area}`",
                        node.span,
                        did_you_mean(str(node.area), self.w.areas),
                    )
                return None
            spaces = self.w.spaces.spaces_of(str(node.area))
            self.w.used_names.add(str(node.area))
            return m.KeyRange("space", spaces.start, len(spaces))
        if str(node.name) not in self.w.domains:
            many = next((info.name for info in self.w.domains.values() if info.many == str(node.name)), None)
            self.findings.unknown(
                "RW215",
                str(node.name),
                f"there is no type `{node.name}`",
                node.span,
                f"say `each {many}`" if many else did_you_mean(str(node.name), self.w.domains),
            )
            return None
        return m.KeyRange(str(node.name), 0, len(self.w.domain_members(str(node.name))))

    def keys(self, nodes: Iterable[n.Key]) -> tuple[m.KeyRange, ...] | None:
        """All keys, or None when one has been reported."""
        found = [self.key(node) for node in nodes]
        return None if any(key is None for key in found) else tuple(key for key in found if key is not None)

    def reset(self, word: n.Word | None) -> m.Reset | None:
        """`reset each turn` or `reset each round`."""
        if word is None:
            return None
        if str(word) not in ("turn", "round"):
            self.findings.error(
                "RW233",
                f"a reset is each turn or each round, not each {word}",
                word.span,
                did_you_mean(word, ["turn", "round"]),
            )
            return None
        return "turn" if str(word) == "turn" else "round"

    # ---- counters and kept variables

    def counter(self, node: n.Counter) -> None:
        keys = self.keys(node.keys)
        for name in node.names:
            if not self.header.claim(name, "keyed" if keys else "name") or keys is None:
                continue
            low = 0 if node.low is None else self.bound(node.low)
            type_ = NumberType(low, MOST)
            start = self.checker.start(node.start, NUMBER, keys, str(name))
            self.add(
                name,
                m.Variable(
                    str(name),
                    "counter",
                    keys,
                    type_,
                    low or 0,
                    MOST,
                    None,
                    start,
                    None,
                    self.reset(node.reset),
                    name.span,
                ),
            )
            self.late.append((str(name), node.high, node.low))

    def keep(self, node: n.Keep) -> None:
        keys = self.keys(node.keys)
        type_ = self.type_of(node.type)
        for name in node.names:
            if (
                not self.header.claim(name, "keyed" if keys else "name")
                or keys is None
                or isinstance(type_, UnknownType)
            ):
                continue
            low = high = 0
            if isinstance(type_, NumberType):
                if type_.low is None or type_.high is None:
                    self.findings.error(
                        "RW251",
                        f"`{name}` needs a range, so that the state has an end",
                        node.type.span,
                        "write `number 0 to 9`",
                    )
                    continue
                low, high = type_.low, type_.high
            if isinstance(type_, CollectionType) and type_.shape == "list" and type_.size is None:
                continue
            start = (
                self.default(type_, low, name.span)
                if node.start is None
                else self.checker.start(node.start, type_, keys, str(name))
            )
            hiding: m.Hiding | None = (
                "hidden" if node.hiding == "hidden" else "owner" if node.hiding == "owner" else None
            )
            self.add(
                name,
                m.Variable(
                    str(name), "keep", keys, type_, low, high, None, start, hiding, self.reset(node.reset), name.span
                ),
            )

    def default(self, type_: Type, low: int, span: Span) -> x.Expr:
        """What a variable starts with when nothing is said: 0, no, empty, nothing, or the first member."""
        value: Constant = None
        match type_:
            case NumberType():
                value = low
            case YesNoType():
                value = False
            case CollectionType():
                value = ()
            case MemberType():
                value = 0
        return x.Const(type_, span, value)

    def add(self, name: n.Word, variable: m.Variable) -> None:
        """Declares a variable, and makes it a field of what it is kept for."""
        self.w.variables[variable.name] = variable
        if len(variable.keys) == 1 and variable.keys[0].domain is not None:
            info = self.w.domains[variable.keys[0].domain]
            if str(name) in info.fields:
                self.findings.error("RW211", f"a {info.name} has a field `{name}` already", name.span)
            info.owned[str(name)] = variable.name

    def caps(self) -> None:
        """The highest values of counters, which may speak of values declared later."""
        for name, high, _ in self.late:
            variable = self.w.variables[name]
            cap, most = self.checker.cap(high, variable.keys, name, high.span)
            if most < variable.low and not self.findings.errors:
                self.findings.error(
                    "RW236", f"`{name}` cannot go up to {most}: its lowest value is {variable.low}", high.span
                )
            self.w.variables[name] = replace(variable, type=NumberType(variable.low, most), high=most, cap=cap)

    # ---- places

    def places(self, node: n.Places) -> None:
        info = self.w.domains.get(str(node.row))
        if info is None or info.form != "row":
            known = [d.name for d in self.w.domains.values() if d.form == "row"]
            self.findings.unknown(
                "RW215",
                str(node.row),
                f"there are no rows of type `{node.row}` to put anywhere",
                node.row.span,
                did_you_mean(node.row, known),
            )
            return
        for place in node.places:
            keys = self.keys(place.keys)
            if not self.header.claim(place.name) or keys is None:
                continue
            size = None if place.size is None else self.bound(place.size)
            hiding: m.Hiding | None = (
                "hidden" if place.hiding == "hidden" else "owner" if place.hiding == "owner" else None
            )
            if hiding == "owner" and not any(key.domain == "player" for key in keys):
                self.findings.error(
                    "RW227", f"`{place.name}` has no owner who could see it", place.name.span, "add `for each player`"
                )
            shape = "pile" if place.shape == "pile" else "row" if place.shape == "row" else "set"
            refill = None if place.refill is None else str(place.refill)
            self.w.places[str(place.name)] = m.Place(
                str(place.name), info.name, "pile" if shape == "pile" else "row" if shape == "row" else "set", keys, hiding, refill, size, place.name.span
            )  # fmt: skip

    def refills(self, nodes: Iterable[n.Places]) -> None:
        """`refilled from` names another place without keys for the same cards."""
        for node in nodes:
            for place in node.places:
                if place.refill is None:
                    continue
                other = self.w.places.get(str(place.refill))
                if other is None or other.domain != str(node.row):
                    self.findings.unknown(
                        "RW242",
                        str(place.refill),
                        f"there is no place `{place.refill}` for these cards",
                        place.refill.span,
                        did_you_mean(place.refill, self.w.places),
                    )
                else:
                    self.w.used_names.add(other.name)

    # ---- tables

    def table(self, node: n.Table) -> None:
        """A table: typed columns with a value for each member of a domain."""
        if not self.header.claim(node.name):
            return
        by = str(node.by)
        info = self.w.domains.get(by)
        if info is None:
            self.findings.unknown("RW215", by, f"there is no type `{by}`", node.by.span, did_you_mean(by, self.w.domains))
            return
        rows: dict[str, n.TableRow] = {}
        for row in node.rows:
            if str(row.key) not in info.members:
                self.findings.unknown(
                    "RW214",
                    str(row.key),
                    f"there is no {by} `{row.key}`",
                    row.key.span,
                    did_you_mean(row.key, info.members),
                )
            elif str(row.key) in rows:
                self.findings.error("RW213", f"there are two rows for `{row.key}`", row.key.span)
            elif len(row.cells) != len(node.columns):
                self.findings.error(
                    "RW246", f"this row has {len(row.cells)} cells for {len(node.columns)} columns", row.key.span
                )
            rows.setdefault(str(row.key), row)
        missing = [member for member in info.members if member not in rows]
        if missing:
            self.findings.error("RW246", f"the table `{node.name}` has no row for {listed(missing)}", node.name.span)
            return
        if any(len(row.cells) != len(node.columns) for row in rows.values()):
            return
        columns = {
            str(word): self.column(str(word), [rows[member].cells[k] for member in info.members])
            for k, word in enumerate(node.columns)
        }
        self.w.tables[str(node.name)] = m.TableModel(str(node.name), by, columns)

    def column(self, name: str, cells: Sequence[n.Expr]) -> m.Field:
        """A column of a table: constants of one type."""
        type_: Type | None = None
        found: list[x.Expr] = []
        with self.checker.in_frame(Frame(False, "in a table")):
            for cell in cells:
                expr = self.checker.expr(cell, type_)
                joined = expr.type if type_ is None else common(type_, expr.type)
                if joined is None:
                    self.findings.error(
                        "RW218",
                        f"the column `{name}` holds {in_words(type_ or UNKNOWN)}, but this is {in_words(expr.type)}",
                        cell.span,
                    )
                    joined = type_
                type_ = joined
                found.append(expr)
            if isinstance(without_nothing(type_ or UNKNOWN), CollectionType):
                of = without_nothing(type_ or UNKNOWN)
                whole = CollectionType("set", of.of if isinstance(of, CollectionType) else None)
                found = [self.checker.expr(cell, whole) for cell in cells]
                type_ = whole
        values: list[Constant] = []
        for expr, cell in zip(found, cells, strict=True):
            if not isinstance(expr, x.Const):
                self.findings.error("RW251", "a table holds fixed values only", cell.span)
                values.append(None)
            else:
                values.append(expr.value)
        return m.Field(name, type_ or UNKNOWN, tuple(values))

    # ---- pieces

    def pieces(self, node: n.Piece, boards: Boards, assigned: set[str]) -> None:
        """A piece domain: its members from the set-up or as a pool, fixed fields, and fields of the state."""
        if not self.header.domain_names(node.rows):
            return
        info = DomainInfo(str(node.rows.one), str(node.rows.many), "piece", span=node.rows.one.span)
        types = {str(param.name): self.param_type(param, "the field") for param in node.fields}
        if node.pool is not None:
            types.setdefault("owner", PLAYER)
            self.pool(node, info)
            placed: list[d.Placed | None] = [None] * len(info.members)
        else:
            placed = list(self.from_setup(node, info, boards, types))
        self.header.add_domain(info)
        space = without_nothing(types.get("space", UNKNOWN))
        if (
            "space" not in types
            or (space not in (SPACE, UNKNOWN)
            and not (isinstance(space, MemberType) and space.domain == "space"))
        ):
            self.findings.error(
                "RW246",
                f"a {info.name} needs a field `space`",
                node.rows.one.span,
                "write `piece … has …, space` or `space: maybe space`",
            )
        for name, type_ in types.items():
            values = self.field_values(node, info, name, type_, placed, boards)
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

    def pool(self, node: n.Piece, info: DomainInfo) -> None:
        """The members of a pool: so many for each player, alike but for owner and number."""
        assert node.pool is not None and node.number is not None
        number = self.bound(node.number) or 0
        if str(node.pool) != "player" or not 1 <= number <= 100:
            self.findings.error("RW236", "a pool is `for each player up to` a number from 1 to 100", node.pool.span)
        info.pooled = True
        for player in self.w.players:
            info.members += [f"{player}_{info.name}_{k}" for k in range(1, min(number, 100) + 1)]

    def from_setup(self, node: n.Piece, info: DomainInfo, boards: Boards, types: dict[str, Type]) -> Sequence[d.Placed]:
        """The members that the set-up's picture names, in the order it says."""
        setup = boards.setup
        if setup is None or setup.piece is None or setup.piece.name != info.name:
            if (
                setup is not None
                and setup.piece is not None
                and setup.piece.name not in {p.name for p in self.w.domains.values()}
            ):
                self.findings.unknown(
                    "RW215",
                    setup.piece.name,
                    f"there is no piece `{setup.piece.name}`",
                    setup.piece.span,
                    did_you_mean(setup.piece.name, [info.name]),
                )
            else:
                self.findings.add([missing_setup(node.rows.one.span)])
            return []
        order = [word.name for word in setup.order]
        for word in setup.order:
            if word.name not in types:
                self.findings.unknown(
                    "RW216",
                    word.name,
                    f"a {info.name} has no field `{word.name}`",
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
        lacking = 0
        for number, piece in enumerate(placed):
            if name == "space":
                values.append(None if piece is None else piece.space)
            elif piece is None and name == "owner":
                values.append(number // max(1, per_player))
            elif piece is not None and name in piece.fields:
                values.append(boards.value(piece.fields[name], type_))
            else:
                default = self.default(type_, 0, node.span)
                lacking += isinstance(type_, MemberType)
                values.append(default.value if isinstance(default, x.Const) else None)
        if lacking:
            self.findings.error(
                "RW246",
                f"the set-up does not say the {name} of every {info.name}",
                node.rows.one.span,
                "add it to a letter of the `legend`",
            )
        if name == "space" and info.pooled and not isinstance(type_, MaybeType):
            self.findings.error(
                "RW246", "a pool starts off the board, so its pieces have `space: maybe space`", node.rows.one.span
            )
        return tuple(values)
