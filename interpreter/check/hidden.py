"""Hidden things that a list of options would give away.

Whoever chooses sees the options. So neither the candidates of a choice nor their conditions may speak of cards that the
one who chooses does not see: in a hidden place, or in what somebody else holds. How many there are is no secret. Hidden
variables are left to the author: whether they have been uncovered is often kept in another variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from interpreter.check.findings import Findings
from interpreter.check.uses import Bodies, walk_all
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.walk import walk


def check_hidden(bodies: Bodies, places: Mapping[str, m.Place], findings: Findings) -> None:
    """Adds a warning for each choice whose options give something away."""
    blocks: list[object] = [routine.block for routine in bodies.procedures.values()]
    blocks += [(*action.offer, *action.block) for action in bodies.actions.values()]
    blocks += [rule.routine.block for rule in bodies.rules]
    blocks += [text.block for texts in bodies.texts.values() for text in texts]
    for block in blocks:
        choices = list(_choices(block, None))
        if choices and any(isinstance(node, s.Show) for part in _parts(block) for node in walk(part)):
            continue
        for bind, who in choices:
            for name, span in _seen(bind, who, bodies, places):
                findings.warning(
                    "RW422",
                    f"the options would give away `{name}`, which is hidden from whoever chooses",
                    span,
                    "`show` it before, or let the rules `pick` or chance `reveal` one",
                )


def _parts(block: object) -> Iterable[object]:
    return block if isinstance(block, tuple) else (block,)


def _choices(block: object, who: x.Expr | None) -> Iterator[tuple[s.Bind, x.Expr | None]]:
    """The names that players choose, each with whom an `ask` around it names."""
    for part in _parts(block):
        match part:
            case s.Bind():
                yield part, who
            case s.Decide():
                yield from ((bind, who) for bind in part.binds)
            case s.DecideSeveral():
                yield part.bind, who
            case s.Ask():
                yield from _choices(part.block, part.who)
            case s.Alternatives():
                for branch in part.parts:
                    yield from _choices(branch.block, who)
            case s.If():
                yield from _choices((*part.block, *part.other), who)
            case s.ForEach() | s.Repeat() | s.May() | s.With():
                yield from _choices(part.block, who)


def _seen(
    bind: s.Bind,
    who: x.Expr | None,
    bodies: Bodies,
    places: Mapping[str, m.Place],
) -> Iterator[tuple[str, Span]]:
    """What is hidden from whoever chooses, of all that the candidates and their condition speak of."""
    for spoken in (bind.source, bind.condition):
        nodes = list(walk_all(spoken, bodies))
        counted = {
            id(arg) for node in nodes if isinstance(node, x.CallBuiltin) and node.name == "size" for arg in node.args
        }
        for node in nodes:
            if isinstance(node, x.ReadPlace) and id(node) not in counted:
                place = places[node.place]
                if _hidden(place.hiding, place.keys, node.keys, who):
                    yield place.name, _place_of(node, spoken)


def _hidden(
    hiding: m.Hiding | None, ranges: tuple[m.KeyRange, ...], keys: tuple[x.Expr, ...], who: x.Expr | None
) -> bool:
    if hiding != "owner":
        return hiding == "hidden"
    owners = [key for key, wanted in zip(keys, ranges, strict=True) if wanted.domain == "player"]
    return not any(_is_chooser(owner, who) for owner in owners)


def _is_chooser(owner: x.Expr, who: x.Expr | None) -> bool:
    """Whether an expression means the one who chooses."""
    if isinstance(owner, x.Special) and owner.name == "me":
        return True
    return isinstance(owner, x.Local) and (not isinstance(who, x.Local) or who.slot == owner.slot)


def _place_of(node: x.Expr, spoken: x.Expr | None) -> Span:
    """Where to point: at the node, when it stands in the choice itself, else at what was spoken of there."""
    inside = spoken is not None and any(part is node for part in walk(spoken))
    return node.span if inside or spoken is None else spoken.span
