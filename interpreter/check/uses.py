"""Rules of use that only the whole game shows: calls in a circle, what holds at once, how the flow goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from interpreter.check.findings import Findings
from interpreter.diagnostics import Related, Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import RulesTextType
from interpreter.model.walk import walk

Call = tuple[str, str]
"""What can be carried out: `procedure`, `action` or `text` (of a field, `card.effect`), and its name."""

OwnCalls = tuple[list[tuple[Call, Span]], list[str]]
"""What a body itself carries out, each with its place, and the values that it calls, in order."""

_CALLING = frozenset([s.LetCall, s.LetPerform, x.CallValue, x.Compare, x.ReadField])
"""What may carry something out, or say that it is not carried out."""
DECISIONS = (s.Decide, s.DecideSeveral, s.May, s.Alternatives, s.LetPerform)


@dataclass(slots=True)
class Bodies:
    """Everything of a game that can be carried out, as far as it is sound."""

    actions: dict[str, m.ActionModel]
    procedures: dict[str, m.Routine]
    rules: Sequence[m.RuleModel]
    phases: Sequence[m.PhaseModel]
    finishes: Sequence[m.FinishModel]
    values: dict[str, m.ValueModel]
    texts: dict[str, list[m.TextModel]] = field(default_factory=dict)
    standings: Sequence[m.StandingModel] = ()


def check_uses(bodies: Bodies, findings: Findings) -> None:
    """Adds all findings of this kind."""
    _circles(bodies, findings)
    _ensured(bodies, findings)
    _instead_pairs(bodies.rules, findings)
    _standing_pairs(bodies.standings, findings)
    _flow(bodies, findings)


# ---- calls in a circle


def _circles(bodies: Bodies, findings: Findings) -> None:
    """Rules text that comes back to itself by way of `run`, `perform`, calls, `possible` and their like."""
    graph: dict[Call, list[tuple[Call, Span]]] = {}
    values = {name: _own_calls(value.body) for name, value in bodies.values.items()}
    for name, procedure in bodies.procedures.items():
        graph["procedure", name] = _calls(procedure.block, values)
    for name, action in bodies.actions.items():
        graph["action", name] = _calls(action.offer, values) + _calls(action.block, values)
    for name, texts in bodies.texts.items():
        graph["text", name] = [call for text in texts for call in _calls((text.block, text.value), values)]
    done: set[Call] = set()
    for start in graph:
        _follow(start, graph, [], done, findings)


def _follow(
    call: Call, graph: dict[Call, list[tuple[Call, Span]]], path: list[Call], done: set[Call], findings: Findings
) -> None:
    if call in done or call not in graph:
        return
    path.append(call)
    for following, span in graph[call]:
        if following in path:
            circle = [*path[path.index(following) :], following]
            shown = " > ".join(f"`{name}`" for _, name in circle)
            findings.error(
                "RW248",
                f"this leads back to itself: {shown}",
                span,
                "nothing may carry itself out, nor by way of others",
            )
        else:
            _follow(following, graph, path, done, findings)
    path.pop()
    done.add(call)


def _calls(body: object, values: Mapping[str, OwnCalls]) -> list[tuple[Call, Span]]:
    """What a body carries out, in the values that it calls too."""
    found: list[tuple[Call, Span]] = []
    met: set[str] = set()
    waiting = [_own_calls(body)]
    while waiting:
        calls, called = waiting.pop()
        found += calls
        for value in called:
            if value not in met and value in values:
                met.add(value)
                waiting.append(values[value])
    return found


def _own_calls(body: object) -> OwnCalls:
    """What a body carries out itself. Text that it runs or tries may be any whose field it reads."""
    found: list[tuple[Call, Span]] = []
    called: list[str] = []
    compared: set[int] = set()
    for node in _nodes(body):
        if type(node) not in _CALLING:
            continue
        match node:
            case s.LetCall():
                found.append((("procedure", node.procedure), node.span))
            case s.LetPerform():
                found.append((("action", node.action), node.span))
            case x.CallValue():
                called.append(node.value)
            case x.Compare():
                compared |= {id(node.left), id(node.right)}
            case x.ReadField(type=type_) if _holds_text(type_) and id(node) not in compared:
                found.append((("text", f"{node.domain}.{node.field}"), node.span))
    return found, called


def _holds_text(type_: object) -> bool:
    of = getattr(type_, "of", None)
    return isinstance(type_, RulesTextType) or (of is not None and _holds_text(of))


def walk_all(body: object, bodies: Bodies) -> Iterator[object]:
    """All nodes of a body, and of the values that it calls."""
    met: set[str] = set()
    waiting = [body]
    while waiting:
        for node in _nodes(waiting.pop()):
            yield node
            if isinstance(node, x.CallValue) and node.value not in met and node.value in bodies.values:
                met.add(node.value)
                waiting.append(bodies.values[node.value].body)


def _nodes(body: object) -> Iterator[object]:
    return chain.from_iterable(map(walk, _roots(body)))


def _roots(body: object) -> list[object]:
    if isinstance(body, tuple):
        return [root for part in body for root in _roots(part)]
    return [] if body is None else [body]


# ---- `ensure` is tried out before anybody decides


def _ensured(bodies: Bodies, findings: Findings) -> None:
    for action in bodies.actions.values():
        for statement in action.block[: action.ensured]:
            span = _decides(statement, bodies, ())
            if span is not None:
                findings.error(
                    "RW401",
                    "a decision stands before an `ensure`, which is tried out before anybody decides",
                    span,
                    "put the `ensure` first",
                )


def _decides(statement: s.Stmt | s.Ensure, bodies: Bodies, called: tuple[str, ...]) -> Span | None:
    """Where in a statement somebody must decide, calls followed; the place in the statement itself."""
    for node in walk(statement):
        if isinstance(node, DECISIONS) and not (isinstance(node, s.Alternatives) and node.kind == "first_possible"):
            return node.span
        if isinstance(node, s.LetCall) and node.procedure in bodies.procedures and node.procedure not in called:
            inner = bodies.procedures[node.procedure].block
            if any(_decides(line, bodies, (*called, node.procedure)) is not None for line in inner):
                return node.span
    return None


# ---- two that would hold at once


def _instead_pairs(rules: Iterable[m.RuleModel], findings: Findings) -> None:
    """Two rules that both replace the same call whatever happens."""
    met: list[m.RuleModel] = []
    for rule in rules:
        if not rule.cause.startswith("instead"):
            continue
        for other in met:
            same = other.cause == rule.cause and set(other.names) & set(rule.names)
            if same and rule.condition is None and other.condition is None and may_meet(rule.args, other.args):
                what = sorted(set(other.names) & set(rule.names))[0]
                findings.error(
                    "RW421",
                    f"`{rule.name}` and `{other.name}` both stand instead of `{what}`, at the same time",
                    rule.routine.span,
                    "let a `where` say when each of them holds",
                    related=(Related(other.routine.span, "the other rule"),),
                )
        met.append(rule)


def _standing_pairs(standings: Iterable[m.StandingModel], findings: Findings) -> None:
    """Two adjustments of one value that can be in force together: nothing says which counts."""
    met: list[m.StandingModel] = []
    for standing in standings:
        for other in met:
            one, two = standing.adjustment, other.adjustment
            apart = (standing.domain, standing.row) != (other.domain, other.row)
            if apart and one.name == two.name and may_meet(one.args, two.args):
                findings.error(
                    "RW412",
                    f"two rows adjust `{one.name}`, and both may be in force at once",
                    one.span,
                    "nothing says which of the two would count; let one value take both into account",
                    related=(Related(two.span, "the other adjustment"),),
                )
                break
        met.append(standing)


def may_meet(left: Sequence[x.MatchArg], right: Sequence[x.MatchArg]) -> bool:
    """Whether two patterns can fit the same arguments: not when they ask for two different fixed values somewhere."""
    return not any(
        isinstance(a.equal, x.Const) and isinstance(b.equal, x.Const) and a.equal.value != b.equal.value
        for a, b in zip(left, right, strict=False)
    )


# ---- the flow


def _flow(bodies: Bodies, findings: Findings) -> None:
    """Phases after which nothing comes, or that never end; a game that nothing ends."""
    ending = {finish.phase for finish in bodies.finishes}
    for phase in bodies.phases:
        ends = phase.turns != "alternate" or phase.until is not None or phase.skipping is not None
        always = next((k for k, (_, condition) in enumerate(phase.next) if condition is None), None)
        if ends and always is None and phase.name not in ending:
            findings.warning(
                "RW425",
                f"nothing says what comes after the phase `{phase.name}`",
                phase.span,
                "add `next …`, or let the game end: `finish after …`",
            )
        if not ends and phase.next:
            findings.warning(
                "RW426",
                f"the phase `{phase.name}` never ends, so its `next` is never taken",
                phase.span,
                "add `until …`, or `turns once`",
            )
    blocks = [r.routine.block for r in bodies.rules] + [p.block for p in bodies.procedures.values()]
    blocks += [a.block for a in bodies.actions.values()] + [p.stuck_block.block for p in bodies.phases if p.stuck_block]
    blocks += [text.block for texts in bodies.texts.values() for text in texts]
    if bodies.phases and not bodies.finishes and not any(isinstance(n, s.Winner) for b in blocks for n in _nodes(b)):
        findings.warning(
            "RW427", "nothing ends this game", bodies.phases[0].span, "add `finish when …:` with `winner …` in it"
        )
