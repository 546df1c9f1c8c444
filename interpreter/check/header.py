"""The first things a game declares: its name and seats, kinds of words and options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from interpreter.check.constants import Fixed, NotFixed, fixed, fixed_condition
from interpreter.check.files import ENTRY, Located, shown_name
from interpreter.check.findings import did_you_mean, listed
from interpreter.check.scope import DomainInfo, SetInfo, World
from interpreter.data import Node
from interpreter.diagnostics import Diagnostic, Rejected, Related, Span
from interpreter.model import program as m
from interpreter.model.types import YES_NO, CollectionType, MemberType, NumberType, Type
from interpreter.syntax import nodes as n
from interpreter.syntax.words import reserved_words

BUILT_IN_NAMES = {
    "me", "mover", "opponent", "nothing", "nobody", "nowhere", "yes", "no", "players", "moved", "self", "straight",
    "diagonal", "any_way", "direction", "player", "space", "jump", "number", "yes_no", "decider", "over", "winner",
    "winners",
}  # fmt: skip
MOST_PLAYERS = 12
TOO_MANY = f"a game has at most {MOST_PLAYERS} seats, and this names more"

_Known = TypeVar("_Known", int | bool | str, bool)


class Header:
    """Declares names and what is known before anything else.

    `wrong_choice` says that something was chosen that cannot be (an option, or a variant's change of rows): what does
    not fit without it is no fault then.
    """

    def __init__(self, world: World, root: Path) -> None:
        self.w = world
        self.root = root
        self.findings = world.findings
        self.taken: dict[tuple[str, str], Span] = {}
        self.wrong_choice = False
        self.documents: list[Node] = []

    def claim(self, name: n.Word, space: str = "name") -> bool:
        """Takes a name in a name space; a finding when it is taken, a word of the language or built in."""
        if space in ("name", "type") and str(name) in BUILT_IN_NAMES:
            self.findings.give_up(str(name))
            self.findings.error(
                "RW212", f"`{name}` has a meaning of its own in every game", name.span, "choose another name"
            )
            return False
        if str(name) in reserved_words()[0]:
            self.findings.give_up(str(name))
            self.findings.error("RW212", f"`{name}` is a word of the language", name.span, "choose another name")
            return False
        before = self.taken.get((space, str(name)))
        if before is not None:
            first, second = sorted((before, name.span)) if before.file == name.span.file else (before, name.span)
            self.findings.give_up(str(name))
            self.findings.error(
                "RW211",
                f"`{name}` is declared twice",
                second,
                related=(Related(first, "it is declared here first"),),
            )
            return False
        self.taken[space, str(name)] = name.span
        return True

    # ---- seats

    def game(self, items: Iterable[Located], number: int | None) -> n.Game | None:
        """The game's line and the seats of the first `number` people."""
        games = [entry.item for entry in items if isinstance(entry.item, n.Game)]
        if not games:
            file = next((entry.item.span.file for entry in items), None) or shown_name(self.root / ENTRY)
            self.findings.error(
                "RW210",
                "there is no `game` line",
                Span(file, 1, 1, 1, 1),
                'begin with `game name "Title" version 1 players white, black`',
            )
            return None
        for extra in games[1:]:
            self.findings.error(
                "RW210", "there is a second `game` line", extra.span, related=(Related(games[0].span, "the first"),)
            )
        game = games[0]
        for name in game.players:
            self.claim(name, "player")
        low = game.low if game.low is not None else len(game.players)
        high = game.high if game.high is not None else len(game.players)
        if len(game.players) > MOST_PLAYERS:
            self.findings.error("RW235", TOO_MANY, game.span)
            return None
        if not 1 <= low <= high or high > len(game.players):
            self.findings.error(
                "RW235", f"{low} to {high} players do not fit the {len(game.players)} seats named", game.span
            )
            return None
        wanted = high if number is None and game.low is None else low if number is None else number
        if not low <= wanted <= high:
            raise_players(game, wanted, low, high)
        self.w.players = tuple(str(name) for name in game.players[:wanted])
        return game

    def seats(self, items: Iterable[Located]) -> tuple[bool, ...]:
        """Adds the seats that the rules play; for each seat whether it is one."""
        played = [False] * len(self.w.players)
        for entry in items:
            if isinstance(entry.item, n.Seat) and self.claim(entry.item.name, "player"):
                if self.condition(entry.item.condition, self.option_words()):
                    self.beside(entry.item, played.count(False))
                    self.w.players += (str(entry.item.name),)
                    played.append(True)
                    if len(played) == MOST_PLAYERS + 1:
                        self.findings.error("RW235", TOO_MANY, entry.item.span)
                else:
                    self.w.absent.add(str(entry.item.name))
        self.declare_players()
        return tuple(played)

    def beside(self, seat: n.Seat, people: int) -> None:
        """A finding when another number of people sit than a seat that the rules play wants beside it."""
        if seat.low is None:
            return
        low, high = seat.low, seat.low if seat.high is None else seat.high
        if not low <= people <= high:
            wanted = f"{low} player{'s' if low != 1 else ''}" if low == high else f"{low} to {high} players"
            hint = f"choose another number of players, or options without `{seat.name}`"
            self.findings.error("RW235", f"`{seat.name}` plays with {wanted}, not with {people}", seat.span, hint)

    def declare_players(self) -> None:
        self.w.domains["player"] = DomainInfo("player", "players", "player", list(self.w.players))
        self.w.sets["players"] = SetInfo(
            CollectionType("set", MemberType("player"), len(self.w.players)), tuple(range(len(self.w.players)))
        )

    # ---- kinds and options

    def kind(self, node: n.Kind) -> None:
        """A kind: a type with its words, and the set of all of them."""
        if not self.domain_names(node.rows):
            return
        info = DomainInfo(str(node.rows.one), str(node.rows.many), "kind", span=node.rows.one.span)
        for word in node.words:
            if str(word) in info.spans:
                self.findings.error(
                    "RW213",
                    f"`{word}` stands twice in `{info.many}`",
                    word.span,
                    related=(Related(info.spans[str(word)], "here first"),),
                )
                continue
            if str(word) in reserved_words()[0] or str(word) in BUILT_IN_NAMES:
                self.findings.error(
                    "RW212", f"`{word}` has a meaning of its own in the language", word.span, "choose another word"
                )
            info.members.append(str(word))
            info.spans[str(word)] = word.span
        self.add_domain(info)

    def domain_names(self, rows: n.Rows) -> bool:
        """Takes the names of a set and of its type."""
        if str(rows.many) == str(rows.one):
            self.findings.give_up(str(rows.one))
            self.findings.error(
                "RW211",
                "the set and its type need different names",
                rows.one.span,
                f"for example `all_{rows.one} of {rows.one}`",
            )
            return False
        claimed = [self.claim(rows.many), self.claim(rows.one, "type")]
        if not all(claimed):
            self.findings.give_up(str(rows.many), str(rows.one))
        return all(claimed)

    def add_domain(self, info: DomainInfo) -> None:
        """Declares a domain and the set of its members."""
        self.w.domains[info.name] = info
        type_ = CollectionType("set", MemberType(info.name), len(info.members))
        self.w.sets[info.many] = SetInfo(type_, tuple(range(len(info.members))))

    def option(self, node: n.Option, chosen: Mapping[str, tuple[object, Span | None]]) -> None:
        """An option with its default, its range, and the value it has been given."""
        if not self.claim(node.name):
            return
        name = str(node.name)
        home = self.word_home(node.default)
        default: Fixed | None
        if home is not None and isinstance(node.default, n.Name):
            low, high, choices = 0, len(home.members) - 1, tuple(home.members)
            type_: Type = MemberType(home.name)
            default = home.members.index(str(node.default.id))
        else:
            default = self.fixed(node.default, {})
            if isinstance(default, bool):
                low, high, type_, choices = 0, 1, YES_NO, ("no", "yes")
            else:
                bounds = None if default is None else self.option_range(node)
                if bounds is None or not isinstance(default, int):
                    self.findings.give_up(name)
                    return
                low, high = bounds
                type_, choices = NumberType(low, high), (f"{low} to {high}",)
        if not low <= default <= high:
            self.findings.error(
                "RW234", f"`{name}` is {default} by default, outside its own range {low} to {high}", node.default.span
            )
        if node.low is not None and not isinstance(type_, NumberType):
            self.findings.error("RW234", f"only a number has a range, and `{name}` is none", node.low.span)
        value = default
        if name in chosen:
            given, span = chosen[name]
            parsed = self.chosen_value(name, given, type_, low, high, choices, span)
            value = default if parsed is None else parsed
        question = None if node.question is None else str(node.question)
        self.w.options[name] = m.OptionModel(name, type_, value, default, question, choices)

    def word_home(self, node: n.Expr) -> DomainInfo | None:
        """The kind that has the word which an option starts with, when it is one."""
        if isinstance(node, n.Name):
            return next((d for d in self.w.domains.values() if d.form == "kind" and str(node.id) in d.members), None)
        return None

    def option_range(self, node: n.Option) -> tuple[int, int] | None:
        """The range of a number, or None with a finding."""
        if node.low is None or node.high is None:
            self.findings.error(
                "RW251",
                f"the option `{node.name}` is a number and needs a range",
                node.name.span,
                "write `is 4 from 3 to 8`",
            )
            return None
        bounds = [self.fixed(bound, {}) for bound in (node.low, node.high)]
        low, high = bounds
        for bound, written in zip(bounds, (node.low, node.high), strict=True):
            if isinstance(bound, (bool, str)):
                self.findings.error("RW236", "a number is needed here", written.span)
                return None
        if not isinstance(low, int) or not isinstance(high, int):
            return None
        if high < low:
            self.findings.error("RW234", f"a range goes up, and {low} to {high} does not", node.low.span)
            return None
        return low, high

    def chosen_value(
        self, name: str, given: object, type_: Type, low: int, high: int, choices: tuple[str, ...], span: Span | None
    ) -> int | bool | None:
        """The value that a variant, a scenario, the command line or a caller gives an option."""
        word = str(given.id) if isinstance(given, n.Name) else given
        if isinstance(word, (n.Number, n.Minus)):
            word = self.fixed(word, {})
        if isinstance(word, str) and isinstance(type_, NumberType) and word.lstrip("-").isdigit() and len(word) < 10:
            word = int(word)
        if type_ == YES_NO:
            if isinstance(word, bool):
                return word
            if word in ("yes", "no"):
                return word == "yes"
        elif isinstance(type_, MemberType):
            if isinstance(word, str) and word in choices:
                return choices.index(word)
        elif isinstance(word, int) and not isinstance(word, bool) and low <= word <= high:
            return word
        self.wrong_choice = True
        span = given.span if isinstance(given, n.Node) else span
        shown = word if isinstance(word, (str, int)) else "this"
        expected = "yes or no" if type_ == YES_NO else listed(choices)
        hint = did_you_mean(word, choices) if isinstance(word, str) else None
        self.findings.error(
            "RW234", f"the option `{name}` cannot be `{shown}`", span, hint, expected=f"`{name}` is {expected}"
        )
        return None

    def unknown_options(self, chosen: Mapping[str, tuple[object, Span | None]]) -> None:
        """Findings for options that were given but are not declared."""
        for name, (_, span) in chosen.items():
            if name not in self.w.options and ("name", name) not in self.taken:
                self.wrong_choice = True
                known = f"the options are {listed(self.w.options)}" if self.w.options else "this game has no options"
                self.findings.error(
                    "RW233",
                    f"there is no option `{name}`",
                    span,
                    did_you_mean(name, self.w.options) or known,
                )

    def option_words(self) -> dict[str, Fixed]:
        """Options by name, those of a kind as their word, and all words of kinds."""
        words: dict[str, Fixed] = {
            word: word for d in self.w.domains.values() if d.form == "kind" for word in d.members
        }
        for name, option in self.w.options.items():
            of_kind = isinstance(option.type, MemberType)
            words[name] = option.choices[int(option.value)] if of_kind else option.value
        return words

    def fixed(self, node: n.Expr, names: Mapping[str, Fixed]) -> Fixed | None:
        """The value of an expression that must be fixed, or None with a finding."""
        return self._settled(fixed, node, names)

    def condition(self, node: n.Expr, names: Mapping[str, Fixed]) -> bool | None:
        """Whether a condition that must be fixed holds, or None with a finding."""
        return self._settled(fixed_condition, node, names)

    def _settled(
        self, reader: Callable[[n.Expr, Mapping[str, Fixed]], _Known], node: n.Expr, names: Mapping[str, Fixed]
    ) -> _Known | None:
        try:
            return reader(node, names)
        except NotFixed as error:
            word = error.word
            if word is None:
                self.findings.error("RW236", str(error), error.span)
            elif word in self.w.declared:
                self.findings.unknown("RW236", word, str(error), error.span)
            else:
                hint = did_you_mean(word, [*names, *self.option_words(), "yes", "no"])
                self.findings.unknown("RW214", word, f"unknown name `{word}`", error.span, hint)
            return None


def raise_players(game: n.Game, wanted: int, low: int, high: int) -> None:
    """Refuses a number of players that the game is not for."""
    text = f"for {low} players" if low == high else f"for {low} to {high} players"
    raise Rejected([Diagnostic("RW235", f"`{game.name}` is {text}, not {wanted}")])
