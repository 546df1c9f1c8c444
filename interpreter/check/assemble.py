"""From the merged items of a game to its checked model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from interpreter import data as d
from interpreter.check.areas import Areas
from interpreter.check.boards import Boards
from interpreter.check.builtins import BUILTINS
from interpreter.check.core import parts_of
from interpreter.check.declared import declared_names
from interpreter.check.digest import content_hash
from interpreter.check.extensions import Merged
from interpreter.check.files import Located
from interpreter.check.findings import did_you_mean
from interpreter.check.header import Header
from interpreter.check.hidden import check_hidden
from interpreter.check.lint import lint
from interpreter.check.phases import Phases
from interpreter.check.pieces import Pieces
from interpreter.check.rows import Rows
from interpreter.check.scope import ActionInfo, ProcedureInfo, ValueInfo, World
from interpreter.check.tables import Tables
from interpreter.check.texts import Texts
from interpreter.check.told import check_told
from interpreter.check.uses import Bodies, check_uses
from interpreter.check.variables import Variables
from interpreter.diagnostics import Related, Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.expressions import Constant
from interpreter.model.types import MemberType, Type
from interpreter.syntax import nodes as n
from interpreter.syntax.once import once
from interpreter.syntax.words import reserved_words

_SETTING = re.compile(r"\.([a-z][a-z_0-9]*) to\b")


@dataclass(slots=True)
class Choices:
    """What is chosen for a game: options by name, each with where it was written (None for a caller), and seats."""

    options: Mapping[str, tuple[object, Span | None]]
    players: int | None


@dataclass(slots=True)
class Assembled:
    """A game's model, and what checking scenarios needs besides."""

    model: m.Model
    checker: Phases
    setup: d.SetUp | None


class Assembler:
    """Puts a game together, step by step; findings gather in the world."""

    def __init__(self, world: World, merged: Merged, choices: Choices) -> None:
        self.w = world
        self.merged = merged
        self.choices = choices
        self.items = merged.items
        self.header = Header(world, world.data.root)
        self.checker = Phases(world)
        self.variables = Variables(world, self.header, self.checker)
        self.tables = Tables(world, self.header, self.checker)
        self.pieces = Pieces(world, self.header)
        self.rows = Rows(world, self.header, merged.rows)
        self.boards = Boards(world, self.header, merged.rows)
        self.texts = Texts(world, self.checker, self.rows.adjusts)

    def of(self, *kinds: type) -> Iterable[Located]:
        """The entries of some kinds, in file order."""
        return [entry for entry in self.items if isinstance(entry.item, kinds)]

    def assemble(self) -> Assembled | None:
        """The finished model, or None when there are errors."""
        w = self.w
        w.declared = declared_names(entry.item for entry in self.items)
        game = self.header.game(self.items, self.choices.players)
        if game is None:
            return None
        played = self.known_before()
        self.things()
        self.signatures()
        rules = self.check_bodies()
        if rules is None or w.findings.errors:
            self.lint([], [])
            return None
        actions = {name: info.model for name, info in w.actions.items() if info.model is not None}
        phases = tuple(
            self.checker.phase_model(entry.item) for entry in self.of(n.Phase) if isinstance(entry.item, n.Phase)
        )
        finishes = tuple(self.checker.finish_model(e.item) for e in self.of(n.Finish) if isinstance(e.item, n.Finish))
        texts = tuple(self.texts.text(info) for info in w.texts)
        standings = self.texts.standings([entry.item for entry in self.items])
        if not phases:
            w.findings.error(
                "RW416", "the game has no phase, so nothing happens in it", game.span, "add `phase play: …`"
            )
        self.uses(rules, phases, finishes, texts, standings)
        self.lint(rules, phases)
        if w.findings.errors:
            return None
        variant = None if self.merged.variant is None else str(self.merged.variant)
        documents = [*self.rows.documents, *self.header.documents, *self.boards.documents]
        model = m.Model(
            str(game.name), str(game.title), game.version, variant, w.players, played, dict(w.options),
            {name: info.model() for name, info in w.domains.items()}, w.spaces, dict(w.variables), dict(w.places),
            dict(w.tables), {k: v.model for k, v in w.values.items() if v.model is not None},
            {k: v.model for k, v in w.procedures.items() if v.model is not None}, actions, dict(w.events), tuple(rules),
            phases, finishes, texts, tuple(w.sites), standings, self.legend(),
            content_hash(self.merged, documents, w.options, w.players),
        )  # fmt: skip
        return Assembled(model, self.checker, self.boards.setup)

    # ---- declarations

    def known_before(self) -> tuple[bool, ...]:
        """Kinds, options, seats and boards."""
        for entry in self.of(n.Kind):
            if isinstance(entry.item, n.Kind):
                self.header.kind(entry.item)
        set_by_variant = self.merged.options.items()
        given: dict[str, tuple[object, Span | None]] = {
            name: (value, word.span) for name, (value, word) in set_by_variant
        }
        given |= self.choices.options
        for entry in self.of(n.Option):
            if isinstance(entry.item, n.Option):
                self.header.option(entry.item, given)
        self.header.unknown_options(given)
        played = self.header.seats(self.items)
        Areas(self.header).declare(self.items)
        self.boards.note = self.size_note()
        if not self.changes_known():
            self.header.wrong_choice = True
        return played

    def changes_known(self) -> bool:
        """Whether the tables and figures whose rows a variant changes are there."""
        known: set[str] = set()
        for entry in self.items:
            if isinstance(entry.item, n.Data):
                known |= {str(rows.many) for rows in entry.item.rows}
            elif isinstance(entry.item, n.Figures):
                known |= set(map(str, entry.item.names))
        return known.issuperset(self.merged.rows)

    def size_note(self) -> str:
        """What decides the size of the boards, for findings about pictures that do not fit."""
        used = {
            str(part.id)
            for entry in self.of(n.Grid)
            for part in parts_of(entry.item)
            if isinstance(part, n.Name) and str(part.id) in self.w.options
        }
        self.w.used_names |= used
        return " and ".join(f"`{name}` is {self.w.options[name].value}" for name in sorted(used))

    def things(self) -> None:
        """Data rows, figures, pieces, tables, variables and places."""
        for entry in self.items:
            if isinstance(entry.item, n.Data):
                self.rows.declare(entry, entry.item)
        setups = list(self.of(n.Setup))
        for extra in setups[1:]:
            first = Related(setups[0].item.span, "the first")
            self.w.findings.error("RW211", "there is a second set-up", extra.item.span, related=(first,))
        self.boards.read_setup([*setups[:1], *self.merged.setups])
        self.known_piece()
        assigned = self.assigned_fields()
        for entry in self.items:
            if isinstance(entry.item, n.Piece):
                self.pieces.declare(entry.item, self.boards, assigned)
        for entry in self.items:
            if isinstance(entry.item, n.Figures):
                self.boards.figures(entry, entry.item)
        self.rows.used_changes |= self.boards.used_changes
        self.rows.fill()
        self.declare_values()
        for entry in self.items:
            match entry.item:
                case n.Table():
                    self.tables.declare(entry.item)
                case n.Counter():
                    self.variables.counter(entry.item)
                case n.Keep():
                    self.variables.keep(entry.item)
                case n.Places():
                    self.variables.places(entry.item)
        self.variables.refills([e.item for e in self.items if isinstance(e.item, n.Places)])
        self.fields_of_spaces()

    def known_piece(self) -> None:
        """The piece that the set-up names must be one of the game's."""
        setup = self.boards.setup
        names = [str(entry.item.rows.one) for entry in self.of(n.Piece) if isinstance(entry.item, n.Piece)]
        if setup is not None and setup.piece is not None and setup.piece.name not in names:
            piece, hint = setup.piece, did_you_mean(setup.piece.name, names)
            self.w.findings.unknown("RW215", piece.name, f"there is no piece `{piece.name}`", piece.span, hint)
            self.boards.failed = True

    def assigned_fields(self) -> set[str]:
        """The names of fields that statements, or what looks like one in a row, set: pieces keep these in the state."""
        nodes: list[n.Node] = [entry.item for entry in self.items if not isinstance(entry.item, n.Scenario)]
        return set[str]().union(*map(_assigned, nodes), *map(_set_by_rows, self.rows.documents))

    def fields_of_spaces(self) -> None:
        """A set-up without a piece sets what is kept for each space."""
        setup = self.boards.setup
        if setup is None or setup.piece is not None:
            return
        space = self.w.domains["space"]
        for name, variable_name in space.owned.items():
            if not any(name in placed.fields for placed in self.boards.placed):
                continue
            variable = self.w.variables[variable_name]
            start = variable.start.value if isinstance(variable.start, x.Const) else None
            values: list[Constant] = [start] * len(space.members)
            for placed in self.boards.placed:
                if name in placed.fields:
                    values[placed.space] = self.boards.value(placed.fields[name], variable.type)
            space.fields[f"{name}@start"] = m.Field(f"{name}@start", variable.type, tuple(values))
            of = x.Local(MemberType("space"), variable.span, 0, "space")
            begin = x.ReadField(variable.type, variable.span, "space", f"{name}@start", of)
            self.w.variables[variable_name] = replace(variable, start=begin)

    def legend(self) -> m.Legend | None:
        """The letters of pictures."""
        setup = self.boards.setup
        if setup is None:
            return None
        if setup.piece is None:
            space = self.w.domains["space"]
            types: dict[str, Type] = {name: self.w.variables[v].type for name, v in space.owned.items()}
            return self.boards.legend(types, dict(space.owned), None)
        info = self.w.domains.get(setup.piece.name)
        if info is None:
            return None
        fields: dict[str, Type] = {name: f.type for name, f in info.fields.items() if "@" not in name}
        fields |= {name: self.w.variables[v].type for name, v in info.owned.items()}
        return self.boards.legend(fields, {name: name for name in fields}, info.name)

    # ---- signatures

    def declare_values(self) -> None:
        """The heads of values, before anything that may call them."""
        for entry in self.items:
            if isinstance(entry.item, n.Value) and self.header.claim(entry.item.name):
                node = entry.item
                if str(node.name) in BUILTINS:
                    message = f"`{node.name}` is a value that every game has"
                    self.w.findings.give_up(str(node.name))
                    self.w.findings.error("RW212", message, node.name.span, "choose another name")
                    continue
                params = node.params or ()
                types = tuple(self.variables.param_type(p, "the parameter") for p in params)
                check_told(self.w.findings, node.text, [str(p.name) for p in params])
                self.w.values[str(node.name)] = ValueInfo(node, types, tuple(p.name for p in params))

    def signatures(self) -> None:
        """The heads of everything that is called, named or emitted."""
        w = self.w
        for entry in self.items:
            match entry.item:
                case n.Procedure() as node:
                    self.procedure(node)
                case n.Action() as node if self.header.claim(node.name, "action"):
                    w.actions[str(node.name)] = ActionInfo(node)
                case n.Group() as node if self.header.claim(node.name, "action"):
                    w.groups[str(node.name)] = node
                case n.Events() as node:
                    for event in node.events:
                        self.event(event)
                case n.Phase() as node if self.header.claim(node.name, "phase"):
                    w.phases[str(node.name)] = node
                case n.Rule() as node:
                    self.header.claim(node.name, "rule")
        self.variables.caps()

    def procedure(self, node: n.Procedure) -> None:
        if str(node.name) in reserved_words()[1]:
            self.w.findings.error(
                "RW212",
                f"`{node.name}` is a word that begins lines of the language",
                node.name.span,
                "choose another name",
            )
            return
        if not self.header.claim(node.name, "procedure"):
            return
        params = tuple(self.variables.param_type(p, "the parameter") for p in node.params)
        gives = None if node.gives is None else self.variables.type_of(node.gives)
        check_told(self.w.findings, node.text, [str(p.name) for p in node.params])
        self.w.procedures[str(node.name)] = ProcedureInfo(node, params, gives)

    def event(self, node: n.Signature) -> None:
        if self.header.claim(node.name, "event"):
            params = tuple(self.variables.param_type(p, "the argument") for p in node.params)
            names = tuple(str(p.name) for p in node.params)
            for k, param in enumerate(node.params):
                if str(param.name) in names[:k]:
                    self.w.findings.error("RW211", f"two arguments are called `{param.name}`", param.name.span)
            self.w.events[str(node.name)] = m.EventModel(str(node.name), params, names, node.name.span)

    # ---- bodies

    def check_bodies(self) -> list[m.RuleModel] | None:
        """Checks everything that has a body; the rules, in file order."""
        for info in self.w.values.values():
            self.checker.value_model(info, info.node.span)
        for procedure in self.w.procedures.values():
            self.checker.procedure_model(procedure)
        for name in self.w.actions:
            self.checker.action_model(name)
        rules = []
        for entry in self.items:
            if isinstance(entry.item, n.Rule):
                found = self.checker.rule_model(entry.item)
                if found is not None:
                    rules.append(found)
        for group in self.w.groups.values():
            self.checker.group(group)
        if self.w.findings.errors:
            self.check_rest()
            return None
        return rules

    def check_rest(self) -> None:
        """Phases, ends and rules text, for their findings only."""
        for entry in self.items:
            if isinstance(entry.item, n.Phase):
                self.checker.phase_model(entry.item)
            elif isinstance(entry.item, n.Finish):
                self.checker.finish_model(entry.item)
        for info in self.w.texts:
            self.texts.text(info)
        self.texts.standings([entry.item for entry in self.items])

    # ---- the end

    def uses(
        self,
        rules: Sequence[m.RuleModel],
        phases: Sequence[m.PhaseModel],
        finishes: Sequence[m.FinishModel],
        texts: Sequence[m.TextModel],
        standings: Sequence[m.StandingModel],
    ) -> None:
        """Findings about what runs, seen as a whole; only told when nothing else is wrong."""
        if self.w.findings.errors:
            return
        by_field: dict[str, list[m.TextModel]] = {}
        for info, text in zip(self.w.texts, texts, strict=True):
            by_field.setdefault(info.field, []).append(text)
        actions = {name: info.model for name, info in self.w.actions.items() if info.model is not None}
        procedures = {name: info.model for name, info in self.w.procedures.items() if info.model is not None}
        values = {name: info.model for name, info in self.w.values.items() if info.model is not None}
        bodies = Bodies(actions, procedures, rules, phases, finishes, values, by_field, standings)
        check_uses(bodies, self.w.findings)
        check_hidden(bodies, self.w.places, self.w.findings)

    def lint(self, rules: Iterable[m.RuleModel], phases: Iterable[m.PhaseModel]) -> None:
        """Findings about a game as a whole; only told when nothing else is wrong."""
        if not self.w.findings.errors:
            lint(self.w, list(rules), list(phases), self.items)


@once
def _assigned(node: n.Node) -> frozenset[str]:
    """The fields that the statements of an item set."""
    assigned = [part.target for part in parts_of(node) if isinstance(part, n.Assign)]
    return frozenset(str(target.field) for target in assigned if isinstance(target, n.Get))


@once
def _set_by_rows(document: d.Node) -> frozenset[str]:
    return frozenset(_set_in_rows(document))


def _set_in_rows(node: d.Node) -> set[str]:
    """The fields that texts of rows set; the texts are not parsed yet."""
    match node:
        case d.Scalar(value=str() as text):
            return set(_SETTING.findall(text))
        case d.Sequence(items):
            return set().union(*map(_set_in_rows, items))
        case d.Mapping(entries):
            return set().union(*(_set_in_rows(entry.value) for entry in entries))
    return set()
