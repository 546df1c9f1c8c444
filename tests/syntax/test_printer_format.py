"""Formatting files: what the author decides, what the formatter decides, and that nothing else changes."""

from pathlib import Path
from random import Random

import pytest

from interpreter.diagnostics import Rejected
from interpreter.syntax import read_rules
from interpreter.syntax.limits import LONGEST_LINE
from interpreter.syntax.printer import format_rules

EVERY_CONSTRUCT = Path(__file__).with_name("every_construct.rules").read_text(encoding="utf-8")


def check(text: str, formatted: str) -> None:
    assert format_rules(text, "test") == formatted
    assert format_rules(formatted, "test") == formatted


@pytest.mark.parametrize(
    ("text", "formatted"),
    [
        ("", ""),
        ("\n\n  \n", ""),
        ("# only a comment", "# only a comment\n"),
        ("kind a of b is c", "kind a of b is c\n"),
        ("\n\nkind a of b is c\n\n\n", "kind a of b is c\n"),
        ("kind  a\tof b is c ,d\r\n\r\n", "kind a of b is c, d\n"),
        ("\ufeffkind a of b is c\n", "kind a of b is c\n"),
    ],
)
def test_line_ends_and_blanks(text, formatted):
    check(text, formatted)


def test_indentation_is_two_columns_a_block():
    check(
        "phase p:\n        do a\n        stuck:\n\twinner nobody\n".replace("\twinner", "           winner"),
        "phase p:\n  do a\n  stuck:\n    winner nobody\n",
    )


def test_groups_of_lines_stay_apart_and_are_never_joined():
    check(
        "kind a of b is c\nkind d of e is f\n\n\n\nkind g of h is i\n",
        "kind a of b is c\nkind d of e is f\n\nkind g of h is i\n",
    )


def test_blank_lines_in_blocks_stay_but_for_those_after_the_head():
    check(
        "action a:\n\n  pause\n\n\n  skip\n\naction b:\n  pause\n",
        "action a:\n  pause\n\n  skip\n\naction b:\n  pause\n",
    )


# ---- comments


def test_comments_on_lines_of_their_own_go_with_the_line_after_them():
    check(
        "   # the game\n\n# kinds\nkind a of b is c\naction a:\n# first\n  pause\n      # second\n  skip\n",
        "# the game\n\n# kinds\nkind a of b is c\naction a:\n  # first\n  pause\n  # second\n  skip\n",
    )


def test_a_comment_indented_like_the_block_before_it_stays_in_that_block():
    check(
        "action a:\n    if b:\n        pause\n        # in the inner block\n    # in the action\n# between\n\n"
        "action c:\n    pause\n    # at the end\n  # also\n",
        "action a:\n  if b:\n    pause\n    # in the inner block\n  # in the action\n# between\n\n"
        "action c:\n  pause\n  # at the end\n# also\n",
    )


def test_comments_behind_lines_have_two_blanks_before_them():
    check(
        'kind a of b is c# near\nsetup from "a#b.yaml"           # far\n',
        'kind a of b is c  # near\nsetup from "a#b.yaml"  # far\n',
    )


def test_comments_that_stand_under_each_other_stay_so():
    check(
        "kind a of b is c              # one\nkind long_name of d is e     # other\n".replace(
            "     # other", "      # two"
        )
        + "kind f of g is h              # three\n",
        "kind a of b is c          # one\nkind long_name of d is e  # two\nkind f of g is h          # three\n".replace(
            "c          # one", "c          # one"
        ),
    )


def test_comments_inside_brackets_go_above_their_line():
    check(
        "action a:\n  f(  # why\n    b,\n    # and this\n    c)  # last\n",
        "action a:\n  # why\n  # and this\n  f(b, c)  # last\n",
    )


def test_a_comment_behind_a_broken_line_stands_at_its_end():
    long = " and ".join(f"condition_number_{number}" for number in range(5))
    check(f"value v is {long}  # why\n", f"value v is (\n  {long})  # why\n")


def test_a_comment_behind_a_head_and_its_statement_goes_with_the_statement():
    name = "a_long_name" * 6
    check(
        f"procedure p():\n  if {name}: {name}()  # why\n",
        f"procedure p():\n  if {name}:\n    {name}()  # why\n",
    )


# ---- one-line blocks


def test_a_block_stays_where_its_author_put_it():
    text = (
        "procedure p():\n  if a: pause\n  otherwise:\n    skip\n  if a:\n    pause\n  otherwise: skip\n"
        "  for each s in board:\n    if (s.a and\n      s.b): pause\n\nfinish when a: winner me\nfinish when b:\n"
        "  winner me\nphase q:\n  stuck: winner me\n"
    )
    check(text, text.replace("(s.a and\n      s.b)", "s.a and s.b"))


# ---- tables


def test_cells_stand_under_each_other():
    check(
        'table t by a:\n  columns b, c\n  d: e "long text"\n  longer: [f,g] 3\n  x: 100 ""\n',
        'table t by a:\n  columns b, c\n  d:      e      "long text"\n  longer: [f, g] 3\n  x:      100    ""\n',
    )


# ---- refusals


def test_a_text_with_syntax_errors_is_refused_with_all_findings():
    with pytest.raises(Rejected) as refusal:
        format_rules("kind a b is c\n\nkind d e is f\n", "test")
    assert [finding.span.line for finding in refusal.value.diagnostics] == [1, 3]


def test_a_text_that_formatting_would_make_too_big_is_refused():
    text = f"group g is {','.join('a' for _ in range(LONGEST_LINE // 2 - 10))}\n"
    assert read_rules(text, "test")[1] == []
    with pytest.raises(Rejected, match="once formatted: this line has more than"):
        format_rules(text, "test")


# ---- whatever the author's habits


def untidy(text: str, random: Random) -> str:
    """The text as a less tidy author may have written it: other blanks, comments anywhere, lines broken in brackets."""
    step = random.choice([1, 2, 3, 4, 8])
    lines: list[str] = []
    for line in text.splitlines():
        code = line.lstrip()
        indent = " " * ((len(line) - len(code)) // 2 * step)
        while random.random() < 0.15:
            lines.append(random.choice(["", "   ", f"{' ' * random.randrange(9)}# {random.random():.3}"]))
        depth, written, quoted = 0, indent, False
        for sign in code:
            written += sign
            quoted ^= sign == '"'
            depth += 0 if quoted else (sign in "([") - (sign in ")]")
            if depth and not quoted and sign in "([," and random.random() < 0.1:
                written += random.choice(["", "  # inside"]) + "\n" + " " * random.randrange(9)
        if code and random.random() < 0.15:
            written += " " * random.randrange(4) + f"# {random.random():.3}"
        lines.append(written)
    return random.choice(["\n", "\r\n"]).join([*lines, random.choice(["", "# last", "  "])])


@pytest.mark.parametrize("seed", range(30))
def test_any_habit_gives_one_stable_text_with_the_same_meaning_and_comments(seed):
    text = untidy(EVERY_CONSTRUCT, Random(seed))
    formatted = format_rules(text, "test")
    assert format_rules(formatted, "test") == formatted
    assert read_rules(formatted, "test") == read_rules(EVERY_CONSTRUCT, "test")
    assert formatted.count("#") == text.count("#")
    assert "\r" not in formatted
    assert not any(line != line.rstrip() for line in formatted.split("\n"))
    assert "\n\n\n" not in formatted
