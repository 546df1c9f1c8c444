"""What a turn leaves in the state until it ends: armed `this turn` lines and counts of events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.layout.codecs import Codec, SetCodec, codec_for, universe
from interpreter.model.expressions import Aggregate, EventCount, Expr, Local, Quantifier, Ranked
from interpreter.model.program import Domain, Model, SiteModel
from interpreter.model.types import Type
from interpreter.model.walk import walk


class SiteSlots:
    """One `this turn` line.

    Its slots: the seat that armed it (-1: nobody), when (1 for the first armed in the turn), for what it has answered
    already, and the values of the names that it took along.
    """

    def __init__(self, site: SiteModel, base: int, domains: Mapping[str, Domain]) -> None:
        """Raises Rejected (RW711) when it would have to take along something for which there is no bound."""
        self.site = site
        self.armed = base
        self.age = base + 1
        self.fired = base + 2
        self.once: SetCodec | None = None
        if site.once:
            first, size = (0, 1) if site.once_type is None else _finite(site, site.once_type, domains)
            self.nothing = first - 1
            self.once = SetCodec(first - 1, size + 1)
        at = self.fired + (self.once.width if self.once else 0)
        captured: list[tuple[int, Codec, int]] = []
        for slot, type_ in site.captured:
            codec = _codec(site, type_, domains)
            captured.append((slot, codec, at))
            at += codec.width
        self.captured = tuple(captured)
        self.base = base
        self.end = at

    def answered(self, v: list[int]) -> tuple[int | None, ...]:
        """What a line that answers once, or once for each value, has answered: 0, or the values, nothing first."""
        assert self.once is not None
        return tuple(None if value == self.nothing else value for value in self.once.read(v, self.fired))

    def answer(self, v: list[int], values: Iterable[int | None]) -> None:
        """Sets what a line that answers once, or once for each value, has answered."""
        assert self.once is not None
        self.once.write(v, self.fired, sorted(self.nothing if value is None else value for value in values))

    def clear(self, v: list[int]) -> None:
        """Makes the line hold no longer."""
        v[self.base : self.end] = [0] * (self.end - self.base)
        v[self.armed] = -1


class CountSlots:
    """How often an event has happened this turn, or which values it had, for each seat as `me`.

    Where an argument is compared with something that depends on names of the text (`times moved(me, piece) this turn`
    for the piece in hand), it is counted for each value of that argument; `keyed` are the numbers of such arguments.
    """

    def __init__(self, count: EventCount, base: int, model: Model) -> None:
        """Raises Rejected (RW711) when something would have to be remembered for which there is no bound."""
        params = model.events[count.event].params
        bound = {arg.slot for arg in count.args if arg.slot is not None}
        if count.condition is not None and _outer_names(count.condition, bound):
            message = "what `this turn` counts cannot depend on a name from outside its brackets, after `where`"
            raise _no_bound(message, count.span, "compare an argument with the name instead")
        self.count = count
        self.base = base
        self.keyed = tuple(
            number for number, arg in enumerate(count.args) if arg.equal is not None and _outer_names(arg.equal, bound)
        )
        self.ranges = tuple(_range_of(params[number], count.span, model) for number in self.keyed)
        self.values: SetCodec | None = None
        if count.kind == "distinct":
            self.values = SetCodec(*_range_of(params[count.wanted], count.span, model))
        self.width = self.values.width if self.values else 1
        size = len(model.players)
        for _, values in self.ranges:
            size *= values
        self.end = base + size * self.width

    def at(self, seat: int, keys: Sequence[int | None]) -> int | None:
        """The first slot of a seat, for values of the keyed arguments; None for a value that none of them can have."""
        place = seat
        for key, (first, size) in zip(keys, self.ranges, strict=True):
            if key is None or not 0 <= key - first < size:
                return None
            place = place * size + key - first
        return self.base + place * self.width

    def clear(self, v: list[int]) -> None:
        """Starts counting afresh."""
        v[self.base : self.end] = [0] * (self.end - self.base)


def _codec(site: SiteModel, type_: Type, domains: Mapping[str, Domain]) -> Codec:
    try:
        return codec_for(type_, domains)
    except ValueError:
        raise _unbounded_name(site) from None


def _finite(site: SiteModel, type_: Type, domains: Mapping[str, Domain]) -> tuple[int, int]:
    try:
        return universe(type_, domains)
    except ValueError:
        raise _unbounded_name(site) from None


def _unbounded_name(site: SiteModel) -> Rejected:
    message = "this line uses a name whose values have no bounds, so a turn cannot remember it"
    return _no_bound(message, site.span, "keep it in a variable with a bound, or use something simpler")


def _outer_names(expr: Expr, bound: set[int]) -> bool:
    """Whether an expression uses a name that neither the pattern nor the expression itself binds."""
    nodes = list(walk(expr))
    inner = {node.slot for node in nodes if isinstance(node, (Quantifier, Ranked, Aggregate))}
    return any(isinstance(node, Local) and node.slot not in bound | inner for node in nodes)


def _range_of(type_: Type, span: Span, model: Model) -> tuple[int, int]:
    try:
        return universe(type_, model.domains)
    except ValueError:
        message = "the values of this argument have no bounds, so a turn cannot remember them"
        raise _no_bound(message, span, "give the event's argument a type such as `number 0 to 9`") from None


def _no_bound(message: str, span: Span, hint: str) -> Rejected:
    return Rejected([Diagnostic("RW711", message, span, hint)])
