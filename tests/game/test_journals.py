"""Journals: written, read, played again and verified; the first line that differs is named."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.game import Journal, load
from tests.game.playing import SHIPPED, WORKSHOP, game


def recorded(name: str, seed: int, most: int) -> tuple[str, list[str]]:
    """The journal of a random game, and its lines."""
    chance, state, lines = random.Random(seed), game(name).new(seed), list[str]()
    while state.decision is not None and len(lines) < most:
        option = chance.choice(state.decision.options)
        lines.append(option.text)
        state = state.apply(option)
    return game(name).journal(lines, seed, ["a random game"]), lines


def refused(name: str, text: str) -> Diagnostic:
    with pytest.raises(Rejected) as caught:
        game(name).replay(Journal.parse(text, "a.journal"))
    (found,) = caught.value.diagnostics
    return found


@pytest.mark.parametrize("name", [*SHIPPED, "workshop"])
@settings(max_examples=3)
@given(seed=st.integers(0, 2**64 - 1))
def test_a_journal_gives_the_same_game_again(name: str, seed: int) -> None:
    text, lines = recorded(name, seed, 50)
    journal = Journal.parse(text, "a.journal")
    states = game(name).replay(journal)
    assert len(states) == len(lines) + 1
    assert states[0] == game(name).new(seed)
    assert states[-1] == states[0].play(*lines)
    assert [entry.text for entry in journal.entries] == lines
    assert game(name).journal(lines, seed, ["a random game"]) == text


def test_a_journal_is_a_header_and_one_line_a_decision() -> None:
    chosen = load(WORKSHOP, options={"hard": True}, players=3)
    assert chosen.journal(["anna rest", "anna done"], 7, ["a remark"]) == (
        "; a remark\n"
        "game workshop\n"
        "version 3\n"
        "option length is 12\n"
        "option hard is yes\n"
        "option shade is green\n"
        "players anna, bert, cora\n"
        f"hash {chosen.hash}\n"
        "seed 7\n"
        "\n"
        "anna rest\n"
        "anna done\n"
    )


def test_a_journal_of_a_variant_names_it() -> None:
    five = load("seto", "five")
    text = five.journal([], 1)
    assert "variant five\n" in text
    assert len(five.replay(Journal.parse(text, "a.journal"))) == 1
    assert refused("seto", text).code == "RW804"


def test_remarks_empty_lines_and_spaces_do_not_count() -> None:
    text, lines = recorded("workshop", 3, 6)
    header, _, body = text.partition("\n\n")
    spaced = "".join(f"\r\n   {line}   ; said somebody\r\n;---\r\n" for line in body.splitlines())
    states = game("workshop").replay(Journal.parse(header + "\n\n" + spaced, "a.journal"))
    assert states[-1] == game("workshop").new(3).play(*lines)


def test_only_the_first_decisions_may_be_played() -> None:
    text, _ = recorded("othello", 3, 12)
    journal = Journal.parse(text, "a.journal")
    assert len(game("othello").replay(journal, to=4)) == 5
    assert len(game("othello").replay(journal, to=0)) == 1
    assert len(game("othello").replay(journal, to=99)) == 13


def test_the_first_line_that_differs_is_named_with_what_was_offered() -> None:
    text, lines = recorded("othello", 3, 12)
    changed = text.replace(lines[5], "  " + lines[5].split()[0] + " place a1")
    found = refused("othello", changed)
    assert found.code == "RW821"
    assert found.message == "decision 6: `white place a1` is none of white's options now"
    assert found.expected is not None
    assert lines[5].removeprefix("white ") in found.expected
    assert found.span is not None
    line = changed.splitlines()[found.span.line - 1]
    assert line[found.span.column - 1 : found.span.end_column - 1] == "white place a1"


def test_a_line_after_the_end_differs() -> None:
    text, lines = recorded("tic_tac_toe", 3, 12)
    found = refused("tic_tac_toe", text + "cross put a1\n")
    assert (found.code, found.message.partition(":")[0]) == ("RW821", f"decision {len(lines) + 1}")


@pytest.mark.parametrize(
    ("before", "after", "code", "message"),
    [
        ("game othello", "game hex", "RW804", "this journal is of the game `hex`, not of `othello`"),
        ("version 1", "version 2", "RW804", "this journal is of version 2 of the game, which is now version 1"),
        ("size is 8", "size is 6", "RW804", "in this journal the option `size` is 6, here it is 8"),
        ("size is 8", "sise is 8", "RW804", "in this journal the option `size` is not set, here it is 8"),
        ("size is 8", "size 8", "RW820", "an option is written `option NAME is VALUE`"),
        ("players black, white", "players white, black", "RW804", "the seats are black, white here"),
        ("players black, white", "players", "RW820", "`players` needs the seats, with commas between them, not ``"),
        ("hash sha256:", "hash md5:", "RW820", "`hash` needs `sha256:` and 64 figures"),
        ("seed 1", "seed one", "RW820", "`seed` needs a number of at most 64 bits, not `one`"),
        ("seed 1", "seed 99999999999999999999", "RW820", "`seed` needs a number of at most 64 bits"),
        ("seed 1\n", "", "RW820", "`black` is no word of a journal's header"),
        ("version 1\n", "", "RW820", "the header lacks `version`"),
        ("version 1\n", "version 1\nversion 1\n", "RW820", "`version` stands twice in the header"),
        ("version", "verison", "RW820", "`verison` is no word of a journal's header"),
        ("option size is 8", "option size is 8\noption size is 8", "RW820", "the option `size` stands twice"),
    ],
)
def test_a_header_that_is_not_right_gets_one_finding(before: str, after: str, code: str, message: str) -> None:
    text = game("othello").journal(["black place e3"], 1)
    assert before in text
    found = refused("othello", text.replace(before, after))
    assert (found.code, message in found.message) == (code, True), found.message
    assert found.span is not None


def test_other_rules_are_refused_unless_the_difference_is_looked_for() -> None:
    text = game("othello").journal(["black place e3", "white place a1"], 1)
    other = text.replace(game("othello").hash, "sha256:" + "0" * 64)
    assert refused("othello", other).message == "the rules have changed since this journal was written"
    with pytest.raises(Rejected, match="decision 2"):
        game("othello").replay(Journal.parse(other, "a.journal"), same_rules=False)


@pytest.mark.parametrize("data", [b"", b"\xff\x00\x01", b"\x00" * 50, b"game\n" * 9, b";;;\n" * 9, b"seed 1"])
def test_a_file_that_is_no_journal_gets_one_finding(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "game.journal"
    path.write_bytes(data)
    with pytest.raises(Rejected) as caught:
        Journal.read(path)
    assert [found.code in ("RW801", "RW820") for found in caught.value.diagnostics] == [True]


def test_too_long_a_journal_is_refused() -> None:
    text = game("othello").journal([], 1)
    assert refused("othello", text + "\n" * 300_000 + "x").message == "this journal is too long"


@settings(max_examples=60)
@given(cut=st.integers(0, 500), junk=st.text(max_size=8))
def test_a_damaged_journal_is_refused_or_played(cut: int, junk: str) -> None:
    text, lines = recorded("workshop", 3, 8)
    damaged = text[:cut] + junk + text[cut + 1 :]
    assert length(damaged) <= len(lines) + 2


def length(text: str) -> int:
    """How many states a journal leads through; 0 when it is refused as it should be."""
    try:
        return len(game("workshop").replay(Journal.parse(text, "a.journal")))
    except Rejected:
        return 0


def test_a_file_is_read_and_played(tmp_path: Path) -> None:
    text, lines = recorded("seto", 3, 8)
    path = tmp_path / "game.journal"
    path.write_text(text, encoding="utf-8")
    assert game("seto").read_journal(path)[-1] == game("seto").new(3).play(*lines)
