"""Statements as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.expressions import Level, arguments, optional, piece, where
from interpreter.syntax.printer.pieces import Line, Pieces, closed, listed, phrase, quoted

SIMPLE_TEXT = {"pause": "pause", "end_turn": "end turn", "as_usual": "as usual", "skip": "skip"}
ALTERNATIVES_TEXT = {"one_of": "choose one:", "any_order": "in any order:", "first_possible": "first possible:"}
COMPOUND = (n.If, n.ForEach, n.Repeat, n.May, n.Alternatives, n.Ask, n.With, n.ThisListener)
Compound = n.If | n.ForEach | n.Repeat | n.May | n.Alternatives | n.Ask | n.With | n.ThisListener

Inline = Callable[[n.Block, bool], bool]
"""Whether a block of one simple statement stands on the line of its head; the flag tells what is usual there."""


def usual(block: n.Block, brief: bool) -> bool:
    """The choice for a tree that comes without its text."""
    return brief


def statement_lines(statement: n.Stmt, depth: int, inline: Inline) -> Iterator[Line]:
    """The lines of a statement and of the blocks in it."""
    if isinstance(statement, COMPOUND):
        yield from _compound(statement, depth, inline)
    else:
        yield Line(depth, _simple(statement))


def block_lines(head: Pieces, block: n.Block, depth: int, inline: Inline, brief: bool = True) -> Iterator[Line]:
    """A head, its colon and a block: on one line when `inline` says so and it fits, else each statement on its own."""
    head = closed(head, ":")
    only = block[0] if len(block) == 1 else None
    if only is None or isinstance(only, COMPOUND) or not inline(block, brief):
        yield Line(depth, head)
        yield from every_line(block, depth + 1, inline)
        return
    line = Line(depth, (*head, *_simple(only)))
    if line.fits:
        yield line
    else:
        yield Line(depth, head)
        yield Line(depth + 1, _simple(only), joined=True)


def every_line(block: n.Block, depth: int, inline: Inline) -> Iterator[Line]:
    """The lines of statements one after the other."""
    for statement in block:
        yield from statement_lines(statement, depth, inline)


def _labelled(word: str, text: str | None) -> str:
    return "" if text is None else f"{word} {quoted(text)}"


# ---- simple statements


def _simple(statement: n.Stmt) -> Pieces:
    match statement:
        case n.Choose() | n.Pick() | n.Reveal():
            return _decision(statement)
        case n.Cost() | n.Pay() | n.Change() | n.Limit():
            return _counting(statement)
        case n.Move() | n.Swap() | n.Draw() | n.Add() | n.Remove() | n.Clear() | n.Shuffle() | n.Show():
            return _moving(statement)
        case n.Require() | n.Ensure():
            word = "require" if isinstance(statement, n.Require) else "ensure"
            level = Level.EXPR if statement.reason is None else Level.OR
            return phrase(word, piece(statement.condition, level), _labelled("else", statement.reason))
        case n.Let():
            value = statement.value
            bound = _perform(value) if isinstance(value, n.Perform) else piece(value)
            return phrase("let", statement.name, "be", bound)
        case n.Assign():
            return phrase("set", piece(statement.target, Level.POSTFIX), "to", piece(statement.value))
        case _:
            return _other(statement)


def _other(statement: n.Stmt) -> Pieces:
    match statement:
        case n.Emit():
            return phrase("emit", piece(statement.event))
        case n.Run():
            return phrase("run", piece(statement.what, Level.POSTFIX))
        case n.CallProcedure():
            return phrase(piece(statement.call))
        case n.PerformAction():
            return phrase(_perform(statement.perform))
        case n.Give():
            return phrase("give", piece(statement.value))
        case n.Simple():
            return phrase(SIMPLE_TEXT[statement.kind])
        case n.Winner():
            return phrase("winner", piece(statement.who))
        case n.ThisValue():
            return phrase("this", statement.scope, changed(statement.change))
    raise AssertionError(f"the printer does not know this statement: {statement!r}")


def changed(change: n.Changed) -> Pieces:
    """`head is value`."""
    return phrase(piece(change.head, Level.POSTFIX), "is", piece(change.value))


def pattern_pieces(pattern: n.Pattern) -> Pieces:
    """`event(args) where condition`."""
    return phrase(piece(pattern.call), where(pattern.condition))


def _perform(perform: n.Perform) -> str:
    return f"perform {perform.action} free"


def _count(count: n.Count | None) -> Pieces:
    if count is None:
        return ()
    if count.number is None:
        return phrase("any")
    return phrase("up to" if count.kind == "up_to" else "", piece(count.number, Level.POSTFIX))


def _decision(statement: n.Choose | n.Pick | n.Reveal) -> Pieces:
    candidates = phrase(statement.name, "from", piece(statement.source, Level.POSTFIX), where(statement.condition))
    match statement:
        case n.Choose():
            said = phrase(_labelled("as", statement.notation), _labelled("else", statement.reason))
            return phrase("may" if statement.may else "", "choose", _count(statement.count), candidates, said)
        case n.Reveal():
            return phrase("reveal", candidates)
        case n.Pick():
            first, *others = (phrase(piece(liking.key, Level.OR), liking.order) for liking in statement.likings)
            return phrase("pick", candidates, "preferring", first, *(phrase("then", liking) for liking in others))


def counted(counter: n.Counted) -> str:
    """A counter, with its keys if it has some."""
    return f"{counter.name}[{arguments(counter.keys)}]" if counter.keys else counter.name


def _counting(statement: n.Cost | n.Pay | n.Change | n.Limit) -> Pieces:
    match statement:
        case n.Cost() | n.Pay():
            word = "cost" if isinstance(statement, n.Cost) else "pay"
            prices = (phrase(piece(p.amount, Level.SIGN), counted(p.counter)) for p in statement.prices)
            return phrase(word, listed(prices))
        case n.Limit():
            return phrase(f"limit {statement.number} per {statement.per} for", arguments(statement.keys))
        case n.Change():
            whom = optional("for", statement.whom, Level.POSTFIX)
            if statement.counter is None:
                return phrase("score", piece(statement.amount, Level.SUM), whom)
            amount = piece(statement.amount, Level.SIGN)
            return phrase(statement.kind, amount, counted(statement.counter), whom)


def _moving(
    statement: n.Move | n.Swap | n.Draw | n.Add | n.Remove | n.Clear | n.Shuffle | n.Show,
) -> Pieces:
    match statement:
        case n.Move():
            end = "" if statement.end is None else f"{statement.end} of"
            return phrase("move", piece(statement.what, Level.OR), "to", end, piece(statement.where))
        case n.Swap():
            return phrase("swap", piece(statement.left, Level.OR), "with", piece(statement.right))
        case n.Draw():
            source, target = piece(statement.source, Level.POSTFIX), piece(statement.target, Level.POSTFIX)
            return phrase("draw", piece(statement.amount, Level.SUM), "from", source, "to", target)
        case n.Add():
            return phrase("add", piece(statement.what, Level.OR), "to", piece(statement.collection, Level.POSTFIX))
        case n.Remove():
            level = Level.EXPR if statement.collection is None else Level.OR
            return phrase("remove", piece(statement.what, level), optional("from", statement.collection, Level.POSTFIX))
        case n.Clear():
            return phrase("clear", piece(statement.collection, Level.POSTFIX))
        case n.Shuffle():
            return phrase("shuffle", piece(statement.pile, Level.POSTFIX))
        case n.Show():
            return phrase("show", piece(statement.what, Level.POSTFIX), "to", piece(statement.whom, Level.POSTFIX))


# ---- statements with blocks


def _compound(statement: Compound, depth: int, inline: Inline) -> Iterator[Line]:
    match statement:
        case n.If():
            yield from block_lines(phrase("if", piece(statement.condition)), statement.block, depth, inline)
            if statement.other is not None:
                yield from block_lines(phrase("otherwise"), statement.other, depth, inline)
        case n.Alternatives():
            yield Line(depth, phrase(ALTERNATIVES_TEXT[statement.kind]))
            for branch in statement.branches:
                yield from block_lines(_branch(branch), branch.block, depth + 1, inline)
        case _:
            yield from block_lines(_head(statement), statement.block, depth, inline)


def _branch(branch: n.Branch) -> Pieces:
    may = "may" if branch.may else ""
    match branch:
        case n.Part():
            condition = optional("if", branch.condition)
            return phrase(may, "part", branch.name, quoted(branch.text), condition)
        case n.Parts():
            source = piece(branch.source, Level.POSTFIX)
            return phrase(may, "parts", branch.name, "in", source, where(branch.condition))


def _head(statement: n.ForEach | n.Repeat | n.May | n.Ask | n.With | n.ThisListener) -> Pieces:
    match statement:
        case n.ForEach():
            order = optional("ordered by", statement.order, Level.POSTFIX)
            source = piece(statement.source, Level.POSTFIX)
            return phrase("for each", statement.name, "in", source, where(statement.condition), order)
        case n.Repeat():
            number = piece(statement.number, Level.POSTFIX)
            limit = optional("while", statement.condition)
            return phrase("repeat", "up to" if statement.up_to else "", number, "times", limit)
        case n.May():
            return phrase("may", quoted(statement.text))
        case n.Ask():
            return phrase("ask", piece(statement.who, Level.POSTFIX), _labelled("as", statement.notation))
        case n.With():
            return phrase("with", listed(changed(change) for change in statement.changes))
        case n.ThisListener():
            word = "when" if statement.kind == "when" else "instead of"
            return phrase("this", statement.scope, word, pattern_pieces(statement.pattern), _once(statement.once))


def _once(once: n.Once | None) -> str:
    if once is None:
        return ""
    return "once" if once.per is None else f"once per {once.per}"
