"""Expressions as text, with brackets only where the grammar needs them.

Lines of the rules have a few more, for their readers: a condition after `where` and an expression before another word
have brackets where an operand of `or` needs them, as after the `where` of a quantifier; an amount before the name of a
counter has them when it is a sum or product.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.pieces import Piece, Pieces, quoted


class Level(IntEnum):
    """How tightly an expression holds together; each is a rule of the grammar.

    Where the grammar asks for one level, an expression of a lower one needs brackets.
    """

    EXPR = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    TERM = 6
    SIGN = 7
    POSTFIX = 8


LEVELS: dict[type[n.Expr], Level] = {
    n.Quantifier: Level.EXPR,
    n.Ranked: Level.EXPR,
    n.Aggregate: Level.EXPR,
    n.Times: Level.EXPR,
    n.Distinct: Level.EXPR,
    n.Conditional: Level.EXPR,
    n.Either: Level.OR,
    n.Both: Level.AND,
    n.Negation: Level.NOT,
    n.Compare: Level.COMPARISON,
    n.Minus: Level.SIGN,
}


def level_of(expr: n.Expr) -> Level:
    """The level of the rule that reads this expression."""
    if isinstance(expr, n.Arithmetic):
        return Level.SUM if expr.op in ("+", "-") else Level.TERM
    return LEVELS.get(type(expr), Level.POSTFIX)


def print_expression(expr: n.Expr) -> str:
    """The expression on one line."""
    return at(Level.EXPR, expr)


def print_pattern(pattern: n.Pattern) -> str:
    """The event pattern on one line."""
    return _text(pattern.call) + _where(pattern.condition)


def at(level: Level, expr: n.Expr) -> str:
    """The expression's text for a place of this level."""
    text = _text(expr)
    return f"({text})" if level_of(expr) < level else text


def piece(expr: n.Expr, level: Level = Level.EXPR) -> Piece:
    """The expression as a piece of a line."""
    return Piece(at(level, expr), loose=level <= level_of(expr) < Level.POSTFIX)


def optional(word: str, expr: n.Expr | None, level: Level = Level.EXPR) -> Pieces:
    """The word and the expression; nothing where there is no expression."""
    return () if expr is None else (Piece(word), piece(expr, level))


def where(condition: n.Expr | None) -> Pieces:
    """The condition of candidates, if there is one."""
    return optional("where", condition, Level.OR)


def arguments(exprs: Iterable[n.Expr]) -> str:
    """Expressions with commas between them."""
    return ", ".join(print_expression(expr) for expr in exprs)


def _where(condition: n.Expr | None) -> str:
    return "" if condition is None else f" where {at(Level.OR, condition)}"


def _sorts(sorts: tuple[n.Sort, ...]) -> str:
    return " then ".join(f"{at(Level.SUM, sort.key)} {sort.order}" for sort in sorts)


def _text(expr: n.Expr) -> str:
    match expr:
        case n.Name():
            return expr.id
        case n.Number():
            return str(expr.value)
        case n.Text():
            return quoted(expr.value)
        case n.Call():
            return f"{expr.name}({arguments(expr.args)})"
        case n.ListOf():
            return f"[{arguments(expr.items)}]"
        case n.Range():
            return f"[{print_expression(expr.low)} to {print_expression(expr.high)}]"
        case n.Get():
            return f"{at(Level.POSTFIX, expr.of)}.{expr.field}"
        case n.Index():
            return f"{at(Level.POSTFIX, expr.of)}[{arguments(expr.keys)}]"
        case n.Minus() | n.Arithmetic() | n.Compare() | n.Negation() | n.Both() | n.Either() | n.Conditional():
            return _operation(expr)
        case _:
            return _over_a_set(expr)


def _operation(
    expr: n.Minus | n.Arithmetic | n.Compare | n.Negation | n.Both | n.Either | n.Conditional,
) -> str:
    match expr:
        case n.Minus():
            return f"-{at(Level.POSTFIX, expr.of)}"
        case n.Arithmetic():
            level = level_of(expr)
            return f"{at(level, expr.left)} {expr.op} {at(Level(level + 1), expr.right)}"
        case n.Compare():
            return f"{at(Level.SUM, expr.left)} {expr.op} {at(Level.SUM, expr.right)}"
        case n.Negation():
            return f"not {at(Level.NOT, expr.of)}"
        case n.Both():
            return f"{at(Level.AND, expr.left)} and {at(Level.NOT, expr.right)}"
        case n.Either():
            return f"{at(Level.OR, expr.left)} or {at(Level.AND, expr.right)}"
        case n.Conditional():
            then, condition = at(Level.OR, expr.then), at(Level.OR, expr.condition)
            return f"{then} if {condition} otherwise {print_expression(expr.other)}"


def _over_a_set(expr: n.Quantifier | n.Ranked | n.Aggregate | n.Times | n.Distinct) -> str:
    match expr:
        case n.Quantifier():
            return f"{expr.kind} {expr.name} in {at(Level.POSTFIX, expr.source)}{_where(expr.condition)}"
        case n.Ranked():
            source = at(Level.POSTFIX, expr.source)
            return f"{expr.kind} {expr.name} in {source}{_where(expr.condition)} by {_sorts(expr.sorts)}"
        case n.Aggregate():
            value, source = at(Level.SUM, expr.value), at(Level.POSTFIX, expr.source)
            return f"{expr.kind} {value} for {expr.name} in {source}{_where(expr.condition)}"
        case n.Times():
            return f"times {_text(expr.event)} this {expr.scope}{_where(expr.condition)}"
        case n.Distinct():
            return f"distinct {expr.name} in {_text(expr.event)} this {expr.scope}{_where(expr.condition)}"
