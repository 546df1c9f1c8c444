"""Writes the intermediate program as Python source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.compiled import low

STATE = "v"
SIGNALS = {"abandon": "Abandon", "happened": "Happened", "over": "GameOver", "given": "Given"}
_ATOMS = (
    low.Lit,
    low.Var,
    low.Slot,
    low.Item,
    low.Table,
    low.Call,
    low.Bits,
    low.Sequence,
    low.Population,
    low.Find,
    low.Found,
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
    indent = "    " * depth
    match node:
        case low.Let(name, value):
            yield f"{indent}{name} = {expression(value)}"
        case low.Store(index, low.Bin(op, low.Slot(same), by)) if same == index and op in "+-|&^":
            yield f"{indent}{STATE}[{expression(index)}] {op}= {expression(by)}"
        case low.Store(index, value):
            yield f"{indent}{STATE}[{expression(index)}] = {expression(value)}"
        case low.If(condition, then, other):
            yield f"{indent}if {expression(condition)}:"
            yield from _block(then, depth + 1)
            if other:
                yield f"{indent}else:"
                yield from _block(other, depth + 1)
        case low.For(name, source, body):
            yield f"{indent}for {name} in {expression(source)}:"
            yield from _block(body, depth + 1)
        case low.Times(number, body):
            yield f"{indent}for _ in range({expression(number)}):"
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
        case low.Append(name, value):
            yield f"{indent}{name}.append({expression(value)})"
        case low.Collect():
            yield f"{indent}{_collect(node)}"
        case low.Raise(signal):
            yield f"{indent}raise {SIGNALS[signal]}"
        case low.Guard():
            yield from _guard(node, depth)


def _clauses(clauses: tuple[low.Clause, ...]) -> str:
    parts = [] if clauses and clauses[0].kind != "if" else ["for _ in (0,)"]
    for clause in clauses:
        match clause.kind:
            case "for":
                parts.append(f"for {clause.name} in {_atom(clause.value)}")
            case "let":
                parts.append(f"for {clause.name} in ({expression(clause.value)},)")
            case _:
                parts.append(f"if {_atom(clause.value)}")
    return " ".join(parts)


def _collect(node: low.Collect) -> str:
    value = expression(node.value)
    parts = []
    first_if = []
    for clause in node.clauses:
        match clause.kind:
            case "for":
                parts.append(f"for {clause.name} in {_atom(clause.value)}")
            case "let":
                parts.append(f"for {clause.name} in ({expression(clause.value)},)")
            case _ if not parts:
                first_if.append(_atom(clause.value))
            case _:
                parts.append(f"if {_atom(clause.value)}")
    made = f"[{value} {' '.join(parts)}]" if parts else f"[{value}]"
    if first_if:
        return f"if {' and '.join(first_if)}: {node.name} += {made}"
    return f"{node.name} += {made}"


def _guard(node: low.Guard, depth: int) -> Iterator[str]:
    indent = "    " * depth
    yield f"{indent}try:"
    yield from _block(node.body, depth + 1)
    if node.signal is not None:
        yield f"{indent}except {SIGNALS[node.signal]}:"
        yield from _block(node.handler, depth + 1)
    if node.last:
        yield f"{indent}finally:"
        yield from _block(node.last, depth + 1)


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
        case low.All(parts):
            return " and ".join(_atom(part) for part in parts) if parts else "True"
        case low.Any_(parts):
            return " or ".join(_atom(part) for part in parts) if parts else "False"
        case low.Choose(condition, then, other):
            return f"{_atom(then)} if {_atom(condition)} else {_atom(other)}"
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
        case low.Population(mask):
            return f"{_atom(mask)}.bit_count()"
        case low.Bits(mask, few):
            return f"FEW[{expression(mask)}]" if few else f"bits({expression(mask)})"
        case low.Sequence(items):
            return "(" + "".join(expression(item) + ", " for item in items) + ")"
        case low.Walk():
            return _walk(node)
        case low.Perform(choice):
            name = expression(choice)
            return f"TAKES[{name}[0]](r, {STATE}, me, *{name}[1:])"
        case low.Gathered(clauses, value):
            return f"[{expression(value)} {_clauses(clauses)}]"
        case low.Found((low.Clause("for", _, low.Bits(mask)),)):
            return f"{_atom(mask)} != 0"
        case low.Found(clauses):
            return f"next((True {_clauses(clauses)}), False)"
        case low.Find(mapping, key, missing):
            return f"{_atom(mapping)}.get({expression(key)}, {expression(missing)})"
        case low.Contains(sequence, value):
            return f"{_atom(value)} in {_atom(sequence)}"


def _walk(node: low.Walk) -> str:
    tests = "".join(f" if {_atom(test)}" for test in node.conditions)
    lets = "".join(f" for {let.name} in ({expression(let.value)},)" for let in node.lets)
    loop = f"{lets} for {node.name} in {_atom(node.source)}{tests}"
    value = node.name if node.value is None else _atom(node.value)
    match node.what:
        case "list":
            if value == node.name and not tests:
                return expression(node.source)
            return f"[{value}{loop}]"
        case "any":
            return f"next((True{loop}), False)"
        case "all":
            return f"next((False for {node.name} in {_atom(node.source)}{tests} if not {value}), True)"
        case "count":
            return f"sum([1{loop}])"
        case "first":
            return f"next(({value}{loop}), -1)"
        case "first_number":
            return f"next(({value}{loop}), None)"
        case "last":
            return f"last([{value}{loop}])"
        case "last_number":
            return f"last_number([{value}{loop}])"
        case "sum":
            return f"sum([{value}{loop}])"
        case "highest":
            return f"max(({value}{loop}), default=None)"
        case "lowest":
            return f"min(({value}{loop}), default=None)"
        case "mask":
            return f"mask_of([{value}{loop}])"
        case "union":
            return f"union([{value}{loop}])"
    raise ValueError(f"no such walk: {node.what}")


def _atom(node: low.Expr) -> str:
    text = expression(node)
    if isinstance(node, (low.Walk,)) or isinstance(node, _ATOMS):
        return text if not (isinstance(node, low.Lit) and text.startswith("-")) else f"({text})"
    return (
        f"({text})" if not text.startswith("(") or isinstance(node, (low.Bin, low.All, low.Any_, low.Choose)) else text
    )
