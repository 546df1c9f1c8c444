"""Which files make a game: its folder, entry, includes, variants and scenarios."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from interpreter import data as d
from interpreter.check.findings import Findings, did_you_mean, listed
from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.paths import resolved, shipped
from interpreter.syntax import nodes as n
from interpreter.syntax import read_rules
from interpreter.syntax.files import read_file as read_text_file

ENTRY = "game.rules"


@dataclass(frozen=True, slots=True)
class Located:
    """An item of a game and the folder in which the files it names are looked for."""

    item: n.Item
    folder: Path
    origin: str


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """A scenario and the variant in whose file or folder it stands, if any."""

    scenario: n.Scenario
    folder: Path


@dataclass(slots=True)
class DataFiles:
    """The data files that the rules files of a game name, with the schemas beside them.

    Each is read once, however often the game is checked: with other seats, options or variants it has the same files.
    """

    root: Path
    _places: dict[tuple[Path, str], Path] = field(default_factory=dict)
    _there: set[Path] = field(default_factory=set)
    _known: dict[tuple[Path, str, Path], d.Node | Rejected] = field(default_factory=dict)
    _schemas: dict[tuple[str, Path], d.Schema | None] = field(default_factory=dict)

    def document(self, folder: Path, word: n.Word, kind: str, findings: Findings) -> d.Node | None:
        """What stands in a file that is named by rules in `folder`; None with findings."""
        path = self.inside(folder, word, findings)
        if path is None:
            return None
        key = (path, kind, folder)
        if key not in self._known:
            try:
                self._known[key] = d.load_document(path, shown_name(path), kind, (folder, self.root), shown_name)
            except Rejected as rejected:
                self._known[key] = rejected
        found = self._known[key]
        if isinstance(found, Rejected):
            findings.add(found.diagnostics)
            return None
        return found

    def inside(self, folder: Path, word: n.Word, findings: Findings) -> Path | None:
        """The file that a word means, or None with a finding; see `inside`."""
        path = self.place(folder, word)
        if path not in self._there:
            if inside(folder, self.root, word, findings) is None:
                return None
            self._there.add(path)
        return path

    def place(self, folder: Path, word: n.Word) -> Path:
        """Where a word leads, whether there is a file or not."""
        key = (folder, str(word))
        if key not in self._places:
            self._places[key] = resolved(folder / word)
        return self._places[key]

    def own_schema(self, stem: str, folder: Path) -> d.Schema | None:
        """The game's own schema for data files with this stem. Raises Rejected."""
        key = (stem, folder)
        if key not in self._schemas:
            self._schemas[key] = d.own_schema(stem, (folder, self.root), shown_name)
        return self._schemas[key]


@dataclass(slots=True)
class GameFiles:
    """Everything that the rules files of a game say, in file order. `variants` maps names to their files.

    `findings` tell what is wrong with the form of the files, and `seen` are those that belong to the game itself.
    """

    folder: Path
    items: list[Located]
    scenarios: list[ScenarioSource]
    variants: dict[str, Path]
    read: list[Path]
    data: DataFiles = field(init=False)
    findings: tuple[Diagnostic, ...] = ()
    seen: set[Path] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.data = DataFiles(self.folder)

    def note(self, path: Path) -> None:
        """Notes that a file has been read."""
        self.read.append(path)
        self.seen.add(resolved(path))


def shown_name(path: Path) -> str:
    """How findings name a file: relative to the current folder when it lies below, else in full."""
    try:
        relative = os.path.relpath(path)
    except ValueError:
        return str(path)
    return str(path) if relative.startswith("..") else relative.replace(os.sep, "/")


def read_file(path: Path, findings: Findings) -> tuple[n.Item, ...]:
    """The items of a rules file; what is wrong with it goes to the findings."""
    shown = shown_name(path)
    text, faults = read_text_file(path, shown)
    findings.add(faults)
    if text is None:
        return ()
    items, found = read_rules(text, shown)
    findings.add(found)
    return items


def find_game(target: str) -> Path:
    """The entry file that `target` means: a shipped game's name, a folder, or a `.rules` file.

    Raises Rejected when there is no such game.
    """
    path = Path(target)
    if path.is_dir():
        if (path / ENTRY).is_file():
            return path / ENTRY
        raise Rejected([Diagnostic("RW204", f"the folder `{target}` holds no `{ENTRY}`, so it is not a game")])
    if path.suffix == ".rules" or os.sep in target or "/" in target:
        if path.is_file():
            return path
        strange = path.exists()
        what = f"`{target}` is no ordinary file" if strange else f"there is no file or folder `{target}`"
        raise Rejected([Diagnostic("RW204", what)])
    games = shipped_games()
    name = target.replace("-", "_")
    if name in games:
        return games[name] / ENTRY
    hint = did_you_mean(target, [key.replace("_", "-") for key in games])
    known = listed((key.replace("_", "-") for key in sorted(games)), 20)
    raise Rejected(
        [
            Diagnostic(
                "RW204", f"there is no game `{target}`", hint=hint or f"the shipped games are {known}; or name a folder"
            )
        ]
    )


def shipped_games() -> dict[str, Path]:
    """Name to folder of every game that comes with the package."""
    return {entry.parent.name: entry.parent for entry in sorted(shipped("rules").rglob(ENTRY))}


def variant_files(folder: Path) -> dict[str, Path]:
    """Name to file of the variants beside a game."""
    found: dict[str, Path] = {}
    base = folder / "variants"
    if base.is_dir():
        for path in sorted(base.iterdir()):
            if path.suffix == ".rules":
                found[path.stem] = path
            elif (path / "variant.rules").is_file():
                found[path.name] = path / "variant.rules"
    return found


def read_game(entry: Path) -> GameFiles:
    """Reads a game from its entry file, with its includes, the scenarios beside it and the list of its variants."""
    folder, findings = entry.parent, Findings()
    files = GameFiles(folder, [], [], variant_files(folder), [])
    _read_into(files, entry, folder, folder, "game", [], findings)
    _read_scenarios(files, folder, findings)
    for path in files.variants.values():
        if path.name == "variant.rules":
            _read_scenarios(files, path.parent, findings)
    files.findings = findings.gathered
    return files


def read_variant(files: GameFiles, path: Path, findings: Findings) -> tuple[n.Variant | None, list[Located]]:
    """The variant of a file, and the items that its includes bring in (they count as added)."""
    variant: n.Variant | None = None
    extra = GameFiles(path.parent, [], [], {}, [])
    items = read_file(path, findings)
    files.read.append(path)
    for item in items:
        if isinstance(item, n.Variant) and variant is not None:
            _misplaced(item, findings)
        elif isinstance(item, n.Variant):
            variant = item
            _called_like_its_file(item, path, findings)
            for change in item.changes:
                if isinstance(change, n.Include):
                    _include(extra, change, path.parent, path.parent, f"variant {item.name}", [path], findings)
        elif not isinstance(item, n.Scenario):
            _stranger(item, True, findings)
    if variant is None and not findings.errors:
        findings.error("RW502", "this file holds no `variant`", Span(shown_name(path), 1, 1, 1, 1))
    files.read += extra.read
    return variant, extra.items


def _read_scenarios(files: GameFiles, folder: Path, findings: Findings) -> None:
    paths = [folder / "scenarios.rules", *sorted((folder / "scenarios").glob("*.rules"))]
    paths += [folder / "variant.rules"] if folder != files.folder else sorted((folder / "variants").glob("*.rules"))
    for path in paths:
        if not path.is_file() or resolved(path) in files.seen:
            continue
        files.note(path)
        for item in read_file(path, findings):
            if isinstance(item, n.Scenario):
                files.scenarios.append(ScenarioSource(item, path.parent))
            elif not isinstance(item, n.Variant):
                _stranger(item, path in files.variants.values(), findings)
            elif path not in files.variants.values():
                _misplaced(item, findings)


def _misplaced(item: n.Variant, findings: Findings) -> None:
    """The finding for a variant that does not stand in a file of its own."""
    hint = f"its file is `variants/{item.name}.rules`, or `variants/{item.name}/variant.rules`"
    findings.error("RW510", "each variant stands in a file of its own", item.name.span, hint)


def _called_like_its_file(item: n.Variant, path: Path, findings: Findings) -> None:
    """A finding for a variant that is called otherwise than the file by which it is found."""
    name = path.parent.name if path.name == "variant.rules" else path.stem
    if str(item.name) != name:
        message = f"this variant is called `{item.name}`, but its file `{name}`"
        findings.error("RW511", message, item.name.span, "variants are found by the names of their files")


def _stranger(item: n.Item, in_variant: bool, findings: Findings) -> None:
    """The finding for rules that stand in a file of scenarios or of a variant."""
    if in_variant:
        message, hint = "a variant's file holds its `variant` and scenarios only", "put it into the variant: `add …`"
        findings.error("RW501", message, item.span, hint)
    else:
        hint = "rules belong into an included file"
        findings.error("RW205", "a scenario file holds scenarios only", item.span, hint)


def _read_into(
    files: GameFiles, path: Path, root: Path, folder: Path, origin: str, open_files: list[Path], findings: Findings
) -> None:
    files.note(path)
    for item in read_file(path, findings):
        if isinstance(item, n.Scenario):
            files.scenarios.append(ScenarioSource(item, folder))
        elif isinstance(item, n.Include):
            _include(files, item, root, folder, origin, [*open_files, path], findings)
        elif isinstance(item, n.Variant):
            _misplaced(item, findings)
        else:
            files.items.append(Located(item, folder, origin))


def _include(
    files: GameFiles, item: n.Include, root: Path, folder: Path, origin: str, open_files: list[Path], findings: Findings
) -> None:
    for name in item.files:
        matched = matching(folder, root, name, findings) if "*" in name else None
        for path in [inside(folder, root, name, findings)] if matched is None else matched:
            if path is None:
                continue
            before = path in files.seen
            if path in {resolved(p) for p in open_files} and matched is None:
                findings.error("RW208", f"`{name}` includes itself, directly or by way of another file", name.span)
            elif before and matched is None:
                findings.error("RW209", f"`{name}` has been included before", name.span, "each file is included once")
            elif not before:
                _read_into(files, path, root, folder, origin, open_files, findings)


def matching(folder: Path, root: Path, name: n.Word, findings: Findings) -> list[Path | None]:
    """The files that a name with `*` in it stands for, in the order of their names; a finding when there are none.

    Each `*` stands for any run of letters in the name of a file. Files whose names begin with a point are left out.
    """
    place, _, pattern = name.rpartition("/")
    if "\0" in name or not resolved(folder / place).is_relative_to(resolved(root)):
        inside(folder, root, name, findings)
        return []
    if "*" in place:
        hint = "a `*` stands for letters in the name of a file, not of a folder"
        findings.error("RW258", f"no folder can be called `{place}`", name.span, hint)
        return []
    if not (folder / place).is_dir():
        findings.error("RW258", f"there is no folder `{place}`", name.span)
        return []
    names = sorted(path.name for path in (folder / place).iterdir() if path.is_file() and path.name[0] != ".")
    wanted = re.compile("[^/]*".join(map(re.escape, pattern.split("*"))))
    found = [n.Word(f"{place}/{each}" if place else each, name.span) for each in names if wanted.fullmatch(each)]
    if not found:
        hint = f"the folder has {listed(names, last='and')}" if names else "the folder holds no files"
        findings.error("RW258", f"no file is called `{name}`", name.span, hint)
    return [inside(folder, root, each, findings) for each in found]


def inside(folder: Path, root: Path, name: n.Word, findings: Findings) -> Path | None:
    """The file that a rules file names, or None with a finding: it must exist and lie in the game's folder."""
    path = resolved(folder / name)
    if "\0" in name or not path.is_relative_to(resolved(root)):
        findings.error(
            "RW206", f"`{name}` lies outside the game's folder", name.span, "a game's files stand in its own folder"
        )
        return None
    if not path.is_file():
        if path.exists():
            findings.error("RW207", f"`{name}` is no file", name.span)
            return None
        near = [p.name for p in path.parent.glob("*") if p.is_file()] if path.parent.is_dir() else []
        findings.error("RW207", f"there is no file `{name}`", name.span, did_you_mean(path.name, near))
        return None
    return path
