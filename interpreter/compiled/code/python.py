"""Writes the intermediate program as Python source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import dropwhile
from typing import Any

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import negated, parts, plus, rebuilt

STATE = "v"
KNOWN = {"state": "r.v", "seat": "r.me", "trying": "r.trying", "adjusting": "(r.bent or r.busy)"}
SIGNALS = {"abandon": "Abandon", "over": "GameOver", "happened": "Happened"}
WALKS = {
    "list": "[{}]",
    "any": "next(({}), False)",
    "count": "len([{}])",
    "first": "next(({}), -1)",
    "first_number": "next(({}), None)",
    "last": "last([{}])",
    "last_number": "last_number([{}])",
    "sum": "sum([{}])",
    "highest": "max(({}), default=None)",
    "lowest": "min(({}), default=None)",
}

_ATOMS = (
    *(low.Var, low.Slot, low.Item, low.Table, low.Bind, low.Call, low.Population, low.Bits, low.Sequence, low.Walk),
    *(low.Length, low.NewSequence, low.CopyOf, low.Machine, low.Draw, low.RulesPlace, low.Find, low.Lowest, low.Known),
)


def function(code: low.Function) -> str:
    """A whole function as source lines."""
    lines = [f"def {code.name}({', '.join(code.params)}):"]
    if code.note:
        lines.append(f"    # {code.note}")
    lines += _block(code.body, 1)
    return "\n".join(lines) + "\n"


def _block(statements: Iterable[low.Stmt], depth: int) -> list[str]:
    lines = [line for statement in statements for line in _statement(statement, depth)]
    return lines or ["    " * depth + "pass"]


def _statement(node: low.Stmt, depth: int) -> Iterator[str]:
    """The lines of a statement."""
    indent = "    " * depth
    match node:
        case low.Let(name, value):
            yield f"{indent}{name} = {expression(value)}"
        case low.Unpack(names, value):
            yield f"{indent}{', '.join(names)}{',' * (len(names) == 1)} = {expression(value)}"
        case low.Store(index, low.Bin(op, low.Slot(same), by)) if same == index and op in "+-|&^":
            yield f"{indent}{STATE}[{expression(index)}] {op}= {expression(by)}"
        case low.Store(index, value):
            yield f"{indent}{STATE}[{expression(index)}] = {expression(value)}"
        case low.Put(sequence, index, value):
            yield f"{indent}{_atom(sequence)}[{expression(index)}] = {expression(value)}"
        case low.Fill(index, count, value):
            first = expression(index)
            yield f"{indent}{STATE}[{first}:{expression(plus(index, count))}] = ({', '.join([repr(value)] * count)},)"
        case low.If():
            yield from _branches("if", node, depth)
        case low.For(name, source, body, beside):
            yield f"{indent}for {', '.join((name, *beside))} in {expression(source)}:"
            yield from _block(body, depth + 1)
        case low.Times(number, body):
            yield f"{indent}for _ in range({expression(number)}):"
            yield from _block(body, depth + 1)
        case low.Loop((low.If(test, (low.Jump("leave"),), ()), *body)):
            yield f"{indent}while {condition(negated(test))}:"
            yield from _block(body, depth + 1)
        case low.Loop(body):
            yield f"{indent}while True:"
            yield from _block(body, depth + 1)
        case low.Do(value):
            yield f"{indent}{expression(value)}"
        case low.Return(value):
            yield f"{indent}return" if value is None else f"{indent}return {expression(value)}"
        case low.Jump(where):
            yield f"{indent}{'continue' if where == 'next' else 'break'}"
        case low.Collect():
            yield f"{indent}{_collect(node)}"
        case low.Raise(signal):
            yield f"{indent}raise {SIGNALS[signal]}"
        case low.Give(value):
            yield f"{indent}raise Given({expression(value)})"
        case low.Guard(body):
            yield f"{indent}try:"
            yield from _block(body, depth + 1)
            yield f"{indent}except Abandon:"
            yield f"{indent}    pass"
        case low.Acting(seat, before, body):
            yield f"{indent}{before} = {KNOWN['seat']}"
            yield f"{indent}{KNOWN['seat']} = {expression(seat)}"
            yield f"{indent}try:"
            yield from _block(body, depth + 1)
            yield f"{indent}except Abandon:"
            yield f"{indent}    pass"
            yield f"{indent}finally:"
            yield f"{indent}    {KNOWN['seat']} = {before}"


def _branches(word: str, node: low.If, depth: int) -> Iterator[str]:
    """The lines of a choice; one that is all there is of the other branch stands beside it."""
    indent = "    " * depth
    yield f"{indent}{word} {condition(node.condition)}:"
    yield from _block(node.then, depth + 1)
    match node.other:
        case (low.If() as other,):
            yield from _branches("elif", other, depth)
        case (_, *_):
            yield f"{indent}else:"
            yield from _block(node.other, depth + 1)


def condition(node: low.Expr) -> str:
    """An expression of which only is asked whether it holds: any number but 0 does."""
    match node:
        case low.Bin("!=", of, low.Lit(value=0)):
            return expression(of)
        case low.Bin("==", of, low.Lit(value=0)):
            return f"not {_atom(of)}"
        case low.Not(low.IsEmpty(sequence)):
            return expression(sequence)
        case low.Not(of):
            return f"not {_tested(of)}"
        case low.And(parts):
            return " and ".join(_tested(part) for part in parts)
        case low.Or(parts):
            return " or ".join(_tested(part) for part in parts)
    return expression(node)


def _tested(node: low.Expr) -> str:
    """A condition that is part of another."""
    text = condition(node)
    return text if isinstance(node, _ATOMS) else f"({text})"


def _clauses(clauses: Iterable[low.Clause]) -> str:
    """The loops and conditions of a comprehension; what comes before the first loop stands in a loop of one round."""
    pieces = []
    for clause in clauses:
        if clause.kind == "if":
            pieces.append(f"if {_tested(clause.value)}")
            continue
        lets, value = _without_binds(clause.value)
        pieces += [f"for {let.name} in ({expression(let.value)},)" for let in lets]
        source = _atom(value) if clause.kind == "for" else f"({expression(value)},)"
        pieces.append(f"for {', '.join((clause.name, *clause.beside))} in {source}")
    if not pieces or pieces[0].startswith("if"):
        pieces.insert(0, "for _ in (0,)")
    return " ".join(pieces)


def _without_binds(node: low.Expr) -> tuple[list[low.Clause], low.Expr]:
    """What a comprehension goes through may not bind names: they are bound by clauses before it."""
    lets: list[low.Clause] = []

    def look(part: Any) -> Any:
        if isinstance(part, low.Walk):
            own, value = _without_binds(part.value)
            return replace(part, clauses=(*inside(part.clauses), *own), value=value)
        fresh = rebuilt(part, look)
        if not isinstance(fresh, low.Bind):
            return fresh
        lets.append(low.Clause("let", fresh.name, fresh.value))
        return low.Var(fresh.name)

    def inside(clauses: Iterable[low.Clause]) -> Iterator[low.Clause]:
        for clause in clauses:
            own, value = _without_binds(clause.value)
            yield from own
            yield replace(clause, value=value)

    bare = look(node) if any(isinstance(part, low.Bind) for part in parts(node)) else node
    return lets, bare


def _collect(node: low.Collect) -> str:
    if not node.clauses:
        return f"{node.name}.append({expression(node.value)})"
    loops = list(dropwhile(lambda clause: clause.kind == "if", node.clauses))
    tests = [_tested(clause.value) for clause in node.clauses[: len(node.clauses) - len(loops)]]
    value = expression(node.value)
    more = f"{node.name} += [{value} {_clauses(loops)}]" if loops else f"{node.name} += [{value}]"
    match loops:
        case [low.Clause("for", each, source, ())] if each == value:
            more = f"{node.name} += {expression(source)}"
    return f"if {' and '.join(tests)}: {more}" if tests else more


def expression(node: low.Expr) -> str:
    """An expression as Python source; it stands between brackets or at the end of a line."""
    match node:
        case low.Lit(value):
            return repr(value)
        case low.Var(name):
            return name
        case low.Slot(index):
            return f"{STATE}[{expression(index)}]"
        case low.Item(table, index):
            return f"{_atom(table)}[{expression(index)}]"
        case low.Table(number):
            return f"T{number}"
        case low.Bin(op, left, right):
            return f"{_atom(left)} {op} {_atom(right)}"
        case low.Not(low.Absent(of)):
            return f"{_atom(of)} is not None"
        case low.Not(of):
            return f"not {_atom(of)}"
        case low.Complement(of):
            return f"~{_atom(of)}"
        case low.And(parts):
            return " and ".join(_atom(part) for part in parts) if parts else "True"
        case low.Or(parts):
            return " or ".join(_atom(part) for part in parts) if parts else "False"
        case low.Choose(test, then, other):
            return f"{_atom(then)} if {_tested(test)} else {_atom(other)}"
        case low.Bind(name, value):
            return f"({name} := {expression(value)})"
        case low.Absent(of):
            return f"{_atom(of)} is None"
        case low.OrZero(of):
            return f"{_atom(of)} or 0"
        case low.Call(name, args):
            return f"{name}({', '.join(expression(arg) for arg in args)})"
        case low.Lowest(mask):
            return f"LOWEST[{expression(mask)}]"
        case low.HasBit(mask, bit):
            return f"{_atom(mask)} >> {_atom(bit)} & 1"
        case low.Population(mask):
            return f"{_atom(mask)}.bit_count()"
        case low.Bits(mask, few):
            return f"FEW[{expression(mask)}]" if few else f"bits({expression(mask)})"
        case low.Sequence(items):
            return "(" + "".join(expression(item) + ", " for item in items) + ")"
        case low.Walk():
            return _walk(node)
        case low.Length(sequence):
            return f"len({expression(sequence)})"
        case low.IsEmpty(sequence):
            return f"not {_atom(sequence)}"
        case low.Not(low.IsEmpty(sequence)):
            return f"len({expression(sequence)}) > 0"
        case low.NewSequence():
            return "[]"
        case low.CopyOf(state):
            return f"{_atom(state)}.copy()"
        case low.Machine(name, args):
            return f"r.{name}({', '.join(expression(arg) for arg in args)})"
        case low.Known(what):
            return KNOWN[what]
        case low.Skipped(choice):
            return f"{_atom(choice)} == SKIPPED"
        case low.Draw(number, "draw"):
            return f"draw({expression(number)})"
        case low.Draw(number):
            return f"int(rand() * {_atom(number)})"
        case low.RulesPlace(number):
            return f"S{number}"
        case low.Find(mapping, key, missing):
            return f"{_atom(mapping)}.get({expression(key)}, {expression(missing)})"
        case low.Contains(sequence, value):
            return f"{_atom(value)} in {_atom(sequence)}"


def _walk(node: low.Walk) -> str:
    value = expression(node.value)
    each = f"{value} {_clauses(node.clauses)}"
    match node.what, node.clauses:
        case "list", (low.Clause("for", name, source, ()),) if value == name:
            return expression(source)
        case "any", (low.Clause("for", _, low.Bits(mask)),):
            return f"({_atom(mask)} != 0)"
    return WALKS[node.what].format(each)


def _atom(node: low.Expr) -> str:
    text = expression(node)
    if isinstance(node, low.Lit):
        return f"({text})" if text.startswith("-") else text
    return text if isinstance(node, _ATOMS) else f"({text})"
