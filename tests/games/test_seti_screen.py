"""What a terminal shows of SETI: everything a player needs, within 100 columns, and no card that is hidden from one."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from random import Random

import pytest

from interpreter import Game, State, load
from interpreter.commands.screen import Screen
from interpreter.commands.secrets import veiled
from interpreter.commands.session import Session
from interpreter.commands.titles import titles_of
from tests.commands.running import run


@pytest.fixture(scope="module")
def game() -> Game:
    return load("seti", players=4)


@pytest.fixture(scope="module")
def states(game: Game) -> list[State]:
    """Every seventh state of a random game, so that all kinds of decisions are among them."""
    random, state = Random(7), game.new(7)
    found: list[State] = []
    while state.decision is not None and len(found) < 400:
        found.append(state)
        state = state.apply(random.choice(state.decision.options))
    return found[::7]


def shown(state: State, viewer: str | None = None) -> str:
    """The screen as the seat that decides sees it, or another one."""
    out = io.StringIO()
    with redirect_stdout(out):
        Screen(Session([state])).show(viewer or (state.decision.player if state.decision is not None else None))
    return out.getvalue()


def unknown_cards(state: State, viewer: str) -> list[str]:
    cards, v = state.game.layout.cards["card"], list(state.vector)
    names = state.game.model.domains["card"].members
    bit = 1 << state.game.seat(viewer)
    return [name for number, name in enumerate(names) if not cards.known(v, number) & bit]


def test_the_screen_fits_100_columns(states: list[State]) -> None:
    assert len(states) > 40
    assert max(len(line) for state in states for line in shown(state).splitlines()) <= 100


def test_every_option_stands_there_with_its_number(states: list[State]) -> None:
    for state in states:
        text = shown(state)
        assert state.decision is not None
        for option in state.decision.options:
            assert re.search(rf"(?m)(^|\s){option.number + 1}  {re.escape(option.words)}(\s|$)", text), option.text


def test_no_card_is_shown_to_who_must_not_know_it(states: list[State]) -> None:
    """Neither by its name nor by its title; the two Venus Probes of one title are told apart by nothing else."""
    for state in states:
        assert state.decision is not None
        viewer, titles = state.decision.player, titles_of(state.game.model)
        words = shown(state).split("\n")
        hidden = unknown_cards(state, viewer)
        assert len(hidden) > 60
        known = {titles[name] for name in titles if name not in hidden}
        for name in hidden:
            assert not any(re.search(rf"\b{name}\b", line) for line in words), name
            if titles[name] not in known:
                assert not any(re.search(rf"\b{re.escape(titles[name])}\b", line) for line in words), titles[name]


def test_somebody_elses_screen_shows_no_hand_but_their_own(states: list[State]) -> None:
    for state in states[5::9]:
        for player in state.game.players:
            view = state.view(player)["places"]["hand"]
            tables = shown(state, player).partition("card  title")[2].splitlines()[1:]
            for name in view[player]:
                assert any(name in line for line in tables)


def test_cards_come_with_title_price_and_corner(states: list[State]) -> None:
    state = states[2]
    assert state.decision is not None
    cards = state.game.model.domains["card"]
    text = shown(state)
    for name in state.view(state.decision.player)["places"]["hand"][state.decision.player]:
        number = cards.members.index(name)
        title = cards.fields["title"].values[number]
        line = next(line for line in text.splitlines() if name in line and str(title) in line)
        assert str(cards.fields["credits"].values[number]) in line.split()


def test_the_public_figures_of_all_stand_in_one_table(states: list[State]) -> None:
    lines = shown(states[20]).splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("  Players"))
    assert lines[head].split()[1:6] == ["credits", "energy", "publ.", "data", "moves"]
    view = states[20].view(None)["counters"]
    for line, player in zip(lines[head + 1 :], states[20].game.players, strict=False):
        assert player in line
        assert [int(word) for word in line.replace(">", "").split()[1:4]] == [
            view[name][player] for name in ("credits", "energy", "publicity")
        ]


def test_sky_sectors_technologies_and_tiles_are_there(states: list[State]) -> None:
    text = shown(states[0])
    signs = text.split()
    for sign in ("Me", "Ve", "Ma", "Ju", "Sa", "Ur", "Ne"):
        assert signs.count(sign) == 1
    for heading in ("Sectors", "Players", "Technologies", "Gold tiles"):
        assert re.search(rf"(?m)(^  |    ){heading} ", text)
    in_the_sky = states[0].view(None)["keeps"]["star_at"].values()
    for name in (*in_the_sky, *states[0].game.model.domains["tech"].members):
        assert re.search(rf"\b{name}\b", text)


def test_a_question_in_an_action_says_of_what(states: list[State]) -> None:
    inner = [state for state in states if state.decision is not None and state.decision.kind == "choose"]
    assert inner
    for state in inner:
        assert state.decision is not None
        if state.trail:
            words = veiled(state.trail[-1], state, [state.decision.player])
            assert words.removeprefix(f"{state.decision.player} ") in " ".join(shown(state).split())


def test_a_card_taken_from_a_hidden_stack_is_announced_without_its_name(game: Game) -> None:
    """Whoever passes looks through the stack of the round and takes a card of it."""
    random, state = Random(3), game.new(3)
    while state.decision is not None:
        trail, player, option = state.trail, state.decision.player, random.choice(state.decision.options)
        state = state.apply(option)
        if trail and trail[-1].endswith("pass_round") and option.words.startswith("take"):
            others = [name for name in game.players if name != player]
            assert veiled(option.words, state, others) == "take ?"
            assert veiled(option.words, state, [player]) == option.words
            return
    pytest.fail("nobody passed")


def test_a_card_is_told_in_words_when_asked_for() -> None:
    done = run("play", "seti", "--players", "2", typed="info c011\ni hubble\ni nothing of the kind\ni\nq\n")
    assert done.code == 0
    assert "c011  " in done.out
    assert "Hubble Space Telescope" in done.out
    assert "effect: " in done.out.partition("> i hubble")[2]
    assert "nothing in the data of this game is called `nothing of the kind`" in done.out
    assert "about what?" in done.out
