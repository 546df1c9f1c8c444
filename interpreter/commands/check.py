"""`rulewright check`: finds what is wrong in games, variants, scenarios and data files."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

import click

from interpreter.check import CheckedGame, check_game
from interpreter.check.files import ENTRY, read_game, read_variant, shown_name
from interpreter.check.findings import Findings
from interpreter.commands import terminal
from interpreter.commands.choices import MOST_PLAYERS, game_options
from interpreter.commands.joining import joining_options
from interpreter.commands.loose import check_loose
from interpreter.commands.targets import VARIANT, LooseFile, Target, files_of, find_targets
from interpreter.commands.usage import BadArguments
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.diagnostics.render import summary, to_json
from interpreter.game.game import Game
from interpreter.game.journals import option_word
from interpreter.game.scenarios import Scenarios
from interpreter.game.scenarios.ground import Key, ground_of
from interpreter.paths import resolved
from interpreter.syntax import nodes as n

Options: TypeAlias = "tuple[tuple[str, str | int | bool], ...]"
"""Options with their values."""

RARELY = 2_000_000
"""How many new objects there are before a search for unused cycles: a check uses nearly all it makes to its end."""


@dataclass(slots=True)
class Report:
    """What has been found, each finding once, and which files were looked at."""

    findings: dict[object, Diagnostic] = field(default_factory=dict)
    files: set[Path] = field(default_factory=set)

    def add(self, findings: Iterable[Diagnostic]) -> None:
        """Takes findings in. The same code at the same place counts once, however many variants lead to it."""
        for finding in findings:
            self.findings.setdefault((finding.code, finding.span or finding.message), finding)

    @property
    def ordered(self) -> list[Diagnostic]:
        """The findings by place."""
        return sorted(self.findings.values(), key=lambda finding: finding.order)


@click.command("check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print findings.")
@game_options(seed=False)
def command(
    paths: tuple[str, ...], form: str, variant: str | None, options: Mapping[str, str], players: int | None
) -> int:
    """Find what is wrong in games, with their variants, scenarios and data files.

    PATH is the name of a shipped game, a folder, a `.rules` file or a YAML file; a folder may hold several games. A
    file that belongs to a game is checked within it. The exit code is 0 when nothing was found, else 1.
    """
    started = time.monotonic()
    gc.set_threshold(RARELY, *gc.get_threshold()[1:])
    report = check_paths(paths, variant, options, players)
    findings = report.ordered
    if form == "json":
        terminal.say(json.dumps(to_json(findings), indent=2, ensure_ascii=False))
    else:
        terminal.show_findings(findings, stream=sys.stdout)
        if findings:
            terminal.say()
        terminal.say(summary(findings, len(report.files), time.monotonic() - started))
    return 1 if findings else 0


def check_paths(
    paths: Iterable[str],
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
) -> Report:
    """Checks all that the paths stand for. Raises BadArguments for a path that cannot be checked at all."""
    report = Report()
    targets: dict[Target, None] = {}
    for given in paths:
        try:
            targets |= dict.fromkeys(find_targets(given))
        except BadArguments:
            raise
        except Rejected as rejected:
            report.add(rejected.diagnostics)
    for target in targets:
        if isinstance(target, LooseFile):
            report.files.add(resolved(target.path))
            report.add(check_loose(target.path))
        else:
            _Game(target.entry, options, players).check(variant or target.variant, report)
    return report


class _Game:
    """A game to be checked, with what was said about options and the number of players."""

    def __init__(self, entry: Path, options: Mapping[str, str] | None, players: int | None) -> None:
        self.entry = entry
        self.options = options
        self.files = read_game(entry)
        self.read = self.files if entry.name == ENTRY else None
        self.checked: CheckedGame | None = None
        self.known: dict[Key, CheckedGame] = {}
        self.numbers = [players] if players is not None else self._numbers()

    def check(self, variant: str | None, report: Report) -> None:
        """Reports on this variant, or without one on the game and all its variants."""
        report.files |= files_of(self.files)
        report.add(self._findings(variant))
        if self.checked is not None:
            report.add(self._scenarios(self.checked, variant))
        if variant is None:
            for name, path in self.files.variants.items():
                report.add(self._syntax(path) if self.checked is None else self._variant(name, path))

    def _numbers(self) -> list[int | None]:
        """The numbers of players to check with; None where the game has but one, or says it wrongly."""
        game = next((entry.item for entry in self.files.items if isinstance(entry.item, n.Game)), None)
        if game is None or game.low is None or game.high is None or not 1 <= game.low <= game.high <= MOST_PLAYERS:
            return [None]
        return list(range(game.low, game.high + 1))

    def _findings(self, variant: str | None) -> Iterator[Diagnostic]:
        """The findings for a variant (None: the game itself), with every number of players that the game allows.

        Numbers with which a seat of the rules does not play are left out, unless none is left.
        """
        joined: dict[Options, None] | None = None
        misfit: Rejected | None = None
        fits = False
        for number in self.numbers:
            try:
                checked = check_game(self.entry, variant, self.options, number, self.read)
            except Rejected as rejected:
                if not _other_number(rejected):
                    yield from rejected.diagnostics
                    return
                misfit = misfit or rejected
                continue
            yield from checked.findings
            if not self.options:
                self.known[variant, (), number] = checked
                if joined is None:
                    joined = {tuple(options.items()): None for options in joining_options(checked)}
            self.checked, self.read = self.checked or checked, checked.files
            fits = True
        if misfit is not None and not fits:
            yield from misfit.diagnostics
        for options in joined or ():
            yield from self._with_rivals(variant, options)

    def _with_rivals(self, variant: str | None, options: Options) -> Iterator[Diagnostic]:
        """The findings under options that bring in seats which the rules play; they say which options."""
        found: Iterable[Diagnostic] = ()
        for number in self.numbers:
            try:
                checked = check_game(self.entry, variant, dict(options), number, self.read)
            except Rejected as rejected:
                found = found or rejected.diagnostics
                if _other_number(rejected):
                    continue
                found = rejected.diagnostics
            else:
                found = checked.findings
                self.known[variant, options, number] = checked
            break
        where = " and ".join(f"`{name}` is {option_word(value)}" for name, value in options)
        yield from (replace(finding, message=f"{finding.message} (where {where})") for finding in found)

    def _scenarios(self, checked: CheckedGame, variant: str | None) -> Iterator[Diagnostic]:
        """What is wrong with scenarios as they are written; with a variant, those of the variant."""
        scenarios = Scenarios(Game.of(checked, self.entry), self.known)
        for scenario in scenarios.all:
            if variant is None or ground_of(scenario).variant == checked.model.variant:
                yield from scenarios.check(scenario)

    def _variant(self, name: str, path: Path) -> Iterator[Diagnostic]:
        """A variant's errors, and the warnings about its own files: what it leaves unused of its game is no fault."""
        own = {shown_name(file) for file in (path.parent.rglob("*") if path.name == VARIANT else [path])}
        for finding in self._findings(name):
            if finding.severity == "error" or (finding.span is not None and finding.span.file in own):
                yield finding

    def _syntax(self, path: Path) -> list[Diagnostic]:
        """What is wrong with the form of a variant, whose game has errors of its own."""
        findings = Findings()
        read_variant(self.files, path, findings)
        return findings.sorted()


def _other_number(rejected: Rejected) -> bool:
    """Whether a game was refused for its number of players alone, so that another may do."""
    return {finding.code for finding in rejected.diagnostics} == {"RW235"}
