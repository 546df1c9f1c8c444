"""Seats nobody holds: a seat that the rules play takes its turns by itself, and without its option there is none."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from interpreter.bots import make
from interpreter.game import Game, Journal, State, load
from interpreter.run import ONLY, perft
from tests.check.games import codes
from tests.game.playing import wander

BAZAAR = Path(__file__).parent / "bazaar"
CHOICES = [(1, 2), (2, 1), (4, 3), (1, 0), (3, 0)]


def bazaar(people: int = 1, level: int = 2, executor: str = "compiled") -> Game:
    """The card game of these tests, with so many people, and with the rival where its level is above 0."""
    return load(BAZAAR, options={"solo_level": level}, players=people, executor=executor)


@pytest.mark.parametrize(("people", "level"), CHOICES)
def test_players_counts_people(people: int, level: int) -> None:
    names = ("ann", "ben", "cat", "dan")[:people]
    assert bazaar(people, level).players == (*names, *(["rival"] if level else []))


@pytest.mark.parametrize(("people", "level"), CHOICES)
def test_both_executors_play_alike_and_never_ask_the_rival(people: int, level: int) -> None:
    compiled, reference = bazaar(people, level), bazaar(people, level, "reference")
    for seed in range(4):
        chance, one, other = random.Random(seed), compiled.new(seed), reference.new(seed)
        while one.decision is not None:
            assert other.decision is not None
            assert one.decision.player != "rival"
            assert [o.text for o in one.decision.options] == [o.text for o in other.decision.options]
            assert (one.settled, one.position.choices) == (other.settled, other.position.choices)
            assert one.decision.revealed == other.decision.revealed
            number = chance.randrange(len(one.decision.options))
            one, other = one.after(one.decision.options[number]), other.after(other.decision.options[number])
        assert other.over
        assert one.settled == other.settled


def test_the_rival_has_pieces_cards_and_counters_like_everybody() -> None:
    game = bazaar(2, 2)
    assert game.model.domains["booth"].members[-2:] == ("rival_booth_1", "rival_booth_2")
    document = game.new(1).to_json()
    assert document["counters"]["coins"] == {"ann": 3, "ben": 3, "rival": 5}
    assert document["keeps"]["favourite"]["rival"] == "plum"
    assert len(document["places"]["hand"]["rival"]) == 2


def test_in_the_middle_of_an_effect_the_rival_takes_its_one_option() -> None:
    met = 0
    for seed in range(12):
        for state in wander(bazaar().new(seed), seed, 30):
            met += ONLY in state.position.choices
            again = bazaar().from_json(json.loads(json.dumps(state.to_json())))
            assert again == state
            assert again.position.choices == state.position.choices
            assert len(state.trail) == sum(len(choice) > 0 and choice[0] >= 0 for choice in state.position.choices)
    assert met > 3


def whole_game(seed: int) -> list[State]:
    return list(wander(bazaar(2).new(seed), seed, 200))


def test_a_journal_has_the_decisions_of_people_only() -> None:
    states = whole_game(3)
    chance, lines = random.Random(3), list[str]()
    for state in states[:-1]:
        assert state.decision is not None
        lines.append(chance.choice(state.decision.options).text)
    text = bazaar(2).journal(lines, 3)
    assert "rival b" not in text
    assert bazaar(2).replay(Journal.parse(text, "game.journal"))[-1] == states[-1]


def test_everybody_has_a_view() -> None:
    state = bazaar().new(1)
    hands = {name: state.view(name)["places"]["hand"]["rival"] for name in ("ann", "rival")}
    assert len(hands["rival"]) == 2
    assert hands["ann"] != hands["rival"]


@pytest.mark.parametrize("spec", ["random", "greedy", "search:30"])
def test_bots_play_against_the_rival(spec: str) -> None:
    game = bazaar()
    bot, state = make(spec, game, 1), game.new(2)
    while state.decision is not None:
        state = state.after(state.decision.options[bot.choose(state)])
    assert state.winners


def test_perft_counts_alike() -> None:
    games = [bazaar(executor=name) for name in ("compiled", "reference")]
    counts = [perft(game.executor, game.new(1).position, 4) for game in games]
    assert counts[0] == counts[1]


SOLO = """option level is 0 from 0 to 2
seat rival when level > 0
keep owner as maybe player
keep first_one as player from white
keep line as list of player up to 9
event met(who: player)
counter points for each player from 0 up to 9
table pay by player:
  columns low
  white: 1
  black: 2
  rival: 3
value richest(p: player) is p.points
value low_pay(p: player) is pay[p].low
rule test:
  after take
"""


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize(
    "line",
    [
        "if owner is rival: gain 1 coins",
        "if owner is not rival: gain 1 coins",
        "if rival is nobody: gain 1 coins",
        "if rival is not nobody and rival.points > 1: gain 1 coins",
        "if owner in [white, rival]: gain 1 coins",
        "if rival in players: gain 1 coins",
        "for each p in [rival, black]: gain 1 coins for p",
        "gain 2 points for rival",
        "lose 1 points for rival",
        "set owner to rival",
        "if rival.points is 0: gain 1 coins",
        "set points[rival] to 3",
        "emit met(rival)",
        "ask rival: gain 1 points",
        "if richest(rival) > 0: gain 1 coins",
        "gain low_pay(rival) coins",
        "for each p in players where p is not rival: gain 1 coins for p",
        "add rival to line",
        "with richest(rival) is 4: gain richest(rival) coins",
        "if mover is white: set first_one to (rival if 1 is 2 otherwise black)",
        "winner rival",
    ],
)
def test_rules_that_name_the_rival_check_and_run_without_it(tmp_path: Path, level: int, line: str) -> None:
    rules = SOLO + f"  {line}\n"
    told = codes(tmp_path, rules, options={"level": level})
    assert set(told) <= {"RW407", "RW408"}, told
    for executor in ("reference", "compiled"):
        state = load(tmp_path, options={"level": level}, executor=executor).new(1)
        for _ in range(6):
            if state.decision is not None and (level == 0 or state.decision.player != "rival"):
                state = state.after(state.decision.options[0])


@pytest.mark.parametrize(
    ("beside", "level", "told"),
    [("with 1 players", 1, 1), ("with 1 players", 0, 0), ("with 3 to 4 players", 1, 1), ("with 1 to 2 players", 1, 0)],
)
def test_a_seat_may_say_with_how_many_people_it_plays(tmp_path: Path, beside: str, level: int, told: int) -> None:
    rules = SOLO.replace("level > 0", f"level > 0 {beside}") + "  gain 1 coins\n"
    found = codes(tmp_path, rules, options={"level": level})
    assert [code for code in found if code == "RW235"] == ["RW235"] * told, "two people sit: white and black"


def ended(folder: Path, line: str, level: int = 0) -> tuple[int, ...]:
    """The coins after white's first turn, with a line in the rule that follows it."""
    codes(folder, SOLO + f"  {line}\n", options={"level": level})
    found = load(folder, options={"level": level}).new(1).play("take").to_json()["counters"]["coins"]
    return tuple(found.values())


@pytest.mark.parametrize(
    ("line", "coins"),
    [
        ("if owner is rival: gain 1 coins", 1),
        ("if owner is not rival: gain 1 coins", 2),
        ("if rival is nobody: gain 1 coins", 2),
        ("if owner in [rival]: gain 1 coins", 1),
        ("if rival in players: gain 1 coins", 1),
        ("gain (count p in [rival, black]) coins", 2),
        ("if rival.points is 0: gain 1 coins", 2),
        ("ask rival: gain 5 coins for white", 1),
    ],
)
def test_without_its_option_the_rival_is_nobody(tmp_path: Path, line: str, coins: int) -> None:
    assert ended(tmp_path, line)[0] == coins
