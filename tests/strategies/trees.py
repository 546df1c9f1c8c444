"""Random syntax trees: every kind of node, with what the grammar allows in each of its fields.

A node's fields are filled by what their annotations ask for; what an annotation does not say (which words a `kind` may
be, which fields go together) is given here node by node.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.words import reserved_words

SPAN = Span("random.rules", 1, 1, 1, 2)
WORDS = reserved_words()
PLAIN_NAMES = ["a", "b2", "card", "long_name_of_a_thing", "is_x", "players", "owner", "space", "turn", "me"]
# Fields that hold a string and not a name.
STRINGS = {"file", "files", "notation", "question", "reason", "text", "title"}
COMPARISONS = ["<", "<=", ">", ">=", "is", "is not", "in", "not in", "within"]


def word(text: str) -> n.Word:
    return n.Word(text, SPAN)


def one(*words: str) -> SearchStrategy[n.Word]:
    """One of these words."""
    return st.sampled_from([word(each) for each in words])


def some(inner: SearchStrategy[Any], least: int = 1, most: int = 3) -> SearchStrategy[tuple[Any, ...]]:
    return st.lists(inner, min_size=least, max_size=most).map(tuple)


def maybe(inner: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.none() | inner


numbers = st.integers(0, 10**6)
plain_names = one(*PLAIN_NAMES)
names = one(*PLAIN_NAMES, *sorted(WORDS.leading))
any_words = one(*PLAIN_NAMES, *sorted(WORDS.leading | WORDS.joining))
strings = st.text(st.characters(exclude_categories=["C"], exclude_characters='"'), max_size=30).map(word)
figures = numbers.map(lambda number: word(str(number)))


def node(
    node_type: type[n.Node],
    exprs: SearchStrategy[Any],
    blocks: SearchStrategy[Any] | None = None,
    /,
    **given: SearchStrategy[Any],
) -> SearchStrategy[Any]:
    """Nodes of one kind, made of these expressions and blocks; `given` overrides what a field's annotation asks for."""
    asked: dict[str, SearchStrategy[Any] | None] = {
        "int": numbers,
        "bool": st.booleans(),
        "Expr": exprs,
        "Word": names,
        "Block": blocks,
        "tuple[Expr, ...]": some(exprs),
        "tuple[Word, ...]": some(names),
    }
    filled: dict[str, SearchStrategy[Any]] = {"span": st.just(SPAN)}
    for field in fields(node_type):
        annotation = str(field.type)
        plain = annotation.removesuffix(" | None")
        if field.name in given:
            filled[field.name] = given[field.name]
        elif field.name != "span":
            inner = asked[plain]
            if "Word" in plain and field.name in STRINGS:
                inner = some(strings) if plain.startswith("tuple") else strings
            assert inner is not None, f"{node_type.__name__}.{field.name}"
            filled[field.name] = inner if annotation == plain else maybe(inner)
    return st.builds(node_type, **filled)


# ---- expressions


def calls(exprs: SearchStrategy[Any], called: SearchStrategy[n.Word] = names) -> SearchStrategy[n.Call]:
    return node(n.Call, exprs, name=called, args=some(exprs, 0))


def sorts(exprs: SearchStrategy[Any]) -> SearchStrategy[n.Sort]:
    return node(n.Sort, exprs, order=one("highest", "lowest", "latest", "earliest"))


def compound_expressions(exprs: SearchStrategy[Any]) -> SearchStrategy[n.Expr]:
    """Every expression that has others in it."""
    quantifiers = one("count", "any", "none", "all", "those", "first", "last", "leading")
    return st.one_of(
        calls(exprs),
        node(n.ListOf, exprs, items=some(exprs, 0)),
        node(n.Range, exprs),
        node(n.Get, exprs, field=any_words),
        node(n.Index, exprs),
        node(n.Minus, exprs),
        node(n.Arithmetic, exprs, op=one("+", "-", "*", "per", "mod")),
        node(n.Compare, exprs, op=st.sampled_from(COMPARISONS)),
        node(n.Negation, exprs),
        node(n.Both, exprs),
        node(n.Either, exprs),
        node(n.Conditional, exprs),
        node(n.Quantifier, exprs, kind=quantifiers),
        node(n.Ranked, exprs, kind=st.sampled_from(["best", "rank"]), sorts=some(sorts(exprs), most=2)),
        node(n.Aggregate, exprs, kind=st.sampled_from(["sum", "highest", "lowest", "union"])),
        node(n.Times, exprs, event=calls(exprs)),
        node(n.Distinct, exprs, event=calls(exprs)),
    )


def simple_expressions() -> SearchStrategy[n.Expr]:
    """Every expression that stands for itself."""
    nothing: SearchStrategy[Any] = st.nothing()
    return node(n.Name, nothing) | node(n.Number, nothing) | node(n.Text, nothing, value=strings)


expressions: SearchStrategy[n.Expr] = st.recursive(simple_expressions(), compound_expressions, max_leaves=12)
patterns: SearchStrategy[n.Pattern] = node(n.Pattern, expressions, call=calls(expressions))


# ---- statements

changed = node(n.Changed, expressions)
counted = node(n.Counted, expressions, keys=some(expressions, 0))
prices = some(node(n.Price, expressions, counter=counted))
performed = node(n.Perform, expressions)
counts = st.one_of(
    node(n.Count, expressions, kind=st.sampled_from(["exactly", "up_to"]), number=expressions),
    st.just(n.Count(SPAN, "any_number", None)),
)
likings = node(n.Liking, expressions, order=maybe(one("highest", "lowest", "latest", "earliest")))

simple_statements: SearchStrategy[n.Stmt] = st.one_of(
    node(n.Choose, expressions, count=maybe(counts)),
    node(n.Pick, expressions, likings=some(likings)),
    *(node(kind, expressions) for kind in (n.Reveal, n.Require, n.Ensure, n.Limit, n.Assign, n.Swap, n.Draw, n.Add)),
    *(node(kind, expressions) for kind in (n.Remove, n.Clear, n.Shuffle, n.Show, n.Run, n.Give, n.Winner)),
    node(n.Cost, expressions, prices=prices),
    node(n.Pay, expressions, prices=prices),
    node(n.Let, expressions, value=expressions | performed),
    node(n.Change, expressions, kind=st.sampled_from(["gain", "lose"]), counter=counted),
    node(n.Change, expressions, kind=st.just("gain"), counter=st.none()),
    node(n.Move, expressions, end=st.sampled_from([None, "top", "bottom"])),
    node(n.Emit, expressions, event=calls(expressions)),
    node(n.CallProcedure, expressions, call=calls(expressions, plain_names)),
    node(n.PerformAction, expressions, perform=performed),
    node(n.Simple, expressions, kind=st.sampled_from(["pause", "end_turn", "as_usual", "skip"])),
    node(n.ThisValue, expressions, change=changed),
)


def compound_statements(inner: SearchStrategy[n.Stmt]) -> SearchStrategy[n.Stmt]:
    """Every statement that has blocks, made of these statements."""
    blocks = some(inner)
    branches = st.one_of(
        node(n.Part, expressions, blocks, name=any_words),
        node(n.Parts, expressions, blocks),
    )
    once = node(n.Once, expressions)
    kinds = st.sampled_from(["one_of", "any_order", "first_possible"])
    return st.one_of(
        *(node(kind, expressions, blocks) for kind in (n.If, n.ForEach, n.Repeat, n.May, n.Ask)),
        node(n.Alternatives, expressions, kind=kinds, branches=some(branches)),
        node(n.With, expressions, blocks, changes=some(changed, most=2)),
        node(
            n.ThisListener, expressions, blocks,
            kind=st.sampled_from(["when", "instead"]), pattern=patterns, once=maybe(once),
        ),
    )  # fmt: skip


statements: SearchStrategy[n.Stmt] = st.recursive(simple_statements, compound_statements, max_leaves=6)
blocks: SearchStrategy[n.Block] = some(statements)


# ---- declarations

nothing_else = st.none()
types: SearchStrategy[n.TypeName] = st.one_of(
    node(
        n.TypeName, expressions,
        form=st.sampled_from(["name", "space", "maybe", "set", "pile"]), name=names,
        low=nothing_else, high=nothing_else,
    ),
    node(n.TypeName, expressions, form=st.just("list"), name=names, low=nothing_else, high=expressions),
    node(n.TypeName, expressions, form=st.just("number"), name=nothing_else, low=nothing_else, high=nothing_else),
    node(n.TypeName, expressions, form=st.just("number"), name=nothing_else, low=expressions, high=expressions),
)  # fmt: skip
rows = node(n.Rows, expressions)
params = some(node(n.Param, expressions, type=maybe(types)), 0)
zero = st.just(0)
keys = st.one_of(
    node(n.Key, expressions, form=st.just("type"), name=names, area=nothing_else, low=zero, high=zero),
    node(n.Key, expressions, form=st.just("space"), name=names, area=names, low=zero, high=zero),
    node(n.Key, expressions, form=st.just("range"), name=nothing_else, area=nothing_else),
)
axes = st.one_of(
    node(n.Axis, expressions, size=expressions, name=nothing_else, low=zero, high=zero),
    node(n.Axis, expressions, size=nothing_else, name=names),
)
hiding = st.sampled_from([None, "hidden", "owner"])
places = node(n.Place, expressions, shape=one("pile", "row", "set"), keys=some(keys, 0), hiding=hiding)
cells = st.one_of(
    simple_expressions(),
    node(n.ListOf, expressions, items=some(node(n.Name, expressions), 0)),
)
below_zero = st.builds(n.Minus, st.just(SPAN), node(n.Number, expressions))


def both_or_neither(node_type: type[n.Node], both: Sequence[Any], *pair: str, **given: Any) -> SearchStrategy[Any]:
    """Nodes of a type of which two fields are filled together or not at all."""
    full = node(node_type, expressions, **dict(zip(pair, both, strict=True)), **given)
    return full | node(node_type, expressions, **dict.fromkeys(pair, nothing_else), **given)


declarations: SearchStrategy[n.Declaration] = st.one_of(
    node(n.Seat, expressions, low=nothing_else, high=nothing_else),
    node(n.Seat, expressions, low=numbers, high=maybe(numbers)),
    node(n.Group, expressions),
    node(n.Kind, expressions, rows=rows),
    node(n.Data, expressions, rows=some(rows), nested=some(rows, 0)),
    node(n.Standing, expressions),
    node(n.Counter, expressions, keys=some(keys, 0), low=maybe(expressions | below_zero), for_the_game=st.just(False)),
    node(n.Counter, expressions, keys=st.just(()), start=below_zero, for_the_game=st.just(True)),
    node(n.Keep, expressions, keys=some(keys, 0), type=types, hiding=hiding),
    node(n.Places, expressions, places=some(places)),
    both_or_neither(n.Piece, (names, expressions), "pool", "number", rows=rows, fields=params.filter(bool)),
    node(n.Grid, expressions, first=axes, second=axes),
    node(n.Ring, expressions),
    node(n.Graph, expressions),
    node(n.Figures, expressions),
    node(n.Table, expressions, rows=some(node(n.TableRow, expressions, cells=some(cells)))),
    node(n.Value, expressions, params=maybe(params)),
    node(n.Events, expressions, events=some(node(n.Signature, expressions, params=params))),
)


# ---- behaviour


def causes() -> SearchStrategy[n.Cause]:
    by_pattern = node(
        n.Cause, expressions,
        kind=st.sampled_from(["when", "instead"]), pattern=patterns, names=st.just(()), condition=nothing_else,
    )  # fmt: skip
    by_names = node(
        n.Cause, expressions,
        kind=st.sampled_from(["when_gain", "after", "after_except", "instead_gain"]), pattern=nothing_else,
    )  # fmt: skip
    by_name = node(
        n.Cause, expressions,
        kind=st.sampled_from(["at_start", "at_end"]), pattern=nothing_else, names=some(names, 1, 1),
    )  # fmt: skip
    return by_pattern | by_names | by_name | st.just(n.Cause(SPAN, "when_any", None, (), None))


def clause(kind: str, **given: SearchStrategy[Any]) -> SearchStrategy[n.PhaseClause]:
    """A clause with these fields, the others left out."""
    return st.builds(n.PhaseClause, st.just(SPAN), st.just(kind), **given)


clauses: SearchStrategy[n.PhaseClause] = st.one_of(
    *(clause(kind, names=some(names)) for kind in ("do", "after_main", "then")),
    clause("turns_once", start=expressions),
    clause("turns_alternate", start=expressions, skipping=maybe(expressions)),
    *(clause(kind, names=some(names, 1, 1), condition=maybe(expressions)) for kind in ("must", "must_otherwise")),
    clause("must", names=some(names, 2), condition=maybe(expressions), one_of=st.just(True)),
    clause("may_any", names=some(names), condition=maybe(expressions)),
    clause("stuck", names=some(names, 1, 1)),
    clause("stuck_block", block=blocks),
    clause("until", condition=expressions),
    clause("next_phase", names=some(names, 1, 1), condition=maybe(expressions)),
)

behaviour: SearchStrategy[n.Behaviour] = st.one_of(
    node(n.Action, expressions, blocks, kind=maybe(one("main", "free"))),
    node(n.Procedure, expressions, blocks, name=plain_names, params=params, gives=maybe(types)),
    node(n.Rule, expressions, blocks, cause=causes()),
    node(n.Phase, expressions, clauses=some(clauses)),
    node(n.Finish, expressions, blocks, condition=expressions, phase=nothing_else),
    node(n.Finish, expressions, blocks, condition=nothing_else, phase=names),
)


# ---- variants, scenarios, files

setups = node(n.Setup, expressions)
includes = node(n.Include, expressions)
replaced = (n.Value, n.Table, n.Action, n.Procedure, n.Rule, n.Phase, n.Finish, n.Group)
replaceable = setups | (declarations | behaviour).filter(lambda item: isinstance(item, replaced))
extensions: SearchStrategy[n.Extension] = st.one_of(
    node(n.AddToGroup, expressions, actions=some(plain_names)),
    node(n.AddToKind, expressions, words=some(plain_names)),
    node(n.AddToPhase, expressions, clauses=some(clauses)),
    node(n.AddRows, expressions),
)
changes: SearchStrategy[n.VariantChange] = st.one_of(
    node(n.SetOption, expressions),
    includes,
    node(n.AddItem, expressions, item=declarations | behaviour),
    extensions,
    node(n.ReplaceRows, expressions),
    node(n.ReplaceItem, expressions, item=replaceable),
    node(n.RemoveNamed, expressions, kind=one("rule", "action", "value", "procedure", "phase")),
    node(n.RemoveRows, expressions),
    st.just(n.RemoveFinish(SPAN)),
)


def ground(words: SearchStrategy[n.Word], most: int, *kinds: str) -> SearchStrategy[n.Ground]:
    return node(n.Ground, expressions, kind=st.sampled_from(kinds), words=some(words, 1, most))


scenario_lines: SearchStrategy[n.ScenarioLine] = st.one_of(
    ground(strings, 3, "cites", "play", "offers", "offers_only"),
    ground(names, 1, "variant", "phase", "turn"),
    ground(figures, 1, "players", "seed", "offers_number"),
    node(n.OptionIs, expressions),
    node(n.Picture, expressions, rows=some(strings)),
    node(n.Put, expressions, kind=st.sampled_from(["on", "in"])),
    node(n.SetField, expressions),
    node(n.Refuses, expressions, action=strings),
    node(n.Expect, expressions),
)

items: SearchStrategy[n.Item] = st.one_of(
    both_or_neither(n.Game, (numbers, numbers), "low", "high"),
    includes,
    setups,
    both_or_neither(n.Option, (expressions, expressions), "low", "high"),
    declarations,
    behaviour,
    extensions,
    node(n.Variant, expressions, changes=some(changes)),
    node(n.Scenario, expressions, lines=some(scenario_lines)),
)
files: SearchStrategy[tuple[n.Item, ...]] = some(items, 0)
