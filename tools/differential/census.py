"""What of a game is generated, and why the rest is left to the reference executor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from interpreter.compiled.engine import CompiledEngine
from interpreter.model import statements as s
from interpreter.model.program import Model
from interpreter.model.walk import walk

WHOLE, SPLICED, REFERENCE = "generated as a whole", "generated as a part", "left to the reference executor"


def census(engine: CompiledEngine) -> str:
    """Per kind of part how many are generated; then what is left, by the reason.

    A part generated as a whole is played by the program alone. One generated as a part is called by the reference
    executor, and may call it for single statements.
    """
    generated, model = engine.generated, engine.model
    spliced = generated.spliced
    known = {id(one.node) for one in spliced.splices} if spliced is not None else set()
    whole = {line.split("(")[0][4:] for line in generated.source.splitlines() if line.startswith("def ")}
    counts: Counter[tuple[str, str]] = Counter()
    for kind, name, node in _units(model):
        if f"{kind}_{name}" in whole or (kind == "action" and f"take_{name}" in whole):
            counts[kind, WHOLE] += 1
        else:
            counts[kind, SPLICED if node is None or id(node) in known else REFERENCE] += 1
    lines = [f"{count:6} {kind}s {how}" for (kind, how), count in sorted(counts.items())]
    if spliced is not None:
        lines += _parts(engine, Counter(one.kind for one in spliced.splices))
    return "\n".join(lines)


def _units(model: Model) -> Iterator[tuple[str, str, object]]:
    """Every value, procedure, action, rule and effect of a row: its kind, name, and the node that its function has."""
    for name, value in model.values.items():
        yield "value", name, value.body
    for name, routine in model.procedures.items():
        yield "procedure", name, _first(routine.block)
    for name, action in model.actions.items():
        yield "action", name, _first(action.block)
    for rule in model.rules:
        yield "rule", rule.name, _first(rule.routine.block)
    for number, text in enumerate(model.texts):
        if text.form == "effect":
            yield "effect", str(number), _first(text.block)


def _first(block: s.Block) -> object:
    return block[0] if block else None


def _parts(engine: CompiledEngine, kinds: Counter[str]) -> Iterator[str]:
    """Functions by kind, statements generated and left, expressions left, reasons."""
    spliced = engine.generated.spliced
    assert spliced is not None
    left = Counter(one.reason for splice in spliced.splices for one in splice.left if one.kind == "statement")
    alone = Counter(f"{type(node).__name__}: {reason}" for node, reason in spliced.reasons)
    statements = sum(1 for part in walk(engine.model) if isinstance(part, s.Stmt))
    yield f"{sum(kinds.values()):6} functions: " + ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    yield f"{statements:6} statements, of which generated functions leave {left.total()} to the reference executor:"
    yield from (f"{count:12} {reason}" for reason, count in left.most_common())
    yield f"{len(spliced.borrowed):6} expressions inside of functions are evaluated by the reference executor"
    yield f"{alone.total():6} parts have no function:"
    yield from (f"{count:12} {reason}" for reason, count in alone.most_common())
