"""Worlds that a seat cannot tell from the real one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter import Game, State, load
from interpreter.bots.worlds import Worlds
from interpreter.run import Position
from tests.bots.games import DICE, TILES, TILES_YAML, small, states


def in_another_world(state: State, seat: int, random: Random) -> State:
    """The state as it would be in a world that the seat cannot tell from this one."""
    vector = Worlds(state.game.executor).draw(state.position, state.vector, seat, random)
    position = Position(vector, state.position.choices, state.position.decision)
    return State(state.game, position, state.seed, state.trail)


def hands(state: State, watcher: str | None = None) -> list[object]:
    """What each player holds, as the player sees it, or somebody else."""
    return [state.view(watcher or player)["places"]["hand"][player] for player in state.game.players]


@pytest.fixture(scope="module")
def jam() -> Game:
    return load("jam", players=3)


@pytest.mark.parametrize("seed", range(3))
def test_a_seat_sees_the_same_in_every_world(jam: Game, seed: int) -> None:
    random = Random(seed)
    for state in states(jam, seed)[::7]:
        for seat, player in enumerate(jam.players):
            other = in_another_world(state, seat, random)
            assert other.view(player) == state.view(player)
            found = jam.executor.advance(other.position.vector, other.position.choices).decision
            assert found is not None
            if player == state.decision.player:
                assert found.options == state.position.decision.options


def test_what_a_seat_does_not_see_lies_otherwise(jam: Game) -> None:
    random = Random(1)
    state = states(jam, 1)[4]
    others = [in_another_world(state, 0, random) for _ in range(20)]
    assert all(hands(other)[0] == hands(state)[0] for other in others)
    assert len({str(hands(other)[1]) for other in others}) > 5
    assert len({other.position.vector[jam.layout.chance.at] for other in others}) == 20


def test_every_card_is_somewhere_once(jam: Game) -> None:
    state = in_another_world(states(jam, 2)[30], 1, Random(1))
    cards = jam.layout.cards["card"]
    v = list(state.vector)
    found = [card for spot in cards.spots for card in cards.read(v, spot)]
    assert sorted(found) == list(range(cards.cards))


def test_a_card_seen_in_mid_effect_stays_what_it_is(jam: Game) -> None:
    """Taking the top of the deck and throwing a card away is one unit: the card taken is known meanwhile."""
    state = jam.new(3).play("take", "deck")
    assert state.decision is not None
    assert state.position.choices
    for number in range(10):
        other = in_another_world(state, 0, Random(number))
        again = jam.executor.advance(other.position.vector, other.position.choices).decision
        assert again is not None
        assert again.options == state.position.decision.options


def test_how_hidden_things_lie_leaves_no_trace(jam: Game) -> None:
    state = states(jam, 4)[10]
    disguised = in_another_world(state, 1, Random(99))
    assert disguised.position.vector != state.position.vector
    assert in_another_world(state, 1, Random(5)) == in_another_world(disguised, 1, Random(5))


def test_hidden_values_are_exchanged_among_what_a_seat_does_not_know(tmp_path: Path) -> None:
    game = small(tmp_path, TILES, {"tiles.yaml": TILES_YAML})
    state = game.new(1).play("look oak", "look ash", "look elm")
    slots = game.layout.variables["face"]

    def faces(of: State) -> list[int]:
        return [slots.get(list(of.vector), tile) for tile in range(6)]

    others = [in_another_world(state, 0, Random(number)) for number in range(20)]
    for other in others:
        assert [faces(other)[tile] for tile in (0, 2)] == [faces(state)[tile] for tile in (0, 2)]
        assert sorted(faces(other)) == sorted(faces(state))
    assert len({tuple(faces(other)) for other in others}) > 3


def test_a_number_of_somebody_else_may_be_any(tmp_path: Path) -> None:
    game = small(tmp_path, TILES, {"tiles.yaml": TILES_YAML})
    state = game.new(1)
    slots = game.layout.variables["bid"]
    others = [list(in_another_world(state, 0, Random(number)).vector) for number in range(30)]
    assert {slots.get(v, 0) for v in others} == {5}
    assert len({slots.get(v, 1) for v in others}) > 5


def test_an_open_game_only_gets_another_chance(tmp_path: Path) -> None:
    game = small(tmp_path, DICE)
    worlds = Worlds(game.executor)
    state = game.new(1)
    vector = worlds.draw(state.position, state.vector, 0, Random(1))
    assert not worlds.hiding
    at = game.layout.chance.at
    assert vector[at : at + 2] != state.vector[at : at + 2]
    assert vector[:at] + vector[at + 2 :] == state.vector[:at] + state.vector[at + 2 :]
