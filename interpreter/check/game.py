"""The way into the checker: a game's name or path in, its model and findings out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.check.assemble import Assembled, Assembler, Choices
from interpreter.check.extensions import Merged, extended
from interpreter.check.files import ENTRY, GameFiles, find_game, read_game, read_variant
from interpreter.check.findings import Findings, did_you_mean, listed
from interpreter.check.phases import Phases
from interpreter.check.scope import World
from interpreter.check.screen import read_screen
from interpreter.check.variants import merge
from interpreter.data import SetUp
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.model.program import Model
from interpreter.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game without errors. `findings` are its warnings; `files` what was read; `checker` resolves scenarios' text."""

    model: Model
    findings: tuple[Diagnostic, ...]
    files: GameFiles
    merged: Merged
    checker: Phases
    setup: SetUp | None


def check_game(
    target: str | Path,
    variant: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    files: GameFiles | None = None,
) -> CheckedGame:
    """Checks a game: a shipped game's name, a folder or a `.rules` file.

    `options` give options their values (words, numbers or booleans), `players` is the number of people. A `.rules`
    file that holds a variant is checked with the game two folders (or one) above it. `files` are those of the game
    where they have been read before. Raises Rejected with every finding.
    """
    findings = Findings()
    entry = find_game(str(target))
    entry, variant = _entry_of_variant(entry, variant)
    files = files or read_game(entry)
    findings.add(files.findings)
    merged = extended(files.items, findings)
    if variant is not None:
        merged = _with_variant(files, merged, variant, findings)
    findings.stop_on_errors()
    world = World(findings, files.data)
    given: dict[str, tuple[object, Span | None]] = {
        name.replace("-", "_"): (v, None) for name, v in (options or {}).items()
    }
    assembled: Assembled | None = Assembler(world, merged, Choices(given, players)).assemble()
    findings.stop_on_errors()
    if assembled is None:
        raise AssertionError("a game without a model must have an error")
    model = assembled.model
    screen = read_screen(model, files.folder, findings)
    findings.stop_on_errors()
    model = model if screen is None else replace(model, screen=screen)
    return CheckedGame(model, tuple(findings.sorted()), files, merged, assembled.checker, assembled.setup)


def check_folder(target: str | Path, variant: str | None = None) -> list[Diagnostic]:
    """All findings about a game, errors and warnings, by place; empty when it is clean."""
    try:
        return list(check_game(target, variant).findings)
    except Rejected as error:
        return list(error.diagnostics)


def _entry_of_variant(entry: Path, variant: str | None) -> tuple[Path, str | None]:
    """The game's entry file, and the variant, when a variant's own file was named."""
    if variant is None and entry.name != ENTRY:
        folder = entry.parent
        if entry.name == "variant.rules" and (folder.parent.parent / ENTRY).is_file():
            return folder.parent.parent / ENTRY, folder.name
        if folder.name == "variants" and (folder.parent / ENTRY).is_file():
            return folder.parent / ENTRY, entry.stem
    return entry, variant


def _with_variant(files: GameFiles, merged: Merged, variant: str, findings: Findings) -> Merged:
    name = variant.replace("-", "_")
    path = files.variants.get(name)
    if path is None:
        known = f"the variants are {listed(files.variants)}" if files.variants else "this game has no variants"
        hint = did_you_mean(name, files.variants) or known
        raise Rejected([Diagnostic("RW509", f"there is no variant `{variant}`", hint=hint)])
    node, included = read_variant(files, path, findings)
    if node is None:
        return merged
    return merge(merged, node, path.parent, included, findings)


def variants_of(files: GameFiles) -> dict[str, n.Variant]:
    """The variants beside a game, those that can be read."""
    found = {}
    for name, path in files.variants.items():
        node, _ = read_variant(files, path, Findings())
        if node is not None:
            found[name] = node
    return found
