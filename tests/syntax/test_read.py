"""Reading of whole texts: what is read beside faulty items, places, limits, odd files."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n
from interpreter.syntax import read_rules, read_text
from interpreter.syntax.files import read_file
from interpreter.syntax.parser import Start


def codes(text: str) -> list[str]:
    return [finding.code for finding in read_rules(text, "game.rules")[1]]


def test_items_beside_a_faulty_one_are_read_with_their_places() -> None:
    items, findings = read_rules("value a is 1\nvalue b iss 2\n\nvalue c is x\n", "game.rules")
    assert [item.name for item in items if isinstance(item, n.Value)] == ["a", "c"]
    assert [item.span.line for item in items] == [1, 4]
    assert [finding.span for finding in findings] == [Span("game.rules", 2, 9, 2, 12)]


@pytest.mark.parametrize("text", ["", "\n", "   \n\n", "# only a comment", "\ufeff", "\ufeff# comment\r\n"])
def test_a_file_without_rules_is_fine_and_empty(text: str) -> None:
    assert read_rules(text, "game.rules") == ((), [])


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffvalue a is 1\n",
        "value a is 1\r\nvalue b is 2\r\n",
        "value a is 1",
        "value a is (1 +\n\n  # in between\n2)\n",
        "value a is (1 +\n2)",
        "action a:\n\n  # comment\n  skip   # comment\n\n# comment\n",
    ],
)
def test_line_ends_comments_and_marks_of_the_encoding_do_not_matter(text: str) -> None:
    items, findings = read_rules(text, "game.rules")
    assert items
    assert not findings


def test_an_unclosed_bracket_does_not_take_in_the_next_item() -> None:
    items, findings = read_rules("value a is (1 +\nvalue b is 2\naction c:\n  skip\n", "game.rules")
    assert len(items) == 2
    assert [finding.code for finding in findings] == ["RW121"]


def test_a_reserved_word_is_told_once() -> None:
    assert codes("value top is 1\nvalue b is top + top\nvalue c is top\n") == ["RW130"]
    assert codes("value top is 1\nvalue b is top + top\nvalue c iss 1\n") == ["RW130", "RW103"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("value a is 1\n" * 400_000, "RW133"),
        ("value a is 1\x00\n", "RW134"),
        (bytes(range(256)).decode("latin-1"), "RW134"),
        ("value a is " + "(" * 1000, "RW136"),
        ("value a is " + "(" * 900 + "1" + ")" * 900 + "\n", "RW136"),
        ("value a is " + "f(" * 60 + "1" + ")" * 60 + "\n", "RW136"),
        ("value a is (" + "not\n" * 5000 + "b)\n", "RW136"),
        ("value a is " + "1+" * 900 + "1\n", "RW136"),
        ("value a is " + "b." * 900 + "b\n", "RW136"),
        ("action a:\n" + "".join(f"{' ' * depth}if b:\n" for depth in range(1, 500)) + " " * 500 + "skip\n", "RW136"),
        ("value a is " + "1" * 3000, "RW135"),
        ("value a is " + '"' * 1500, "RW101"),
        (")" * 1500, "RW122"),
    ],
    ids=range(13),
)
def test_what_is_too_much_is_refused_at_once(text: str, code: str) -> None:
    began = process_time()
    assert codes(text) == [code]
    assert process_time() - began < 10


@pytest.mark.parametrize("text", ["This is a letter, not a rule.\n" * 3000, "value a is (\n" * 3000, ":\n" * 3000])
def test_a_text_that_is_no_rules_has_a_limited_number_of_findings(text: str) -> None:
    findings = read_rules(text, "game.rules")[1]
    assert 1 <= len(findings) <= 100
    assert findings[-1].hint == "what comes after this has not been looked at"


NESTED = "value a is " + "(" * 60 + "1" + ")" * 60 + "\n"


def test_what_is_just_not_too_deep_is_read() -> None:
    assert codes(NESTED) == []
    assert codes("value a is " + "1 + " * 100 + "1\n") == []


TEXTS: list[tuple[Start, str, str]] = [
    ("effect", "gain 2 coins form me", "RW103"),
    ("effect", "gain 2 coins\nlose 1", "RW107"),
    ("effect", "coins is 3", "RW132"),
    ("condition", "gain 2 coins", "RW132"),
    ("condition", "gain 2 coins form me", "RW132"),
    ("condition", "coins = 3", "RW123"),
    ("condition", "coins is", "RW107"),
    ("condition", "coins: 3", "RW101"),
    ("amount", "(coins", "RW121"),
    ("amount", "coins stones", "RW104"),
    ("amount", "", "RW131"),
    ("effect", " # nothing", "RW131"),
    ("trigger", "moved(a, b) c", "RW104"),
    ("trigger", "coins > 3", "RW132"),
    ("trigger", "moved(top)", "RW130"),
]


@pytest.mark.parametrize(("start", "text", "code"), TEXTS)
def test_rules_text_of_data_files_has_the_same_messages(start: Start, text: str, code: str) -> None:
    findings = read_text(text, start, lambda *place: Span("cards.yaml", *place))[1]
    assert [finding.code for finding in findings] == [code]


def test_places_in_rules_text_of_data_files_are_places_in_the_file() -> None:
    def place(line: int, column: int, end_line: int, end_column: int) -> Span:
        return Span("cards.yaml", line + 10, column + 20, end_line + 10, end_column + 20)

    node, findings = read_text("gain 1 coins\ngain 2 coins form me\n", "effect", place)
    assert node is None
    assert findings[0].span == Span("cards.yaml", 12, 34, 12, 38)
    node, findings = read_text("gain 1 coins", "effect", place)
    assert node[0].span == Span("cards.yaml", 11, 21, 11, 33)
    assert not findings


def test_files_are_read_from_the_disk(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.rules", tmp_path / "bad.rules"
    good.write_bytes(b"\xef\xbb\xbfvalue a is 1\r\n")
    bad.write_bytes("value a is 1\n# größe".encode("latin-1"))
    assert read_file(good, "good.rules")[0] == "value a is 1\r\n"
    text, findings = read_file(bad, "bad.rules")
    assert text is None
    assert [(finding.code, finding.span) for finding in findings] == [("RW137", Span("bad.rules", 2, 5, 2, 6))]


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    missing = read_file(tmp_path / "missing.rules", "missing.rules")[1][0]
    assert (missing.code, missing.message) == (
        "RW138",
        "the file missing.rules cannot be read: no such file or directory",
    )
    folder = read_file(tmp_path, "games")[1][0]
    assert (folder.code, folder.message) == ("RW138", "the file games cannot be read: it is a folder")
    assert read_file(Path("a\x00b"), "a")[1][0].code == "RW138"
    huge = tmp_path / "huge.rules"
    huge.write_bytes(b"#" * 5_000_000)
    assert read_file(huge, "huge.rules")[1][0].code == "RW133"
