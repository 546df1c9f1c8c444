"""Random rules: whatever the parser lets through, the checker answers with findings, never with a failure."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.check import check_folder
from interpreter.diagnostics import Diagnostic, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import print_expression, print_items, print_statement
from tests.check.golden_cases import BASE
from tests.strategies import trees

SPAN = Span("random.rules", 1, 1, 1, 2)


def findings(rules: str, variant: str | None = None) -> list[Diagnostic]:
    """What is found about the base game with these rules, or under this variant."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "game.rules").write_text(BASE + rules, encoding="utf-8")
        if variant is not None:
            (folder / "variants").mkdir()
            (folder / "variants" / "quick.rules").write_text(variant, encoding="utf-8")
        return check_folder(folder, None if variant is None else "quick")


@given(st.lists(trees.declarations | trees.behaviour, min_size=1, max_size=4))
@settings(max_examples=60)
def test_declarations_and_behaviour(items: list[n.Item]) -> None:
    findings(print_items(items))


@given(trees.statements, trees.expressions)
@settings(max_examples=80)
def test_statements_and_expressions(statement: n.Stmt, expression: n.Expr) -> None:
    lines = "".join(f"  {line}\n" for line in print_statement(statement).splitlines())
    value = f"value drawn(p: player, s: space) is ({print_expression(expression)})\n"
    findings(f"rule drawn_rule:\n  after moves\n{lines}rule other_rule:\n  when paid(who, n)\n{lines}{value}")


@given(st.lists(trees.changes, min_size=1, max_size=4))
@settings(max_examples=40)
def test_variants(changes: list[n.VariantChange]) -> None:
    name, game = n.Word("quick", SPAN), n.Word("example", SPAN)
    findings("", print_items([n.Variant(SPAN, name, None, game, 1, tuple(changes))]))
