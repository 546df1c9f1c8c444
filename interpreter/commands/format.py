"""`rulewright format`: lays rule files out in the one style."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from interpreter.check.files import find_game, shown_name
from interpreter.commands import terminal
from interpreter.commands.targets import RULES
from interpreter.commands.usage import refused
from interpreter.commands.writing import write_text
from interpreter.diagnostics import Diagnostic, Rejected
from interpreter.syntax.files import read_file
from interpreter.syntax.printer import format_rules

STANDARD_INPUT = "-"


@click.command("format")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; name the files that would change.")
def command(paths: tuple[str, ...], only_check: bool) -> int:
    """Lay rule files out in the one style, keeping comments.

    PATH is a `.rules` file, a folder (all rule files in it), the name of a shipped game, or `-`: then standard input is
    laid out to standard output. Files with syntax errors stay as they are. The exit code is 1 when there were such
    files, or with --check files that would change.
    """
    if STANDARD_INPUT in paths:
        return _standard_input(only_check)
    findings: list[Diagnostic] = []
    changed: list[Path] = []
    files = list(dict.fromkeys(file for path in paths for file in rule_files(path)))
    for file in files:
        try:
            if format_file(file, write=not only_check):
                changed.append(file)
                terminal.say(f"{'would change' if only_check else 'laid out'}  {shown_name(file)}")
        except Rejected as rejected:
            findings += rejected.diagnostics
    terminal.show_findings(findings)
    terminal.say(_summary(len(files), len(changed), only_check))
    return 1 if findings or (only_check and changed) else 0


def rule_files(given: str) -> Iterator[Path]:
    """The rule files that a file, a folder or a game's name stands for. Raises Rejected when there are none."""
    path = Path(given)
    if path.is_file():
        if path.suffix != RULES:
            raise refused("RW911", f"`{given}` is not a rules file", "only `.rules` files have a style of their own")
        yield path
        return
    folder = path if path.is_dir() else find_game(given).parent
    found = sorted(folder.rglob(f"*{RULES}"))
    if not found:
        raise refused("RW911", f"the folder `{given}` holds no rules files")
    yield from found


def format_file(path: Path, write: bool) -> bool:
    """Whether the file's layout differs from the one style; with `write` it is changed to it.

    Line ends stay as the file has them. Raises Rejected for a file that cannot be read or has syntax errors.
    """
    shown = shown_name(path)
    text, findings = read_file(path, shown)
    if text is None:
        raise Rejected(findings)
    formatted = format_rules(text, shown)
    if "\r\n" in text:
        formatted = formatted.replace("\n", "\r\n")
    if formatted == text:
        return False
    if write:
        write_text(path, formatted)
    return True


def _standard_input(only_check: bool) -> int:
    text = sys.stdin.read()
    formatted = format_rules(text, STANDARD_INPUT)
    if only_check:
        return 0 if formatted == text else 1
    sys.stdout.write(formatted)
    return 0


def _summary(files: int, changed: int, only_check: bool) -> str:
    counted = f"1 of {files} files" if changed == 1 else f"{changed} of {files} files"
    if files == 1:
        counted = "the file" if changed else "nothing"
    return f"{counted} would change" if only_check else f"{counted} changed"
