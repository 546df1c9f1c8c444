"""`rulewright show`: what a game says, put together: its rules with where each comes from, its things as pictures."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import click

from interpreter.check import CheckedGame
from interpreter.check.extensions import RowFiles
from interpreter.check.files import Located
from interpreter.check.game import variants_of
from interpreter.commands import terminal
from interpreter.commands.choices import GameChoice, game_options
from interpreter.commands.show_rows import cards_lines
from interpreter.commands.show_things import figure_lines, piece_lines, space_lines
from interpreter.model.program import OptionModel
from interpreter.model.types import MemberType, YesNoType
from interpreter.model.walk import walk
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import print_items

REMARK = "  # "
Section = Callable[[CheckedGame], Iterable[str]]


@click.command("show")
@click.argument("game")
@click.option("--rules", "sections", flag_value="rules", multiple=True, help="All rules, and where each comes from.")
@click.option("--options", "sections", flag_value="options", multiple=True, help="Options: values, ranges, questions.")
@click.option("--actions", "sections", flag_value="actions", multiple=True, help="Actions and how they are written.")
@click.option("--spaces", "sections", flag_value="spaces", multiple=True, help="The boards with the names of spaces.")
@click.option("--pieces", "sections", flag_value="pieces", multiple=True, help="The pieces and where they start.")
@click.option("--figures", "sections", flag_value="figures", multiple=True, help="Every place where a figure lies.")
@click.option("--cards", "sections", flag_value="cards", multiple=True, help="The rows of data, their rules in words.")
@game_options(seed=False)
def command(
    game: str, sections: tuple[str, ...], variant: str | None, options: Mapping[str, str], players: int | None
) -> None:
    """Print a game as it is with its variant and options: the rules, or other parts of it.

    Each rule is followed by the place it comes from; what a variant has changed says so.
    """
    checked = GameChoice(game, variant, options, players).check()
    for line in _header(checked):
        terminal.say(line)
    for section in dict.fromkeys(sections or ("rules",)):
        terminal.say()
        for line in SECTIONS[section](checked):
            _say(line)


def _say(line: str) -> None:
    """A line, with the remark at its end set off where there is somebody to see it."""
    text, sign, note = line.partition(REMARK)
    if not sign or not terminal.is_terminal():
        terminal.say(line)
        return
    from rich.text import Text

    style = "yellow" if "variant" in note or ";" in note else "dim"
    terminal.say(Text(text).append(f"{sign}{note}", style))


def _header(checked: CheckedGame) -> Iterator[str]:
    model = checked.model
    variant = f", variant {model.variant}" if model.variant else ""
    seats = [
        f"{name} (the rules)" if rules else name for name, rules in zip(model.players, model.rules_played, strict=True)
    ]
    yield f"{model.title}  ({model.name}, version {model.version}{variant})"
    yield f"  seats     {', '.join(seats)}"
    if model.options:
        options = " · ".join(f"{option.name} {written(option, option.value)}" for option in model.options.values())
        yield from textwrap.wrap(
            options, terminal.width() - 2, initial_indent="  options   ", subsequent_indent=" " * 12
        )
    if checked.files.variants:
        titles = {name: node.title for name, node in variants_of(checked.files).items()}
        shown = [f'{name} "{titles[name]}"' if titles.get(name) else name for name in checked.files.variants]
        yield f"  variants  {', '.join(shown)}"
    yield f"  hash      {model.hash}"


def written(option: OptionModel, value: int | bool) -> str:
    """A value of an option as an author writes it."""
    if isinstance(option.type, YesNoType):
        return "yes" if value else "no"
    return option.choices[value] if isinstance(option.type, MemberType) else str(value)


# ---- rules


def rule_lines(checked: CheckedGame) -> Iterator[str]:
    """The merged rules as the formatter prints them, each with a remark that says where it comes from."""
    before = ""
    for entry in checked.merged.items:
        if isinstance(entry.item, n.Scenario | n.Include):
            continue
        lines = print_items([entry.item]).rstrip("\n").split("\n")
        kind = type(entry.item).__name__
        if before and (len(lines) > 1 or kind != before):
            yield ""
        before = kind if len(lines) == 1 else "block"
        yield f"{lines[0]}{REMARK}{_origin(checked, entry)}"
        yield from lines[1:]


def _origin(checked: CheckedGame, entry: Located) -> str:
    """Where an item comes from: its place, the variant it belongs to, and where parts were added to it."""
    item = entry.item
    variant = "" if entry.origin == "game" else f", {entry.origin}"
    notes = [f"{_place(checked, item.span.file, item.span.line)}{variant}"]
    spans = [part.span for part in (*walk(item), *_words(item))]
    added = dict.fromkeys((span.file, span.line) for span in spans if span.file != item.span.file)
    notes += [f"changed in {_place(checked, file, line)}" for file, line in list(added)[:3]]
    if isinstance(item, n.Option):
        set_by = checked.merged.options.get(item.name)
        option = checked.model.options[item.name]
        if option.value != option.default:
            by = "" if set_by is None else f" by variant {checked.model.variant}"
            notes.append(f"set to {written(option, option.value)}{by}")
    for name in _tables(item):
        change = checked.merged.rows.get(name)
        if change is not None:
            words = [f"rows added from {_files(checked, files)}" for files in (*change.extended, *change.added)]
            words += [f"rows replaced from {_files(checked, files)}" for files in change.replaced]
            words += ["without " + ", ".join(change.removed)] if change.removed else []
            notes.append(f"{name}: {', '.join(words)}")
    if isinstance(item, n.Setup):
        files = [entry.folder / entry.item.file for entry in checked.merged.setups if isinstance(entry.item, n.Setup)]
        notes += [f"changed by {_file(checked, file)}" for file in files]
    return "; ".join(notes)


def _words(item: object) -> tuple[n.Word, ...]:
    """The words that other files may have added to an item."""
    match item:
        case n.Kind(words=words) | n.Group(actions=words):
            return words
    return ()


def _tables(item: object) -> Iterator[str]:
    match item:
        case n.Data(rows=rows):
            yield from (str(row.many) for row in rows)
        case n.Figures(names=names):
            yield from map(str, names)


def _place(checked: CheckedGame, file: str, line: int) -> str:
    return f"{_file(checked, file)}:{line}"


def _files(checked: CheckedGame, files: RowFiles) -> str:
    words, folder = files
    return ", ".join(_file(checked, folder / word) for word in words)


def _file(checked: CheckedGame, file: str | Path) -> str:
    """A file as seen from the game's folder."""
    try:
        return os.path.relpath(file, checked.files.folder).replace(os.sep, "/")
    except ValueError:
        return str(file)


# ---- options and actions


def option_lines(checked: CheckedGame) -> Iterator[str]:
    """The options: name, value, default, what else they may be, and the question they answer."""
    if not checked.model.options:
        yield "This game has no options."
    for option in checked.model.options.values():
        value, default = written(option, option.value), written(option, option.default)
        usual = "" if value == default else f"  (usually {default})"
        may = " or ".join(option.choices) if len(option.choices) < 3 else ", ".join(option.choices)
        yield f"{option.name} = {value}{usual}   may be {may}"
        if option.question:
            yield f"    {option.question}"


def action_lines(checked: CheckedGame) -> Iterator[str]:
    """The actions: how each is written, what it is, and where it stands."""
    for entry in checked.merged.items:
        if isinstance(entry.item, n.Action):
            action = entry.item
            kind = "free action" if action.kind == "free" else "action"
            yield f"{action.name}  {kind}" + (f', written "{action.notation}"' if action.notation else "")
            if action.text:
                yield f"    {action.text}"
            yield f"    {_origin(checked, entry)}"


SECTIONS: Mapping[str, Section] = {
    "rules": rule_lines,
    "options": option_lines,
    "actions": action_lines,
    "spaces": space_lines,
    "pieces": piece_lines,
    "figures": figure_lines,
    "cards": cards_lines,
}
