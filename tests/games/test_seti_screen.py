"""What a terminal shows of SETI: the sky with what lies on it, and what is kept for stars, technologies and tiles."""

from __future__ import annotations

from interpreter.commands.board import MARGIN, WIDTH, Painter
from interpreter.commands.standing import status_lines
from interpreter.game import State, load


def launched() -> State:
    state = load("seti", players=2).new(1)
    for _ in range(2):
        assert state.decision is not None
        state = state.apply(state.decision.options[0])
    return state.play("launch")


def test_the_sky_shows_planets_and_the_probes_on_them() -> None:
    state = launched()
    words = state.board().split()
    for sign in ("Me", "Ve", "Ma", "Ju", "Sa", "Ur", "Ne"):
        assert words.count(sign) == 1
    assert "Ea" not in words
    assert any(word in ("Ea+b", "Ea+g") for word in words)


def test_what_is_kept_for_stars_and_tiles_is_told_in_lines_of_their_own() -> None:
    state = launched()
    painter = Painter(state.game.model, colour=False)
    lines = list(status_lines(state, "blue", painter))
    text = " ".join(" ".join(lines).split())
    assert "star_at: 0 " in text
    assert "two_points: probe1 · probe2 · probe3" in text
    assert "species_at" not in text
    assert all(len(line) <= MARGIN + WIDTH for line in lines)
