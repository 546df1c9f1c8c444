"""Items of a file as lines: behaviour, variants and scenarios; declarations have a file of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from interpreter.syntax import nodes as n
from interpreter.syntax.printer.declarations import comma, declaration_lines, params_text, strings, type_text
from interpreter.syntax.printer.expressions import Level, optional, piece, where
from interpreter.syntax.printer.pieces import Line, Pieces, closed, phrase, quoted
from interpreter.syntax.printer.statements import Inline, block_lines, every_line, pattern_pieces

GROUND_TEXT = {"offers_only": "offers only", "offers_number": "offers"}
STRINGS_OF_GROUND = {"cites", "play", "offers", "offers_only"}
CAUSE_TEXT = {
    "when_any": "when any event",
    "when_gain": "when gain",
    "after": "after",
    "after_except": "after any except",
    "at_start": "at start of",
    "at_end": "at end of",
    "instead": "instead of",
    "instead_gain": "instead of gain",
}
CLAUSE_TEXT = {
    "do": "do",
    "must": "must",
    "must_otherwise": "otherwise must",
    "may_any": "may any of",
    "after_main": "after main action",
    "then": "then",
    "stuck": "stuck",
    "until": "until",
    "next_phase": "next",
}


def item_lines(item: n.Item, inline: Inline, depth: int = 0) -> Iterator[Line]:
    """The lines of one item of a file, or of a variant at depth 1."""
    match item:
        case n.Variant():
            yield from _variant(item, inline)
        case n.Scenario():
            yield Line(0, phrase("scenario", f"{quoted(item.title)}:"))
            for line in item.lines:
                yield from _scenario_line(line)
        case n.Action() | n.Procedure() | n.Rule() | n.Phase() | n.Finish():
            yield from _behaviour(item, inline, depth)
        case n.AddToGroup() | n.AddToKind() | n.AddToPhase() | n.AddRows():
            yield from _extension(item, inline, depth)
        case _:
            yield from declaration_lines(item, depth)


# ---- behaviour


def _behaviour(item: n.Behaviour, inline: Inline, depth: int) -> Iterator[Line]:
    match item:
        case n.Action():
            notation = "" if item.notation is None else f"as {quoted(item.notation)}"
            yield Line(depth, closed(phrase(item.kind, "action", item.name, quoted(item.text), notation), ":"))
            yield from every_line(item.block, depth + 1, inline)
        case n.Procedure():
            gives = "" if item.gives is None else f"gives {type_text(item.gives)}"
            head = phrase("procedure", item.name + params_text(item.params), quoted(item.text), gives)
            yield Line(depth, closed(head, ":"))
            yield from every_line(item.block, depth + 1, inline)
        case n.Rule():
            yield Line(depth, closed(phrase("rule", item.name, quoted(item.text)), ":"))
            yield Line(depth + 1, _cause(item.cause))
            yield from every_line(item.block, depth + 1, inline)
        case n.Phase():
            yield Line(depth, phrase(f"phase {item.name}:"))
            yield from _clauses(item.clauses, inline, depth + 1)
        case n.Finish():
            cause = phrase("after", item.phase) if item.condition is None else phrase("when", piece(item.condition))
            yield from block_lines(phrase("finish", cause), item.block, depth, inline, brief=False)


def _cause(cause: n.Cause) -> Pieces:
    word = CAUSE_TEXT.get(cause.kind, cause.kind)
    if cause.pattern is not None:
        return phrase(word, pattern_pieces(cause.pattern))
    return phrase(word, comma(cause.names), where(cause.condition))


def _clauses(clauses: Sequence[n.PhaseClause], inline: Inline, depth: int) -> Iterator[Line]:
    for clause in clauses:
        if clause.kind == "stuck_block":
            yield from block_lines(phrase("stuck"), clause.block, depth, inline, brief=False)
        else:
            yield Line(depth, _clause(clause))


def _clause(clause: n.PhaseClause) -> Pieces:
    if clause.start is not None:
        how = "turns once from" if clause.kind == "turns_once" else "turns alternate from"
        skipping = optional("skipping", clause.skipping, Level.POSTFIX)
        return phrase(how, piece(clause.start, Level.POSTFIX), skipping)
    word = CLAUSE_TEXT[clause.kind]
    if clause.kind == "until":
        return phrase(optional(word, clause.condition))
    return phrase(word, "one of" if clause.one_of else "", comma(clause.names), optional("if", clause.condition))


# ---- what is added to other files, and variants


def _extension(item: n.Extension, inline: Inline, depth: int) -> Iterator[Line]:
    match item:
        case n.AddToPhase():
            yield Line(depth, phrase(f"add to phase {item.phase}:"))
            yield from _clauses(item.clauses, inline, depth + 1)
        case n.AddToGroup():
            yield Line(depth, phrase("add", comma(item.actions), "to group", item.group))
        case n.AddToKind():
            yield Line(depth, phrase("add", comma(item.words), "to kind", item.kind))
        case n.AddRows():
            yield Line(depth, phrase("add rows to", comma(item.tables), "from", strings(item.files)))


def _variant(variant: n.Variant, inline: Inline) -> Iterator[Line]:
    about = f"of {variant.game} version {variant.version}:"
    yield Line(0, phrase("variant", variant.name, quoted(variant.title), about))
    for change in variant.changes:
        yield from _change(change, inline)


def _change(change: n.VariantChange, inline: Inline) -> Iterator[Line]:
    match change:
        case n.AddItem():
            yield from _after("add", item_lines(change.item, inline, 1))
        case n.ReplaceItem():
            yield from _after("replace", item_lines(change.item, inline, 1))
        case n.AddToGroup() | n.AddToKind() | n.AddToPhase() | n.AddRows():
            yield from _extension(change, inline, 1)
        case n.Include():
            yield from declaration_lines(change, 1)
        case _:
            yield Line(1, _short_change(change))


def _after(word: str, lines: Iterable[Line]) -> Iterator[Line]:
    """The lines with a word before the first one."""
    for at, line in enumerate(lines):
        yield replace(line, pieces=phrase(word, line.pieces)) if at == 0 else line


def _short_change(change: n.SetOption | n.ReplaceRows | n.RemoveNamed | n.RemoveRows | n.RemoveFinish) -> Pieces:
    match change:
        case n.SetOption():
            return phrase("set", change.name, "to", piece(change.value))
        case n.ReplaceRows():
            return phrase("replace rows of", comma(change.tables), "from", strings(change.files))
        case n.RemoveNamed():
            return phrase("remove", change.kind, comma(change.names))
        case n.RemoveRows():
            return phrase("remove rows", comma(change.ids), "of", change.table)
        case n.RemoveFinish():
            return phrase("remove finish")


# ---- scenarios


def _scenario_line(line: n.ScenarioLine) -> Iterator[Line]:
    if isinstance(line, n.Picture):
        yield Line(1, closed(phrase("board", line.area), ":"))
        for row in line.rows:
            yield Line(2, phrase(quoted(row)))
    else:
        yield Line(1, _ground(line))


def _ground(line: n.Ground | n.OptionIs | n.Put | n.SetField | n.Refuses | n.Expect) -> Pieces:
    match line:
        case n.Ground():
            words = strings(line.words) if line.kind in STRINGS_OF_GROUND else comma(line.words)
            return phrase(GROUND_TEXT.get(line.kind, line.kind), words)
        case n.OptionIs():
            return phrase("option", line.name, "is", piece(line.value))
        case n.Put():
            level = Level.EXPR if line.kind == "on" else Level.POSTFIX
            return phrase("put", comma(line.things), line.kind, piece(line.where, level))
        case n.SetField():
            return phrase("set", piece(line.target, Level.POSTFIX), "to", piece(line.value))
        case n.Refuses():
            reason = "" if line.reason is None else f"because {quoted(line.reason)}"
            return phrase("refuses", quoted(line.action), reason)
        case n.Expect():
            return phrase("expect", piece(line.condition))
