"""All spaces of a game, and what the rules may ask about how they lie to each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from interpreter.geometry.area import MOST_SPACES, Area, GeometryError
from interpreter.geometry.directions import DIRECTION_NAMES, Ways, opposite, set_words, steps
from interpreter.geometry.runs import Jump, Line, graph_jumps, graph_lines, graph_neighbours, grid_jumps, grid_lines


class Spaces:
    """The spaces of all areas, numbered from 0, each area contiguous, in the order of the areas.

    Everything here depends on the areas alone; answers that are not tables from the start are worked out once and kept.
    Sets of spaces come in space order. Directions are the numbers 0 to 7, clockwise from north; `ways` are sets of
    them, all of them unless said. On a graph the drawn lines decide and `ways` are ignored.

    - `names`: the name of each space. Where two areas share a name, both put their own names before theirs: `left_a1`.
    - `index`: name -> space. `area_of`: the name of each space's area. `first`: area name -> its first space.
    - `fields`: field name -> value per space, None where the space's area has no such field.
    - `neighbour`: per space and direction the next space or None; spaces of a grid and its ring are neighbours.
    - `ways`: `straight`, `diagonal` and `any_way` as sets of directions (see `set_words`); `mixed` says whether square
      and hexagonal grids stand together, so that the first two words do not fit all of them.
    """

    direction_names = DIRECTION_NAMES

    def __init__(self, areas: Sequence[Area]) -> None:
        """Raises GeometryError for two areas of one name, a ring without its grid, rings at one place, too many spaces.

        A game without a board has no area and no space.
        """
        _check(areas)
        self.areas = tuple(areas)
        self.names = _names(areas)
        self.size = len(self.names)
        self.index: Mapping[str, int] = {name: space for space, name in enumerate(self.names)}
        self.area_of = tuple(area.name for area in areas for _ in area.names)
        self.first: Mapping[str, int] = {name: self.area_of.index(name) for name in (area.name for area in areas)}
        self.fields = self._fields()
        hexagonal = [area.hexagonal for area in areas if area.kind == "grid"]
        self.ways = set_words(hexagonal)
        self.mixed = any(hexagonal) and not all(hexagonal)
        self.neighbour = self._neighbour_table()
        self._area = {area.name: area for area in areas}
        self._around = self._all_neighbours()
        self._neighbours: dict[tuple[int, Ways], tuple[int, ...]] = {}
        self._rays: dict[tuple[int, int], tuple[int, ...]] = {}
        self._lines: dict[tuple[str, int], tuple[Line, ...]] = {}
        self._distances: dict[tuple[int, Ways | None], list[int | None]] = {}
        self._jumps: tuple[Jump, ...] | None = None
        self._jump_numbers: list[tuple[int, ...]] | None = None
        self._jumps_from: dict[tuple[int, Ways | None], tuple[int, ...]] = {}

    def area(self, name: str) -> Area:
        """The area of that name."""
        return self._area[name]

    def spaces_of(self, area_name: str) -> range:
        """The spaces of an area."""
        first = self.first[area_name]
        return range(first, first + self._area[area_name].size)

    def plane(self, area_name: str) -> tuple[str, ...]:
        """The names of the areas that share an area's coordinates, itself included, in declared order."""
        plane = self._area[area_name].plane
        return tuple(area.name for area in self.areas if area.plane == plane)

    @property
    def planes(self) -> tuple[tuple[str, ...], ...]:
        """The names of all areas, those that share their coordinates together, in declared order."""
        return tuple(dict.fromkeys(self.plane(area.name) for area in self.areas))

    def at(self, area_name: str, *coordinates: int) -> int | None:
        """The space of an area with these coordinates, in the declared order of its axes; None where there is none."""
        found = self._area[area_name].places.get(coordinates)
        return None if found is None else self.first[area_name] + found

    def opposite(self, direction: int) -> int:
        """The direction that leads back."""
        return opposite(direction)

    def neighbours(self, space: int, ways: Ways | None = None) -> tuple[int, ...]:
        """The spaces next to a space, in these ways."""
        if ways is None:
            return self._around[space]
        found = self._neighbours.get((space, ways))
        if found is None:
            near = {self.neighbour[space][way] for way in ways}
            graph = self._is_graph(space)
            found = tuple(other for other in self._around[space] if graph or other in near)
            self._neighbours[space, ways] = found
        return found

    def ray(self, space: int, direction: int) -> tuple[int, ...]:
        """The spaces from a space outwards, without itself, to the edge or a gap; on a wrapped axis once round.

        Empty on a graph.
        """
        found = self._rays.get((space, direction))
        if found is None:
            ray: list[int] = []
            ahead = self.neighbour[space][direction]
            while ahead is not None and ahead != space:
                ray.append(ahead)
                ahead = self.neighbour[ahead][direction]
            found = self._rays[space, direction] = tuple(ray)
        return found

    @property
    def jumps(self) -> tuple[Jump, ...]:
        """All jumps over one space, by start, then direction; on a graph along the drawn lines, in their order."""
        if self._jumps is None:
            self._jumps = tuple(self._all_jumps())
        return self._jumps

    def jumps_from(self, space: int, ways: Ways | None = None) -> tuple[int, ...]:
        """The numbers, in `jumps`, of the jumps that start from a space in these ways."""
        found = self._jumps_from.get((space, ways))
        if found is None:
            if self._jump_numbers is None:
                self._jump_numbers = self._jumps_by_start()
            found = self._jump_numbers[space]
            if ways is not None and not self._is_graph(space):
                found = tuple(number for number in found if self.jumps[number].direction in ways)
            self._jumps_from[space, ways] = found
        return found

    def lines(self, area_name: str, n: int) -> tuple[Line, ...]:
        """The straight runs of n spaces of an area, each once, by first space, then direction; see `grid_lines`.

        On a graph the runs of n successive points of its drawn lines. Raises GeometryError for a run of no space.
        """
        if n < 1:
            raise GeometryError(f'lines of {n} spaces in "{area_name}": a line needs at least one space')
        key = (area_name, n)
        if key not in self._lines:
            area = self._area[area_name]
            if area.kind == "graph":
                self._lines[key] = graph_lines(area, self.first[area_name], n)
            else:
                self._lines[key] = grid_lines(self.spaces_of(area_name), self.neighbour, n)
        return self._lines[key]

    def distance(self, origin: int, goal: int, ways: Ways | None = None) -> int | None:
        """The fewest steps from one space to another in these ways; None where no number of them leads there."""
        found = self._distances.get((origin, ways))
        if found is None:
            found = self._distances[origin, ways] = self._distances_from(origin, ways)
        return found[goal]

    def connected(self, starts: Iterable[int], through: Iterable[int]) -> tuple[int, ...]:
        """Those spaces of `through` that can be reached inside it from the `starts` that belong to it."""
        left = set(through)
        reached = list(left.intersection(starts))
        left.difference_update(reached)
        around = self._around
        for space in reached:  # grows while it is read
            for other in around[space]:
                if other in left:
                    left.remove(other)
                    reached.append(other)
        reached.sort()
        return tuple(reached)

    def _is_graph(self, space: int) -> bool:
        return self._area[self.area_of[space]].kind == "graph"

    def _fields(self) -> Mapping[str, tuple[int | None, ...]]:
        known = dict.fromkeys(field for area in self.areas for field in area.fields)
        return {
            field: tuple(value for area in self.areas for value in area.fields.get(field, (None,) * area.size))
            for field in known
        }

    def _neighbour_table(self) -> tuple[tuple[int | None, ...], ...]:
        table: list[tuple[int | None, ...]] = []
        planes = {area.plane: self._plane_places(area.plane) for area in self.areas}
        for area in self.areas:
            if area.kind == "graph":
                table.extend([(None,) * len(DIRECTION_NAMES)] * area.size)
            for place in area.coordinates:
                table.append(_around(place, area, planes[area.plane]))
        return tuple(table)

    def _plane_places(self, plane: str) -> dict[tuple[int, ...], int]:
        """Coordinates -> space, for all areas of a plane."""
        return {
            place: self.first[area.name] + number
            for area in self.areas
            if area.plane == plane
            for place, number in area.places.items()
        }

    def _all_neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Per space its neighbours in any way, in space order."""
        near: list[Iterable[int]] = []
        for area in self.areas:
            if area.kind == "graph":
                first = self.first[area.name]
                near.extend([first + other for other in points] for points in graph_neighbours(area))
            else:
                own = (self.neighbour[space] for space in self.spaces_of(area.name))
                near.extend({other for other in row if other is not None} for row in own)
        return tuple(tuple(sorted(others)) for others in near)

    def _all_jumps(self) -> Iterator[Jump]:
        for area in self.areas:
            if area.kind == "graph":
                for own in graph_jumps(area, self.first[area.name]):
                    yield from own
            else:
                for start in self.spaces_of(area.name):
                    yield from grid_jumps(start, self.neighbour)

    def _jumps_by_start(self) -> list[tuple[int, ...]]:
        numbers: list[list[int]] = [[] for _ in self.names]
        for number, jump in enumerate(self.jumps):
            numbers[jump.start].append(number)
        return [tuple(own) for own in numbers]

    def _distances_from(self, origin: int, ways: Ways | None) -> list[int | None]:
        steps_to: list[int | None] = [None] * self.size
        steps_to[origin] = 0
        reached = [origin]
        steps_here = 0
        while reached:
            steps_here += 1
            edge = dict.fromkeys(other for space in reached for other in self.neighbours(space, ways))
            reached = [space for space in edge if steps_to[space] is None]
            for space in reached:
                steps_to[space] = steps_here
        return steps_to


def _around(place: tuple[int, ...], area: Area, plane: Mapping[tuple[int, ...], int]) -> tuple[int | None, ...]:
    """The eight neighbours of a place, by direction; a space closed in on itself is not its own neighbour."""
    own: list[int | None] = [None] * len(DIRECTION_NAMES)
    for direction, step in steps(area.hexagonal).items():
        there = tuple(
            low + (at + change - low) % (high - low + 1) if wrapped else at + change
            for at, change, (low, high), wrapped in zip(place, step, area.extent, area.wrapped, strict=True)
        )
        own[direction] = plane.get(there) if there != place else None
    return tuple(own)


def _check(areas: Sequence[Area]) -> None:
    """Raise GeometryError where the areas cannot stand in one game."""
    count = sum(area.size for area in areas)
    if count > MOST_SPACES:
        raise GeometryError(f"all areas together have {count:,} spaces; a game may have at most {MOST_SPACES:,}")
    met: set[str] = set()
    taken: dict[tuple[str, tuple[int, ...]], str] = {}
    for area in areas:
        if area.name in met:
            raise GeometryError(f'two areas are called "{area.name}"')
        met.add(area.name)
        if area.plane not in met:
            raise GeometryError(f'the ring "{area.name}" must come after the grid "{area.plane}" that it stands around')
        for place in area.coordinates:
            other = taken.setdefault((area.plane, place), area.name)
            if other != area.name:
                raise GeometryError(f'the rings "{other}" and "{area.name}" have points at the same places')


def _names(areas: Sequence[Area]) -> tuple[str, ...]:
    """The names of all spaces, with the area's name in front where two areas share one."""
    uses = Counter(name for area in areas for name in area.names)
    names: list[str] = []
    for area in areas:
        shared = any(uses[name] > 1 for name in area.names)
        names.extend(f"{area.name}_{name}" if shared else name for name in area.names)
    for name, count in Counter(names).items():
        if count > 1:
            raise GeometryError(f'two spaces are called "{name}"; give one of their areas another name')
    return tuple(names)
