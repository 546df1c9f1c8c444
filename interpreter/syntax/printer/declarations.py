"""Declarations as lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.expressions import Level, at, optional, piece, print_expression, where
from interpreter.syntax.printer.pieces import Line, Pieces, phrase, quoted

Declared = n.Game | n.Include | n.Option | n.Setup | n.Declaration

HIDING_TEXT = {"hidden": "hidden", "owner": "seen by owner"}


def declaration_lines(item: Declared, depth: int) -> Iterator[Line]:
    """The lines of a declaration."""
    match item:
        case n.Table():
            yield from _table(item, depth)
        case n.Places():
            yield Line(depth, phrase(f"places of {item.row}:"))
            for place in item.places:
                yield Line(depth + 1, _place(place))
        case n.Counter() | n.Keep() | n.Piece() | n.Data() | n.Events() | n.Value():
            yield Line(depth, _holder(item))
        case n.Grid() | n.Ring() | n.Graph() | n.Figures() | n.Setup():
            yield Line(depth, _geometry(item))
        case _:
            yield Line(depth, _short(item))


def comma(words: Iterable[str]) -> str:
    """Words with commas between them."""
    return ", ".join(words)


def strings(words: Iterable[str]) -> str:
    """Strings with commas between them."""
    return comma(quoted(word) for word in words)


def _rows(rows: Sequence[n.Rows]) -> str:
    return comma(f"{row.many} of {row.one}" for row in rows)


def _short(item: n.Game | n.Include | n.Option | n.Seat | n.Group | n.Kind | n.Standing) -> Pieces:
    match item:
        case n.Game():
            players = "" if item.low is None else f"{item.low} to {item.high} of"
            version = f"version {item.version} players"
            return phrase("game", item.name, quoted(item.title), version, players, comma(item.players))
        case n.Include():
            return phrase("include", strings(item.files))
        case n.Option():
            bounds = phrase(optional("from", item.low, Level.OR), optional("to", item.high, Level.OR))
            after = phrase(bounds, quoted(item.question))
            level = Level.OR if after else Level.EXPR
            return phrase("option", item.name, "is", piece(item.default, level), after)
        case n.Seat():
            most = "" if item.high is None else f"to {item.high}"
            beside = "" if item.low is None else phrase(f"with {item.low}", most, "players")
            return phrase("seat", item.name, "when", piece(item.condition), beside)
        case n.Group():
            return phrase("group", item.name, "is", comma(item.actions))
        case n.Kind():
            return phrase("kind", _rows([item.rows]), "is", comma(item.words))
        case n.Standing():
            return phrase("standing", item.field, "of", item.row, "while", piece(item.condition))


def _holder(item: n.Counter | n.Keep | n.Piece | n.Data | n.Events | n.Value) -> Pieces:
    match item:
        case n.Counter():
            keys = "for the game" if item.for_the_game else _for_each(item.keys)
            low = "" if item.low is None else f"down to {_bound(item.low)}"
            high = piece(item.high, Level.POSTFIX)
            return phrase(
                "counter", comma(item.names), keys, "from", _bound(item.start), low, "up to", high, _reset(item.reset)
            )
        case n.Keep():
            after = phrase(HIDING_TEXT.get(item.hiding or ""), _reset(item.reset))
            start = optional("from", item.start, Level.OR if after else Level.EXPR)
            return phrase("keep", comma(item.names), _for_each(item.keys), "as", type_text(item.type), start, after)
        case n.Piece():
            pool = "" if item.number is None else f"for each {item.pool} up to {at(Level.POSTFIX, item.number)}"
            return phrase("piece", _rows([item.rows]), pool, "has", comma(map(_param, item.fields)))
        case n.Data():
            nested = f"with {_rows(item.nested)}" if item.nested else ""
            source = f"from {strings(item.files)}" if item.files else ""
            return phrase("data", _rows(item.rows), source, nested)
        case n.Events():
            return phrase("event", comma(event.name + params_text(event.params) for event in item.events))
        case n.Value():
            return phrase("value", item.name + params_text(item.params), quoted(item.text), "is", piece(item.body))


def _bound(bound: n.Expr) -> str:
    """A bound of a counter, which may be a number below zero."""
    if isinstance(bound, n.Minus) and isinstance(bound.of, n.Number):
        return print_expression(bound)
    return at(Level.POSTFIX, bound)


def _reset(reset: str | None) -> str:
    return "" if reset is None else f"reset each {reset}"


def _for_each(keys: Sequence[n.Key]) -> str:
    return f"for each {comma(map(_key, keys))}" if keys else ""


def _key(key: n.Key) -> str:
    match key.form:
        case "space":
            return f"{key.name} of {key.area}"
        case "range":
            return f"{key.low} to {key.high}"
    return str(key.name)


def type_text(kind: n.TypeName) -> str:
    """A type as the rules write it."""
    match kind.form:
        case "name":
            return str(kind.name)
        case "maybe":
            return f"maybe {kind.name}"
        case "number":
            low, high = kind.low, kind.high
            return "number" if low is None or high is None else f"number {_bounds(low, high)}"
    length = "" if kind.high is None else f" up to {at(Level.POSTFIX, kind.high)}"
    return f"{kind.form} of {kind.name}{length}"


def _bounds(low: n.Expr, high: n.Expr) -> str:
    return f"{at(Level.POSTFIX, low)} to {at(Level.POSTFIX, high)}"


def params_text(params: tuple[n.Param, ...] | None) -> str:
    """Parameters in their brackets; nothing where there are no brackets."""
    return "" if params is None else f"({comma(map(_param, params))})"


def _param(param: n.Param) -> str:
    return param.name if param.type is None else f"{param.name}: {type_text(param.type)}"


def _place(place: n.Place) -> Pieces:
    refill = "" if place.refill is None else f"refilled from {place.refill}"
    size = optional("size", place.size, Level.POSTFIX)
    hiding = HIDING_TEXT.get(place.hiding or "")
    return phrase(place.shape, place.name, _for_each(place.keys), hiding, refill, size)


def _geometry(item: n.Grid | n.Ring | n.Graph | n.Figures | n.Setup) -> Pieces:
    match item:
        case n.Grid():
            hexagonal = "hexagonal" if item.hexagonal else ""
            axes = phrase(_axis(item.first), "by", _axis(item.second))
            return phrase("grid", item.name, axes, hexagonal, where(item.condition))
        case n.Ring():
            return phrase("ring", item.name, "around", item.around, where(item.condition))
        case n.Graph():
            return phrase("graph", item.name, "from", quoted(item.file))
        case n.Figures():
            return phrase("figures", comma(item.names), "from", quoted(item.file), "on", comma(item.areas))
        case n.Setup():
            return phrase("setup from", quoted(item.file))


def _axis(axis: n.Axis) -> str:
    extent = f"{axis.name} {axis.low} to {axis.high}" if axis.size is None else at(Level.POSTFIX, axis.size)
    return f"{extent} wrapped" if axis.wrapped else extent


def _table(table: n.Table, depth: int) -> Iterator[Line]:
    """A table with its cells under each other."""
    yield Line(depth, phrase(f"table {table.name} by {table.by}:"))
    yield Line(depth + 1, phrase("columns", comma(table.columns)))
    rows = [[f"{row.key}:", *map(print_expression, row.cells)] for row in table.rows]
    widths = [max(len(row[column]) for row in rows if column < len(row)) for column in range(max(map(len, rows)))]
    for row in rows:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        yield Line(depth + 1, phrase(" ".join(padded).rstrip()))
