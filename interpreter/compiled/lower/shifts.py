"""Moves of pieces by fixed steps, counted by shifting the set of spaces they stand on.

An action that binds a piece of a group, and a space of a kept set that is a fixed number of steps from the piece's, has
as many options as there are spaces in the shifted set that lie in the other. One is chosen among them without listing
them: by chance, or by its number in the order of the list. This holds while no two pieces stand on one space; where
they may, and do, playing goes on otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.compiled.code import low
from interpreter.compiled.code.trees import names_in, plus
from interpreter.compiled.ground.kinds import is_set, mask_value, member_type
from interpreter.compiled.ground.rewrite import conjunction, conjuncts, rebuild
from interpreter.compiled.lower.candidates import widths
from interpreter.compiled.lower.lowering import ME, Names
from interpreter.compiled.lower.offers import Offers
from interpreter.compiled.lower.pieces import STAND_IN
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.program import ActionModel
from interpreter.model.types import CollectionType, MaybeType, MemberType, without_nothing

MOST_STEPS = 8
"""Of more different steps the options are listed."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """The options of such an action: `steps` are numbers to add to a space, with the masks of spaces they start from.

    `rows` has by space the mask of spaces that the steps lead to. `pieces` is the set of those to move, `spaces` that
    of their spaces; `goals` the sets of spaces to go to. `all`: the set of spaces with a piece on them, and that of the
    pieces on the board; None where no two pieces can share a space. `on`: the slot of the pieces on space 0, `at` that
    of the space of piece 0. `ordered`: numbers count as in the list of options.
    """

    names: tuple[str, str]
    held: str
    spaces: low.Expr
    pieces: low.Expr
    goals: tuple[low.Expr, ...]
    steps: tuple[tuple[int, low.Expr], ...]
    rows: low.Expr
    all: tuple[low.Expr, low.Expr] | None
    on: int
    at: int
    size: int
    ordered: bool
    otherwise: low.Expr | None = None
    """What is given back when two pieces share a space."""

    @property
    def setup(self) -> list[low.Stmt]:
        """Finds the options, as a mask of goals for each step; breaks off when two pieces share a space."""
        lines: list[low.Stmt] = [low.Let(f"{self.held}m", self.spaces)]
        if self.all is not None:
            shared = low.Bin("!=", *(low.Population(one) for one in self.all))
            lines.insert(0, low.If(shared, (low.Return(self.otherwise),)))
        men = low.Var(f"{self.held}m")
        for number, (step, starts) in enumerate(self.steps):
            shift = low.Bin("<<" if step > 0 else ">>", low.Bin("&", men, starts), low.Lit(abs(step)))
            whole: low.Expr = shift
            for goal in self.goals:
                whole = low.Bin("&", whole, goal)
            lines.append(low.Let(f"{self.held}_{number}", whole))
        return lines

    @property
    def masks(self) -> list[low.Var]:
        """The variables of the masks of goals."""
        return [low.Var(f"{self.held}_{number}") for number in range(len(self.steps))]

    @property
    def count(self) -> low.Expr:
        """How many options there are."""
        whole: low.Expr = low.Lit(0)
        for mask in self.masks:
            whole = low.Bin("+", whole, low.Population(mask))
        return whole

    def taken(self, number: low.Expr) -> list[low.Stmt]:
        """Puts the option of a number in the names."""
        if self.ordered:
            return self.in_order(number)
        piece, goal = self.names
        left = low.Var(f"{self.held}k")
        width = widths(self.size)
        rest: list[low.Stmt] = []
        for (step, _), mask in reversed(list(zip(self.steps, self.masks, strict=True))):
            start = low.Bin("-", low.Var(goal), low.Lit(step)) if step > 0 else plus(low.Var(goal), -step)
            own: list[low.Stmt] = [
                low.Let(goal, low.Call("nth_bit", (mask, left, low.Lit(width)))),
                low.Let(piece, start),
            ]
            if not rest:
                rest = own
                continue
            less = low.Let(left.name, low.Bin("-", left, low.Population(mask)))
            here = low.And((low.Bin("!=", mask, low.Lit(0)), low.Bin("<", left, low.Population(mask))))
            rest = [low.If(here, tuple(own), (less, *rest))]
        found = low.Lowest(low.Bin("&", low.Slot(plus(low.Var(piece), self.on)), self.pieces))
        return [low.Let(left.name, number), *rest, low.Let(piece, found)]

    def in_order(self, number: low.Expr) -> list[low.Stmt]:
        """Puts the option of a number in the list of options in the names."""
        piece, goal = self.names
        left, wanted, goals, count = (low.Var(f"{self.held}{what}") for what in "kwgc")
        reached: low.Expr = low.Item(self.rows, low.Slot(plus(low.Var(piece), self.at)))
        before: list[low.Stmt] = [low.Let(left.name, number)]
        if self.goals:
            whole = self.goals[0]
            for one in self.goals[1:]:
                whole = low.Bin("&", whole, one)
            before.append(low.Let(wanted.name, whole))
            reached = low.Bin("&", reached, wanted)
        found = low.Let(goal, low.Item(low.Bits(goals, True), left)), low.Jump("leave")
        body = (
            low.Let(goals.name, reached),
            low.Let(count.name, low.Population(goals)),
            low.If(low.Bin("<", left, count), found),
            low.Let(left.name, low.Bin("-", left, count)),
        )
        return [*before, low.For(piece, low.Bits(self.pieces, True), body)]


def shifted(lowering: Offers, action: ActionModel, held: str, ordered: bool) -> Shifted | None:
    """The options of an action by shifts, with variables whose names begin with `held`; None for other actions.

    `ordered`: numbers count as in the list of options.
    """
    if "shifts" not in lowering.passes or action.ensured or len(action.offer) != 2:
        return None
    first, second = action.offer
    if not (isinstance(first, s.Bind) and isinstance(second, s.Bind)):
        return None
    lowering.names = Names(mover=ME)
    piece, source, tests = lowering.bound(first)
    space, reached, wanted = lowering.bound(second)
    of = without_nothing(member_type(source))
    if not isinstance(of, MemberType) or of.domain not in lowering.layout.pieces or not lowering.on_board(piece, tests):
        return None
    kept = lowering.layout.pieces[of.domain]
    if kept.width != 1 or lowering.model.domains[of.domain].pooled:
        return None
    lowering.names.definite |= {piece, space}
    certain: list[low.Clause] = []
    if lowering.acts(action.block, action.bound, certain) != low.Lit(True) or certain:
        return None
    moves = fixed_steps(lowering, kept.spaces.variable.name, piece, reached)
    if moves is None:
        return None
    steps, rows = moves
    names = lowering.variable(piece), lowering.variable(space)
    goals: list[low.Expr] = []
    for test in wanted:
        goal = _goal(lowering, of.domain, space, reached, test)
        if goal is None or names[0] in names_in(goal):
            return None
        goals.append(goal)
    those = x.Quantifier(CollectionType("set", of), first.span, "those", piece, source, conjunction(tests))
    spaces, pieces = lowering.spaces_of_those(those, of.domain), lowering.members(piece, source, tests)
    whole = None if lowering.stand_alone(of.domain) else lowering.occupied_and_placed(of.domain)
    if spaces is None or pieces is None or not (whole or lowering.stand_alone(of.domain)):
        return None
    on, at, size = kept.base, kept.spaces.base, lowering.model.spaces.size
    return Shifted(names, held, spaces, pieces, tuple(goals), steps, rows, whole, on, at, size, ordered)


def fixed_steps(
    lowering: Offers, variable: str, piece: int, reached: x.Expr
) -> tuple[tuple[tuple[int, low.Expr], ...], low.Expr] | None:
    """The steps from a piece's space to those that it can reach, and from which spaces: for each seat its own.

    Also the table that has by space the mask of spaces that can be reached.
    """
    inputs = lowering.tabulator.inputs(reached)
    if inputs is None or not is_set(reached.type):
        return None
    at = [one for one in inputs if _is_space_of(one.node, variable, piece)]
    if len(at) != 1 or any(not isinstance(one.node, x.Special) for one in inputs if one is not at[0]):
        return None
    found = lowering.tabulator.table(reached, inputs, mask_value)
    if found is None or at[0] not in found[1] or len(found[1]) > 2 or not isinstance(found[0], low.Table):
        return None
    rows = lowering.tables.values[found[0].number]
    if len(found[1]) == 1:
        rows = (rows,)
    elif found[1][0] is at[0]:
        rows = tuple(zip(*rows, strict=True))
    starts = [_steps(row, lowering.model.spaces.size) for row in rows]
    steps = sorted({step for row in starts for step in row})
    if not steps or len(steps) > MOST_STEPS:
        return None
    others = [one for one in found[1] if one is not at[0]]
    masks: list[low.Expr] = []
    seat = lowering.scalar(others[0].node) if others else None
    for step in steps:
        column = tuple(row.get(step, 0) for row in starts)
        masks.append(low.Lit(column[0]) if seat is None else low.Item(lowering.tables.add(column), seat))
    table: low.Expr = lowering.tables.add(rows[0]) if seat is None else low.Item(lowering.tables.add(rows), seat)
    return tuple(zip(steps, masks, strict=True)), table


def _steps(row: Sequence[int], size: int) -> dict[int, int]:
    """For a mask of goals per space: from each step to the mask of spaces that it leads somewhere from."""
    starts: dict[int, int] = {}
    for space in range(size):
        for goal in range(row[space].bit_length()):
            if row[space] >> goal & 1:
                starts[goal - space] = starts.get(goal - space, 0) | 1 << space
    return starts


def _is_space_of(node: x.Expr, variable: str, piece: int) -> bool:
    match node:
        case x.ReadVariable(variable=name, keys=(x.Local(slot=slot),)):
            return name == variable and slot == piece
    return False


def _goal(lowering: Offers, domain: str, space: int, source: x.Expr, test: x.Expr) -> low.Expr | None:
    """The spaces that meet a test, where no two pieces share a space."""
    whole = lowering.meeting(space, source, test)
    if whole is not None:
        return whole
    opened = _with_piece(lowering, domain, space, test)
    if opened is test or not lowering.independent(space, opened):
        return None
    inputs = lowering.tabulator.inputs(opened)
    if inputs is None or any(not isinstance(one.node, (x.Special, x.Local)) for one in inputs):
        return None
    inputs.sort(key=lambda one: isinstance(one.node, x.Local))
    found = lowering.tabulator.table(opened, inputs, bool)
    if found is None or not isinstance(found[0], low.Table) or not isinstance(found[1][-1].node, x.Local):
        return None
    rows = lowering.tables.values[found[0].number]
    rows = rows if len(found[1]) == 2 else (rows,)
    empty = {row[-1] for row in rows}
    if len(empty) != 1 or len(found[1]) > 2:
        return None
    # Where an empty space meets the test: all spaces but those with a piece that does not.
    sign = not empty.pop()
    masks = tuple(sum(1 << k for k, holds in enumerate(row[:-1]) if holds is sign) for row in rows)
    pieces: low.Expr = low.Lit(masks[0])
    if len(found[1]) == 2:
        pieces = low.Item(lowering.tables.add(masks), lowering.scalar(found[1][0].node))
    group = lowering.group_slots(domain, pieces)
    return group if group is None or sign else low.Complement(group)


def _with_piece(lowering: Offers, domain: str, space: int, node: x.Expr) -> x.Expr:
    """A test with a name of its own in the place of `first p in pieces where p.space is s`, for the space in a slot."""
    if isinstance(node, x.Quantifier) and node.kind == "first" and isinstance(node.source, x.Const):
        joined, rest = lowering.joined_space(node.slot, conjuncts(node.condition))
        at = None if joined is None or rest or joined[0] != domain else joined[1]
        if isinstance(at, x.Local) and at.slot == space and lowering.all_pieces(domain, node.source):
            return x.Local(MaybeType(MemberType(domain)), node.span, STAND_IN, "piece")
    return rebuild(node, lambda part: _with_piece(lowering, domain, space, part))
