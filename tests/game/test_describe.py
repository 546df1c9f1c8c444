"""Rules text in words."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.diagnostics import Span
from interpreter.game.describe import Speaker
from interpreter.game.phrases import Told
from interpreter.syntax import read_text
from interpreter.syntax.parser import Start

MEMBERS = {"red", "blue", "kitchen", "cellar"}
ACTIONS = {"sow": "Sow a seed"}


def speaker() -> Speaker:
    return Speaker(MEMBERS, "seed_bag", actions=ACTIONS)


def read(text: str, form: Start) -> Any:
    node, findings = read_text(text, form, lambda a, b, c, d: Span("text", a, b, c, d))
    assert not findings
    return node


CLAUSES = [
    ("me.coins >= 8", "your coins is at least 8"),
    ("coins_at(me, kitchen) > 0", "your coins at kitchen is at least 1"),
    ("price(kitchen) < 3", "price kitchen is at most 2"),
    ("bags[kitchen, me] is 2", "your bags kitchen is 2"),
    ("any p in trays where p.depth is 2 and not p.open", "for one of trays, its depth is 2 and not its open"),
    ("all s in rooms where stock(me, s) > 0", "for all of rooms, your stock it is at least 1"),
    ("none s in rooms where s.open", "for none of rooms, its open"),
    ("(count c in bags where c.colour is red) >= 2", "(the number of bags where its colour is red) is at least 2"),
    ("self.colour in [red, blue]", "this seed bag’s colour is red or blue"),
    ("self.colour not in [red, blue]", "this seed bag’s colour is not red or blue"),
    ("me in winners or (a and b)", "you is one of winners or a and b"),
    ("(a or b) and c", "(a or b) and c"),
    ("2 * (times sown(me, r) this turn where r is red)", "2 × the times you sown a r where r is red in this turn"),
    ("(distinct r in sown(me, r) this effect).size", "the number of the different r where you sown a r in this effect"),
    ("sum price(r) for r in rooms where r.open", "the total of price it for rooms where its open"),
    ("best p in players by p.score highest", "the best of players by its score highest"),
    ("me.hand if mover is me otherwise []", "your hand if the player whose turn it is is you, otherwise nothing"),
    ("[1 to 4]", "1 to 4"),
    ("-2 + me.coins", "minus 2 + your coins"),
]


@pytest.mark.parametrize(("text", "words"), CLAUSES)
def test_clauses(text: str, words: str) -> None:
    assert speaker().words(read(text, "amount")) == words


TRIGGERS = [
    ("sown(me, kitchen)", "you sown kitchen"),
    ("sown(who, room) where room.open", "sown a who, a room where room’s open"),
    ("harvested(me)", "you harvested"),
]


@pytest.mark.parametrize(("text", "words"), TRIGGERS)
def test_triggers(text: str, words: str) -> None:
    assert speaker().pattern(read(text, "trigger")) == words


EFFECTS = [
    ("gain 2 coins", "gain 2 coins"),
    ("score 3 for mover", "score 3 for the player whose turn it is"),
    ("lose 1 bags[kitchen, me]", "lose 1 your bags kitchen"),
    ("pay 1 coins, 2 seeds", "pay 1 coins and 2 seeds"),
    ("perform sow free", "sow a seed at no cost"),
    ("perform rest free", "rest at no cost"),
    ("let r be perform sow free", "sow a seed at no cost (the r)"),
    ("take_seed()", "take seed"),
    ("put_seeds(2, kitchen)", "put seeds 2, kitchen"),
    ("run self.bonus", "carry out this seed bag’s bonus"),
    ("move self to me.hand", "move this seed bag to your hand"),
    ("move self to top of deck", "move this seed bag to the top of deck"),
    ("draw 3 from deck to me.hand", "draw 3 from deck to your hand"),
    ("swap a with b", "exchange a and b"),
    ("add me to guests", "add you to guests"),
    ("remove me from guests", "remove you from guests"),
    ("remove a", "remove a"),
    ("clear guests", "empty guests"),
    ("shuffle deck", "shuffle deck"),
    ("show a to players", "show a to players"),
    ("set self.open to yes", "set this seed bag’s open to yes"),
    ("emit sown(me, kitchen)", "you sown kitchen"),
    ("give a", "the result is a"),
    ("winner me", "the winner is you"),
    ("require me.coins > 0", "this needs that your coins is at least 1"),
    ("ensure me.coins > 0", "this needs that your coins is at least 1"),
    ("limit 2 per turn for me", "at most 2 times per turn"),
    ("end turn", "the turn ends"),
    ("skip", "nothing happens"),
    ("choose r from rooms where r.open", "choose r from rooms where its open"),
    ("may choose r from rooms", "you may choose r from rooms"),
    ("choose 2 gone from me.hand", "choose 2 as gone from your hand"),
    ("choose up to 3 gone from me.hand", "choose up to 3 as gone from your hand"),
    ("choose any shown from me.hand", "choose any number as shown from your hand"),
    ("pick r from rooms preferring r.open then r.size highest", "take r from rooms, preferring r’s open, then "
     "the number of r highest"),
    ("reveal r from rooms", "by chance: r from rooms"),
    ("if a: gain 1 coins\notherwise: gain 2 coins", "if a: gain 1 coins; otherwise gain 2 coins"),
    ("for each r in rooms where r.open: gain 1 coins", "for each r in rooms where its open: gain 1 coins"),
    ("repeat 3 times: gain 1 coins", "3 times: gain 1 coins"),
    ("repeat up to 3 times while a: gain 1 coins", "up to 3 times while a: gain 1 coins"),
    ("may: gain 1 coins", "you may: gain 1 coins"),
    ('may "Rest?": gain 1 coins', "you may: gain 1 coins (Rest?)"),
    ("ask mover: gain 1 coins", "the player whose turn it is: gain 1 coins"),
    ("with price(me) is 0: perform sow free", "sow a seed at no cost, with your price being 0"),
    ("this turn price(me) is 0", "this turn your price being 0"),
    ("this turn when sown(me, r) once per r: score 1", "once per r this turn, when you sown a r: score 1"),
    ("this turn instead of pay_out(me): as usual", "this turn, instead of this (you pay out): as usual"),
    ("choose one:\n  part a: gain 1 coins\n  part b if c: gain 2 coins", "one of these: (1) gain 1 coins; "
     "(2) gain 2 coins if c"),
    ("in any order:\n  may part a: gain 1 coins\n  parts r in rooms: run r.bonus", "in any order: (1) maybe gain "
     "1 coins; (2) for each r in rooms: carry out r’s bonus"),
    ("first possible:\n  part a: gain 1 coins", "the first that is possible: (1) gain 1 coins"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), EFFECTS)
def test_effects(text: str, words: str) -> None:
    assert speaker().lines(read(text, "effect")) == [words]


def test_a_pause_says_nothing() -> None:
    assert speaker().lines(read("gain 1 coins\npause\ngain 2 coins", "effect")) == ["gain 1 coins", "gain 2 coins"]


TOLD = {
    "coins_at": Told(("p", "room"), "coins in the {room}"),
    "price": Told(("room",), "price of the {room}"),
    "rooms": Told((), "the rooms of the house"),
}
DONE = {
    "pay_out": Told(("n", "to"), "pay {n} coins to {to}"),
    "rest": Told(("p",), "rest"),
    "draw_one": Told((), "take a card"),
}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("score coins_at(me, kitchen)", "score your coins in the kitchen"),
        ("score coins_at(mover, kitchen)", "score coins in the kitchen"),
        ("score price(cellar) + 1", "score price of the cellar + 1"),
        ("score rooms.size", "score the number of the rooms of the house"),
        ("pay_out(2, me)", "pay 2 coins to you"),
        ("pay_out(price(cellar), mover)", "pay price of the cellar coins to the player whose turn it is"),
        ("let c be draw_one()", "take a card (the c)"),
        ("rest(me)", "rest"),
        (
            "this turn instead of pay_out(n, me) where n > 2: as usual",
            "this turn, instead of this (pay a n coins to you where n is at least 3): as usual",
        ),
        ("let c be price(cellar)", "price of the cellar (the c)"),
    ],
)
def test_values_and_procedures_in_their_own_words(text: str, words: str) -> None:
    teller = Speaker(MEMBERS, "seed_bag", TOLD, actions=ACTIONS, done=DONE)
    assert teller.lines(read(text, "effect")) == [words]
