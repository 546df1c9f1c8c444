"""From a path on the command line to what must be read: a game, one of its variants, or a file on its own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter.check.files import ENTRY, GameFiles, Located, find_game, read_file, read_game, read_variant
from interpreter.check.findings import Findings
from interpreter.check.screen import FILE as SCREEN
from interpreter.commands.usage import refused
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.paths import resolved
from interpreter.syntax import nodes as n

RULES = ".rules"
VARIANT = "variant.rules"
YAML = (".yaml", ".yml")
SCHEMA = ".schema.json"
MOST_FOLDERS = 20_000


@dataclass(frozen=True, slots=True)
class GameTarget:
    """A game by its entry file; `variant` is the one variant that is meant, None means the game and all of them."""

    entry: Path
    variant: str | None = None


@dataclass(frozen=True, slots=True)
class LooseFile:
    """A file that no game reads."""

    path: Path


Target = GameTarget | LooseFile


def find_targets(given: str) -> list[Target]:
    """What a game's name, a folder or a file stands for; a folder may hold several games.

    Raises Rejected when there is nothing of that name, BadArguments for a file that is neither rules nor data.
    """
    if not given:
        raise refused("RW903", "an empty word names no game, folder or file")
    path = Path(given)
    if path.is_dir():
        return _in_folder(path)
    if path.is_file():
        return [_for_file(path)]
    if path.suffix in YAML:
        return [LooseFile(path)]
    return [GameTarget(find_game(given))]


def _in_folder(folder: Path) -> list[Target]:
    if (folder / ENTRY).is_file():
        return [GameTarget(folder / ENTRY)]
    within = _entries_below(folder)
    if within:
        return [GameTarget(entry) for entry in within]
    entry = _entry_above(folder)
    if entry is None:
        return [GameTarget(find_game(str(folder)))]
    return [GameTarget(entry, _variant_at(folder, entry))]


def _entries_below(folder: Path) -> list[Path]:
    """The entries of all games below a folder, hidden folders left out. Raises Rejected when it holds too much."""
    found: list[Path] = []
    for number, (place, folders, names) in enumerate(os.walk(folder)):
        if number == MOST_FOLDERS:
            message = f"`{folder}` holds more than {MOST_FOLDERS:,} folders, too many to look for games in"
            raise Rejected([Diagnostic("RW204", message, hint="name the folder of a game, or one nearer to it")])
        folders[:] = (name for name in folders if not name.startswith("."))
        if ENTRY in names and Path(place, ENTRY).is_file():
            found.append(Path(place, ENTRY))
    return sorted(found)


def _for_file(path: Path) -> Target:
    if not (path.suffix == RULES or path.suffix in YAML or path.name.endswith(SCHEMA)):
        raise refused("RW911", f"`{path}` is neither rules nor data", "rules are `.rules` files, data `.yaml` files")
    if path.suffix == RULES and (path.name == ENTRY or _has_game(path)):
        return GameTarget(path)
    entry = _entry_above(path.parent)
    if entry is not None and resolved(path) in files_of(read_game(entry)):
        return GameTarget(entry, _variant_at(path, entry))
    return LooseFile(path)


def _has_game(path: Path) -> bool:
    return any(isinstance(item, n.Game) for item in read_file(path, Findings()))


def _entry_above(folder: Path) -> Path | None:
    """The entry of the game whose folder a folder lies in, itself included."""
    for place in (folder, *folder.absolute().parents):
        if (place / ENTRY).is_file():
            return place / ENTRY
    return None


def _variant_at(path: Path, entry: Path) -> str | None:
    """The variant to which a file or folder of a game belongs: the one it is named after or lies in the folder of."""
    try:
        words = resolved(path).relative_to(resolved(entry.parent)).parts
    except ValueError:
        return None
    if len(words) < 2 or words[0] != "variants":
        return None
    return words[1].removesuffix(RULES)


# ---- the files of a game


def files_of(files: GameFiles) -> set[Path]:
    """Every file that a game and its variants read; schemas beside them too."""
    found = {*files.read, *_with_schemas(_data_files(files.items), files.folder)}
    if (files.folder / SCREEN).is_file():
        found.add(files.folder / SCREEN)
    for path in files.variants.values():
        found |= {path, *_variant_files(files, path)}
    return {resolved(path) for path in found}


def _variant_files(files: GameFiles, path: Path) -> Iterator[Path]:
    before = len(files.read)
    variant, included = read_variant(files, path, Findings())
    yield from files.read[before:]
    changes = () if variant is None else variant.changes
    own = [Located(change.item, path.parent, "") for change in changes if isinstance(change, n.AddItem | n.ReplaceItem)]
    own += [Located(change, path.parent, "") for change in changes if isinstance(change, n.AddRows)]
    named = list(_data_files([*own, *included]))
    named += [path.parent / file for change in changes if isinstance(change, n.ReplaceRows) for file in change.files]
    yield from _with_schemas(named, path.parent)


def _data_files(items: Iterable[Located]) -> Iterator[Path]:
    """The data files that items name, whether they are there or not."""
    for entry in items:
        match entry.item:
            case n.Data(files=files) | n.AddRows(files=files):
                yield from (entry.folder / file for file in files)
            case n.Setup(file=file) | n.Graph(file=file) | n.Figures(file=file):
                yield entry.folder / file


def _with_schemas(paths: Iterable[Path], folder: Path) -> Iterator[Path]:
    for path in paths:
        if path.is_file():
            yield path
        schema = folder / "schemas" / f"{path.stem}{SCHEMA}"
        if schema.is_file():
            yield schema
