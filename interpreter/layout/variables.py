"""Where the variables of a game stand in its state, and where its pieces stand on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from interpreter.layout import masks
from interpreter.layout.codecs import Codec, Value
from interpreter.model.program import KeyRange, Variable


class VariableSlots:
    """The slots of one variable: a value of `codec.width` slots for each combination of keys, from `base` on.

    The last key runs fastest. `steps` says per key what its range begins with, how many keys it has and how many slots
    lie between two of them.
    """

    def __init__(self, variable: Variable, codec: Codec, base: int) -> None:
        self.variable = variable
        self.codec = codec
        self.base = base
        steps: list[tuple[int, int, int]] = []
        stride = codec.width
        for key in reversed(variable.keys):
            steps.append((key.first, key.size, stride))
            stride *= key.size
        self.steps = tuple(reversed(steps))
        self.end = base + stride

    def at(self, keys: Sequence[int | None]) -> int | None:
        """The first slot of the value for these keys; None when a key is nothing or outside its range."""
        place = self.base
        for key, (first, size, stride) in zip(keys, self.steps, strict=True):
            if key is None or not 0 <= key - first < size:
                return None
            place += (key - first) * stride
        return place

    def keys_at(self, at: int) -> list[int]:
        """The keys of the value that stands at a slot."""
        left = at - self.base
        keys: list[int] = []
        for first, _, stride in self.steps:
            keys.append(first + left // stride)
            left %= stride
        return keys

    def places(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """All combinations of keys in order, each with its first slot."""
        for number, keys in enumerate(combinations(self.variable.keys)):
            yield keys, self.base + number * self.codec.width

    def get(self, v: list[int], *keys: int | None) -> Value:
        """The value for these keys; the empty value of the type where there is no such combination."""
        at = self.at(keys)
        return self.codec.empty if at is None else self.codec.read(v, at)

    def put(self, v: list[int], keys: Sequence[int | None], value: Value) -> None:
        """Sets the value for these keys; does nothing where there is no such combination."""
        at = self.at(keys)
        if at is not None:
            self.codec.write(v, at, value)


class PieceSlots:
    """Where the pieces of a domain stand: their variable `space`, and for each space the set of pieces on it.

    The sets follow from the variable and are kept by `move`; whoever writes the variable itself calls `rebuild`.
    """

    def __init__(self, domain: str, spaces: VariableSlots, base: int, pieces: int, board: int) -> None:
        self.domain = domain
        self.spaces = spaces
        self.base = base
        self.pieces = pieces
        self.board = board
        self.width = masks.chunks(pieces)
        self.end = base + board * self.width

    def space(self, v: list[int], piece: int) -> int | None:
        """The space that a piece stands on, or None."""
        space = v[self.spaces.base + piece]
        return None if space < 0 else space

    def on(self, v: list[int], space: int) -> tuple[int, ...]:
        """The pieces on a space, in order."""
        return masks.read(v, self.base + space * self.width, self.width)

    def move(self, v: list[int], piece: int, space: int | None) -> None:
        """Puts a piece on a space, or off the board."""
        before = v[self.spaces.base + piece]
        if before >= 0:
            masks.discard(v, self.base + before * self.width, piece)
        v[self.spaces.base + piece] = -1 if space is None else space
        if space is not None:
            masks.add(v, self.base + space * self.width, piece)

    def rebuild(self, v: list[int]) -> None:
        """Makes the sets of the spaces agree with the variable."""
        v[self.base : self.end] = [0] * (self.end - self.base)
        for piece in range(self.pieces):
            space = v[self.spaces.base + piece]
            if space >= 0:
                masks.add(v, self.base + space * self.width, piece)


def combinations(keys: Sequence[KeyRange]) -> Iterator[tuple[int, ...]]:
    """All combinations of keys, the last running fastest; one empty combination where there are no keys."""
    return product(*(range(key.first, key.first + key.size) for key in keys))
