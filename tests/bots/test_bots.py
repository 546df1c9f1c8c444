"""The bots by what they choose."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Rejected, State, load
from interpreter.bots import make
from interpreter.bots.judging import goals
from interpreter.bots.search import SearchBot
from interpreter.bots.worlds import Worlds
from interpreter.run import Position
from tests.bots.games import DICE, TILES, TILES_YAML, small, states

SPECS = ("random", "greedy", "search:20")


@pytest.fixture(scope="module")
def line() -> Game:
    return load("tic-tac-toe")


def chosen(spec: str, state: State, seed: int = 1) -> str:
    assert state.decision is not None
    return state.decision.options[make(spec, state.game, seed).choose(state)].words


def played(game: Game, specs: list[str], seed: int) -> list[str]:
    bots = [make(spec, game, seed + seat) for seat, spec in enumerate(specs)]
    state, lines = game.new(seed), []
    while state.decision is not None:
        option = state.decision.options[bots[game.seat(state.decision.player)].choose(state)]
        lines.append(option.text)
        state = state.apply(option)
    return [*lines, *state.winners]


@pytest.mark.parametrize("spec", ["", "clever", "random:3", "search:", "search:0", "search:-1", "search:1h"])
def test_what_is_no_bot_is_refused(line: Game, spec: str) -> None:
    with pytest.raises(Rejected) as caught:
        make(spec, line, 1)
    assert [finding.code for finding in caught.value.diagnostics] == ["RW920"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_bot_has_the_name_that_it_was_asked_for_by(line: Game, spec: str) -> None:
    assert make(spec, line, 1).name == spec


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_that_is_over_leaves_nothing_to_choose(line: Game, spec: str) -> None:
    over = line.new().play("put a1", "put a2", "put b1", "put b2", "put c1")
    with pytest.raises(ValueError, match="over"):
        make(spec, line, 1).choose(over)


@pytest.mark.parametrize("spec", SPECS)
def test_one_seed_gives_one_game(line: Game, spec: str) -> None:
    games = [played(line, [spec, spec], seed) for seed in (1, 1, 2, 3)]
    assert games[0] == games[1]
    assert len({tuple(game) for game in games}) > 1


def test_the_random_bot_takes_everything_alike(line: Game) -> None:
    bot, state = make("random", line, 1), line.new()
    counts = Counter(bot.choose(state) for _ in range(900))
    assert set(counts) == set(range(9))
    assert min(counts.values()) > 60


@pytest.mark.parametrize("spec", ["greedy", "search:30"])
def test_a_win_at_hand_is_taken(line: Game, spec: str) -> None:
    state = line.new().play("put a1", "put a2", "put b1", "put c3")
    assert {chosen(spec, state, seed) for seed in range(5)} == {"put c1"}


def test_a_search_parries_what_threatens(line: Game) -> None:
    state = line.new().play("put a1", "put b2", "put b1")
    assert {chosen("search:200", state, seed) for seed in range(5)} == {"put c1"}


def test_greedy_wants_what_the_rules_compare_in_the_end() -> None:
    """In a corner three discs can be turned, elsewhere fewer."""
    othello = load("othello")
    state = max(states(othello, 5), key=lambda state: len(state.decision.options))
    seat = othello.seat(state.decision.player)
    discs = othello.model.values["discs"]

    def lead(after: State) -> int:
        counts = [othello.reference.evaluate(discs.body, after.vector, frame=[p, None]) for p in range(2)]
        return counts[seat] - counts[1 - seat]

    leads = [lead(state.apply(option)) for option in state.decision.options]
    for seed in range(4):
        assert leads[make("greedy", othello, seed).choose(state)] == max(leads)


def test_goals_come_from_the_end_of_the_game_or_the_score(tmp_path: Path) -> None:
    assert [len(goals(load(name).model)) for name in ("othello", "jam", "seto", "hex")] == [1, 2, 1, 0]
    assert len(goals(small(tmp_path, TILES, {"tiles.yaml": TILES_YAML}).model)) == 1


@pytest.mark.parametrize("spec", ["greedy", "search:60"])
def test_chance_is_judged_by_its_odds_and_not_foreseen(tmp_path: Path, spec: str) -> None:
    """Among many seeds there are some with which the rash action would win and the safe one would lose."""
    game = small(tmp_path, DICE)
    starts = [game.new(seed) for seed in range(20)]
    assert any(game.new(seed).play("trust").winners != ("white",) for seed in range(20))
    taken = Counter(chosen(spec, state) for state in starts)
    assert taken["trust"] == len(starts)


@pytest.mark.parametrize("spec", ["greedy", "search:15"])
def test_bots_do_not_look_at_what_is_hidden_from_them(spec: str) -> None:
    """Where two states look alike to a seat, it chooses alike in both."""
    game = load("jam", players=3)
    random = Random(1)
    for state in states(game, 1)[5::12]:
        seat = game.seat(state.decision.player)
        if state.position.choices:
            continue
        vector = Worlds(game.executor).draw(state.position, state.vector, seat, random)
        other = State(game, Position(vector, (), state.position.decision), state.seed, ())
        assert chosen(spec, state) == chosen(spec, other)


@pytest.mark.parametrize("specs", [["greedy", "search:10", "random"], ["search:10", "greedy", "search:5", "random"]])
def test_bots_play_a_card_game_of_several_to_its_end(specs: list[str]) -> None:
    lines = played(load("jam", players=len(specs)), specs, 1)
    assert len(lines) > 20


def test_the_search_never_loses(line: Game) -> None:
    """Whatever the other side does, at every point of the game."""
    for seat, spec in enumerate(("search:200", "search:400")):
        bot = make(spec, line, 1)
        met: set[State] = set()
        waiting = [line.new()]
        while waiting:
            state = waiting.pop()
            if state in met:
                continue
            met.add(state)
            decision = state.decision
            if decision is None:
                assert state.winners in ((), (line.players[seat],))
            elif decision.player == line.players[seat]:
                waiting.append(state.apply(decision.options[bot.choose(state)]))
            else:
                waiting += [state.apply(option) for option in decision.options]


def test_the_search_beats_chance_and_greed() -> None:
    four = load("connect-four")
    for seed, other in enumerate(("random", "greedy", "random", "greedy")):
        assert played(four, ["search:60", other], seed)[-1] == "yellow"


def test_a_search_by_the_clock_ends_by_the_clock(line: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(1000))
    monkeypatch.setattr("interpreter.bots.search.time.perf_counter", lambda: next(now) / 10)
    bot = make("search:0.5s", line, 1)
    bot.choose(line.new())
    assert isinstance(bot, SearchBot)
    assert bot.rounds == 4
