"""Statements: what an action, procedure, rule or line of rules text does."""

from __future__ import annotations

from interpreter.records import record
from interpreter.syntax.nodes.base import Node, Word
from interpreter.syntax.nodes.expressions import Call, Expr

Block = tuple["Stmt", ...]


@record
class Count(Node):
    """How many things a `choose` takes: `kind` is exactly, up_to or any; `number` is None for any."""

    kind: str
    number: Expr | None


@record
class Choose(Node):
    """A player decides: `[may] choose [count] name from source where condition as "notation" else "reason"`."""

    may: bool
    count: Count | None
    name: Word
    source: Expr
    condition: Expr | None
    notation: Word | None
    reason: Word | None


@record
class Liking(Node):
    """One preference of a `pick`; without an order the key is a condition, and yes is liked better."""

    key: Expr
    order: Word | None


@record
class Pick(Node):
    """The rules decide: `pick name from source where condition preferring …`."""

    name: Word
    source: Expr
    condition: Expr | None
    likings: tuple[Liking, ...]


@record
class Reveal(Node):
    """Chance decides, each candidate alike: `reveal name from source where condition`."""

    name: Word
    source: Expr
    condition: Expr | None


@record
class Require(Node):
    """`require condition else "reason"`."""

    condition: Expr
    reason: Word | None


@record
class Ensure(Node):
    """`ensure condition else "reason"`: must hold after what stands before it, or the option is not legal."""

    condition: Expr
    reason: Word | None


@record
class Counted(Node):
    """A counter by name, with keys for `name[keys]`."""

    name: Word
    keys: tuple[Expr, ...]


@record
class Price(Node):
    """`amount counter`."""

    amount: Expr
    counter: Counted


@record
class Cost(Node):
    """`cost prices`: part of an offer; tested there, paid when the offer is taken."""

    prices: tuple[Price, ...]


@record
class Pay(Node):
    """`pay prices`: needs the whole price; met in mid-effect, what cannot be paid abandons its unit."""

    prices: tuple[Price, ...]


@record
class Limit(Node):
    """`limit number per game|round|turn for keys`."""

    number: int
    per: Word
    keys: tuple[Expr, ...]


@record
class Perform(Node):
    """`perform action free`: the action without its costs; a statement, or what a `let` binds."""

    action: Word


@record
class Let(Node):
    """`let name be value`; the value may be a procedure's result or a performed action's."""

    name: Word
    value: Expr | Perform


@record
class Assign(Node):
    """`set target to value`."""

    target: Expr
    value: Expr


@record
class Change(Node):
    """`gain|lose amount counter [for whom]`; `score amount` is a gain of the counter `score`."""

    kind: str
    amount: Expr
    counter: Counted | None
    whom: Expr | None


@record
class Move(Node):
    """`move what to [top of|bottom of] where`; `end` is top, bottom or None."""

    what: Expr
    end: str | None
    where: Expr


@record
class Swap(Node):
    """`swap left with right`: two pieces exchange their spaces."""

    left: Expr
    right: Expr


@record
class Draw(Node):
    """`draw amount from pile to place`."""

    amount: Expr
    source: Expr
    target: Expr


@record
class Add(Node):
    """`add what to collection`."""

    what: Expr
    collection: Expr


@record
class Remove(Node):
    """`remove what [from collection]`; without one, a piece leaves the board."""

    what: Expr
    collection: Expr | None


@record
class Clear(Node):
    """`clear collection`."""

    collection: Expr


@record
class Shuffle(Node):
    """`shuffle pile`."""

    pile: Expr


@record
class Show(Node):
    """`show what to whom`: a private look at hidden cards or tokens."""

    what: Expr
    whom: Expr


@record
class Emit(Node):
    """`emit event(args)`."""

    event: Call


@record
class Run(Node):
    """`run row.field`: carries out rules text of a data row."""

    what: Expr


@record
class CallProcedure(Node):
    """`procedure(args)` as a statement."""

    call: Call


@record
class PerformAction(Node):
    """`perform action free` as a statement."""

    perform: Perform


@record
class Give(Node):
    """`give value`: the result of a procedure or action; ends it."""

    value: Expr


@record
class Simple(Node):
    """A statement of one word or two: `kind` is pause, end_turn, as_usual or skip."""

    kind: str


@record
class Winner(Node):
    """`winner who`: a player, a set of players or nobody; ends the game in a rule or a `stuck` block."""

    who: Expr


@record
class Changed(Node):
    """`head is value`: what a value is changed to, for `with`, `this turn` and rows' `adjusts`."""

    head: Expr
    value: Expr


@record
class ThisValue(Node):
    """`this turn head is value`."""

    scope: Word
    change: Changed


@record
class If(Node):
    """`if condition: … otherwise: …`."""

    condition: Expr
    block: Block
    other: Block | None


@record
class ForEach(Node):
    """`for each name in source where condition ordered by order: …`; the set is taken once, at the start."""

    name: Word
    source: Expr
    condition: Expr | None
    order: Expr | None
    block: Block


@record
class Repeat(Node):
    """`repeat [up to] number times while condition: …`; with `up to` the player may stop before each round."""

    up_to: bool
    number: Expr
    condition: Expr | None
    block: Block


@record
class May(Node):
    """`may "question": …`: a block that may be declined."""

    text: Word | None
    block: Block


@record
class Part(Node):
    """`[may] part name "text" if condition: …`."""

    may: bool
    name: Word
    text: Word | None
    condition: Expr | None
    block: Block


@record
class Parts(Node):
    """`[may] parts name in source where condition: …`: one part for each member."""

    may: bool
    name: Word
    source: Expr
    condition: Expr | None
    block: Block


Branch = Part | Parts


@record
class Alternatives(Node):
    """Parts of which `kind` says how many happen: one_of (one, chosen), any_order (all), first_possible (one)."""

    kind: str
    branches: tuple[Branch, ...]


@record
class Ask(Node):
    """`ask who as "notation": …`: who becomes `me` of the block."""

    who: Expr
    notation: Word | None
    block: Block


@record
class With(Node):
    """`with head is value, …: …`: values changed while the block runs."""

    changes: tuple[Changed, ...]
    block: Block


@record
class Pattern(Node):
    """`event(args) where condition`; an argument that is a new name binds it, any other must be equal."""

    call: Call
    condition: Expr | None


@record
class Once(Node):
    """`once [per name]`."""

    per: Word | None


@record
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
