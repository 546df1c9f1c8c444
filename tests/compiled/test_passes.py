"""Each optimising pass, on a tiny game: what the generated text says with it and without it, and that both play alike.

Texts are looked for by regular expressions; numbers of tables and temporary names do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from interpreter.compiled.code.made import PASSES
from interpreter.compiled.engine import CompiledEngine
from interpreter.run.decisions import Position
from tests.compiled.tiny import GAMES, checked, program, text
from tools.differential.lockstep import Pair

ONLY_WITH = [
    ("alone", "men", "take_advance", r"if \(v\[\w+ \+ \d+\] == \w+\) and \(not v\[x1 \+ \d+\]\):"),
    ("alone", "pairs", "play", r"if share_a_space\(v, "),
    ("foresee", "pairs", "menu_play", r"\^ \(\(1 << t\d+\) \| \(1 << t\d+\)\)"),
    ("fuse", "pairs", "play_at_random", r"for (t\d+) in T\d+:\n +t\d+ = v\[\1"),
    ("promote", "pairs", "play", r"(v\[\d+\]) = s\d+\n +rule_breaking_draw\(.*\n(.*\n)* +s\d+ = \1"),
    ("together", "pairs", "play", r"k, x0, x1 = o0_0\["),
    ("unfold", "pairs", "menu_play", r"for x0, x1 in T\d+"),
    ("between", "marks", "take_put", r"in between\(v, "),
    ("counted", "men", "pick_play", r"return \(0, x0, x1, \)"),
    ("figures", "men", "take_advance", r"\.get\(v\["),
    ("groups", "men", "take_advance", r"v\[\w+g0\] \^= \w+both"),
    ("join", "men", "take_slant", r"LOWEST\[v\[x1 \+ \d+\]\]"),
    ("links", "chains", "take_put", r"join_mark\(v, "),
    ("masks", "chains", "menu_play", r"in bits\(v\[\d+\]\)"),
    ("moves", "men", "take_advance", r"1 << x0"),
    ("ready", "stones", "menu_play", r"out \+= O\d+\[T\d+\[v\[11\]\] & "),
    ("promote", "chains", "play", r"s4 = v\[4\]"),
    ("rows", "men", "play", r"for \w+, c\d+ in T\d+"),
    ("seats", "men", "menu_play", r"if not me:"),
    ("share", "marks", "menu_play", r"(t\d+) = ~v\[\d+\]\n(.*\n)*.*& \1"),
    ("shifts", "men", "play_at_random", r"<< 4\) & .*\n(.*\n)*.*nth_bit\("),
]
ONLY_WITHOUT = [
    ("short", "men", "take_advance", r"for \w+ in T\d+\[x0\]:\n.*\n +\w+ = True"),
    ("absorb", "men", "menu_play", r"FEW\[1048320 & "),
    ("inline", "men", "", r"procedure_award\("),
    ("inverses", "men", "menu_play", r"v\[x0 \+ \d+\] >= 0"),
    ("loops", "men", "", r"len\(\["),
    ("tables", "marks", "take_put", r"borrowed_\d+\("),
    ("unroll", "men", "take_advance", r"for \w+ in T\d+:\n.*\bv\[\w+ \+ \d+\]\]"),
]


@pytest.mark.parametrize(("name", "game", "function", "pattern"), ONLY_WITH)
def test_what_a_pass_puts_in(name: str, game: str, function: str, pattern: str) -> None:
    assert re.search(pattern, text(game, function))
    assert not re.search(pattern, text(game, function, without=name))


@pytest.mark.parametrize(("name", "game", "function", "pattern"), ONLY_WITHOUT)
def test_what_a_pass_saves(name: str, game: str, function: str, pattern: str) -> None:
    assert re.search(pattern, text(game, function, without=name))
    assert not re.search(pattern, text(game, function))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["nothing", *sorted(PASSES)])
def test_games_go_as_the_reference_says_without_a_pass(game: str, name: str) -> None:
    pair = Pair(checked(game), game, PASSES - {name}, program(game, "" if name == "nothing" else name))
    for seed in (1, 2):
        _, difference = pair.play(seed, Random(seed), 25, 0.2)
        assert difference is None, difference.text()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["nothing", *sorted(PASSES)])
def test_a_playout_in_place_ends_where_positions_end(game: str, name: str) -> None:
    engine = program(game, "" if name == "nothing" else name)
    for seed in (1, 2):
        dice, picks = Random(seed), list[int]()
        position = engine.start(seed)
        while not position.over:
            picks.append(dice.randrange(position.count))
            position = engine.after(position, picks[-1])
        answers = iter(picks)
        end = engine.run_out(engine.start_vector(seed), lambda options, answers=answers: next(answers))
        assert list(end[: engine.layout.size]) == list(position.vector[: engine.layout.size])
        assert next(answers, None) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["nothing", *sorted(PASSES)])
def test_what_is_kept_beside_a_state_follows_from_it(game: str, name: str) -> None:
    engine, dice = program(game, "" if name == "nothing" else name), Random(5)
    for seed in range(3):
        position = engine.start(seed)
        while not position.over:
            position = engine.after(position, dice.randrange(position.count))
            kept, anew = list(position.vector), list(position.vector)
            engine.upkeep.rebuild(anew)
            # Which key stands for a group of joined ones depends on the order in which they were joined.
            for link in engine.generated.kept.links.values():
                kept[link.base : link.base + 16] = anew[link.base : link.base + 16]
            assert kept == anew, (name, seed)


class Stop(Exception):
    """Ends a playout after its first turn."""


class Draws:
    """Answers the draws of one turn of a playout by numbers, 0 behind the last; keeps how many options each had."""

    def __init__(self, v: list[int], turns: int, numbers: list[int]) -> None:
        self.v, self.turns, self.before = v, turns, v[turns]
        self.numbers = numbers
        self.counts: list[int] = []

    def __mul__(self, count: int) -> int:
        if self.v[self.turns] != self.before:
            raise Stop
        self.counts.append(count)
        place = len(self.counts) - 1
        return self.numbers[place] if place < len(self.numbers) else 0


def ends_of_a_turn(engine: CompiledEngine, v: list[int]) -> Iterator[tuple[int, ...]]:
    """The states to which a turn of a playout by chance can come, one for each way to decide."""
    play, turns = engine._names["play_at_random"], engine.layout.turns_taken
    numbers: list[int] = []
    while True:
        state = list(v)
        draws = Draws(state, turns, numbers)
        with suppress(Stop):
            play(engine._machine_at_hand, state, lambda draws=draws: draws)
        yield tuple(state[: engine.layout.size])
        numbers = [*numbers, *[0] * len(draws.counts)][: len(draws.counts)]
        while numbers and numbers[-1] + 1 == draws.counts[len(numbers) - 1]:
            numbers.pop()
        if not numbers:
            return
        numbers[-1] += 1


def ends_by_positions(engine: CompiledEngine, position: Position) -> Iterator[tuple[int, ...]]:
    """The states to which the turn that begins in a position can come, one for each way to decide."""
    turns = engine.layout.turns_taken
    waiting = [position]
    while waiting:
        one = waiting.pop()
        if one.over or one.vector[turns] != position.vector[turns]:
            yield tuple(one.vector[: engine.layout.size])
        else:
            waiting += [engine.after(one, number) for number in range(one.count)]


@pytest.mark.parametrize("game", GAMES)
def test_chance_comes_to_what_the_options_come_to(game: str) -> None:
    """A turn of a playout that draws by itself ends where the options lead, in the same number of ways."""
    engine, dice = program(game, "promote"), Random(3)
    position = engine.start(1)
    for _ in range(14):
        assert sorted(ends_of_a_turn(engine, list(position.vector))) == sorted(ends_by_positions(engine, position))
        position = engine.after(position, dice.randrange(position.count))
        while position.choices:
            position = engine.after(position, dice.randrange(position.count))
        if position.over:
            return
