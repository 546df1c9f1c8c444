"""Checks the statements that change the state, and everything that names what they change."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.core import parts_of
from interpreter.check.expressions import Expressions
from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.kinds_of import fits, in_words
from interpreter.check.scope import ProcedureInfo
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import (
    PLAYER,
    SPACE,
    UNKNOWN,
    YES_NO,
    CollectionType,
    MemberType,
    NothingType,
    NumberType,
    UnknownType,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n
from interpreter.syntax import read_text


class Effects(Expressions):
    """The checker of statements that change something."""

    def here(self) -> Span:
        """A place for what has none of its own."""
        return Span("", 1, 1, 1, 1)

    def effect(self, node: n.Stmt) -> s.Stmt | None:
        """One statement that changes the state, asks the rules or chance, or ends something."""
        match node:
            case n.Pick():
                return self.pick(node)
            case n.Reveal():
                return s.Reveal(node.span, self.bind(node))
            case n.Require():
                condition = self.condition(node.condition)
                self.note_tested(node.condition)
                return s.Require(node.span, condition, None if node.reason is None else str(node.reason))
            case n.Ensure():
                self.findings.error(
                    "RW402", "`ensure` stands among the lines of an action, not deeper", node.span, "use `require` here"
                )
            case n.Cost():
                self.findings.error(
                    "RW403", "`cost` belongs to the first lines of an action, its offer", node.span, "use `pay` here"
                )
            case n.Limit():
                self.findings.error("RW403", "`limit` belongs to the first lines of an action, its offer", node.span)
            case n.Pay():
                return s.Pay(node.span, self.prices(node.prices))
            case n.Assign():
                return self.assign(node)
            case n.Change():
                return self.change(node)
            case n.Move() | n.Swap() | n.Remove() if not (isinstance(node, n.Remove) and node.collection is not None):
                return self.moving(node)
            case n.Draw():
                return self.draw(node)
            case n.Add() | n.Remove():
                return self.collecting(node)
            case n.Clear():
                target = self.target(node.collection, "cleared")
                if target is not None and self.is_collection(target[0], node.collection):
                    return s.Clear(node.span, target[0].name, target[1])
            case n.Shuffle():
                return self.shuffle(node)
            case n.Show():
                return self.show(node)
            case _:
                return self.other(node)
        return None

    def other(self, node: n.Stmt) -> s.Stmt | None:
        match node:
            case n.Emit():
                return self.emit(node)
            case n.Run():
                return self.run(node)
            case n.CallProcedure():
                return self.procedure_call(node.call)
            case n.PerformAction():
                action = self.action_named(node.perform.action)
                self.use_me("an action is performed by a player", node.span)
                return None if action is None else s.LetPerform(node.span, None, action.name)
            case n.Give():
                return self.give(node)
            case n.Simple():
                return self.simple(node)
            case n.Winner():
                who = self.expr(node.who, PLAYER)
                given = without_nothing(who.type)
                of = given.of if isinstance(given, CollectionType) else given
                if of not in (PLAYER, UNKNOWN, None) and not isinstance(given, NothingType):
                    self.findings.error(
                        "RW218",
                        f"a winner is a player, a set of players or nobody, but this is {in_words(who.type)}",
                        node.who.span,
                    )
                return s.Winner(node.span, who)
        raise AssertionError(f"a statement that the checker does not know: {type(node).__name__}")

    # ---- given by the classes above this one

    def bind(self, node: n.Choose | n.Pick | n.Reveal) -> s.Bind:
        raise AssertionError("overridden by Statements")

    def run(self, node: n.Run) -> s.Stmt:
        raise AssertionError("overridden by Statements")

    def action_model(self, name: str) -> m.ActionModel | None:
        raise AssertionError("overridden by Behaviour")

    def procedure_model(self, info: ProcedureInfo) -> m.Routine | None:
        raise AssertionError("overridden by Behaviour")

    # ---- counters

    def pick(self, node: n.Pick) -> s.Stmt:
        bind = self.bind(node)
        keys: list[tuple[x.Expr, bool]] = []
        for liking in node.likings:
            key = self.expr(liking.key)
            if liking.order is None:
                if not fits(key.type, YES_NO):
                    self.findings.error(
                        "RW218", "a preference without `highest` or `lowest` must be a condition", liking.key.span
                    )
            elif not fits(key.type, NumberType()):
                self.findings.error(
                    "RW218", f"`{liking.order}` needs a number, but this is {in_words(key.type)}", liking.key.span
                )
            keys.append((key, liking.order is None or liking.order in ("highest", "latest")))
        return s.Pick(node.span, bind, tuple(keys))

    def counter(
        self, counted: n.Counted, whom: n.Expr | None, span: Span
    ) -> tuple[m.Variable, tuple[x.Expr, ...], x.Expr | None] | None:
        """A counter, its keys, and the player it is for."""
        name = str(counted.name)
        variable = self.w.variables.get(name)
        counters = [v.name for v in self.w.variables.values() if v.role == "counter"]
        if variable is None or variable.role != "counter":
            hint = did_you_mean(name, counters) or (
                f"`{name}` is kept, not counted: `set {name} to …`" if variable else None
            )
            if not hint and counters:
                hint = f"the counters are {listed(counters)}"
            self.findings.unknown("RW226", name, f"there is no counter `{name}`", counted.name.span, hint)
            return None
        self.w.used_names.add(name)
        players = [key.domain == "player" for key in variable.keys]
        if counted.keys:
            keys = self.keys(counted.keys, variable.keys, name, counted.span)
            if whom is not None:
                self.findings.error("RW227", "the brackets say already for whom", whom.span)
        elif not variable.keys:
            if whom is not None:
                self.findings.error(
                    "RW227", f"`{name}` is one counter for the game, not one for each player", whom.span
                )
            return variable, (), None
        elif players == [True]:
            keys = (self.me(counted.span) if whom is None else self.typed(whom, maybe(PLAYER), "whom it is for"),)
        else:
            self.findings.error(
                "RW227",
                f"`{name}` is counted for each {self.keys_in_words(variable.keys)}",
                counted.span,
                self.key_hint(name, variable.keys),
            )
            return None
        gainer = next((key for key, is_player in zip(keys, players, strict=True) if is_player), None)
        return variable, keys, gainer

    def change(self, node: n.Change) -> s.Stmt | None:
        amount = self.number(node.amount, f"how much is {'lost' if node.kind == 'lose' else 'gained'}")
        counted = node.counter
        if counted is None:
            if "score" not in self.w.variables:
                self.findings.unknown(
                    "RW226",
                    "score",
                    "there is no counter `score`",
                    node.span,
                    "declare one: `counter score for each player from 0 up to 100`",
                )
                return None
            counted = n.Counted(node.span, n.Word("score", node.span), ())
        found = self.counter(counted, node.whom, node.span)
        if found is None:
            return None
        variable, keys, gainer = found
        return s.ChangeCounter(node.span, node.kind == "lose", variable.name, keys, amount, gainer)

    def prices(self, nodes: Sequence[n.Price]) -> tuple[s.Price, ...]:
        """What has to be paid, by `me`."""
        found: list[s.Price] = []
        for node in nodes:
            amount = self.number(node.amount, "a price")
            counter = self.counter(node.counter, None, node.span)
            if counter is not None:
                found.append(s.Price(node.span, amount, counter[0].name, counter[1]))
        return tuple(found)

    # ---- variables

    def target(self, node: n.Expr, done: str) -> tuple[m.Variable, tuple[x.Expr, ...]] | None:
        """The variable that an expression names, and its keys; a finding when it names none."""
        found = self.expr(node)
        if isinstance(found, x.ReadVariable):
            return self.w.variables[found.variable], found.keys
        if not isinstance(found.type, UnknownType):
            what = "fixed by the rules" if isinstance(found, (x.ReadField, x.Const, x.ReadTable)) else "worked out"
            what = "chosen or named here" if isinstance(found, x.Local) else what
            what = "a place for cards: use `move`" if isinstance(found, x.ReadPlace) else what
            self.findings.error(
                "RW228",
                f"this cannot be {done}: it is {what}",
                node.span,
                "only what `counter`, `keep` or `piece … has` declares can change",
            )
        return None

    def assign(self, node: n.Assign) -> s.Stmt | None:
        if isinstance(node.target, n.Get) and str(node.target.field) == "space":
            self.findings.error(
                "RW413", "where a piece stands is changed by `move`, not `set`", node.span, "write `move … to …`"
            )
            return None
        target = self.target(node.target, "set")
        if target is None:
            self.expr(node.value)
            return None
        variable, keys = target
        value = self.typed(node.value, variable.type, f"`{variable.name.split('.')[-1]}`", warn=True)
        given = value.type
        if isinstance(given, NumberType) and variable.cap is None and (given.low or 0) > variable.high:
            self.findings.error(
                "RW234", f"`{variable.name}` goes up to {variable.high}, so it can never be this", node.value.span
            )
        return s.SetVariable(node.span, variable.name, keys, value)

    def is_collection(self, variable: m.Variable, node: n.Expr) -> bool:
        """Whether a variable holds a set, list or pile; a finding when it does not."""
        if isinstance(variable.type, CollectionType):
            return True
        self.findings.error(
            "RW223", f"`{variable.name}` is {in_words(variable.type)}, not a set, list or pile", node.span
        )
        return False

    def collecting(self, node: n.Add | n.Remove) -> s.Stmt | None:
        assert node.collection is not None
        target = self.target(node.collection, "changed")
        if target is None or not self.is_collection(target[0], node.collection):
            self.expr(node.what)
            return None
        variable, keys = target
        of = variable.type.of if isinstance(variable.type, CollectionType) else None
        what = self.typed(node.what, maybe(of or UNKNOWN), f"what `{variable.name}` holds")
        kind = s.AddTo if isinstance(node, n.Add) else s.RemoveFrom
        return kind(node.span, what, variable.name, keys)

    # ---- pieces and cards

    def moving(self, node: n.Stmt) -> s.Stmt | None:
        """`move`, `swap` and `remove` of pieces, `move` of cards."""
        if isinstance(node, n.Swap):
            left, right = self.expr(node.left), self.expr(node.right)
            domain = self.piece_domain(left, node.left)
            if domain is None or self.piece_domain(right, node.right) is None:
                return None
            if not fits(right.type, left.type):
                self.findings.error("RW218", "only pieces of one kind can change places", node.span)
                return None
            return s.SwapPieces(node.span, domain, left, right)
        assert isinstance(node, (n.Move, n.Remove))
        what = self.expr(node.what)
        given = without_nothing(what.type)
        if isinstance(given, UnknownType):
            return None
        if (
            isinstance(node, n.Move)
            and isinstance(given, MemberType)
            and given.domain in {p.domain for p in self.w.places.values()}
        ):
            place = self.place(node.where, given.domain)
            return None if place is None else s.MoveCard(node.span, what, place[0].name, place[1], node.end == "bottom")
        domain = self.piece_domain(what, node.what)
        if domain is None:
            return None
        if isinstance(node, n.Remove):
            return self.removed(node, domain, what)
        if node.end is not None:
            self.findings.error("RW253", f"`{node.end} of` is for piles of cards", node.span)
        where = self.typed(node.where, maybe(SPACE), "where a piece goes")
        if isinstance(where.type, NothingType):
            return self.removed(node, domain, what)
        return s.MovePiece(node.span, domain, what, where)

    def removed(self, node: n.Move | n.Remove, domain: str, what: x.Expr) -> s.Stmt | None:
        """A piece taken off the board, where its field allows that."""
        variable = self.w.variables[self.w.domains[domain].owned["space"]]
        if variable.type == SPACE or isinstance(variable.type, MemberType):
            self.findings.error(
                "RW413",
                f"{one(domain)} always stands on a space",
                node.span,
                "let it leave the board: `piece … has space: maybe space`",
            )
            return None
        return s.RemovePiece(node.span, domain, what)

    def piece_domain(self, found: x.Expr, node: n.Expr) -> str | None:
        """The domain of a piece; a finding when it is something else."""
        given = without_nothing(found.type)
        if isinstance(given, MemberType) and "space" in self.w.domains[given.domain].owned:
            return given.domain
        if isinstance(given, MemberType) and self.w.domains[given.domain].form == "row" and self.w.places_failed:
            return None
        if not isinstance(given, UnknownType):
            hint = "one at a time: `for each x in …: move x to …`" if isinstance(given, CollectionType) else None
            self.findings.error(
                "RW218", f"only pieces and cards can be moved, but this is {in_words(found.type)}", node.span, hint
            )
        return None

    def place(self, node: n.Expr, domain: str | None) -> tuple[m.Place, tuple[x.Expr, ...]] | None:
        """The place for cards that an expression names, and its keys."""
        found = self.expr(node)
        if isinstance(found, x.ReadPlace):
            place = self.w.places[found.place]
            if domain is None or place.domain == domain:
                return place, found.keys
            self.findings.error(
                "RW253",
                f"`{place.name}` holds {self.w.domains[place.domain].many}, not {self.w.domains[domain].many}",
                node.span,
            )
        elif not isinstance(found.type, UnknownType):
            names = [p.name for p in self.w.places.values() if domain in (None, p.domain)]
            self.findings.error(
                "RW253",
                "this is not a place for cards",
                node.span,
                f"the places are {listed(names)}" if names else "declare some: `places of …:`",
            )
        return None

    def draw(self, node: n.Draw) -> s.Stmt | None:
        amount = self.number(node.amount, "how many are drawn")
        source = self.place(node.source, None)
        target = self.place(node.target, source[0].domain if source is not None else None)
        if source is None or target is None:
            return None
        if source[0].shape == "set":
            self.findings.error(
                "RW253",
                f"`{source[0].name}` is a set and has no top to draw from",
                node.source.span,
                "choose or reveal one, then `move` it",
            )
        return s.Draw(node.span, amount, source[0].name, source[1], target[0].name, target[1])

    def shuffle(self, node: n.Shuffle) -> s.Stmt | None:
        found = self.expr(node.pile)
        if isinstance(found, x.ReadPlace) and self.w.places[found.place].shape == "pile":
            return s.ShufflePlace(node.span, found.place, found.keys)
        if isinstance(found, x.ReadVariable):
            given = self.w.variables[found.variable].type
            if isinstance(given, CollectionType) and given.shape != "set":
                return s.ShuffleVariable(node.span, found.variable, found.keys)
        if not isinstance(found.type, UnknownType):
            self.findings.error(
                "RW253", f"only a pile can be shuffled, and this is {in_words(found.type)}", node.pile.span
            )
        return None

    def show(self, node: n.Show) -> s.Stmt | None:
        what = self.expr(node.what)
        whom = self.expr(node.whom, PLAYER)
        seen = without_nothing(whom.type)
        if (seen.of if isinstance(seen, CollectionType) else seen) not in (PLAYER, UNKNOWN):
            self.findings.error(
                "RW218",
                f"something is shown to a player or a set of players, but this is {in_words(whom.type)}",
                node.whom.span,
            )
        given = without_nothing(what.type)
        of = given.of if isinstance(given, CollectionType) else given
        if isinstance(of, MemberType):
            return s.Show(node.span, of.domain, what, whom)
        if of is not None and not isinstance(of, UnknownType):
            self.findings.error(
                "RW218", f"only cards and tokens can be shown, but this is {in_words(what.type)}", node.what.span
            )
        return None

    # ---- events, procedures, results

    def unknown_procedure(self, name: n.Word) -> None:
        """The finding for a procedure that nothing declares."""
        if str(name) in self.w.values:
            self.findings.error(
                "RW222",
                f"`{name}` is a value: it does nothing by itself",
                name.span,
                "use it in an expression, or make it a procedure",
            )
            return
        if str(name) in self.w.actions:
            self.findings.error("RW241", f"`{name}` is an action", name.span, f"`perform {name} free` does it")
            return
        self.findings.unknown(
            "RW241", str(name), f"there is no procedure `{name}`", name.span, did_you_mean(name, self.w.procedures)
        )

    def emit(self, node: n.Emit) -> s.Stmt | None:
        event = self.w.events.get(str(node.event.name))
        if event is None:
            self.unknown_event(node.event.name)
            return None
        self.w.emitted.add(event.name)
        if len(node.event.args) != len(event.params):
            self.wrong_count(
                f"the event `{event.name}`", len(event.params), len(node.event.args), node.event.span, list(event.names)
            )
            return None
        args = tuple(
            self.typed(arg, maybe(wanted), f"`{name}` of `{event.name}`")
            for arg, wanted, name in zip(node.event.args, event.params, event.names, strict=True)
        )
        return s.Emit(node.span, event.name, args)

    def procedure_call(self, call: n.Call) -> s.LetCall | None:
        """A call of a procedure, its result dropped."""
        info = self.w.procedures.get(str(call.name))
        if info is None:
            self.unknown_procedure(call.name)
            return None
        info.used = True
        names = [str(param.name) for param in info.node.params]
        if len(call.args) != len(info.params):
            self.wrong_count(f"`{call.name}`", len(info.params), len(call.args), call.span, names)
            return None
        args = tuple(
            self.typed(arg, wanted, f"`{name}` of `{call.name}`", warn=True)
            for arg, wanted, name in zip(call.args, info.params, names, strict=True)
        )
        self.procedure_model(info)
        if info.uses_me:
            self.use_me(f"`{call.name}` speaks of `me`", call.span)
        return s.LetCall(call.span, None, str(call.name), args)

    def action_named(self, name: n.Word) -> m.ActionModel | None:
        """The action of a name, checked; a finding when there is none."""
        if str(name) not in self.w.actions:
            hint = did_you_mean(name, self.w.actions)
            self.findings.unknown("RW238", str(name), f"there is no action `{name}`", name.span, hint)
            return None
        self.w.actions[str(name)].used = True
        return self.action_model(str(name))

    def give(self, node: n.Give) -> s.Stmt | None:
        if not self.frame.may_give:
            self.findings.error(
                "RW414",
                f"nothing can be given {self.frame.what}",
                node.span,
                "`give` ends a procedure declared with `gives`, or an action",
            )
            return None
        wanted = self.frame.gives
        value = (
            self.expr(node.value, wanted) if wanted is None else self.typed(node.value, maybe(wanted), "what is given")
        )
        self.frame.given.append(value.type)
        return s.Give(node.span, value)

    def simple(self, node: n.Simple) -> s.Stmt | None:
        match node.kind:
            case "pause":
                return s.Simple(node.span, "pause")
            case "end_turn":
                return s.Simple(node.span, "end_turn")
            case "as_usual":
                if not self.frame.as_usual:
                    self.findings.error("RW415", "`as usual` has a meaning in `instead of` rules only", node.span)
                    return None
                return s.Simple(node.span, "as_usual")
        return s.Simple(node.span, "skip")

    # ---- notation

    def written_notation(self, written: n.Word, names: Sequence[str]) -> s.Notation:
        """The parts of `"verb {name}>{other.field}"`, with the names in braces resolved."""
        parts: list[str | x.Expr] = []
        told: set[str] = set()
        sound = True
        rest, offset = str(written), 0
        while rest:
            before, brace, after = rest.partition("{")
            if before:
                parts.append(before)
            if not brace:
                break
            inside, closing, rest = after.partition("}")
            offset += len(before) + 1
            if not closing:
                self.findings.error("RW250", "a brace in this notation is not closed", written.span, "write `{name}`")
                sound = False
                break
            node = self.notation_part(written, inside, offset)
            offset += len(inside) + 1
            sound = sound and node is not None
            if node is not None:
                told |= {str(part.id) for part in parts_of(node) if isinstance(part, n.Name)}
                part = self.expr(node)
                sound = sound and not isinstance(part.type, UnknownType)
                parts.append(part)
        for name in names:
            if name not in told and sound:
                self.findings.error(
                    "RW404",
                    f"the notation does not tell `{name}`, so two options would print alike",
                    written.span,
                    f"put `{{{name}}}` into it",
                )
        return tuple(parts)

    def notation_part(self, written: n.Word, inside: str, offset: int) -> n.Expr | None:
        start = written.span.column + 1 + offset

        def place(line: int, column: int, end_line: int, end_column: int) -> Span:
            return Span(
                written.span.file, written.span.line, start + column - 1, written.span.line, start + end_column - 1
            )

        if not inside.strip():
            self.findings.error(
                "RW250", "the braces of a notation hold a name", place(1, 1, 1, len(inside) + 1), "write `{name}`"
            )
            return None
        node, found = read_text(inside, "amount", place)
        if found:
            self.findings.error(
                "RW250",
                f"`{inside}` is not a name or a field",
                place(1, 1, 1, len(inside) + 1),
                "write `{name}` or `{name.field}`",
            )
            return None
        expression: n.Expr = node
        return expression
