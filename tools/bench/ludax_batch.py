"""Ludax's games on the processor, a batch at a time, the whole playout inside: `pip install ludax`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .clock import Play

ABSENT = "Ludax is not installed: pip install ludax"
BATCH = 1024


def available() -> bool:
    """Whether the package is there, with what it needs."""
    try:
        import_module("ludax")
        import_module("ludax.games")
    except ImportError:
        return False
    return True


def contender(name: str) -> Play:
    """Random playouts of a game by its name there, BATCH of them side by side."""
    jax: Any = import_module("jax")
    environment = import_module("ludax").LudaxEnvironment(game_str=getattr(import_module("ludax.games"), name))
    begin, step = jax.jit(jax.vmap(environment.init)), jax.vmap(environment.step)

    def going(state: Any) -> Any:
        return ~(state.terminated | state.truncated)

    def one_round(carried: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        state, key, made = carried
        key, drawn = jax.random.split(key)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(drawn, logits=weights, axis=1)
        return step(state, action), key, made + going(state).sum()

    def playouts(state: Any, key: Any) -> Any:
        _, _, made = jax.lax.while_loop(lambda carried: going(carried[0]).any(), one_round, (state, key, 0))
        return made

    compiled = jax.jit(playouts)
    key = jax.random.PRNGKey(1)

    def play() -> tuple[int, int]:
        nonlocal key
        key, first, then = jax.random.split(key, 3)
        made = compiled(begin(jax.random.split(first, BATCH)), then)
        return BATCH, int(made)

    return play
