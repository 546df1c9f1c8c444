"""Declares players, kinds, options and boards, and what may be said about them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from .texts import DIRECTION, NUMBER, PLAYER, SPACE, YES_NO, Symbol, Type, list_of, set_of
from .world import World

JUMP = Type("jump")
COLUMNS = "abcdefgh"
WAYS = ["north", "north_east", "east", "south_east", "south", "south_west", "west", "north_west"]
HEXAGONAL_WAYS = ["north_east", "east", "south_east", "south_west", "west", "north_west"]
KINDS = {
    "tint": ("tints", ["amber", "blue", "coral", "dun"]),
    "shape": ("shapes", ["round", "square", "oblong"]),
}
SEATS = ["white", "black", "red"]


class Ground:
    """Writes the first declarations of a rule set; `rules` are their lines, `files` the data files."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = world.dice
        self.rules: list[str] = []
        self.files: dict[str, str] = {}

    def declare(self) -> None:
        """Writes all of them."""
        self._players()
        self._kinds()
        self._options()
        self._boards()

    def _players(self) -> None:
        world = self.world
        count = world.weighed([(8.0, 2), (2.0, 3), (0.5, 1)])
        world.players = SEATS[:count]
        seats = ", ".join(world.players)
        if count == 3 and world.chance(0.3):
            seats = f"2 to 3 of {seats}"
        self.rules.append(f'game sample "Sample" version 1 players {seats}')
        if world.has("robot", 0.2):
            world.players.append("robot")
            self.rules.append("seat robot when yes")
        if seats.startswith("2"):
            world.players.remove("red")
        world.constants[PLAYER] = list(world.players)
        world.plurals[PLAYER] = "players"
        world.add(
            Symbol(PLAYER, "me", me=True, weight=4.0),
            Symbol(PLAYER, "mover", weight=1.5),
            Symbol(PLAYER, "next_seat({0})", (PLAYER,), weight=0.5),
            Symbol(list_of(PLAYER), "players_from({0})", (PLAYER,), weight=0.3),
            Symbol(NUMBER, "seat_number({0}, {1})", (PLAYER, PLAYER), weight=0.2),
        )
        if len(world.players) == 2:
            world.add(
                Symbol(PLAYER, "opponent", me=True, weight=2.0),
                Symbol(PLAYER, "opponent_of({0})", (PLAYER,), weight=0.4),
            )

    def _kinds(self) -> None:
        world = self.world
        for one, (many, words) in KINDS.items():
            if one == "tint" or world.has(f"kind {one}"):
                some = words[: self.dice.randint(2, len(words))]
                self.rules.append(f"kind {many} of {one} is {', '.join(some)}")
                world.constants[Type(one)] = some
                world.plurals[Type(one)] = many

    def _options(self) -> None:
        world = self.world
        if world.has("number option"):
            self.rules.append(f"option speed is {self.dice.randint(1, 4)} from 0 to 4")
            world.add(Symbol(NUMBER, "speed", weight=0.5, finite=True))
        if world.has("yes option"):
            self.rules.append(f"option open_game is {self.dice.choice(['yes', 'no'])}")
            world.add(Symbol(YES_NO, "open_game", weight=0.5))
        if world.has("word option"):
            self.rules.append(f"option hue is {self.dice.choice(world.constants[Type('tint')])}")
            world.add(Symbol(Type("tint"), "hue", weight=0.5))

    # ---- boards

    def _boards(self) -> None:
        world = self.world
        ways = WAYS
        if world.chance(0.85):
            ways = HEXAGONAL_WAYS if self._grid() else WAYS
        if not world.areas or world.has("graph", 0.5):
            self._graph()
        if world.has("named grid", 0.4):
            self._named_grid()
        world.plurals[SPACE] = world.areas[0]
        world.constants[DIRECTION] = list(ways)
        world.plurals[DIRECTION] = "any_way"
        directions = set_of(DIRECTION)
        world.add(
            Symbol(directions, "straight"),
            Symbol(directions, "diagonal", weight=0.6),
            Symbol(DIRECTION, "opposite({0})", (DIRECTION,), weight=0.5),
            Symbol(set_of(SPACE), "neighbours({0})", (SPACE,), weight=1.5),
            Symbol(set_of(SPACE), "neighbours({0}, {1})", (SPACE, directions)),
            Symbol(list_of(SPACE), "ray({0}, {1})", (SPACE, DIRECTION)),
            Symbol(set_of(JUMP), "jumps({0})", (SPACE,)),
            Symbol(set_of(JUMP), "jumps({0}, {1})", (SPACE, directions)),
            Symbol(SPACE, "{0}.over", (JUMP,), weight=0.7),
            Symbol(SPACE, "{0}.dest", (JUMP,), weight=0.7),
            Symbol(NUMBER, "distance({0}, {1})", (SPACE, SPACE), weight=0.5, finite=True),
            Symbol(NUMBER, "distance({0}, {1}, {2})", (SPACE, SPACE, directions), weight=0.3, finite=True),
            Symbol(set_of(SPACE), "connected({0}, {1})", (set_of(SPACE), set_of(SPACE)), weight=0.7),
        )

    def _grid(self) -> bool:
        """A grid with letters and numbers, perhaps with a ring; whether it is hexagonal."""
        world, dice = self.world, self.dice
        columns, rows = world.extent = dice.randint(2, 4), dice.randint(2, 4)
        hexagonal = world.has("hexagonal", 0.3)
        wrapped = world.has("wrapped", 0.3)
        hole = world.has("hole", 0.3)
        line = f"grid board {columns}{' wrapped' if wrapped else ''} by {rows}{' hexagonal' if hexagonal else ''}"
        names = [f"{column}{row}" for row in range(1, rows + 1) for column in COLUMNS[:columns]]
        if hole:
            line += " where not (column is 2 and row is 1)"
            names.remove("b1")
        self.rules.append(line)
        world.areas.append("board")
        world.grids.append("board")
        world.constants[SPACE] = names
        world.add(
            Symbol(NUMBER, "{0}.column", (SPACE,), weight=0.6, finite=True),
            Symbol(NUMBER, "{0}.row", (SPACE,), weight=0.6, finite=True),
            Symbol(SPACE, "at(board, {0}, {1})", (NUMBER, NUMBER), weight=0.5),
        )
        longest = dice.randint(2, max(columns, rows))
        self._lines("board", longest)
        if not wrapped and world.has("ring", 0.5):
            self.rules.append(f"ring edge around board{dice.choice([' where not corner', ''])}")
            world.areas.append("edge")
            world.constants[SPACE] = [*names, f"{COLUMNS[0]}0", f"z{rows}"]
            world.add(Symbol(YES_NO, "{0}.corner", (SPACE,), weight=0.4))
        return hexagonal

    def _lines(self, area: str, length: int) -> None:
        line = Type(f"line {area}")
        self.world.add(
            Symbol(set_of(line), f"lines({area}, {length})", weight=2.0),
            Symbol(set_of(SPACE), "{0}.cells", (line,), weight=1.5),
        )
        self.world.plurals[line] = f"lines({area}, {length})"

    def _named_grid(self) -> None:
        """A grid with axes of its own; both may be wrapped."""
        world, dice = self.world, self.dice
        wraps = [" wrapped" if world.chance(0.6) else "" for _ in range(2)]
        self.rules.append(
            f"grid wheel orbit 1 to {dice.randint(1, 3)}{wraps[0]} by x 0 to {dice.randint(1, 4)}{wraps[1]}"
        )
        world.areas.append("wheel")
        world.constants.setdefault(SPACE, []).extend(["orbit1_x0", "orbit1_x1"])
        world.add(
            Symbol(NUMBER, "{0}.orbit", (SPACE,), weight=0.3, finite=True),
            Symbol(NUMBER, "{0}.x", (SPACE,), weight=0.3, finite=True),
            Symbol(SPACE, "at(wheel, {0}, {1})", (NUMBER, NUMBER), weight=0.3),
        )

    def _graph(self) -> None:
        world, dice = self.world, self.dice
        points = [f"pt{number}" for number in range(1, dice.randint(4, 7))]
        lines: list[Sequence[str]] = [dice.sample(points, 3) for _ in range(dice.randint(1, 3))]
        drawn = {point for line in lines for point in line}
        lines += [[one, other] for one, other in pairwise(points) if not {one, other} <= drawn or dice.random() < 0.4]
        text = "".join(f"- [{', '.join(line)}]\n" for line in lines)
        self.files["web.yaml"] = f"spaces: [{', '.join(points)}]\nlines:\n{text}"
        self.rules.append('graph web from "web.yaml"')
        world.areas.append("web")
        world.constants.setdefault(SPACE, []).extend(points)
        self._lines("web", 3)
