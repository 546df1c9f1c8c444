"""The command as a whole: which commands there are, and what becomes of everything that can go wrong in one."""

from __future__ import annotations

import atexit
import gc
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import TracebackType

import click

from interpreter.commands import terminal
from interpreter.commands.usage import BadArguments, told, unknown
from interpreter.diagnostics import Diagnostic, Rejected

COMMANDS: Mapping[str, str] = {
    "check": "find what is wrong in games, variants, scenarios and data files",
    "test": "run the scenarios of games",
    "play": "play in the terminal, against people or bots",
    "simulate": "play many games and report on them",
    "explain": "say what an action would do, or which clause forbids it",
    "replay": "play a journal again and verify it",
    "perft": "count the sequences of decisions of each length",
    "show": "print the rules, with a variant merged in",
    "format": "lay rule files out in the one style, keeping comments",
    "schema": "print the JSON Schema of a game's states",
    "new": "begin a game of your own",
    "help": "explain the code of a finding",
}
"""Each command and what it does. Their modules are imported when they are used, so that each starts fast."""

DEBUG = "RULEWRIGHT_DEBUG"
SELDOM = 100_000
"""How many new objects there are before a search for unused cycles. Reading rules makes hardly any of these, but so
many objects that the usual 700 would cost a sixth of the time.
"""
INTERRUPTED = 130


class _Application(click.Group):
    """The group of all commands, which imports only the one that is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"interpreter.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        command = self.get_command(ctx, args[0])
        if command is None:
            raise unknown("RW901", "command", args[0], COMMANDS)
        return args[0], command, args[1:]


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            terminal.say(f"rulewright {version('rulewright')}")
        except PackageNotFoundError:
            terminal.say("rulewright, from a folder that is not installed")
        ctx.exit()


@click.group(cls=_Application, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def application() -> None:
    """Rulewright plays board and card games from rule files that people can read.

    GAME is the name of a shipped game, a folder with a `game.rules`, or a `.rules` file.
    """


def execute(arguments: Sequence[str]) -> int:
    """Carries out the command that the arguments say; its exit code.

    Raises Rejected for input that cannot be used, BadArguments when it is the arguments that are wrong.
    """
    try:
        with application.make_context("rulewright", list(arguments) or ["--help"]) as context:
            result = application.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.UsageError as error:
        raise told(error) from error
    return result if isinstance(result, int) else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Carries out a command and tells what went wrong as findings.

    The exit code: 0 when all is well, 1 when input was found wrong or a check failed, 2 for wrong arguments, 130 when
    it was interrupted.
    """
    if DEBUG not in os.environ:
        sys.excepthook = _own_fault
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)  # a process that ends need not look for cycles once more
    try:
        terminal.prepare()
        code = execute(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
    except Rejected as rejected:
        sys.stdout.flush()
        terminal.show_findings(rejected.diagnostics)
        return 2 if isinstance(rejected, BadArguments) else 1
    except KeyboardInterrupt:
        terminal.remark("\nstopped")
        return INTERRUPTED
    except BrokenPipeError:
        terminal.abandon_output()
        return 1
    except OSError as error:
        terminal.show_findings([Diagnostic("RW908", _unusable(error))])
        return 1
    return code


def _unusable(error: OSError) -> str:
    reason = (error.strerror or str(error) or "unknown reason").lower()
    return (
        f"`{error.filename}` cannot be used: {reason}" if error.filename else f"the output cannot be written: {reason}"
    )


def _own_fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Tells of a fault in this program, which no input should be able to cause, in one line and without its inside."""
    frames = traceback.extract_tb(trace)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    terminal.remark(f"rulewright has a fault of its own: {kind.__name__}: {error}{place}")
    terminal.remark(f"Please report it with the command and the files; {DEBUG}=1 shows where it comes from.")
