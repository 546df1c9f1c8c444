"""Says in words where two things differ."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from interpreter.compiled.ground.kinds import Unsupported
from interpreter.diagnostics import Rejected
from interpreter.game.names import Json
from interpreter.game.saves import Writer
from interpreter.run.signals import Abandon, GameOver, Given, Happened, Waiting

MOST = 6
"""How many places are told of one difference."""

CRASHES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NameError, RecursionError, SyntaxError),
    *(TypeError, ValueError, Unsupported, Abandon, Given, Happened, Waiting, GameOver),
)
"""How a fault of the interpreter itself shows."""

Result = TypeVar("Result")


class Parted(Exception):
    """The executors differ. `what` is the kind of difference in a few words, the same for all alike."""

    def __init__(self, what: str, reference: object, compiled: object) -> None:
        super().__init__(what)
        self.what = what
        self.reference = str(reference)
        self.compiled = str(compiled)


def same(what: str, reference: object, compiled: object) -> None:
    """Raises Parted unless the two are equal."""
    if reference != compiled:
        raise Parted(what, reference, compiled)


def same_vectors(what: str, writer: Writer, reference: Sequence[int], compiled: Sequence[int]) -> None:
    """Raises Parted unless the slots of the layout hold the same; what an executor keeps behind them is its own."""
    size = writer.layout.size
    one, other = tuple(reference[:size]), tuple(compiled[:size])
    if one == other:
        return
    slots = [number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b]
    told = [f"slot {number}" for number in slots[:MOST]]
    try:
        places = list(json_differences(writer.document(one, 0, ()), writer.document(other, 0, ())))
    except (LookupError, ValueError):
        places = []
    raise Parted(
        what,
        ", ".join([*told, *(f"{path} {a!r}" for path, a, _ in places[:MOST])]),
        ", ".join([*(str(other[number]) for number in slots[:MOST]), *(f"{b!r}" for _, _, b in places[:MOST])]),
    )


def same_json(what: str, reference: Json, compiled: Json) -> None:
    """Raises Parted unless two documents are equal, with the places where they are not."""
    found = list(json_differences(reference, compiled))
    if found:
        one = ", ".join(f"{path} {a!r}" for path, a, _ in found[:MOST])
        raise Parted(what, one, ", ".join(f"{path} {b!r}" for path, _, b in found[:MOST]))


def json_differences(one: Json, other: Json, path: str = "") -> Iterator[tuple[str, Json, Json]]:
    """The places where two documents differ, each with what stands there."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in {**one, **other}:
            yield from json_differences(one.get(key), other.get(key), f"{path}.{key}" if path else str(key))
    elif one != other:
        yield path, one, other


def crash(what: str, error: BaseException) -> Parted:
    """The difference that an error makes which is no finding: nothing may end like that."""
    frames = traceback.extract_tb(error.__traceback__)
    places = [f"{frame.filename.rpartition('/interpreter/')[2]}:{frame.lineno}" for frame in frames[-3:]]
    kind = type(error).__name__
    return Parted(f"{what}: a crash ({kind} in {frames[-1].name})", "no crash", f"{error}, at {' > '.join(places)}")


def guarded(what: str, make: Callable[[], Result]) -> Result:
    """What `make` gives; raises Parted when it crashes or, where nothing should be rejected, is rejected."""
    try:
        return make()
    except Rejected as rejected:
        raise Parted(f"{what}: {codes(rejected)}", "nothing rejected", rejected) from rejected
    except CRASHES as error:
        raise crash(what, error) from error


def guarded_both(
    what: str, reference: Callable[[], Result], compiled: Callable[[], Result]
) -> tuple[Result, Result] | str:
    """What both give, or the codes with which both are rejected. Raises Parted when they do not end alike."""
    one = _outcome(f"{what} by the reference executor", reference)
    other = _outcome(f"{what} by the compiled executor", compiled)
    if isinstance(one, Rejected) and isinstance(other, Rejected):
        same(f"{what}: the codes", codes(one), codes(other))
        same(f"{what}: what is rejected", one.diagnostics, other.diagnostics)
        return codes(one)
    if isinstance(one, Rejected) or isinstance(other, Rejected):
        told = [str(each) if isinstance(each, Rejected) else "nothing rejected" for each in (one, other)]
        raise Parted(f"{what}: whether it is rejected", *told)
    return one, other


def _outcome(what: str, make: Callable[[], Result]) -> Result | Rejected:
    try:
        return make()
    except Rejected as rejected:
        return rejected
    except CRASHES as error:
        raise crash(what, error) from error


def codes(rejected: Rejected) -> str:
    """The codes of what was rejected."""
    return " ".join(finding.code for finding in rejected.diagnostics)
