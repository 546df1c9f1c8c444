"""Behaviour: actions, procedures, rules, phases and the end of the game; what is added to what other files declare, and
what a variant changes."""

from __future__ import annotations

from interpreter.records import record
from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.declarations import Declaration, Group, Include, Param, Setup, Table, TypeName, Value
from interpreter.syntax.nodes.expressions import Expr
from interpreter.syntax.nodes.statements import Block, Pattern


@record
class Action(Node):
    """`[main|free] action name "text" as "notation": …`; without a word an action is main (`kind` None)."""

    kind: Word | None
    name: Word
    text: Word | None
    notation: Word | None
    block: Block


@record
class Procedure(Node):
    """`procedure name(params) "text" [gives type]: …`; `text` says in words what it does, parameters in braces."""

    name: Word
    params: tuple[Param, ...]
    text: Word | None
    gives: TypeName | None
    block: Block


@record
class Cause(Node):
    """What makes a rule run.

    `kind` is when, when_any, when_gain, after, after_except, at_start, at_end, instead or instead_gain. `pattern` goes
    with when and instead; `names` with the others (actions, counters, or the one phase, `turn` or `round`).
    """

    kind: str
    pattern: Pattern | None
    names: tuple[Word, ...]
    condition: Expr | None


@record
class Rule(Node):
    """`rule name "text": cause, statements`."""

    name: Word
    text: Word | None
    cause: Cause
    block: Block


@record
class PhaseClause(Node):
    """A clause of a phase.

    `kind` is do, turns_once, turns_alternate, must, must_otherwise, may_any, after_main, then, stuck, stuck_block,
    until or next_phase. `names` are its procedures, actions or the phase; `start` and `skipping` belong to turns,
    `condition` to `if` and `until`, `block` to stuck_block. `one_of` tells `must one of a, b` from `must a`.
    """

    kind: str
    names: tuple[Word, ...] = ()
    start: Expr | None = None
    skipping: Expr | None = None
    condition: Expr | None = None
    block: Block = ()
    one_of: bool = False


@record
class Phase(Node):
    """`phase name: clauses`."""

    name: Word
    clauses: tuple[PhaseClause, ...]


@record
class Finish(Node):
    """`finish when condition: …` or `finish after phase: …`."""

    condition: Expr | None
    phase: Word | None
    block: Block


Behaviour = Action | Procedure | Rule | Phase | Finish


@record
class AddToGroup(Node):
    """`add actions to group name`."""

    actions: tuple[Word, ...]
    group: Word


@record
class AddToKind(Node):
    """`add words to kind name`: they come after the words that are there."""

    words: tuple[Word, ...]
    kind: Word


@record
class AddToPhase(Node):
    """`add to phase name: clauses`."""

    phase: Word
    clauses: tuple[PhaseClause, ...]


@record
class AddRows(Node):
    """`add rows to tables from files`: they come after the rows that are there."""

    tables: tuple[Word, ...]
    files: tuple[Word, ...]


Extension = AddToGroup | AddToKind | AddToPhase | AddRows
"""What any file of a game, or a variant, adds to what stands elsewhere."""


@record
class SetOption(Node):
    """`set option to value`."""

    name: Word
    value: Expr


@record
class AddItem(Node):
    """`add declaration-or-behaviour`."""

    item: Declaration | Behaviour


@record
class ReplaceItem(Node):
    """`replace item`: the same kind of thing, with the same name and parameters."""

    item: Value | Table | Behaviour | Setup | Group


@record
class ReplaceRows(Node):
    """`replace rows of tables from files`: whole rows, by id."""

    tables: tuple[Word, ...]
    files: tuple[Word, ...]


@record
class RemoveNamed(Node):
    """`remove rule|action|value|procedure|phase names`."""

    kind: Word
    names: tuple[Word, ...]


@record
class RemoveRows(Node):
    """`remove rows ids of table`."""

    ids: tuple[Word, ...]
    table: Word


@record
class RemoveFinish(Node):
    """`remove finish`: all clauses."""


VariantChange = (
    SetOption | Include | AddItem | Extension | ReplaceItem | ReplaceRows | RemoveNamed | RemoveRows | RemoveFinish
)  # fmt: skip


@record
class Variant(Node):
    """`variant name "title" of game version n: changes`."""

    name: Word
    title: Word | None
    game: Word
    version: int
    changes: tuple[VariantChange, ...]
