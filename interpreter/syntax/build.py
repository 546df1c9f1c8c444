"""From Lark's tree to the typed syntax tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from lark import Token, Tree
from lark.tree import Meta

from interpreter.diagnostics import Span
from interpreter.syntax import nodes as n

Placer: TypeAlias = Callable[[int, int, int, int], Span]
"""Gives the span of a stretch (line, column, end line, end column) of the parsed text, in the file it came from."""

Children: TypeAlias = list[Any]

# Rules whose children are, in order, the fields of a node. A dict value is what the text leaves out.
PLAIN: dict[str, type[n.Node]] = {
    "option": n.Option, "seat": n.Seat, "group": n.Group, "kind": n.Kind, "rows": n.Rows, "standing": n.Standing,
    "value": n.Value, "signature": n.Signature, "param": n.Param, "field": n.Param, "setup": n.Setup,
    "ring": n.Ring, "graph": n.Graph, "figures": n.Figures, "include": n.Include, "pattern": n.Pattern,
    "set_option": n.SetOption, "add": n.AddItem, "add_to_group": n.AddToGroup, "add_to_kind": n.AddToKind,
    "add_rows": n.AddRows, "replace_rows": n.ReplaceRows, "remove_named": n.RemoveNamed,
    "remove_rows": n.RemoveRows, "replace": n.ReplaceItem, "remove_finish": n.RemoveFinish,
    "under_option": n.OptionIs, "set_field": n.SetField, "refuses": n.Refuses, "expect": n.Expect,
    "liking": n.Liking, "reveal": n.Reveal, "require": n.Require, "ensure": n.Ensure, "cost": n.Cost, "pay": n.Pay,
    "price": n.Price, "let": n.Let, "set_s": n.Assign, "move": n.Move, "swap": n.Swap, "draw": n.Draw,
    "add_s": n.Add, "remove_s": n.Remove, "clear": n.Clear, "shuffle": n.Shuffle, "show": n.Show, "emit": n.Emit,
    "run": n.Run, "perform_s": n.PerformAction, "perform": n.Perform, "call_s": n.CallProcedure, "give": n.Give,
    "winner": n.Winner, "if_s": n.If, "each": n.ForEach, "may_s": n.May, "ask": n.Ask, "changed": n.Changed,
    "this_value": n.ThisValue, "once": n.Once, "name": n.Name, "number": n.Number, "text": n.Text, "range": n.Range,
    "get": n.Get, "arithmetic": n.Arithmetic, "negation": n.Negation, "both": n.Both, "either": n.Either,
    "conditional": n.Conditional, "quant": n.Quantifier, "sort": n.Sort, "times": n.Times, "distinct": n.Distinct,
}  # fmt: skip

COMPARISONS = {"is_": "is", "is_not": "is not", "in_": "in", "not_in": "not in", "within": "within"}
AGGREGATES = {"total": "sum", "greatest": "highest", "least": "lowest", "union": "union"}
CAUSES_BY_PATTERN = {"when", "instead"}
CAUSES_BY_NAMES = {"when_gain", "after", "after_except", "instead_gain"}
CAUSES_BY_NAME = {"at_start", "at_end"}
GROUND_WORD = {
    "under_variant": "variant",
    "under_players": "players",
    "under_seed": "seed",
    "in_phase": "phase",
    "to_move": "turn",
    "offers_number": "offers_number",
}
GROUND_WORDS = {"cites", "play", "offers", "offers_only"}
# Lists whose rule has no other content than its members.
LISTS = {"names", "strings", "rows_list", "keys", "prices", "args", "sorts", "cells"}
ONE_WORD = {"pause", "end_turn", "as_usual", "skip"}
EXPRESSIONS = frozenset({n.Name, n.Number, n.Text, n.Call, n.ListOf, n.Range, n.Get, n.Index, n.Minus, n.Arithmetic,
                         n.Compare, n.Negation, n.Both, n.Either, n.Conditional, n.Quantifier, n.Ranked, n.Aggregate,
                         n.Times, n.Distinct, n.Changed, n.Pattern, n.Price, n.Sort, n.Liking, n.Param,
                         n.TypeName})  # fmt: skip


class Builder:
    """Turns one tree into nodes, bottom up."""

    def __init__(self, place: Placer, lines: list[str]) -> None:
        self._place = place
        self._lines = lines

    def build(self, tree: Tree[Token]) -> Any:
        """The node, or tuple of nodes, for `tree`."""
        return self.maker(str(tree.data))(tree.meta, [self._child(child) for child in tree.children])

    def maker(self, name: str) -> Callable[[Any, Children], Any]:
        """How the node for a rule of the grammar is made, of the place of its text and of its parts."""
        if name in LISTS:
            return lambda meta, children: tuple(children)
        special = getattr(self, f"on_{name}", None)
        if special is not None:
            return lambda meta, children: special(self._whole(meta), children)
        if name in PLAIN:
            kind, place = PLAIN[name], self._whole if PLAIN[name] in EXPRESSIONS else self._first_line
            return lambda meta, children: kind(place(meta), *children)
        return partial(self._node, name)

    def _child(self, child: Any) -> Any:
        if isinstance(child, Tree):
            return self.build(child)
        if isinstance(child, Token):
            return self._word(child)
        return child

    def _word(self, token: Token) -> n.Word | int:
        line, column = token.line or 1, token.column or 1
        span = self._place(line, column, token.end_line or line, token.end_column or column)
        if token.type == "NUMBER":
            return int(token)
        return n.Word(token[1:-1] if token.type == "STRING" else str(token), span)

    def _node(self, name: str, meta: Meta, children: Children) -> Any:
        span = self._first_line(meta)
        if name in COMPARISONS:
            return n.Compare(self._whole(meta), children[0], COMPARISONS[name], children[1])
        if name in AGGREGATES:
            return n.Aggregate(self._whole(meta), AGGREGATES[name], *children)
        if name in CAUSES_BY_PATTERN:
            return n.Cause(span, name, children[0], (), None)
        if name in CAUSES_BY_NAMES:
            return n.Cause(span, name, None, children[0], children[1])
        if name in CAUSES_BY_NAME:
            return n.Cause(span, name, None, (children[0],), children[1])
        if name == "when_any":
            return n.Cause(span, name, None, (), None)
        if name in GROUND_WORD:
            return n.Ground(span, GROUND_WORD[name], (self._figure(children[0], span),))
        if name in GROUND_WORDS:
            return n.Ground(span, name, children[0])
        if name in ONE_WORD:
            return n.Simple(span, name)
        return self._statement(name, span, children)

    def _statement(self, name: str, span: Span, children: Children) -> Any:
        match name:
            case "one_of" | "any_order" | "first_possible":
                return n.Alternatives(span, name, tuple(children))
            case "part" | "parts":
                branch = n.Part if name == "part" else n.Parts
                return branch(span, children[0] is not None, *children[1:])
            case "repeat_times" | "repeat_up_to":
                return n.Repeat(span, name == "repeat_up_to", *children)
            case "this_when" | "this_instead":
                return n.ThisListener(span, name.removeprefix("this_"), *children)
            case "gain" | "lose":
                return n.Change(span, name, *children)
            case "score":
                return n.Change(span, "gain", children[0], None, children[1])
            case "choose":
                return n.Choose(span, children[0] is not None, *children[1:])
            case "pick":
                chosen, source, condition, *likings = children
                return n.Pick(span, chosen, source, condition, tuple(likings))
            case "with_s":
                return n.With(span, tuple(children[:-1]), children[-1])
            case "limit":
                return n.Limit(span, *children)
            case "exactly" | "up_to" | "any_number":
                return n.Count(span, name, children[0] if children else None)
            case "counter_name" | "keyed_counter":
                return n.Counted(span, children[0], children[1] if len(children) > 1 else ())
        return self._clause(name, span, children)

    def _clause(self, name: str, span: Span, children: Children) -> Any:
        match name:
            case "do" | "after_main" | "then":
                return n.PhaseClause(span, name, names=children[0])
            case "turns_once":
                return n.PhaseClause(span, name, start=children[0])
            case "turns_alternate":
                return n.PhaseClause(span, name, start=children[0], skipping=children[1])
            case "must" | "must_otherwise":
                one_of, actions = children[0]
                return n.PhaseClause(span, name, names=actions, condition=children[1], one_of=one_of)
            case "may_any" | "until" | "stuck" | "next_phase" | "stuck_block":
                return self._other_clause(name, span, children)
            case "finish_when":
                return n.Finish(span, children[0], None, children[1])
            case "finish_after":
                return n.Finish(span, None, children[0], children[1])
            case "add_to_phase":
                return n.AddToPhase(span, children[0], tuple(children[1:]))
            case "put_on" | "put_in":
                return n.Put(span, name.removeprefix("put_"), *children)
            case "picture":
                return n.Picture(span, children[0], tuple(children[1:]))
        raise AssertionError(f"the grammar has a rule that the builder does not know: {name}")

    def _other_clause(self, name: str, span: Span, children: Children) -> n.PhaseClause:
        match name:
            case "until":
                return n.PhaseClause(span, name, condition=children[0])
            case "stuck":
                return n.PhaseClause(span, name, names=(children[0],))
            case "stuck_block":
                return n.PhaseClause(span, name, block=children[0])
            case "may_any":
                return n.PhaseClause(span, name, names=children[0], condition=children[1])
        return n.PhaseClause(span, name, names=(children[0],), condition=children[1])

    # ---- places

    def _whole(self, meta: Meta) -> Span:
        if meta.empty:
            return self._place(1, 1, 1, 1)
        return self._place(meta.line, meta.column, meta.end_line, meta.end_column)

    def _first_line(self, meta: Meta) -> Span:
        if meta.empty:
            return self._place(1, 1, 1, 1)
        text = self._lines[meta.line - 1] if meta.line <= len(self._lines) else ""
        end = meta.end_column if meta.end_line == meta.line else code_end(text) + 1
        return self._place(meta.line, meta.column, meta.line, max(end, meta.column + 1))

    def _figure(self, word: n.Word | int, span: Span) -> n.Word:
        return word if isinstance(word, n.Word) else n.Word(str(word), span)

    # ---- rules with a shape of their own

    def on_start(self, span: Span, children: Children) -> tuple[Any, ...]:
        return tuple(children)

    on_block = on_effect = on_start

    def on_condition(self, span: Span, children: Children) -> n.Expr:
        found: n.Expr = children[0]
        return found

    on_amount = on_condition

    def on_trigger(self, span: Span, children: Children) -> n.Pattern:
        found: n.Pattern = children[0]
        return found

    def on_game(self, span: Span, children: Children) -> n.Game:
        return n.Game(self._first(children).span, *children)

    def on_events(self, span: Span, children: Children) -> n.Events:
        return n.Events(children[0].span, tuple(children))

    def on_params(self, span: Span, children: Children) -> tuple[n.Param, ...]:
        return tuple(child for child in children if child is not None)  # empty brackets leave a gap

    def on_data(self, span: Span, children: Children) -> n.Data:
        rows, files, nested = children
        return n.Data(rows[0].span, rows, files or (), nested or ())

    def on_places(self, span: Span, children: Children) -> n.Places:
        return n.Places(children[0].span, children[0], tuple(children[1:]))

    def on_place(self, span: Span, children: Children) -> n.Place:
        shape, name, keys, hiding, refill, size = children
        return n.Place(name.span, shape, name, keys or (), hiding, refill, size)

    def on_shape(self, span: Span, children: Children) -> n.Word:
        return self._first(children)

    on_action_kind = on_may = on_order = on_named = on_shape

    def on_reset(self, span: Span, children: Children) -> n.Word:
        return self._first(children)

    def on_wrapped(self, span: Span, children: Children) -> bool:
        return True

    on_hexagonal = on_wrapped

    def on_hidden(self, span: Span, children: Children) -> str:
        return "hidden"

    def on_seen_by_owner(self, span: Span, children: Children) -> str:
        return "owner"

    def on_top_of(self, span: Span, children: Children) -> str:
        return "top"

    def on_bottom_of(self, span: Span, children: Children) -> str:
        return "bottom"

    def _first(self, children: Children) -> n.Word:
        word: n.Word = children[0]
        return word

    def on_counter(self, span: Span, children: Children) -> n.Counter:
        names, keys, start, low, high, reset = children
        return n.Counter(names[0].span, names, keys or (), start, low, high, reset, keys == ())

    def on_for_each_key(self, span: Span, children: Children) -> tuple[n.Key, ...]:
        keys: tuple[n.Key, ...] = children[0]
        return keys

    def on_for_the_game(self, span: Span, children: Children) -> tuple[n.Key, ...]:
        return ()

    def on_below_zero(self, span: Span, children: Children) -> n.Minus:
        return n.Minus(span, n.Number(span, children[-1]))

    def on_keep(self, span: Span, children: Children) -> n.Keep:
        names, keys, kept, start, hiding, reset = children
        return n.Keep(names[0].span, names, keys or (), kept, start, hiding, reset)

    def on_type_key(self, span: Span, children: Children) -> n.Key:
        return n.Key(span, "type", children[0], None, 0, 0)

    def on_space_key(self, span: Span, children: Children) -> n.Key:
        return n.Key(span, "space", children[0], children[1], 0, 0)

    def on_range_key(self, span: Span, children: Children) -> n.Key:
        return n.Key(span, "range", None, None, *children)

    def on_type_name(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, "name", children[0], None, None)

    def on_space_type(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, children[0], children[1], None, None)

    def on_maybe_type(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, "maybe", children[0], None, None)

    def on_set_type(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, "set", children[0], None, None)

    def on_list_type(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, "list", children[0], None, children[1])

    def on_pile_type(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, "pile", children[0], None, None)

    def on_number_type(self, span: Span, children: Children) -> n.TypeName:
        return n.TypeName(span, "number", None, children[0], children[1])

    def on_piece(self, span: Span, children: Children) -> n.Piece:
        rows, pool, number, *fields = children
        return n.Piece(rows.span, rows, pool, number, tuple(fields))

    def on_plain_axis(self, span: Span, children: Children) -> n.Axis:
        return n.Axis(span, children[0], None, 0, 0, bool(children[1]))

    def on_named_axis(self, span: Span, children: Children) -> n.Axis:
        name, low, high, wrapped = children
        return n.Axis(span, None, name, low, high, bool(wrapped))

    def on_grid(self, span: Span, children: Children) -> n.Grid:
        name, first, second, hexagonal, condition = children
        return n.Grid(name.span, name, first, second, bool(hexagonal), condition)

    def on_table(self, span: Span, children: Children) -> n.Table:
        name, by, columns, *rows = children
        return n.Table(name.span, name, by, columns, tuple(rows))

    def on_row(self, span: Span, children: Children) -> n.TableRow:
        return n.TableRow(children[0].span, children[0], tuple(children[1:]))

    def on_action(self, span: Span, children: Children) -> n.Action:
        kind, name, text, notation, *block = children
        return n.Action(name.span, kind, name, text, notation, tuple(block))

    def on_procedure(self, span: Span, children: Children) -> n.Procedure:
        name, params, text, gives, *block = children
        return n.Procedure(name.span, name, params, text, gives, tuple(block))

    def on_rule(self, span: Span, children: Children) -> n.Rule:
        name, text, cause, *block = children
        return n.Rule(name.span, name, text, cause, tuple(block))

    def on_phase(self, span: Span, children: Children) -> n.Phase:
        return n.Phase(children[0].span, children[0], tuple(children[1:]))

    def on_some_one(self, span: Span, children: Children) -> tuple[bool, tuple[n.Word, ...]]:
        return False, (children[0],)

    def on_some_of(self, span: Span, children: Children) -> tuple[bool, tuple[n.Word, ...]]:
        return True, tuple(children)

    def on_variant(self, span: Span, children: Children) -> n.Variant:
        name, title, game, version, *changes = children
        return n.Variant(name.span, name, title, game, version, tuple(changes))

    def on_scenario(self, span: Span, children: Children) -> n.Scenario:
        return n.Scenario(children[0].span, children[0], tuple(children[1:]))

    def on_call(self, span: Span, children: Children) -> n.Call:
        return n.Call(span, children[0], children[1] or ())

    def on_list(self, span: Span, children: Children) -> n.ListOf:
        return n.ListOf(span, children[0] or ())

    def on_minus(self, span: Span, children: Children) -> n.Minus:
        return n.Minus(span, children[-1])

    def on_index(self, span: Span, children: Children) -> n.Index:
        return n.Index(span, children[0], children[1])

    def on_compare(self, span: Span, children: Children) -> n.Compare:
        return n.Compare(span, children[0], str(children[1]), children[2])

    def on_best(self, span: Span, children: Children) -> n.Ranked:
        return n.Ranked(span, "best", *children)

    def on_rank(self, span: Span, children: Children) -> n.Ranked:
        return n.Ranked(span, "rank", *children)


def code_end(line: str) -> int:
    """The number of columns of a line that hold rules text: without a comment and the blanks before it."""
    inside = False
    for place, letter in enumerate(line) if "#" in line else ():
        if letter == '"':
            inside = not inside
        elif letter == "#" and not inside:
            return len(line[:place].rstrip())
    return len(line.rstrip())
