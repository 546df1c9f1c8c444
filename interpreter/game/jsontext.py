"""JSON text in, plain data out, with a clear finding for every kind of file that is no JSON; and places in the text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from interpreter.diagnostics import Diagnostic, Rejected, Span
from interpreter.game.names import Json

LARGEST = 20_000_000
"""Bytes that a save or journal may have."""

DEEPEST = 60
"""How deep objects and lists may stand in one another; a state needs far less."""


def read_bytes(path: Path, what: str) -> str:
    """The text of a file. Raises Rejected (RW801) for one that cannot be read, is too large or no text."""
    shown = str(path)
    try:
        if path.stat().st_size > LARGEST:
            _refuse("RW801", f"`{shown}` is too large for a {what} ({LARGEST // 1_000_000} MB at most)")
        if path.exists() and not (path.is_file() or path.is_dir()):
            _refuse("RW801", f"`{shown}` is no ordinary file, so it is no {what}")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is no file name"
        _refuse("RW801", f"`{shown}` cannot be read: {reason.lower()}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        _refuse("RW801", f"`{shown}` is not a text in UTF-8, so it is no {what}", Span(shown, line, 1, line, 1))


def parse(text: str, file: str) -> Json:
    """The data of a JSON text. Raises Rejected (RW802) where it is empty, cut off, no JSON or nested too deep."""
    if not text.strip():
        _refuse("RW802", f"`{file}` is empty", Span(file, 1, 1, 1, 1))
    deep = _too_deep(text)
    if deep is not None:
        _refuse("RW802", "this is nested deeper than any save", _point(text, deep, file))
    try:
        return json.loads(text, object_pairs_hook=_Pairs.of, parse_constant=_no_number, parse_int=_whole)
    except json.JSONDecodeError as error:
        end = error.pos >= len(text.rstrip())
        message = "the text ends in the middle: it has been cut off" if end else f"this is no JSON: {_cause(error)}"
        _refuse("RW802", message, _point(text, error.pos, file))
    except _Twice as error:
        _refuse("RW802", f"the key `{error.key}` stands twice in one object", Span(file, 1, 1, 1, 1))
    except ValueError as error:
        _refuse("RW802", str(error), Span(file, 1, 1, 1, 1))


def place_of(text: str, path: Sequence[str | int], file: str) -> Span:
    """Where in a JSON text the value at a path of keys and numbers stands; as near to it as there is something."""
    at, end = _skip(text, 0), 0
    decoder = json.JSONDecoder(object_pairs_hook=dict, parse_int=_whole)
    for step in path:
        found = _entry(text, at, step, decoder)
        if found is None:
            break
        at = found
    _, end = decoder.raw_decode(text, at)
    if "\n" in text[at:end]:
        end = at + 1
    start, stop = _point(text, at, file), _point(text, end, file)
    return start.to(stop)


def _entry(text: str, at: int, step: str | int, decoder: json.JSONDecoder) -> int | None:
    """Where the value of a key or at a number begins, in the object or list that begins at `at`; None without one."""
    opened = text[at]
    if opened not in "{[" or (opened == "{") != isinstance(step, str):
        return None
    at, number = _skip(text, at + 1), 0
    while text[at] not in "}]":
        key: str | int = number
        if opened == "{":
            key, at = decoder.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if key == step:
            return at
        _, at = decoder.raw_decode(text, at)
        at = _skip(text, at)
        at = _skip(text, at + 1) if text[at] == "," else at
        number += 1
    return None


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _point(text: str, at: int, file: str) -> Span:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return Span(file, line, column, line, column)


def _too_deep(text: str) -> int | None:
    """The place of the first bracket that is nested too deep, outside of strings."""
    depth, at, inside = 0, 0, False
    while at < len(text):
        letter = text[at]
        if letter == "\\" and inside:
            at += 1
        elif letter == '"':
            inside = not inside
        elif not inside and letter in "[{":
            depth += 1
            if depth > DEEPEST:
                return at
        elif not inside and letter in "]}":
            depth -= 1
        at += 1
    return None


def _cause(error: json.JSONDecodeError) -> str:
    return error.msg[:1].lower() + error.msg[1:]


class _Twice(Exception):
    def __init__(self, key: str) -> None:
        self.key = key


class _Pairs:
    @staticmethod
    def of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object; raises _Twice when it has a key twice."""
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise _Twice(key)
            found[key] = value
        return found


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"`{word}` is no number in JSON")


def _whole(figures: str) -> int:
    if len(figures) > 40:
        raise ValueError(f"a number of {len(figures)} figures is no value of a game")
    return int(figures)


def _refuse(code: str, message: str, span: Span | None = None) -> NoReturn:
    raise Rejected([Diagnostic(code, message, span)])
