"""The parser's ready tables are those of the grammar, and of no other."""

from pathlib import Path

import lark
import pytest

from interpreter.syntax.parser import GRAMMAR, make_parser
from interpreter.syntax.tables import TABLES, first_line, read_tables, write_tables

EVERYTHING = Path(__file__).with_name("every_construct.rules")


def test_the_tables_in_the_package_are_those_of_the_grammar():
    head, *_ = TABLES.read_bytes().splitlines()
    if not head.startswith(f"lark {lark.__version__} ".encode()):
        pytest.skip("the tables were made with another version of Lark")
    expected = first_line(GRAMMAR.read_text(encoding="utf-8"))
    assert head == expected, "the grammar has changed: run `python -m tools.grammar`"


def test_ready_tables_parse_like_those_just_made(tmp_path):
    grammar, path = GRAMMAR.read_text(encoding="utf-8"), tmp_path / "tables"
    made = make_parser()
    write_tables(made, grammar, path)
    ready = read_tables(grammar, path)
    text = EVERYTHING.read_text(encoding="utf-8")
    assert ready is not None
    assert ready.parse(text, start="start") == made.parse(text, start="start")
    assert {terminal.name for terminal in ready.terminals} == {terminal.name for terminal in made.terminals}


def test_tables_of_another_grammar_and_missing_or_damaged_ones_are_not_used(tmp_path):
    grammar, path = GRAMMAR.read_text(encoding="utf-8"), tmp_path / "tables"
    assert read_tables(grammar, path) is None
    content = TABLES.read_bytes()
    for odd in (b"", b"\xff\n", content[:-9], content.replace(b"0", b"1", 200), first_line(grammar) + b"\nabc\n\xff"):
        path.write_bytes(odd)
        assert read_tables(grammar, path) is None
    path.write_bytes(content)
    assert read_tables(grammar + "\n", path) is None
