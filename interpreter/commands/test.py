"""`rulewright test`: runs the scenarios of games."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from interpreter.check.files import shown_name
from interpreter.commands import terminal
from interpreter.commands.games import REFERENCE, usual_executor
from interpreter.commands.targets import GameTarget, LooseFile, find_targets
from interpreter.commands.usage import refused
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.diagnostics.render import render, render_rich, to_json
from interpreter.diagnostics.sources import Sources
from interpreter.game.game import Game, load
from interpreter.game.scenarios import Result, Scenarios
from interpreter.game.scenarios.ground import ground_of
from interpreter.paths import resolved
from interpreter.syntax import nodes as n

INDENT = "   "


@dataclass(slots=True)
class Coverage:
    """Which actions and rules have been used, and which there are, each with its place."""

    used: set[tuple[str, str]] = field(default_factory=set)
    known: dict[tuple[str, str], Span] = field(default_factory=dict)

    def watch(self, game: Game) -> None:
        """Listens to what a game's executor tells of."""
        for action in game.model.actions.values():
            self.known.setdefault(("action", action.name), action.span)
        for rule in game.model.rules:
            self.known.setdefault(("rule", rule.name), rule.routine.span)
        game.reference.observer = lambda kind, name: self.used.add((kind, name))

    def unused(self) -> list[tuple[str, str, Span]]:
        """Kind, name and place of what was never used."""
        return [(*key, span) for key, span in self.known.items() if key not in self.used]


@dataclass(slots=True)
class Outcome:
    """How the scenarios of some games went."""

    results: list[Result] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)

    @property
    def failed(self) -> list[Result]:
        """The scenarios in which something is not as they say."""
        return [result for result in self.results if not result.passed]


@click.command("test")
@click.argument("paths", nargs=-1, required=True, metavar="GAME|PATH...")
@click.option("--variant", metavar="NAME", help="Run only the scenarios of this variant.")
@click.option("--only", metavar="TEXT", help="Run only scenarios with this text in their title or what they cite.")
@click.option("--coverage", is_flag=True, help="List the actions and rules that no scenario uses.")
@click.option("--verbose", "-v", is_flag=True, help="List the scenarios that pass, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
def command(
    paths: tuple[str, ...], variant: str | None, only: str | None, coverage: bool, verbose: bool, as_json: bool
) -> int:
    """Run the scenarios of games.

    PATH is the name of a shipped game, a folder, or a file: then the scenarios in this file alone are run. The exit
    code is 1 when something is not as a scenario says.
    """
    started = time.monotonic()
    outcome = Outcome()
    faults: list[Diagnostic] = []
    for target, file in _targets(paths):
        try:
            scenarios = Scenarios(load(target, executor=REFERENCE if coverage else usual_executor()))
        except Rejected as rejected:
            faults += rejected.diagnostics
            continue
        chosen = [s for s in scenarios.all if _is_meant(s, file, variant, only)]
        for scenario in chosen:
            if coverage:
                _watch(scenarios, scenario, outcome.coverage)
            result = scenarios.run(scenario)
            outcome.results.append(result)
            if not as_json:
                _report(result, verbose)
    if faults:
        terminal.show_findings(faults)
    elif not outcome.results:
        hint = "a scenario is a test: `rulewright help RW916` shows one"
        raise Rejected([Diagnostic("RW916", "there is no such scenario to run", hint=hint)])
    if as_json:
        terminal.say(json.dumps(_plain(outcome, coverage), indent=2, ensure_ascii=False))
    else:
        _conclude(outcome, coverage, time.monotonic() - started)
    return 1 if outcome.failed or faults else 0


def _targets(paths: Iterable[str]) -> Iterator[tuple[Path, Path | None]]:
    """The games to test, each with the one file that is meant, if it is one."""
    for given in dict.fromkeys(paths):
        path = Path(given)
        for target in find_targets(given):
            match target:
                case GameTarget(entry):
                    yield entry, path if path.is_file() and resolved(path) != resolved(entry) else None
                case LooseFile():
                    hint = "scenarios stand in a game's folder: in `scenarios.rules`, in `scenarios/`, in its variants"
                    raise refused("RW911", f"`{given}` belongs to no game, so it cannot be tested", hint)


def _is_meant(scenario: n.Scenario, file: Path | None, variant: str | None, only: str | None) -> bool:
    if file is not None and scenario.span.file != shown_name(file):
        return False
    ground = ground_of(scenario)
    if variant is not None and (ground.variant or "").replace("-", "_") != variant.replace("-", "_"):
        return False
    return only is None or any(only.lower() in text.lower() for text in (scenario.title, *ground.cites))


def _watch(scenarios: Scenarios, scenario: n.Scenario, coverage: Coverage) -> None:
    """Listens to the game that a scenario is played in; one that cannot be loaded is told when it is run."""
    try:
        coverage.watch(scenarios.games.under(ground_of(scenario), scenario.title.span))
    except Rejected:
        return


# ---- what is printed


def _report(result: Result, verbose: bool) -> None:
    if result.passed and not verbose:
        return
    cites = f"   ({', '.join(result.cites)})" if result.cites else ""
    sign = "✓" if result.passed else "✗"
    head = f'{result.span.file}:{result.span.line}  {sign} "{result.title}"{cites}'
    if not terminal.is_terminal():
        terminal.say(head)
    else:
        from rich.text import Text

        terminal.say(Text(head, "green" if result.passed else "bold red"))
    if result.passed:
        return
    _indented(result.findings)
    if result.board:
        terminal.say(f"{INDENT}board then")
        for line in result.board.split("\n"):
            terminal.say(f"{INDENT}  {line}".rstrip())
    terminal.say()


def _indented(findings: Iterable[Diagnostic]) -> None:
    """Findings with their lines, a little to the right."""
    room = terminal.width() - len(INDENT)
    if not terminal.is_terminal():
        for line in render(findings, Sources(), room).rstrip("\n").split("\n"):
            terminal.say(f"{INDENT}{line}".rstrip())
        return
    from rich.text import Text

    for shown in render_rich(findings, Sources(), room).split("\n"):
        if shown.plain:
            terminal.say(Text(INDENT).append_text(shown))


def _conclude(outcome: Outcome, coverage: bool, seconds: float) -> None:
    if coverage:
        for kind, name, span in outcome.coverage.unused():
            terminal.say(f"{span.file}:{span.line}  {kind} `{name}` is used by none of these scenarios")
        used, known = len(outcome.coverage.used & outcome.coverage.known.keys()), len(outcome.coverage.known)
        terminal.say(f"{used} of {known} actions and rules used")
    failed = len(outcome.failed)
    terminal.say(f"{len(outcome.results) - failed} passed, {failed} failed ({seconds:.1f} s)")


def _plain(outcome: Outcome, coverage: bool) -> dict[str, object]:
    found: dict[str, object] = {
        "passed": len(outcome.results) - len(outcome.failed),
        "failed": len(outcome.failed),
        "scenarios": [
            {
                "title": result.title,
                "place": result.span._asdict(),
                "cites": list(result.cites),
                "passed": result.passed,
                "findings": to_json(result.findings)["findings"],
                "board": result.board or None,
            }
            for result in outcome.results
        ],
    }
    if coverage:
        found["unused"] = [
            {"kind": kind, "name": name, "place": span._asdict()} for kind, name, span in outcome.coverage.unused()
        ]
    return found
