"""`rulewright explain`: says what an action would do, or which clause forbids it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import click

from interpreter.commands import terminal
from interpreter.commands.choices import GameChoice, game_options
from interpreter.commands.games import open_state
from interpreter.game.explain import Explanation, explain


@click.command("explain")
@click.argument("game")
@click.argument("action")
@click.option("--from", "save", metavar="FILE", type=click.Path(path_type=Path), help="Ask about a saved game.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@game_options()
def command(
    game: str, action: str, save: Path | None, as_json: bool,
    variant: str | None, options: Mapping[str, str], players: int | None, seed: int | None,
) -> int:  # fmt: skip
    """Say what ACTION would do where it is legal, and else which clause of the rules forbids it, with what it looks at.

    ACTION is written as in a journal, such as "white step a2>b2"; who may be left out. Without --from the question is
    about the start of the game. The exit code is 1 where the game has no such action, else 0.
    """
    state = open_state(GameChoice(game, variant, options, players, seed), save)
    answer = explain(state, action)
    if as_json:
        terminal.say(json.dumps(_plain(answer), indent=2, ensure_ascii=False))
    else:
        for line in answer.lines():
            terminal.say(line)
    return 0 if answer.known else 1


def _plain(answer: Explanation) -> dict[str, object]:
    return {
        "legal": answer.legal,
        "action": answer.action,
        "reason": answer.reason,
        "clause": answer.clause or None,
        "place": None if answer.place is None else answer.place._asdict(),
        "names": list(answer.names),
        "parts": [{"text": part.text, "holds": part.holds, "detail": part.detail} for part in answer.parts],
        "instead": list(answer.instead),
        "changes": list(answer.changes),
        "follows": list(answer.follows),
        "then": answer.then or None,
    }
