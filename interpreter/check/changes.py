"""Checks what changes counters, kept variables, pieces and cards."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.check.expressions import Expressions
from interpreter.check.findings import did_you_mean, listed, one
from interpreter.check.kinds_of import fits, in_words
from interpreter.diagnostics import Span
from interpreter.model import expressions as x
from interpreter.model import program as m
from interpreter.model import statements as s
from interpreter.model.types import (
    PLAYER,
    SPACE,
    UNKNOWN,
    CollectionType,
    MemberType,
    NothingType,
    NumberType,
    UnknownType,
    maybe,
    without_nothing,
)
from interpreter.syntax import nodes as n


class Changes(Expressions):
    """The checker of statements that change the state."""

    def counter(
        self, counted: n.Counted, whom: n.Expr | None, span: Span
    ) -> tuple[m.Variable, tuple[x.Expr, ...], x.Expr | None] | None:
        """A counter, its keys, and the player it is for."""
        name = str(counted.name)
        variable = self.w.variables.get(name)
        if variable is None or variable.role != "counter":
            counters = [v.name for v in self.w.variables.values() if v.role == "counter"]
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
