"""`rulewright help`: the pages on findings, in the terminal."""

from __future__ import annotations

import re

import click

from interpreter.commands import terminal
from interpreter.commands.usage import refused
from interpreter.diagnostics.catalogue import all_codes, page

GROUPS = {
    "1": "Syntax and files",
    "2": "Names and types",
    "3": "Data files and pictures",
    "4": "Rules of use",
    "5": "Variants",
    "6": "Scenarios",
    "7": "While a game runs",
    "8": "Saves, journals and actions",
    "9": "The command line",
}

_FENCE = re.compile(r"`{3,}")


@click.command("help")
@click.argument("code", required=False)
@click.pass_context
def command(ctx: click.Context, code: str | None) -> None:
    """Explain the code of a finding, with an example of what is wrong and of what is right.

    CODE is for example RW214. Without one, all codes are listed; the name of a command shows its help.
    """
    if code is None:
        _list()
        return
    group = None if ctx.parent is None else ctx.parent.command
    named = group.get_command(ctx, code) if isinstance(group, click.Group) else None
    if named is not None:
        with click.Context(named, info_name=code, parent=ctx.parent) as context:
            terminal.say(named.get_help(context))
        return
    wanted = code.upper()
    wanted = f"RW{wanted}" if re.fullmatch(r"\d{3}", wanted) else wanted
    if wanted not in all_codes():
        raise refused("RW907", f"there is no code `{code}`", "`rulewright help` lists all codes")
    text = page(wanted).text
    if terminal.is_terminal():
        _show(text)
    else:
        terminal.say(text.rstrip("\n"))


def _list() -> None:
    before = ""
    for code in all_codes():
        if code[2] != before:
            terminal.say(f"{'' if not before else chr(10)}{GROUPS.get(code[2], 'Other findings')}")
            before = code[2]
        terminal.say(f"  {code}  {page(code).title}")
    terminal.say("\nMore on one of them: rulewright help CODE")


def _show(text: str) -> None:
    """A page for a person: headings stand out, and examples stand behind a line."""
    from rich.text import Text

    shown, inside = Text(), False
    for line in text.rstrip("\n").split("\n"):
        if _FENCE.match(line):
            inside = not inside
            shown.append(f"  {line.lstrip('`')}\n" if inside else "", "dim")
        elif inside:
            shown.append("  │ ", "dim").append(f"{line}\n")
        elif line.startswith("#"):
            shown.append(f"{line.lstrip('# ')}\n", "bold" if line.startswith("##") else "bold red")
        else:
            shown.append(f"{line}\n")
    terminal.console().print(shown, end="")
