"""Statements about cards: moving, drawing, shuffling and showing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.layout import CardSlots, Spot
from interpreter.model import expressions as x
from interpreter.model import statements as s
from interpreter.model.types import CollectionType, without_nothing
from interpreter.model.walk import walk
from interpreter.run.changes import full
from interpreter.run.finish import Check
from interpreter.run.machine import Evaluate, Execute, Frame, Machine
from interpreter.run.signals import Happened

if TYPE_CHECKING:
    from interpreter.run.compiler import Compiler
    from interpreter.run.scope import Scope

FindSpot = Callable[[Machine, Frame], "Spot | None"]


def spot(c: Compiler, scope: Scope, place: str, keys: Sequence[x.Expr]) -> FindSpot:
    """Finds the place of cards for the keys; None when a key is nothing or outside its range."""
    cards, each = c.layout.cards[c.model.places[place].domain], c.exprs(keys, scope)
    return lambda r, f: cards.spot(place, [key(r, f) for key in each])


def move_card(c: Compiler, scope: Scope, node: s.MoveCard) -> Execute:
    """`move card to place`; raises Rejected (RW704) for a full row."""
    cards = c.layout.cards[c.model.places[node.place].domain]
    what, target = c.expr(node.what, scope), spot(c, scope, node.place, node.keys)
    look, check = looking(c, scope, node.what), c.program.finishing.after(node)

    def move(r: Machine, f: Frame) -> None:
        look(r, f)
        card, there = what(r, f), target(r, f)
        if card is None or there is None:
            return
        if r.trying:
            raise Happened
        if cards.spot_of(r.v, card) is not there and not cards.room(r.v, there):
            raise full(there.name, there.size or 0, node.span)
        r.revealed = cards.put(r.v, card, there, node.bottom) or r.revealed
        check(r)

    return move


def draw(c: Compiler, scope: Scope, node: s.Draw) -> Execute:
    """`draw n from pile to place`: from the top, as many as there are and as find room."""
    cards = c.layout.cards[c.model.places[node.source].domain]
    amount = c.expr(node.amount, scope)
    source, target = spot(c, scope, node.source, node.source_keys), spot(c, scope, node.target, node.target_keys)
    check = c.program.finishing.after(node)

    def draw_some(r: Machine, f: Frame) -> None:
        pile, there = source(r, f), target(r, f)
        if pile is None or there is None:
            return
        drawn = False
        for _ in range(amount(r, f) or 0):
            r.spend(1, node.span)
            if not cards.room(r.v, there):
                break
            refill(r, cards, pile)
            top = cards.top(r.v, pile)
            if top is None:
                break
            if r.trying:
                raise Happened
            r.revealed = cards.put(r.v, top, there) or r.revealed
            drawn = True
        if drawn:
            check(r)

    return draw_some


def refill(r: Machine, cards: CardSlots, pile: Spot) -> None:
    """Fills an empty pile that is refilled from another place: all cards there, shuffled."""
    name = pile.place.refill
    if name is None or cards.count(r.v, pile):
        return
    source = cards.spot(name, pile.keys) or cards.spot(name, ())
    if source is None:
        return
    found = cards.read(r.v, source)
    if not found:
        return
    if r.trying:
        raise Happened
    for card in found:
        cards.put(r.v, card, pile)
    cards.arrange(r.v, pile, r.layout.chance.shuffled(r.v, cards.read(r.v, pile)))
    r.revealed = True


def looking(c: Compiler, scope: Scope, *nodes: x.Expr) -> Execute:
    """Refills, where that is due, the piles whose tops the expressions look at themselves (`first`, `top_of`)."""
    piles: list[tuple[CardSlots, FindSpot]] = []
    for node in nodes:
        for read in _tops(node):
            if c.model.places[read.place].refill is not None:
                cards = c.layout.cards[c.model.places[read.place].domain]
                piles.append((cards, spot(c, scope, read.place, read.keys)))
    if not piles:
        return _no_look

    def look(r: Machine, f: Frame) -> None:
        for cards, find in piles:
            pile = find(r, f)
            if pile is not None:
                refill(r, cards, pile)

    return look


def _no_look(r: Machine, f: Frame) -> None:
    """What is done before expressions that look at no pile."""


def _tops(node: Any) -> Iterator[x.ReadPlace]:
    for part in walk(node):
        match part:
            case x.Quantifier(kind="first", source=x.ReadPlace() as read):
                yield read
            case x.CallBuiltin(name="top_of", args=(_, x.ReadPlace() as read)):
                yield read


def shuffle_place(c: Compiler, scope: Scope, node: s.ShufflePlace) -> Execute:
    """`shuffle pile`: an order drawn by lot, and nobody knows its cards any more."""
    cards = c.layout.cards[c.model.places[node.place].domain]
    where, chance = spot(c, scope, node.place, node.keys), c.layout.chance
    check: Check = c.program.finishing.after(node)

    def shuffle(r: Machine, f: Frame) -> None:
        pile = where(r, f)
        found = () if pile is None else cards.read(r.v, pile)
        if pile is None or not found:
            return
        if r.trying:
            raise Happened
        cards.arrange(r.v, pile, chance.shuffled(r.v, found))
        r.revealed = True
        check(r)

    return shuffle


def show(c: Compiler, scope: Scope, node: s.Show) -> Execute:
    """`show cards to whom`: they know them from now on."""
    what, whom = _many(c, scope, node.what), _many(c, scope, node.whom)
    cards, secrets = c.layout.cards.get(node.domain), c.layout.secrets.get(node.domain)

    def show_them(r: Machine, f: Frame) -> None:
        shown, seats = what(r, f), sum(1 << seat for seat in whom(r, f))
        if not shown or not seats:
            return
        if r.trying:
            raise Happened
        r.revealed = True
        for member in shown:
            if cards is not None:
                cards.learn(r.v, member, seats)
            elif secrets is not None:
                r.v[secrets + member] |= seats

    return show_them


def _many(c: Compiler, scope: Scope, node: x.Expr) -> Evaluate:
    """The members that an expression gives: those of a collection, or the one."""
    evaluate = c.expr(node, scope)
    if isinstance(without_nothing(node.type), CollectionType):
        return lambda r, f: tuple(dict.fromkeys(evaluate(r, f) or ()))

    def one(r: Machine, f: Frame) -> tuple[int, ...]:
        found = evaluate(r, f)
        return () if found is None else (found,)

    return one


STATEMENTS: Mapping[type, Callable[..., Execute]] = {
    s.MoveCard: move_card,
    s.Draw: draw,
    s.ShufflePlace: shuffle_place,
    s.Show: show,
}
