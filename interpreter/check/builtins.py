"""The built-in values of the language: what they take, what they give, and one line of documentation each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.check.findings import did_you_mean
from interpreter.check.kinds_of import in_words
from interpreter.geometry import GeometryError
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.types import (
    DIRECTION,
    NUMBER,
    PLAYER,
    SPACE,
    YES_NO,
    CollectionType,
    MaybeType,
    MemberType,
    NumberType,
    RulesTextType,
    TextForm,
    Type,
    UnknownType,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.names import Names

Check: TypeAlias = "Callable[[Names, n.Call], x.Expr]"
WAYS = CollectionType("set", DIRECTION)


@dataclass(frozen=True, slots=True)
class Builtin:
    """A built-in: how its call is written, what it means, and how a call is checked."""

    signature: str
    meaning: str
    check: Check


def _fixed(params: tuple[tuple[str, Type], ...], gives: Type, optional: int = 0) -> Check:
    """A built-in with fixed parameter types, of which the last `optional` may be left out."""

    def check(checker: Names, node: n.Call) -> x.Expr:
        low, high = len(params) - optional, len(params)
        if not low <= len(node.args) <= high:
            _wrong_count(checker, node, [name for name, _ in params])
            return checker.unknown(node.span)
        args = [
            checker.typed(arg, wanted, f"the {name} of `{node.name}`")
            for arg, (name, wanted) in zip(node.args, params, strict=False)
        ]
        for name, _ in params[len(args) :]:
            args.append(_any_way(checker, node) if name == "ways" else checker.unknown(node.span))
        return x.CallBuiltin(gives, node.span, str(node.name), tuple(args))

    return check


def _wrong_count(checker: Names, node: n.Call, names: Sequence[str]) -> None:
    """The finding for too few or too many things in the brackets of a built-in."""
    builtin = BUILTINS[str(node.name)]
    hint = f"`{builtin.signature}`: {builtin.meaning}"
    checker.wrong_count(f"`{node.name}`", len(names), len(node.args), node.span, names, hint)


def _any_way(checker: Names, node: n.Call) -> x.Expr:
    return x.Const(WAYS, node.span, tuple(checker.w.spaces.ways["any_way"]))


def _numbers(checker: Names, node: n.Call) -> x.Expr:
    if len(node.args) < 2:
        _wrong_count(checker, node, ["a number", "another"])
        return checker.unknown(node.span)
    args = tuple(checker.number(arg, f"what `{node.name}` compares") for arg in node.args)
    ranges = [t for t in (without_nothing(arg.type) for arg in args) if isinstance(t, NumberType)]
    pick = min if node.name == "min" else max
    lows, highs = [t.low for t in ranges if t.low is not None], [t.high for t in ranges if t.high is not None]
    whole_low = pick(lows) if len(lows) == len(args) else (max(lows) if node.name == "max" and lows else None)
    whole_high = pick(highs) if len(highs) == len(args) else (min(highs) if node.name == "min" and highs else None)
    return x.CallBuiltin(NumberType(whole_low, whole_high), node.span, str(node.name), args)


def _in_list(checker: Names, node: n.Call) -> x.Expr:
    if len(node.args) != 2:
        _wrong_count(checker, node, ["a member", "a list"])
        return checker.unknown(node.span)
    items, of = checker.collection(node.args[1])
    what = checker.typed(node.args[0], maybe(of), f"what `{node.name}` looks for")
    given = without_nothing(items.type)
    size = given.size if isinstance(given, CollectionType) else None
    return x.CallBuiltin(NumberType(0, size), node.span, str(node.name), (what, items))


def _top_of(checker: Names, node: n.Call) -> x.Expr:
    if len(node.args) != 2:
        _wrong_count(checker, node, ["a number", "a pile"])
        return checker.unknown(node.span)
    number = checker.number(node.args[0], "the number of `top_of`")
    pile, of = checker.collection(node.args[1])
    return x.CallBuiltin(CollectionType("list", of), node.span, "top_of", (number, pile))


def _spaces_of(checker: Names, node: n.Call) -> x.Expr:
    if len(node.args) != 1:
        _wrong_count(checker, node, ["a set of pieces"])
        return checker.unknown(node.span)
    pieces, of = checker.collection(node.args[0])
    info = checker.w.domains.get(of.domain) if isinstance(of, MemberType) else None
    if info is not None and ("space" in info.owned or "space" in info.fields):
        checker.w.read_fields.add((info.name, "space"))
        return x.CallBuiltin(CollectionType("set", SPACE), node.span, "spaces_of", (pieces,), info.name)
    if not isinstance(of, UnknownType):
        checker.findings.error(
            "RW218", f"`spaces_of` needs a set of pieces, but this holds {in_words(of)}", node.args[0].span
        )
    return checker.unknown(node.span)


def _area(checker: Names, node: n.Call) -> str | None:
    arg = node.args[0] if node.args else None
    if isinstance(arg, n.Name) and arg.id in checker.w.areas:
        checker.w.used_names.add(str(arg.id))
        return str(arg.id) if arg.id in checker.w.spaces.first else None
    message = f"`{node.name}` begins with the name of a board"
    if isinstance(arg, n.Name):
        hint = did_you_mean(str(arg.id), checker.w.areas)
        checker.findings.unknown("RW242", str(arg.id), message, arg.span, hint)
    else:
        checker.findings.error("RW242", message, arg.span if arg is not None else node.span)
    return None


def _lines(checker: Names, node: n.Call) -> x.Expr:
    area = _area(checker, node)
    if area is None:
        return checker.unknown(node.span)
    length = checker.number(node.args[1], "the length of a line") if len(node.args) == 2 else None
    if not isinstance(length, x.Const) or not isinstance(length.value, int):
        checker.findings.error(
            "RW251", "the length of a line must be a fixed number", node.span, "write `lines(board, 4)`, or an option"
        )
        return checker.unknown(node.span)
    try:
        lines = checker.w.spaces.lines(area, length.value)
    except GeometryError as error:
        checker.findings.error("RW237", str(error), node.span)
        return checker.unknown(node.span)
    domain = line_domain(checker, area, length.value)
    return x.Const(CollectionType("set", MemberType(domain), len(lines)), node.span, tuple(range(len(lines))))


def line_domain(checker: Names, area: str, length: int) -> str:
    """The domain of the lines of one length on one board, made when it is first asked for."""
    from interpreter.check.scope import DomainInfo

    name = f"line:{area}:{length}"
    if name not in checker.w.domains:
        lines = checker.w.spaces.lines(area, length)
        info = DomainInfo(name, name, "line")
        names = checker.w.spaces.names
        info.members = ["-".join(names[s] for s in line.cells) for line in lines]
        cells = CollectionType("set", MemberType("space", area), length)
        info.fields["cells"] = m.Field("cells", cells, tuple(tuple(sorted(line.cells)) for line in lines))
        checker.w.domains[name] = info
    return name


def _at(checker: Names, node: n.Call) -> x.Expr:
    area = _area(checker, node)
    if area is None:
        return checker.unknown(node.span)
    if len(node.args) != 3:
        _wrong_count(checker, node, ["a board", "a place on each axis"])
        return checker.unknown(node.span)
    places = tuple(checker.number(arg, "a place on an axis") for arg in node.args[1:])
    return x.CallBuiltin(MaybeType(MemberType("space", area)), node.span, "at", places, area)


def _text(form: TextForm, gives: Type, with_player: bool) -> Check:
    def check(checker: Names, node: n.Call) -> x.Expr:
        names = ["a field with rules text", "a player"] if with_player else ["a field with rules text"]
        if len(node.args) != len(names):
            _wrong_count(checker, node, names)
            return checker.unknown(node.span)
        text = checker.typed(node.args[0], maybe(RulesTextType(form)), f"the text of `{node.name}`")
        rest = [checker.typed(node.args[1], PLAYER, f"the player of `{node.name}`")] if with_player else []
        return x.CallBuiltin(gives, node.span, str(node.name), (text, *rest))

    return check


def _possible(checker: Names, node: n.Call) -> x.Expr:
    arg = node.args[0] if len(node.args) == 1 else None
    if isinstance(arg, n.Name) and str(arg.id) in checker.w.actions:
        checker.use_me("whether an action is possible depends on who acts", node.span)
        return x.CallBuiltin(YES_NO, node.span, "possible_action", (), str(arg.id))
    if arg is None:
        _wrong_count(checker, node, ["an action or a field with an effect"])
        return checker.unknown(node.span)
    text = checker.typed(arg, maybe(RulesTextType("effect")), "what `possible` tries")
    checker.use_me("whether an effect is possible depends on who acts", node.span)
    return x.CallBuiltin(YES_NO, node.span, "possible", (text,))


def _fits(checker: Names, node: n.Call) -> x.Expr:
    if len(node.args) != 1:
        _wrong_count(checker, node, ["a field with a trigger"])
        return checker.unknown(node.span)
    if checker.frame.event is False:
        checker.findings.error(
            "RW245",
            "`fits` asks about the event at hand, and here is none",
            node.span,
            "it belongs into rules that begin with `when`",
        )
        return checker.unknown(node.span)
    text = checker.expr(node.args[0])
    given = without_nothing(text.type)
    one = given.of if isinstance(given, CollectionType) else given
    if not isinstance(one, UnknownType) and one != RulesTextType("trigger"):
        checker.findings.error("RW218", f"`fits` needs a trigger, but this is {in_words(given)}", node.args[0].span)
    return x.CallBuiltin(YES_NO, node.span, "fits", (text,))


def _walk_worth(checker: Names, node: n.Call) -> x.Expr:
    names = ["a space", "a space", "a budget", "a value of a space", "a value of a space"]
    if len(node.args) not in (5, 6):
        _wrong_count(checker, node, names)
        return checker.unknown(node.span)
    start = checker.typed(node.args[0], maybe(SPACE), "where a walk starts")
    goal = checker.typed(node.args[1], maybe(SPACE), "where a walk ends")
    budget = checker.number(node.args[2], "the budget of a walk")
    chosen: list[str] = []
    for arg in node.args[3:5]:
        info = checker.w.values.get(str(arg.id)) if isinstance(arg, n.Name) else None
        if info is None or len(info.params) != 1 or info.params[0] != SPACE:
            checker.findings.error("RW218", "`walk_worth` needs the names of two values of a space", arg.span)
            return checker.unknown(node.span)
        info.used = True
        checker.value_model(info, arg.span)
        chosen.append(str(info.node.name))
    ways = tuple(checker.typed(arg, WAYS, "the ways of a walk") for arg in node.args[5:])
    return x.CallBuiltin(MaybeType(NUMBER), node.span, "walk_worth", (start, goal, budget, *ways), " ".join(chosen))


_SPACES = CollectionType("set", SPACE)
_S, _WAYS_PARAM = ("space", SPACE), ("ways", WAYS)

BUILTINS: dict[str, Builtin] = {
    "min": Builtin("min(a, b, …)", "the least of the numbers", _numbers),
    "max": Builtin("max(a, b, …)", "the greatest of the numbers", _numbers),
    "times_in": Builtin("times_in(x, list)", "how often x stands in the list", _in_list),
    "last_in": Builtin("last_in(x, list)", "the last place of x in the list, from 1; 0 when it is not there", _in_list),
    "place_in": Builtin(
        "place_in(x, list)", "the first place of x in the list, from 1; 0 when it is not there", _in_list
    ),
    "top_of": Builtin("top_of(n, pile)", "the first n of the pile, or as many as there are", _top_of),
    "players_from": Builtin(
        "players_from(p)",
        "all players in seat order, p first",
        _fixed((("player", PLAYER),), CollectionType("list", PLAYER)),
    ),
    "next_seat": Builtin("next_seat(p)", "the player after p", _fixed((("player", PLAYER),), PLAYER)),
    "seat_number": Builtin(
        "seat_number(p, first)",
        "the place of p, from 1, when `first` sits first",
        _fixed((("player", PLAYER), ("first", PLAYER)), NumberType(1, 12)),
    ),
    "opponent_of": Builtin("opponent_of(p)", "the other of two players", _fixed((("player", PLAYER),), PLAYER)),
    "neighbours": Builtin(
        "neighbours(s, ways)", "the spaces next to s; all ways unless said", _fixed((_S, _WAYS_PARAM), _SPACES, 1)
    ),
    "ray": Builtin(
        "ray(s, way)",
        "the spaces from s outwards to the edge, without s",
        _fixed((_S, ("way", DIRECTION)), CollectionType("list", SPACE)),
    ),
    "jumps": Builtin(
        "jumps(s, ways)",
        "the jumps from s over one space, with fields `over` and `dest`",
        _fixed((_S, _WAYS_PARAM), CollectionType("set", MemberType("jump")), 1),
    ),
    "lines": Builtin("lines(board, n)", "the straight runs of n spaces, with field `cells`", _lines),
    "distance": Builtin(
        "distance(a, b, ways)",
        "the fewest steps from a to b; nothing when there is no way",
        _fixed((_S, ("other space", SPACE), _WAYS_PARAM), MaybeType(NumberType(0, 1000)), 1),
    ),
    "opposite": Builtin("opposite(way)", "the direction back", _fixed((("way", DIRECTION),), DIRECTION)),
    "at": Builtin("at(board, i, j)", "the space with these places on the board's axes, or nothing", _at),
    "connected": Builtin(
        "connected(from, through)",
        "what of `through` can be reached from `from` inside `through`",
        _fixed((("start", _SPACES), ("set to go through", _SPACES)), _SPACES),
    ),
    "spaces_of": Builtin("spaces_of(pieces)", "the spaces on which the pieces stand", _spaces_of),
    "walk_worth": Builtin(
        "walk_worth(from, to, budget, leave, enter, ways)",
        "the most that entering spaces is worth on a way within the budget; all ways unless said",
        _walk_worth,
    ),
    "possible": Builtin("possible(action or effect)", "whether it would come to a change or a decision", _possible),
    "holds": Builtin(
        "holds(condition, p)", "whether rules text of a row holds for p", _text("condition", YES_NO, True)
    ),
    "amount_of": Builtin(
        "amount_of(amount, p)", "the number that rules text of a row gives for p", _text("amount", NUMBER, True)
    ),
    "fits": Builtin("fits(trigger)", "whether the event at hand is the one that a row's trigger waits for", _fits),
}
