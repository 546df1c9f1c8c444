"""The ground of a scenario: its variant, options, seats and seed; and which lines may stand where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.check import CheckedGame, check_game
from interpreter.diagnostics import Diagnostic, Rejected, Related, Span
from interpreter.game.game import Game, load
from interpreter.syntax import nodes as n

Key = tuple[str | None, tuple[tuple[str, str | int | bool], ...], int | None]
"""What decides a game under a ground: variant, options and number of people."""
SEED = 1
"""The seed of a scenario that says none."""

_GROUND = ("cites", "variant", "players", "seed")
_TESTS = ("play", "offers", "offers_only", "offers_number")


def stage(line: n.ScenarioLine) -> int:
    """Where a line belongs: 0 the ground, 1 the position, 2 what is played and tested."""
    match line:
        case n.Ground(kind=kind):
            return 0 if kind in _GROUND else 2 if kind in _TESTS else 1
        case n.OptionIs():
            return 0
        case n.Refuses() | n.Expect():
            return 2
    return 1


def line_name(line: n.ScenarioLine) -> str:
    """What a line is called in findings."""
    match line:
        case n.Ground(kind=kind):
            return kind.partition("_")[0]
        case n.OptionIs(name=name):
            return f"option {name}"
        case n.Picture():
            return "board"
        case n.Put():
            return "put"
        case n.SetField():
            return "set"
    return "refuses" if isinstance(line, n.Refuses) else "expect"


def misplaced(scenario: n.Scenario) -> list[Diagnostic]:
    """Lines that stand where they may not, or twice, and scenarios that test nothing."""
    found: list[Diagnostic] = []
    reached = 0
    once: dict[str, Span] = {}
    for line in scenario.lines:
        own, name = stage(line), line_name(line)
        if own < reached:
            before = "the first `play`, `offers`, `refuses` or `expect`" if reached == 2 else "the position"
            found.append(Diagnostic("RW601", f"`{name}` must stand before {before}", line.span, "move the line up"))
            continue
        reached = own
        if own == 0 or name in ("phase", "turn"):
            if name in once:
                related = (Related(once[name], "it is said here first"),)
                found.append(Diagnostic("RW602", f"`{name}` is said twice", line.span, related=related))
            once.setdefault(name, line.span)
    if reached < 2 and not found:
        hint = "add a line with `expect`, `offers`, `refuses` or `play`"
        found.append(Diagnostic("RW603", "this scenario tests nothing", scenario.title.span, hint))
    return found


@dataclass(frozen=True, slots=True)
class Ground:
    """What a scenario is played under; `places` says where each part of it stands."""

    variant: str | None = None
    options: tuple[tuple[str, str | int | bool], ...] = ()
    players: int | None = None
    seed: int = SEED
    cites: tuple[str, ...] = ()
    places: Mapping[str, Span] = field(default_factory=dict, hash=False, compare=False)


def ground_of(scenario: n.Scenario) -> Ground:
    """The ground as a scenario says it; where it says something twice the first counts."""
    variant, players, seed = None, None, SEED
    cites: tuple[str, ...] = ()
    options: list[tuple[str, str | int | bool]] = []
    places: dict[str, Span] = {}
    for line in scenario.lines:
        match line:
            case n.OptionIs() if f"option {line.name}" not in places:
                options.append((str(line.name), _plain(line.value)))
                places[f"option {line.name}"] = line.span
            case n.Ground(kind="variant", words=words) if "variant" not in places:
                variant, places["variant"] = str(words[0]), words[0].span
            case n.Ground(kind="players", words=words) if "players" not in places:
                players, places["players"] = _number(words[0], 1000), words[0].span
            case n.Ground(kind="seed", words=words) if "seed" not in places:
                seed, places["seed"] = _number(words[0], (1 << 64) - 1), words[0].span
            case n.Ground(kind="cites", words=words):
                cites += tuple(map(str, words))
    return Ground(variant, tuple(options), players, seed, cites, places)


def _number(word: str, most: int) -> int:
    return min(int(word), most) if len(word) < 40 else most


def _plain(value: n.Expr) -> str | int | bool:
    """An option's value as a caller would give it; text that fits no option for what cannot be one."""
    match value:
        case n.Number():
            return value.value
        case n.Minus(of=n.Number(value=number)):
            return -number
        case n.Name():
            return {"yes": True, "no": False}.get(str(value.id), str(value.id))
    return "?"


class Games:
    """The games of one target under each ground that its scenarios have; each is loaded once."""

    def __init__(self, game: Game, checked: Mapping[Key, CheckedGame] | None = None) -> None:
        """`checked` holds what the target is under some grounds, where it has been checked before."""
        self.game = game
        self._checked = checked or {}
        self._known: dict[Key, Game | tuple[Diagnostic, ...]] = {(None, (), None): game} if game.plain else {}

    def under(self, ground: Ground, title: Span) -> Game:
        """The game under a ground. Raises Rejected with a finding at the line of the ground that cannot be."""
        key: Key = (ground.variant, ground.options, ground.players)
        if key not in self._known:
            self._known[key] = self._load(key)
        found = self._known[key]
        if isinstance(found, Game):
            return found
        raise Rejected([_at_ground(finding, ground, title) for finding in found[:1]])

    def _load(self, key: Key) -> Game | tuple[Diagnostic, ...]:
        variant, options, players = key
        try:
            checked = self._checked.get(key)
            if checked is None:
                checked = check_game(self.game.target, variant, dict(options), players, self.game.checked.files)
        except Rejected as rejected:
            errors = [finding for finding in rejected.diagnostics if finding.severity == "error"]
            return tuple(errors or rejected.diagnostics)
        if checked is self.game.checked:
            return self.game
        if self.game.executor_name == "compiled":
            return load(self.game.target, variant, dict(options), players, checked=checked)
        return Game.of(checked, self.game.target, self.game.executor_name)


def _at_ground(finding: Diagnostic, ground: Ground, title: Span) -> Diagnostic:
    """A finding about the game under a ground, told at the line of the ground that brings it about."""
    words = [word for word in ground.places if word.startswith("option ") and f"`{word[7:]}`" in finding.message]
    words += [word for word in ("variant", "players") if word in ground.places]
    words += [word for word in ground.places if word.startswith("option ")]
    place = ground.places[words[0]] if words else title
    related = () if finding.span is None else (Related(finding.span, finding.message),)
    message = f"under this the game cannot be played: {finding.message}" if related else finding.message
    return Diagnostic("RW604", message, place, finding.hint, finding.expected, related)
