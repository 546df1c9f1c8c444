"""Statements: what an action, procedure, rule or line of rules text does."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.expressions import Call, Expr

Block = tuple["Stmt", ...]


@dataclass(frozen=True, slots=True)
class Count(Node):
    """How many things a `choose` takes: `kind` is exactly, up_to or any; `number` is None for any."""

    kind: str
    number: Expr | None


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """A player decides: `[may] choose [count] name from source where condition as "notation" else "reason"`."""

    may: bool
    count: Count | None
    name: Word
    source: Expr
    condition: Expr | None
    notation: Word | None
    reason: Word | None


@dataclass(frozen=True, slots=True)
class Liking(Node):
    """One preference of a `pick`; without an order the key is a condition, and yes is liked better."""

    key: Expr
    order: Word | None


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """The rules decide: `pick name from source where condition preferring …`."""

    name: Word
    source: Expr
    condition: Expr | None
    likings: tuple[Liking, ...]


@dataclass(frozen=True, slots=True)
class Reveal(Node):
    """Chance decides, each candidate alike: `reveal name from source where condition`."""

    name: Word
    source: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require condition else "reason"`."""

    condition: Expr
    reason: Word | None


@dataclass(frozen=True, slots=True)
class Ensure(Node):
    """`ensure condition else "reason"`: must hold after what stands before it, or the option is not legal."""

    condition: Expr
    reason: Word | None


@dataclass(frozen=True, slots=True)
class Counted(Node):
    """A counter by name, with keys for `name[keys]`."""

    name: Word
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Price(Node):
    """`amount counter`."""

    amount: Expr
    counter: Counted


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`cost prices`: part of an offer; tested there, paid when the offer is taken."""

    prices: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """`pay prices`: needs the whole price; met in mid-effect, what cannot be paid abandons its unit."""

    prices: tuple[Price, ...]


@dataclass(frozen=True, slots=True)
class Limit(Node):
    """`limit number per game|round|turn for keys`."""

    number: int
    per: Word
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Perform(Node):
    """`perform action free`: the action without its costs; a statement, or what a `let` binds."""

    action: Word


@dataclass(frozen=True, slots=True)
class Let(Node):
    """`let name be value`; the value may be a procedure's result or a performed action's."""

    name: Word
    value: Expr | Perform


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`set target to value`."""

    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Change(Node):
    """`gain|lose amount counter [for whom]`; `score amount` is a gain of the counter `score`."""

    kind: str
    amount: Expr
    counter: Counted | None
    whom: Expr | None


@dataclass(frozen=True, slots=True)
class Move(Node):
    """`move what to [top of|bottom of] where`; `end` is top, bottom or None."""

    what: Expr
    end: str | None
    where: Expr


@dataclass(frozen=True, slots=True)
class Swap(Node):
    """`swap left with right`: two pieces exchange their spaces."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Draw(Node):
    """`draw amount from pile to place`."""

    amount: Expr
    source: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Add(Node):
    """`add what to collection`."""

    what: Expr
    collection: Expr


@dataclass(frozen=True, slots=True)
class Remove(Node):
    """`remove what [from collection]`; without one, a piece leaves the board."""

    what: Expr
    collection: Expr | None


@dataclass(frozen=True, slots=True)
class Clear(Node):
    """`clear collection`."""

    collection: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Node):
    """`shuffle pile`."""

    pile: Expr


@dataclass(frozen=True, slots=True)
class Show(Node):
    """`show what to whom`: a private look at hidden cards or tokens."""

    what: Expr
    whom: Expr


@dataclass(frozen=True, slots=True)
class Emit(Node):
    """`emit event(args)`."""

    event: Call


@dataclass(frozen=True, slots=True)
class Run(Node):
    """`run row.field`: carries out rules text of a data row."""

    what: Expr


@dataclass(frozen=True, slots=True)
class CallProcedure(Node):
    """`procedure(args)` as a statement."""

    call: Call


@dataclass(frozen=True, slots=True)
class PerformAction(Node):
    """`perform action free` as a statement."""

    perform: Perform


@dataclass(frozen=True, slots=True)
class Give(Node):
    """`give value`: the result of a procedure or action; ends it."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Simple(Node):
    """A statement of one word or two: `kind` is pause, end_turn, as_usual or skip."""

    kind: str


@dataclass(frozen=True, slots=True)
class Winner(Node):
    """`winner who`: a player, a set of players or nobody; ends the game in a rule or a `stuck` block."""

    who: Expr


@dataclass(frozen=True, slots=True)
class Changed(Node):
    """`head is value`: what a value is changed to, for `with`, `this turn` and rows' `adjusts`."""

    head: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class ThisValue(Node):
    """`this turn head is value`."""

    scope: Word
    change: Changed


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if condition: … otherwise: …`."""

    condition: Expr
    block: Block
    other: Block | None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """`for each name in source where condition ordered by order: …`; the set is taken once, at the start."""

    name: Word
    source: Expr
    condition: Expr | None
    order: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """`repeat [up to] number times while condition: …`; with `up to` the player may stop before each round."""

    up_to: bool
    number: Expr
    condition: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class May(Node):
    """`may "question": …`: a block that may be declined."""

    text: Word | None
    block: Block


@dataclass(frozen=True, slots=True)
class Part(Node):
    """`[may] part name "text" if condition: …`."""

    may: bool
    name: Word
    text: Word | None
    condition: Expr | None
    block: Block


@dataclass(frozen=True, slots=True)
class Parts(Node):
    """`[may] parts name in source where condition: …`: one part for each member."""

    may: bool
    name: Word
    source: Expr
    condition: Expr | None
    block: Block


Branch = Part | Parts


@dataclass(frozen=True, slots=True)
class Alternatives(Node):
    """Parts of which `kind` says how many happen: one_of (one, chosen), any_order (all), first_possible (one)."""

    kind: str
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """`ask who as "notation": …`: who becomes `me` of the block."""

    who: Expr
    notation: Word | None
    block: Block


@dataclass(frozen=True, slots=True)
class With(Node):
    """`with head is value, …: …`: values changed while the block runs."""

    changes: tuple[Changed, ...]
    block: Block


@dataclass(frozen=True, slots=True)
class Pattern(Node):
    """`event(args) where condition`; an argument that is a new name binds it, any other must be equal."""

    call: Call
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Once(Node):
    """`once [per name]`."""

    per: Word | None


@dataclass(frozen=True, slots=True)
class ThisListener(Node):
    """`this turn when pattern [once]: …` or `this turn instead of pattern [once]: …` (kind when, instead)."""

    kind: str
    scope: Word
    pattern: Pattern
    once: Once | None
    block: Block


Stmt = (
    Choose | Pick | Reveal | Require | Ensure | Cost | Pay | Limit | Let | Assign | Change | Move | Swap | Draw | Add
    | Remove | Clear | Shuffle | Show | Emit | Run | CallProcedure | PerformAction | Give | Simple | Winner | ThisValue
    | If | ForEach | Repeat | May | Alternatives | Ask | With | ThisListener
)  # fmt: skip
