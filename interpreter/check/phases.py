"""Checks the phases of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from interpreter.check.findings import did_you_mean
from interpreter.check.kinds_of import in_words
from interpreter.check.rules import Rules
from interpreter.check.scope import Frame
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model.types import PLAYER, UNKNOWN, CollectionType, maybe, without_nothing
from interpreter.syntax import nodes as n


@dataclass(slots=True)
class _Phase:
    """A phase while its clauses are read."""

    do: list[str] = field(default_factory=list)
    turns: n.PhaseClause | None = None
    must: list[m.Guarded] = field(default_factory=list)
    otherwise: list[m.Guarded] = field(default_factory=list)
    may: list[m.Guarded] = field(default_factory=list)
    after_main: list[str] = field(default_factory=list)
    then: list[str] = field(default_factory=list)
    stuck: n.PhaseClause | None = None
    until: n.PhaseClause | None = None
    next: list[tuple[str, x.Expr | None]] = field(default_factory=list)


class Phases(Rules):
    """The checker of phases."""

    def phase_model(self, node: n.Phase) -> m.PhaseModel:
        """A checked phase."""
        found = _Phase()
        for clause in node.clauses:
            self.clause(node, clause, found)
        self.whole_phase(node, found)
        start = skipping = until = None
        if found.turns is not None:
            with self.in_frame(Frame(False, "in the clauses of a phase")):
                assert found.turns.start is not None
                start = self.typed(found.turns.start, maybe(PLAYER), "who begins")
                skipping = self.skipped(found.turns)
        if found.until is not None and found.until.condition is not None:
            with self.in_frame(Frame(False, "in the clauses of a phase")):
                until = self.condition(found.until.condition)
        stuck_action, stuck_block = self.stuck(found)
        turns: Literal["once", "alternate"] | None = None
        if found.turns is not None:
            turns = "once" if found.turns.kind == "turns_once" else "alternate"
        return m.PhaseModel(
            str(node.name), tuple(found.do), turns, start, skipping,
            tuple(found.must), tuple(found.otherwise), tuple(found.may), tuple(found.after_main), tuple(found.then),
            stuck_action, stuck_block, until, tuple(found.next), node.name.span,
        )  # fmt: skip

    def clause(self, node: n.Phase, clause: n.PhaseClause, found: _Phase) -> None:
        with_turns = any(c.kind.startswith("turns") for c in node.clauses)
        match clause.kind:
            case "do" | "after_main" | "then":
                target = {"do": found.do, "after_main": found.after_main, "then": found.then}[clause.kind]
                me = with_turns and clause.kind != "do"
                target += [name for word in clause.names if (name := self.listed_procedure(word, me)) is not None]
            case "turns_once" | "turns_alternate":
                if found.turns is not None:
                    self.findings.error("RW416", f"the phase `{node.name}` says twice how turns go", clause.span)
                found.turns = clause
            case "must" | "must_otherwise" | "may_any":
                self.offered(clause, found)
            case "stuck" | "stuck_block":
                if found.stuck is not None:
                    self.findings.error("RW416", f"the phase `{node.name}` says `stuck` twice", clause.span)
                found.stuck = clause
            case "until":
                if found.until is not None:
                    self.findings.error("RW416", f"the phase `{node.name}` says `until` twice", clause.span)
                found.until = clause
            case "next_phase":
                self.next_phase(clause, found)

    def listed_procedure(self, word: n.Word, me: bool) -> str | None:
        """A procedure without parameters in a list of a phase."""
        info = self.w.procedures.get(str(word))
        if info is None:
            self.unknown_procedure(word)
            return None
        info.used = True
        if info.params:
            self.findings.error(
                "RW219",
                f"`{word}` takes {len(info.params)} in brackets; a phase can only name procedures that take nothing",
                word.span,
            )
            return None
        self.procedure_model(info)
        if info.uses_me and not me:
            self.findings.error(
                "RW231",
                f"`{word}` speaks of `me`, but nobody acts in a `do` list",
                word.span,
                "say who inside it: `for each p in players: ask p: …`",
            )
        return str(word)

    def offered(self, clause: n.PhaseClause, found: _Phase) -> None:
        actions = self.action_list(clause.names)
        for name in actions:
            self.w.actions[name].used = True
            model = self.action_model(name)
            if clause.kind == "may_any" and model is not None and model.kind != "free":
                word = next((w for w in clause.names if str(w) == name), clause.names[0])
                self.findings.error(
                    "RW417",
                    f"`{name}` is a main action; `may any of` offers free ones",
                    word.span,
                    f"declare it `free action {name}`, or let the phase say `must`",
                )
        condition = None
        if clause.condition is not None:
            with self.in_frame(Frame(True, "in a phase")):
                condition = self.condition(clause.condition)
        guarded = m.Guarded(actions, condition, clause.span)
        {"must": found.must, "must_otherwise": found.otherwise, "may_any": found.may}[clause.kind].append(guarded)

    def next_phase(self, clause: n.PhaseClause, found: _Phase) -> None:
        word = clause.names[0]
        if str(word) not in self.w.phases:
            hint = did_you_mean(word, self.w.phases)
            self.findings.unknown("RW240", str(word), f"there is no phase `{word}`", word.span, hint)
            return
        self.w.used_names.add(f"phase {word}")
        condition = None
        if clause.condition is not None:
            with self.in_frame(Frame(False, "in the clauses of a phase")):
                condition = self.condition(clause.condition)
        found.next.append((str(word), condition))

    def skipped(self, clause: n.PhaseClause) -> x.Expr | None:
        if clause.skipping is None:
            return None
        skipping, of = self.collection(clause.skipping, CollectionType("set", PLAYER))
        if without_nothing(of) not in (PLAYER, UNKNOWN):
            self.findings.error(
                "RW218",
                f"who is skipped must be a set of players, but this is {in_words(skipping.type)}",
                clause.skipping.span,
            )
        return skipping

    def stuck(self, found: _Phase) -> tuple[str | None, m.Routine | None]:
        clause = found.stuck
        if clause is None:
            return None, None
        if clause.kind == "stuck_block":
            return None, self.routine("stuck", True, "in a `stuck` block", clause.block, clause.span)
        word = clause.names[0]
        if str(word) == "error":
            return None, None
        actions = self.action_list([word])
        if not actions:
            return None, None
        self.w.actions[actions[0]].used = True
        self.action_model(actions[0])
        return actions[0], None

    def whole_phase(self, node: n.Phase, found: _Phase) -> None:
        """Findings about clauses that do not go together."""
        name = node.name
        if found.turns is None:
            if found.must or found.may or found.otherwise:
                self.findings.error(
                    "RW416",
                    f"the phase `{name}` offers actions, but does not say how turns go",
                    name.span,
                    "add `turns alternate from …` or `turns once from …`",
                )
            elif not any(clause.kind == "do" for clause in node.clauses):
                self.findings.error("RW416", f"the phase `{name}` does nothing", name.span, "add `do …` or `turns …`")
            return
        if not found.must:
            self.findings.error(
                "RW416", f"the phase `{name}` has turns, but no action that must be taken", name.span, "add `must …`"
            )
        if found.stuck is None:
            self.findings.error(
                "RW406",
                f"the phase `{name}` does not say what happens when nothing can be done",
                name.span,
                "add `stuck ACTION`, a block `stuck: …`, or `stuck error`",
            )
