"""Says what is wrong with a text that the parser cannot read: one cause, in the words of its author."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.syntax.build import code_end
from interpreter.syntax.course import BLOCK_ENDS, LAYOUT, NEW_LINE, Failure, Stop, follow
from interpreter.syntax.foreign import WORDS
from interpreter.syntax.forms import usual_form
from interpreter.syntax.parser import Start
from interpreter.syntax.problems import Problem, Stretch, on_line
from interpreter.syntax.repair import BadLine, Slot, repaired, similar, wrong_word
from interpreter.syntax.scan import Row
from interpreter.syntax.terms import expectation, item_words, list_of, statement_words
from interpreter.syntax.words import all_words

KINDS = {
    "effect": "an effect: statements such as `gain 1 score`",
    "condition": "a condition, such as `x > 1 and y is z`",
    "amount": "an amount, such as `2` or `count s in board where s.mark is me`",
    "trigger": "a trigger: an event with names for what it carries, such as `moved(piece, place)`",
}
BY_LINES = frozenset(["start", "effect"])
"""Kinds of text that are made of lines with a word at the beginning of each."""
OTHERS: dict[Start, tuple[Start, ...]] = {
    "start": (),
    "effect": ("condition",),
    "condition": ("effect",),
    "amount": ("effect",),
    "trigger": ("effect", "condition"),
}
"""What a text may be by mistake instead of its own kind."""


@dataclass(frozen=True)
class Sample:
    """A text by itself: a top-level item or the rules text of a data file.

    `rows` are its lines of code; `uses` says how often each word stands in the file.
    """

    lines: list[str]
    rows: list[Row]
    start: Start
    uses: Mapping[str, int]

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def row(self, line: int) -> int:
        """The place in `rows` of the line of code which covers a line."""
        return max((place for place, row in enumerate(self.rows) if row.first <= line), default=0)

    def all_of(self, row: Row) -> Stretch:
        """The code on the first line of a row."""
        text = self.lines[row.first - 1]
        return on_line(row.first, len(text) - len(text.lstrip()) + 1, code_end(text) + 1)


def explain(sample: Sample) -> Problem | None:
    """The first thing that is wrong with a text, or None when the parser can read it."""
    if sample.start == "start" and sample.rows[0].indent > 0:
        where = on_line(sample.rows[0].first, 1, sample.rows[0].indent + 1)
        return Problem("RW111", "this line is indented and stands in no block", where, "let it begin at the margin")
    failure = follow(sample.text, sample.start, [row.first for row in sample.rows])
    if failure is None:
        return None
    if failure.stop is Stop.INDENTATION:
        return _matches_no_block(sample)
    return _layout(sample, failure) or _line(sample, failure)


def _matches_no_block(sample: Sample) -> Problem:
    """A line goes back to a depth that no open block has."""
    open_rows: list[Row] = []
    for row in sample.rows:
        deeper = [other for other in open_rows if other.indent > row.indent]
        open_rows = [other for other in open_rows if other.indent < row.indent or other.indent == row.indent]
        if deeper and (not open_rows or open_rows[-1].indent != row.indent):
            depths = [*(other.indent for other in open_rows), deeper[0].indent]
            return Problem(
                "RW112",
                "this line is indented less than the lines above it, but matches no block",
                sample.all_of(row),
                f"it has {_blanks(row.indent)}",
                f"{list_of([str(depth) for depth in depths])} blanks",
                tuple((sample.all_of(other), f"a line with {_blanks(other.indent)}") for other in deeper[:1]),
            )
        if not open_rows or open_rows[-1].indent != row.indent:
            open_rows.append(row)
    return Problem("RW112", "the indentation of this text matches no block", sample.all_of(sample.rows[-1]))


def _layout(sample: Sample, failure: Failure) -> Problem | None:
    """Mistakes in what stands above what, not in one line."""
    token, place = failure.token, sample.row(failure.token.line or 1)
    if token.type == "_INDENT":
        above, row = sample.rows[place], sample.rows[min(place + 1, len(sample.rows) - 1)]
        return Problem(
            "RW111",
            "this line is indented deeper than the line above it, which opens no block",
            on_line(row.first, above.indent + 1, row.indent + 1),
            "give it the indentation of the line above",
            related=((sample.all_of(above), "the line above"),),
        )
    if failure.accepted == {"_INDENT"}:
        row = sample.rows[place if token.type in BLOCK_ENDS else max(place - 1, 0)]
        return empty_block(sample.lines[row.last - 1], row.last, sample.all_of(row))
    if token.type in BLOCK_ENDS and failure.before[-1:] and failure.before[-1].type == NEW_LINE:
        where = sample.all_of(sample.rows[place])
        expected = expectation(failure.accepted, "")
        return Problem("RW113", "the block ends too early, after this line", where, expected=expected)
    return None


def empty_block(text: str, line: int, opener: Stretch) -> Problem:
    """The problem of a line that ends in a colon without an indented line below it."""
    end = code_end(text)
    where = on_line(line, end, end + 1) if text[:end].endswith(":") else opener
    hint = "indent the lines below that belong to it, by two blanks more than this line"
    return Problem("RW113", "nothing stands in the block that this colon opens", where, hint)


def _line(sample: Sample, failure: Failure) -> Problem:
    """A mistake within one line."""
    row = sample.rows[sample.row(failure.token.line or 1)]
    base = sum(len(line) + 1 for line in sample.lines[: row.first - 1])
    line = BadLine(failure, "\n".join(sample.lines[row.first - 1 : row.last]), base, sample.uses)
    if not line.slots:
        return empty_text(sample.start)
    return (
        _at_margin(sample, line, row)
        or _added_at_margin(sample, line, row)
        or _in_block(sample, line, row)
        or repaired(line)
        or _other_kind(sample, line)
        or _unknown_start(sample, line)
        or _too_short(line)
        or _left_over(line)
        or _unexpected(line)
    )


def empty_text(start: Start) -> Problem:
    """The problem of a data file's rules text that says nothing."""
    return Problem("RW131", "there is no rules text here", on_line(1, 1, 2), expected=KINDS.get(start))


def _at_margin(sample: Sample, line: BadLine, row: Row) -> Problem | None:
    """A line at the margin that does not begin a declaration."""
    slot = line.slots[0]
    begins = str(slot.token) in item_words() or str(slot.token) == "add"
    if sample.start != "start" or row.indent > 0 or len(line.slots) > 1 or begins:
        return None
    if str(slot.token) in all_words():
        hint = "a line with it stands inside a block: indent it under the line that it belongs to"
        return Problem("RW114", f"`{slot.token}` cannot stand at the margin", slot.where, hint)
    return (repaired(line) if slot.is_word else None) or _no_start(slot)


def _added_at_margin(sample: Sample, line: BadLine, row: Row) -> Problem | None:
    """A declaration at the margin with `add` before it, as in a variant."""
    if sample.start != "start" or row.indent > 0 or len(line.slots) < 2 or str(line.slots[0].token) != "add":
        return None
    word = str(line.slots[1].token)
    if word not in item_words():
        return None
    hint = "outside of a variant a declaration stands without `add`"
    return Problem("RW114", f"`add` cannot stand before `{word}` at the margin", line.slots[0].where, hint)


def _in_block(sample: Sample, line: BadLine, row: Row) -> Problem | None:
    """A declaration inside a block."""
    slot = line.slots[0]
    if sample.start != "start" or row.indent == 0 or len(line.slots) > 2:
        return None
    word, declared = str(slot.token), line.slots[-1]
    begins = word in item_words() and word not in statement_words() and (len(line.slots) == 1 or declared.is_word)
    if not begins or slot.accepted & {"ACTION", "VALUE"} or line.ends:
        return None
    hint = f"`{word}` begins a declaration; a declaration begins at the margin"
    return Problem("RW114", f"`{word}` cannot stand in this block", slot.where, hint, expectation(slot.accepted, ""))


def _other_kind(sample: Sample, line: BadLine) -> Problem | None:
    """Rules text in a data file that is of another kind than its key asks for."""
    first_lines = [row.first for row in sample.rows]
    found = next((kind for kind in OTHERS[sample.start] if follow(sample.text, kind, first_lines) is None), None)
    is_statement = len(line.slots) == 2 and str(line.slots[0].token) in statement_words()
    if found is None and sample.start not in BY_LINES and is_statement:
        found = "effect"
    if found is None:
        return None
    message = f"this is {_kind(found)}, not {_kind(sample.start)}"
    return Problem("RW132", message, sample.all_of(sample.rows[0]), expected=KINDS[sample.start])


def _kind(start: Start) -> str:
    return KINDS[start].split(",")[0].split(":")[0]


def _unknown_start(sample: Sample, line: BadLine) -> Problem | None:
    """A line that begins with a word which no line in this place begins with."""
    slot = line.slots[0]
    alone = len(line.slots) == 1 and not line.ends
    called = len(line.slots) <= 2 and slot.token.type == "NAME" and line.failure.accepted == {"LPAR"}
    return _no_start(slot) if sample.start in BY_LINES and (alone or called) and slot.is_word else None


def _no_start(slot: Slot) -> Problem:
    word = str(slot.token)
    if word not in all_words() and (close := similar(word, slot.words)):
        return wrong_word(slot, close[0])
    own = [f"`{other}`" for other in WORDS.get(word, ()) if other.split()[0] in all_words()]
    hint = f"the language says {list_of(own)}" if own else None
    return Problem("RW106", f"no line here begins with `{word}`", slot.where, hint,
                   expectation(slot.accepted - LAYOUT, ""))  # fmt: skip


def _too_short(line: BadLine) -> Problem | None:
    if not line.ends:
        return None
    expected = expectation(line.failure.accepted - LAYOUT or line.failure.accepted, line.before)
    return Problem("RW107", f"this line ends too early, after `{line.before}`", line.end, _form(line), expected)


def _left_over(line: BadLine) -> Problem | None:
    """Something behind a line that is complete, whatever else might have followed."""
    slot = line.slots[-1]
    if not line.failure.accepted <= LAYOUT:
        return None
    message = f"nothing more can stand on this line after `{line.before}`"
    return Problem("RW105", message, slot.where, _form(line) or "leave it out")


def _unexpected(line: BadLine) -> Problem:
    slot = line.slots[-1]
    message = f"`{slot.token}` cannot stand " + (f"after `{line.before}`" if line.before else "here")
    return Problem("RW101", message, slot.where, _form(line), expectation(line.failure.accepted, line.before))


def _form(line: BadLine) -> str | None:
    return usual_form(str(line.slots[0].token)) if len(line.slots) > 1 or line.ends else None


def _blanks(count: int) -> str:
    return "1 blank" if count == 1 else f"{count} blanks"
