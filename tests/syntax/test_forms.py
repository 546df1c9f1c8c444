"""The usual forms that are shown as hints are themselves right."""

from __future__ import annotations

import pytest

from interpreter.syntax import read_rules
from interpreter.syntax.forms import FORMS, usual_form
from interpreter.syntax.words import all_words

PLACES = (
    "{0}",
    "action a:\n  {0}",
    "action a:\n  choose one:\n    {0}",
    "rule a:\n  {0}\n  skip",
    "phase a:\n  {0}",
    "table a by b:\n  {0}\n  c: 1 2",
    "variant a of b version 1:\n  {0}",
    'scenario "a":\n  {0}',
)
BLOCKS = (
    "skip",
    "part a: skip",
    "when a(b)\n{0}skip",
    "pile deck",
    "columns a\n{0}b: 1",
    "turns once from white",
    "set a to 1",
    "seed 1",
    '". ."',
)


def readable(line: str) -> bool:
    """Whether a line can be read in one of the places of a file, with a block below it if it ends in a colon."""
    for place in PLACES:
        depth = " " * (len(place.split("{0}")[0].split("\n")[-1]) + 2)
        blocks = [f"\n{depth}{block.format(depth)}" for block in BLOCKS] if line.endswith(":") else [""]
        if any(not read_rules(place.format(line + block) + "\n", "form.rules")[1] for block in blocks):
            return True
    return False


@pytest.mark.parametrize("word", sorted(FORMS))
def test_the_usual_forms_of_a_word_can_be_read(word: str) -> None:
    assert word in all_words()
    for form in FORMS[word]:
        assert form.split()[0].rstrip(":") == word
        assert readable(form), form


def test_a_word_that_begins_no_line_has_no_usual_form() -> None:
    assert usual_form("whatever") is None
