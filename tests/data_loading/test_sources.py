"""What can be wrong with a file before anything in it is read."""

import os

import pytest

from interpreter.data import decode, load_yaml, parse_yaml, read_source
from interpreter.data.source import LARGEST
from interpreter.diagnostics import Rejected, Span


def refused(call, *arguments):
    with pytest.raises(Rejected) as caught:
        call(*arguments)
    (finding,) = caught.value.diagnostics
    return finding


def test_a_missing_file_with_the_name_that_was_meant(tmp_path):
    (tmp_path / "patterns.yaml").write_text("a: 1")
    finding = refused(load_yaml, tmp_path / "paterns.yaml", "paterns.yaml")
    assert (finding.code, finding.hint) == ("RW301", "Did you mean `patterns.yaml`?")
    assert finding.span == Span("paterns.yaml", 1, 1, 1, 1)


def test_a_missing_file_in_a_missing_folder(tmp_path):
    finding = refused(load_yaml, tmp_path / "cards" / "a.yaml", "cards/a.yaml")
    assert (finding.code, finding.hint) == ("RW301", "There is no folder `cards` either.")


def test_a_folder(tmp_path):
    assert refused(load_yaml, tmp_path, "game").code == "RW302"


def test_a_pipe_is_not_opened(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes here")
    os.mkfifo(tmp_path / "pipe")
    assert refused(load_yaml, tmp_path / "pipe", "pipe").code == "RW302"


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = tmp_path / "a.yaml"
    path.write_text("a: 1")

    def forbidden(self):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(type(path), "read_bytes", forbidden)
    finding = refused(load_yaml, path, "a.yaml")
    assert (finding.code, finding.message) == ("RW302", "cannot read `a.yaml`: Permission denied")


def test_a_file_that_is_too_large(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (LARGEST + 1))
    assert refused(load_yaml, path, "a.yaml").code == "RW305"


@pytest.mark.parametrize(
    ("data", "line", "column", "reason"),
    [
        (b"a: 1\nb: \xff", 2, 4, "the byte 0xff is not UTF-8"),
        (b"\x89PNG\r\n\x1a\n", 1, 1, "the byte 0x89 is not UTF-8"),
        (b"a: \x00", 1, 4, "U+0000"),
        ("a: 1\r\nb: é\u2028c".encode(), 2, 5, "U+2028"),
        ("a: 1\nb: 1".encode("utf-16"), 1, 1, "the byte 0xff is not UTF-8"),
    ],
)
def test_a_file_that_is_no_text(data, line, column, reason):
    finding = refused(decode, data, "f")
    assert finding.code == "RW303"
    assert (finding.span.line, finding.span.column) == (line, column)
    assert reason in finding.message


def test_line_breaks_of_all_systems_and_a_byte_order_mark(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3\n")
    assert read_source(path, "a.yaml") == "a: 1\nb: 2\nc: 3\n"
    assert load_yaml(path, "a.yaml").entries[2].key_span == Span("a.yaml", 3, 1, 3, 2)


@pytest.mark.parametrize(("text", "what"), [("", "is empty"), (" \n\n", "is empty"), ("# a\n  # b\n", "but remarks")])
def test_an_empty_file(text, what):
    finding = refused(parse_yaml, text, "f")
    assert finding.code == "RW304"
    assert finding.message.endswith(what)


@pytest.mark.parametrize(
    ("text", "column", "end", "message"),
    [
        ("a:\n\t\tb: 1\n", 1, 3, "this line starts with a tab"),
        ("x: 1\na: b\tc\n", 5, 6, "this line holds a tab"),
        ("a: 1\n  \tb: 1\n\tc\n", 3, 4, "this line starts with a tab (so does another)"),
        ("#\n\t\n\t\n\t\n", 1, 2, "this line starts with a tab (so do 2 more lines)"),
    ],
)
def test_tabs(text, column, end, message):
    finding = refused(parse_yaml, text, "f")
    assert (finding.code, finding.message) == ("RW306", message)
    assert finding.span == Span("f", 2, column, 2, end)
