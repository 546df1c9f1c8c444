"""Every rules text of the shipped games and of the test data: what is printed says the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter.data import Mapping, Node, Scalar, Sequence, load_document
from interpreter.diagnostics import Span
from interpreter.syntax import read_rules, read_text
from interpreter.syntax.printer import format_rules, print_block, print_expression, print_items, print_pattern

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = [ROOT / "rules", ROOT / "tests" / "data"]
STARTS = {"effect": print_block, "condition": print_expression, "amount": print_expression, "trigger": print_pattern}


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def rules_files() -> list[Path]:
    return sorted(path for folder in FOLDERS for path in folder.rglob("*.rules"))


def data_files() -> list[tuple[Path, Path]]:
    """Every data file that has a schema of its own, and the folder in which that one is looked for."""
    found = set()
    for folder in FOLDERS:
        for schema in folder.rglob("schemas/*.schema.json"):
            game = schema.parent.parent
            found |= {(path, game) for path in game.rglob(f"{schema.name.removesuffix('.schema.json')}.yaml")}
    return sorted(found)


def texts(node: Node) -> Iterator[tuple[str, str]]:
    """The start symbol and text of all rules text in a checked document."""
    match node:
        case Mapping():
            for entry in node.entries:
                if node.format == "adjusts":
                    yield "condition", entry.key
                yield from texts(entry.value)
        case Sequence():
            for item in node.items:
                yield from texts(item)
        case Scalar() if node.format in STARTS:
            yield node.format, str(node.value)
        case Scalar() if node.format == "adjusts":
            yield "condition", str(node.value)


@pytest.mark.parametrize("path", rules_files(), ids=shown)
def test_a_rules_file(path):
    text = path.read_text(encoding="utf-8")
    items, findings = read_rules(text, path.name)
    assert findings == []
    assert read_rules(print_items(items), path.name) == (items, [])
    formatted = format_rules(text, path.name)
    assert read_rules(formatted, path.name) == (items, [])
    assert format_rules(formatted, path.name) == formatted


@pytest.mark.parametrize(("path", "game"), data_files(), ids=lambda path: shown(path) if path.suffix else path.name)
def test_the_rules_texts_of_a_data_file(path, game):
    def place(line: int, column: int, end_line: int, end_column: int) -> Span:
        return Span(path.name, line, column, end_line, end_column)

    for start, text in texts(load_document(path, path.name, "data", [game])):
        tree, findings = read_text(text, start, place)
        assert findings == [], text
        assert read_text(STARTS[start](tree), start, place) == (tree, [])


def test_there_are_texts_in_data_files():
    found = {start for path, game in data_files() for start, _ in texts(load_document(path, path.name, "data", [game]))}
    assert found == set(STARTS)
