"""What the checker knows while it works: everything declared, and the names in reach of a piece of rules text."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.check.files import DataFiles
from interpreter.check.findings import Findings
from interpreter.data import Scalar
from interpreter.diagnostics import Span
from interpreter.geometry import Spaces
from interpreter.model import program as m
from interpreter.model.expressions import Expr
from interpreter.model.types import CollectionType, MemberType, TextForm, Type
from interpreter.syntax import nodes as n


@dataclass(slots=True)
class DomainInfo:
    """A domain while it is being filled.

    `spans` maps a member to where it was declared, `field_spans` a field to where a row first has it; `incomplete` says
    that something of it could not be read.
    """

    name: str
    many: str
    form: str
    members: list[str] = field(default_factory=list)
    spans: dict[str, Span] = field(default_factory=dict)
    fields: dict[str, m.Field] = field(default_factory=dict)
    field_spans: dict[str, Span] = field(default_factory=dict)
    owned: dict[str, str] = field(default_factory=dict)
    pooled: bool = False
    span: Span | None = None
    incomplete: bool = False
    _numbers: dict[str, int] = field(default_factory=dict)

    def number(self, member: str) -> int | None:
        """The number of a member; None for a word that is none."""
        if len(self._numbers) != len(self.members):
            self._numbers = {name: number for number, name in reversed([*enumerate(self.members)])}
        return self._numbers.get(member)

    def model(self) -> m.Domain:
        """The finished domain."""
        return m.Domain(
            self.name, self.many, self.form, tuple(self.members), dict(self.fields), dict(self.owned), self.pooled
        )


@dataclass(slots=True)
class ValueInfo:
    """A declared value: checked when it is first used, so that its type is known there."""

    node: n.Value
    params: tuple[Type, ...]
    names: tuple[n.Word, ...]
    state: str = "new"
    model: m.ValueModel | None = None
    uses_me: bool = False
    used: bool = False


@dataclass(slots=True)
class ProcedureInfo:
    """A declared procedure: checked when it is first called."""

    node: n.Procedure
    params: tuple[Type, ...]
    gives: Type | None
    state: str = "new"
    model: m.Routine | None = None
    uses_me: bool = False
    used: bool = False


@dataclass(slots=True)
class ActionInfo:
    """A declared action: checked when it is first named, since its result has a type."""

    node: n.Action
    state: str = "new"
    model: m.ActionModel | None = None
    used: bool = False


@dataclass(slots=True)
class SetInfo:
    """A name for a fixed set: the plural of a domain, an area, a kind's words."""

    type: CollectionType
    members: tuple[int, ...]


@dataclass(slots=True)
class TextInfo:
    """Rules text of a data row, to be checked when everything is declared.

    `field` is the type of the row and the field, `card.effect`; `bound` are names for the row and its parents.
    """

    number: int
    form: TextForm
    source: tuple[Scalar, ...]
    row: str
    field: str
    bound: tuple[tuple[str, MemberType, int], ...]


@dataclass(slots=True)
class World:
    """Everything declared in a game, by name space.

    `players` are the seats that are taken, `absent` those that the rules do not play this time: their names mean
    nobody.
    """

    findings: Findings
    data: DataFiles
    players: tuple[str, ...] = ()
    absent: set[str] = field(default_factory=set)
    domains: dict[str, DomainInfo] = field(default_factory=dict)
    sets: dict[str, SetInfo] = field(default_factory=dict)
    options: dict[str, m.OptionModel] = field(default_factory=dict)
    spaces: Spaces = field(default_factory=lambda: Spaces([]))
    areas: dict[str, Span] = field(default_factory=dict)
    variables: dict[str, m.Variable] = field(default_factory=dict)
    places: dict[str, m.Place] = field(default_factory=dict)
    tables: dict[str, m.TableModel] = field(default_factory=dict)
    values: dict[str, ValueInfo] = field(default_factory=dict)
    procedures: dict[str, ProcedureInfo] = field(default_factory=dict)
    actions: dict[str, ActionInfo] = field(default_factory=dict)
    groups: dict[str, n.Group] = field(default_factory=dict)
    events: dict[str, m.EventModel] = field(default_factory=dict)
    phases: dict[str, n.Phase] = field(default_factory=dict)
    sites: list[m.SiteModel] = field(default_factory=list)
    texts: list[TextInfo] = field(default_factory=list)
    depths: dict[tuple[str, str], int] = field(default_factory=dict)
    places_failed: bool = False
    declared: dict[str, Span] = field(default_factory=dict)
    read_fields: set[tuple[str, str]] = field(default_factory=set)
    used_names: set[str] = field(default_factory=set)
    emitted: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)
    _homes: dict[str, list[DomainInfo]] = field(default_factory=dict)
    _at_home: int = 0

    def homes(self, member: str) -> list[DomainInfo]:
        """The domains that have a member of this name. A domain has all its members when it is declared."""
        if self._at_home != len(self.domains):
            self._homes, self._at_home = {}, len(self.domains)
            for info in self.domains.values():
                for name in dict.fromkeys(info.members):
                    self._homes.setdefault(name, []).append(info)
        return self._homes.get(member, [])

    def lack(self, info: DomainInfo) -> None:
        """Notes that some members or fields of a domain could not be read, so that unknown words may be theirs."""
        info.incomplete = self.findings.lacking = True

    def domain_members(self, domain: str) -> list[str]:
        """The members of a domain, an empty list for an unknown one."""
        info = self.domains.get(domain)
        return [] if info is None else info.members


@dataclass(slots=True)
class Bound:
    """A name bound in a frame."""

    slot: int
    type: Type
    span: Span | None = None
    used: bool = False


class Frame:
    """The names in reach of one routine and what its text may use.

    `me`: whether there is an acting player from the start. `constants`: names with fixed values (`self`, the row).
    `event`: whether the text answers an event; None where that depends on who calls it.
    """

    def __init__(self, me: bool, what: str) -> None:
        self.me = me
        self.what = what
        self.uses_me = False
        self.asked = 0
        self.slots = 0
        self.scopes: list[dict[str, Bound]] = [{}]
        self.constants: dict[str, Expr] = {}
        self.specials: dict[str, Type] = {}
        self.gives: Type | None = None
        self.given: list[Type] = []
        self.may_give = False
        self.as_usual = False
        self.event: bool | None = None
        self.tested: list[n.Node] = []
        self.captured: dict[int, Type] | None = None
        self.captured_below = 0

    def bind(self, name: n.Word | str, type_: Type) -> int:
        """Gives a name a slot of its own in the innermost scope."""
        slot = self.slots
        self.slots += 1
        span = name.span if isinstance(name, n.Word) else None
        self.scopes[-1][str(name)] = Bound(slot, type_, span)
        return slot

    def look_up(self, name: str) -> Bound | None:
        """The innermost binding of a name, or None."""
        for scope in reversed(self.scopes):
            if name in scope:
                found = scope[name]
                found.used = True
                if self.captured is not None and found.slot < self.captured_below:
                    self.captured[found.slot] = found.type
                return found
        return None

    def names(self) -> list[str]:
        """All names bound here."""
        return [name for scope in self.scopes for name in scope]

    def scope(self) -> _Scope:
        """Names bound inside end with the block."""
        return _Scope(self)


class _Scope:
    """What makes names end with a block. (Blocks are entered so often that a generator would take its time.)"""

    __slots__ = ("frame", "tested")

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.tested = len(frame.tested)

    def __enter__(self) -> None:
        self.frame.scopes.append({})

    def __exit__(self, *problem: object) -> None:
        self.frame.scopes.pop()
        del self.frame.tested[self.tested :]
