"""How findings look: lines of the source, carets, long and wide lines, related places, plain data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from rich.cells import cell_len

from interpreter.diagnostics import Diagnostic, Related, Span
from interpreter.diagnostics.render import printable, render, render_rich, summary, to_json
from interpreter.diagnostics.sources import Sources
from interpreter.paths import shipped

RULES = """\
game example "Example" version 1 players white, red

action place "Put a mark":
  # a remark
  choose s from bord where mark[s] is nobody
"""
UNKNOWN = Diagnostic(
    "RW999", "unknown name `bord`", Span("game.rules", 5, 17, 5, 21), "did you mean `board`?", "board or hand"
)


def shown(finding: Diagnostic, text: str = RULES, width: int = 100) -> list[str]:
    return render([finding], Sources({"game.rules": text}), width).splitlines()


def test_a_finding_is_shown_with_its_line_the_line_of_its_block_and_a_caret() -> None:
    assert shown(UNKNOWN) == [
        "game.rules:5:17  RW999  unknown name `bord`",
        '    3 │ action place "Put a mark":',
        "    5 │   choose s from bord where mark[s] is nobody",
        "      │                 ^^^^ did you mean `board`?",
        "      ╰ expected: board or hand",
    ]


def test_related_places_follow_with_their_lines() -> None:
    related = (
        Related(Span("game.rules", 3, 8, 3, 13), "declared here"),
        Related(Span("other.rules", 1, 1, 1, 2), "there"),
    )
    finding = Diagnostic("RW999", "this is there twice", Span("game.rules", 5, 3, 5, 9), related=related)
    assert shown(finding)[4:] == [
        "    also game.rules:3:8  declared here",
        '    3 │ action place "Put a mark":',
        "      │        ^^^^^",
        "    also other.rules:1:1  there",
    ]


def test_a_long_hint_stands_below_the_caret_and_is_wrapped() -> None:
    finding = Diagnostic("RW999", "message", Span("game.rules", 5, 17, 5, 21), hint="words and " * 12)
    lines = shown(finding, width=60)
    assert lines[3].rstrip().endswith("^^^^")
    assert all(line.startswith(("      │ words", "      │ and")) for line in lines[4:])
    assert max(len(line) for line in lines) <= 60


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ('choose s else "日本語" from bord', "bord"),
        ("\tchoose\ts from bord", "bord"),
        ("choose e\u0301\u0301 from bord", "bord"),
        ("choose \u200b\u202e from bord", "bord"),
        ("x" * 300 + " bord " + "y" * 300, "bord"),
        ("日" * 300 + " bord " + "本" * 300, "bord"),
        ("bord " + "y" * 300, "bord"),
        ("y" * 300 + " bord", "bord"),
        ("y" * 300 + " 日本" + "y" * 30, "日本"),
    ],
    ids=range(9),
)
def test_the_caret_stands_under_the_word_whatever_the_line_holds(line: str, word: str) -> None:
    column = line.index(word) + 1
    finding = Diagnostic("RW999", "message", Span("game.rules", 1, column, 1, column + len(word)))
    _, quoted, caret = shown(finding, line)
    assert cell_len(quoted) <= 100
    assert cell_len(quoted[: quoted.index(word)]) == caret.index("^")
    assert caret.count("^") == cell_len(word)


def test_a_place_at_or_behind_the_end_of_a_line_has_a_caret() -> None:
    for column in (21, 22, 500):
        assert shown(Diagnostic("RW999", "message", Span("game.rules", 1, column, 1, column)), "choose s from board\n")[
            2
        ].endswith("^")


def test_a_stretch_of_several_lines_is_marked_on_its_first() -> None:
    finding = Diagnostic("RW999", "message", Span("game.rules", 3, 8, 5, 3))
    assert shown(finding)[2].count("^") == len('place "Put a mark":')


def test_a_finding_without_a_place_or_a_file_is_told_without_lines() -> None:
    assert shown(Diagnostic("RW999", "message", hint="do it")) == ["RW999  message", "      │ do it"]
    assert shown(Diagnostic("RW999", "message", Span("missing.rules", 1, 1, 1, 2))) == [
        "missing.rules:1:1  RW999  message"
    ]
    assert shown(Diagnostic("RW999", "message", Span("game.rules", 99, 1, 99, 2))) == [
        "game.rules:99:1  RW999  message"
    ]
    assert shown(Diagnostic("RW999", "message", Span("a\x00b", 1, 1, 1, 2))) == ["a␀b:1:1  RW999  message"]


def test_a_warning_says_that_it_is_one() -> None:
    finding = Diagnostic("RW999", "unused name", Span("game.rules", 1, 1, 1, 5), severity="warning")
    assert shown(finding)[0] == "game.rules:1:1  RW999  warning: unused name"


def test_findings_stand_in_the_order_of_their_places() -> None:
    text = render(
        [UNKNOWN, Diagnostic("RW998", "first", Span("game.rules", 1, 1, 1, 2))], Sources({"game.rules": RULES})
    )
    assert text.index("RW998") < text.index("RW999")


def test_files_that_were_not_handed_in_are_read(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_bytes(b"\xef\xbb\xbfvalue a is b\r\nvalue c is \xff\r\n")
    sources = Sources(folder=tmp_path)
    assert sources.line("game.rules", 1) == "value a is b"
    assert sources.line("game.rules", 2) == "value c is \ufffd"
    assert sources.line("game.rules", 9) is None
    assert sources.line(".", 1) is None
    assert sources.opener("game.rules", 9) is None


def test_the_coloured_text_says_the_same() -> None:
    sources = Sources({"game.rules": RULES})
    text = render_rich([UNKNOWN], sources)
    assert text.plain == render([UNKNOWN], sources)
    assert {span.style for span in text.spans} >= {"bold red", "green", "cyan"}


def test_no_finding_can_play_tricks_with_a_terminal() -> None:
    assert printable("a\x1b[31m\u202eb\ud800\u00a0c\t") == "a␛[31m\ufffdb\ufffd c␉"
    finding = Diagnostic(
        "RW999", "bad \x1b[2J name", Span("game.rules", 1, 1, 1, 2), "\x07", "\x9b", (Related(UNKNOWN.span, "\x00"),)
    )
    assert render([finding], Sources({"game.rules": "\x1b[2J"})).replace("\n", "").isprintable()


def test_the_summary_counts_and_points_to_the_first_error() -> None:
    warning = Diagnostic("RW990", "unused", Span("a.rules", 1, 1, 1, 2), severity="warning")
    assert summary([], 3) == "no findings in 3 files"
    assert summary([UNKNOWN, warning], 1, 0.2149) == (
        "1 error, 1 warning in 1 file (0.21 s).  More on a code: rulewright help RW999"
    )


def test_plain_data_fits_its_schema() -> None:
    schema = json.loads((shipped("schemas") / "diagnostics.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    findings = [
        UNKNOWN,
        Diagnostic("RW990", "no place \ud800", severity="warning"),
        Diagnostic("RW991", "related", related=(Related(Span("a", 1, 1, 1, 2), "there"),)),
    ]
    plain = to_json(findings)
    Draft202012Validator(schema).validate(json.loads(json.dumps(plain)))
    assert (plain["errors"], plain["warnings"]) == (2, 1)
    assert [finding["code"] for finding in plain["findings"]] == ["RW990", "RW991", "RW999"]
    Draft202012Validator(schema).validate(to_json([]))
