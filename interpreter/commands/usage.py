"""What is wrong with the arguments of a command, in the words of every other finding."""

from __future__ import annotations

from collections.abc import Iterable

import click

from interpreter.diagnostics import Diagnostic, Rejected, close_match

EXTRA_ARGUMENTS = "extra argument"
"""What click's message about arguments that nothing takes says; it has no exception of its own for them."""


class BadArguments(Rejected):
    """The arguments cannot be used: what was typed is wrong, not a file."""


def refused(code: str, message: str, hint: str | None = None) -> BadArguments:
    """The exception for arguments with one thing wrong."""
    return BadArguments([Diagnostic(code, message, hint=hint)])


def unknown(code: str, what: str, given: str, known: Iterable[str]) -> BadArguments:
    """The exception for a word that is none of the known ones, with the nearest of these or all of them."""
    words = list(known)
    near = close_match(given, words)
    hint = f"did you mean `{near}`?" if near else f"there are: {', '.join(words)}" if words else None
    return refused(code, f"there is no {what} `{given}`", hint)


def told(error: click.UsageError) -> BadArguments:
    """What click found wrong with the arguments, as a finding."""
    match error:
        case click.NoSuchOption():
            return _no_such_option(error)
        case click.MissingParameter():
            return refused("RW903", f"the argument {_name(error.param)} is missing", _usage(error))
        case click.BadParameter():
            return refused("RW904", f"{_name(error.param)}: {_sentence(error.message)}", _more(error))
        case click.BadOptionUsage():
            name = error.option_name
            if "does not take a value" in error.message:
                return refused("RW904", f"`{name}` takes no value", _more(error))
            return refused("RW903", f"`{name}` needs a value after it", _more(error))
    if EXTRA_ARGUMENTS in error.message:
        extra = error.message.partition("(")[2].rstrip(")")
        return refused("RW905", f"nothing takes the argument `{extra}`", _usage(error))
    return refused("RW905", _sentence(error.message), _usage(error))


def _no_such_option(error: click.NoSuchOption) -> BadArguments:
    given = error.option_name
    if given.startswith("-") and not given.startswith("--"):
        return refused("RW902", f"there is no option `{given}`", _more(error))
    options = [] if error.ctx is None else [
        name for param in error.ctx.command.get_params(error.ctx) if isinstance(param, click.Option)
        for name in param.opts if name.startswith("--")
    ]  # fmt: skip
    near = close_match(given, options)
    hint = f"did you mean `{near}`?" if near else f"the options are {', '.join(options)}"
    return refused("RW902", f"there is no option `{given}`", hint)


def _name(param: click.Parameter | None) -> str:
    if isinstance(param, click.Argument):
        return (param.metavar or (param.name or "").upper()).replace("...", "").strip("[]")
    return "this" if param is None else f"`{param.opts[0]}`"


def _sentence(message: str) -> str:
    """A message of click as a part of one of ours."""
    text = message.strip().rstrip(".")
    return text[:1].lower() + text[1:]


def _usage(error: click.UsageError) -> str | None:
    return None if error.ctx is None else error.ctx.get_usage().replace("Usage: ", "write: ", 1)


def _more(error: click.UsageError) -> str | None:
    return None if error.ctx is None else f"`{error.ctx.command_path} --help` lists what may be said"
