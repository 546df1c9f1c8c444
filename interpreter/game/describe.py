"""Rules text in plain words: what a row of data does, said in sentences made from its syntax trees.

The words come from the rules alone: names with their `_` as spaces, the long texts of actions and parts, and the
language's own words. `me` becomes "you", `self` "this" and its type, the variable of an outermost `any p in …` "it".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.check import CheckedGame
from interpreter.game.phrases import Phrases, Told, plain, where
from interpreter.syntax import nodes as n
from interpreter.syntax import read_text

SIMPLE = {"pause": "", "end_turn": "the turn ends", "as_usual": "as usual", "skip": "nothing happens"}
ALTERNATIVES = {"one_of": "one of these", "any_order": "in any order", "first_possible": "the first that is possible"}


class Describer:
    """Says what the rules text of a game's rows does."""

    def __init__(self, checked: CheckedGame) -> None:
        self.texts = checked.checker.w.texts
        self.members = {name for domain in checked.checker.w.domains.values() for name in domain.members}
        items = [entry.item for entry in checked.merged.items]
        self.actions = {str(item.name): str(item.text) for item in items if isinstance(item, n.Action) and item.text}
        self.values = {str(item.name): _told(item) for item in items if isinstance(item, n.Value) and item.text}
        self.done = {str(item.name): _told(item) for item in items if isinstance(item, n.Procedure) and item.text}

    def text(self, number: int) -> str:
        """The rules text with this number in the model: an effect in sentences, anything else as a clause."""
        info = self.texts[number]
        own = next((type_.domain for name, type_, _ in info.bound if name == "self"), "row")
        speaker = Speaker(self.members, own, self.values, actions=self.actions, done=self.done)
        said: list[str] = []
        for scalar in info.source:
            if scalar.text is None:
                continue
            tree, _ = read_text(scalar.text.text, info.form, scalar.text.span)
            match tree:
                case None:
                    continue
                case tuple():
                    said += [_sentence(line) for line in speaker.lines(tree)]
                case n.Pattern():
                    said.append(speaker.pattern(tree))
                case _:
                    said.append(speaker.words(tree))
        return (" or " if info.form == "trigger" else " ").join(said)


def _told(item: n.Value | n.Procedure) -> Told:
    return Told(tuple(str(param.name) for param in item.params or ()), str(item.text))


def _sentence(line: str) -> str:
    return f"{line[:1].upper()}{line[1:]}."


@dataclass
class Speaker(Phrases):
    """Puts statements into words; `actions` are the long texts of actions, `done` what procedures say of themselves."""

    actions: Mapping[str, str] = field(default_factory=dict)
    done: Mapping[str, Told] = field(default_factory=dict)

    def lines(self, block: n.Block) -> list[str]:
        """The statements of a block, a line for each that says something."""
        return [line for statement in block if (line := self.said(statement))]

    def block(self, block: n.Block) -> str:
        """A block inside a line."""
        return "; ".join(self.lines(block))

    def said(self, statement: n.Stmt) -> str:
        """A statement in words; empty for one that only frames others."""
        match statement:
            case n.Change(kind=kind, amount=amount, counter=counter, whom=whom):
                what = "" if counter is None else f" {self.counted(counter)}"
                verb = "score" if counter is None else kind
                return f"{verb} {self.inner(amount, n.Conditional)}{what}{self.after(' for', whom)}"
            case n.Cost(prices=prices) | n.Pay(prices=prices):
                return "pay " + " and ".join(f"{self.words(p.amount)} {self.counted(p.counter)}" for p in prices)
            case n.CallProcedure(call=call):
                return self.procedure(call)
            case n.PerformAction(perform=perform):
                return self.performed(perform)
            case n.Let(name=name, value=value):
                return f"{self.bound(value)} (the {plain(name)})"
            case n.Run(what=what):
                return f"carry out {self.words(what)}"
            case n.Simple(kind=kind):
                return SIMPLE[kind]
            case n.Require(condition=condition) | n.Ensure(condition=condition):
                return f"this needs that {self.words(condition)}"
            case n.Limit(number=number, per=per):
                return f"at most {number} times per {per}"
            case n.Emit(event=event):
                return self.pattern(n.Pattern(event.span, event, None))
            case n.Give(value=value):
                return f"the result is {self.words(value)}"
            case n.Winner(who=who):
                return f"the winner is {self.words(who)}"
            case n.Choose() | n.Pick() | n.Reveal():
                return self.choice(statement)
            case n.If() | n.ForEach() | n.Repeat() | n.May() | n.Ask() | n.With() | n.Alternatives():
                return self.framed(statement)
            case n.ThisValue(scope=scope, change=change):
                return f"this {scope} {self.changed(change)}"
            case n.ThisListener():
                return self.listener(statement)
            case _:
                return self.moved(statement)

    def moved(
        self,
        statement: n.Move | n.Swap | n.Draw | n.Add | n.Remove | n.Clear | n.Shuffle | n.Show | n.Assign,
    ) -> str:
        """A statement that puts something somewhere."""
        match statement:
            case n.Move(what=what, end=end, where=where):
                to = f"the {end} of " if end else ""
                return f"move {self.words(what)} to {to}{self.words(where)}"
            case n.Swap(left=left, right=right):
                return f"exchange {self.words(left)} and {self.words(right)}"
            case n.Draw(amount=amount, source=source, target=target):
                return f"draw {self.words(amount)} from {self.words(source)} to {self.words(target)}"
            case n.Add(what=what, collection=collection):
                return f"add {self.words(what)} to {self.words(collection)}"
            case n.Remove(what=what, collection=collection):
                return f"remove {self.words(what)}{self.after(' from', collection)}"
            case n.Clear(collection=collection):
                return f"empty {self.words(collection)}"
            case n.Shuffle(pile=pile):
                return f"shuffle {self.words(pile)}"
            case n.Show(what=what, whom=whom):
                return f"show {self.words(what)} to {self.words(whom)}"
            case n.Assign(target=target, value=value):
                return f"set {self.words(target)} to {self.words(value)}"

    def choice(self, statement: n.Choose | n.Pick | n.Reveal) -> str:
        """A statement in which somebody, the rules or chance takes something."""
        told = where(self.under(statement.name, statement.condition))
        what = f"{plain(statement.name)} from {self.words(statement.source)}{told}"
        match statement:
            case n.Choose(may=may, count=count):
                number = "" if count is None else self.number_of(count)
                return f"{'you may ' if may else ''}choose {number}{what}"
            case n.Pick(likings=likings):
                liked = [f"{self.words(one.key)} {one.order or ''}".rstrip() for one in likings]
                return f"take {what}, preferring {', then '.join(liked)}"
            case n.Reveal():
                return f"by chance: {what}"

    def number_of(self, count: n.Count) -> str:
        """How many are chosen."""
        if count.number is None:
            return "any number as "
        return f"{'up to ' if count.kind == 'up_to' else ''}{self.words(count.number)} as "

    def framed(self, statement: n.If | n.ForEach | n.Repeat | n.May | n.Ask | n.With | n.Alternatives) -> str:
        """A statement with blocks."""
        match statement:
            case n.If(condition=condition, block=block, other=other):
                rest = f"; otherwise {self.block(other)}" if other else ""
                return f"if {self.words(condition)}: {self.block(block)}{rest}"
            case n.ForEach(name=name, source=source, condition=condition, block=block):
                told = where(self.under(name, condition))
                return f"for each {plain(name)} in {self.words(source)}{told}: {self.block(block)}"
            case n.Repeat(up_to=up_to, number=number, condition=condition, block=block):
                times = f"{'up to ' if up_to else ''}{self.words(number)} times{self.after(' while', condition)}"
                return f"{times}: {self.block(block)}"
            case n.May(text=text, block=block):
                return f"you may: {self.block(block)}" + (f" ({text})" if text else "")
            case n.Ask(who=who, block=block):
                return f"{self.words(who)}: {self.block(block)}"
            case n.With(changes=changes, block=block):
                return f"{self.block(block)}, with {' and '.join(map(self.changed, changes))}"
            case n.Alternatives(kind=kind, branches=branches):
                head = ALTERNATIVES[kind]
                return f"{head}: " + "; ".join(f"({k}) {self.branch(one)}" for k, one in enumerate(branches, 1))

    def branch(self, branch: n.Branch) -> str:
        """A part of a choice."""
        may = "maybe " if branch.may else ""
        if isinstance(branch, n.Parts):
            return f"{may}for each {plain(branch.name)} in {self.words(branch.source)}: {self.block(branch.block)}"
        return f"{may}{self.block(branch.block)}{self.after(' if', branch.condition)}"

    def listener(self, statement: n.ThisListener) -> str:
        """What holds for a while from now on."""
        once = "" if statement.once is None else "once "
        per = "" if statement.once is None or statement.once.per is None else f"per {plain(statement.once.per)} "
        cause = self.replaced(statement.pattern) if statement.kind == "instead" else self.pattern(statement.pattern)
        word = "instead of this" if statement.kind == "instead" else "when"
        return f"{once}{per}this {statement.scope}, {word} {cause}: {self.block(statement.block)}"

    def replaced(self, pattern: n.Pattern) -> str:
        """A procedure that something else takes the place of."""
        told = self.done.get(str(pattern.call.name))
        if told is None:
            return f"({self.pattern(pattern)})"
        condition = "" if pattern.condition is None else where(self.words(pattern.condition))
        return f"({self.filled(told, pattern.call.args, self.matched)}{condition})"

    def procedure(self, call: n.Call) -> str:
        """A procedure that is carried out."""
        told = self.done.get(str(call.name))
        return self.phrase(plain(call.name), call.args) if told is None else self.filled(told, call.args, self.operand)

    def bound(self, value: n.Expr | n.Perform) -> str:
        """What a name stands for: a value, or what an action or procedure gives."""
        match value:
            case n.Perform():
                return self.performed(value)
            case n.Call(name=name) if str(name) in self.done:
                return self.procedure(value)
            case _:
                return self.words(value)

    def performed(self, perform: n.Perform) -> str:
        """An action that is done without its costs."""
        text = self.actions.get(str(perform.action), plain(perform.action))
        return f"{text[:1].lower()}{text[1:]} at no cost"

    def changed(self, change: n.Changed) -> str:
        """A value that is another for a while."""
        return f"{self.words(change.head)} being {self.words(change.value)}"

    def counted(self, counter: n.Counted) -> str:
        """A counter, with what it is kept for."""
        return self.phrase(plain(counter.name), counter.keys) if counter.keys else plain(counter.name)

    def after(self, word: str, expr: n.Expr | None) -> str:
        """The word and the expression; empty where there is none."""
        return "" if expr is None else f"{word} {self.words(expr)}"
