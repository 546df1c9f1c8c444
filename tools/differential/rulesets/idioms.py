"""Values as games really have them: what stands where, whose it is, lines, chains, runs, vacancies.

Executors that look for such forms must find them here, and forms that only look alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from .routines import Routines
from .texts import DIRECTION, NUMBER, PLAYER, SPACE, YES_NO, Type, Variable, set_of

PIECE, JUMPS = Type("piece"), set_of(Type("jump"))
PARAMETERS = {"s": SPACE, "p": PLAYER, "t": PIECE, "way": DIRECTION}
"""Parameters by name; `PIECE` stands for the type of pieces at hand."""


@dataclass(frozen=True, slots=True)
class Idiom:
    """A value: its parameters by name, what it gives, and its body with words such as `MANY` in it.

    `MANY` are the pieces, `MARK` is what is kept for spaces, `RUNS` are lines or figures; see `Idioms` for others.
    """

    name: str
    takes: tuple[str, ...]
    gives: Type
    body: str
    me: bool = False


OF_PIECES = (
    Idiom("vacant", ("s",), YES_NO, "none u in MANY where u.space is s"),
    Idiom("on", ("s",), PIECE, "first u in MANY where u.space is s"),
    Idiom("last_on", ("s",), PIECE, "last u in MANY where u.space is s and u.owner is not mover"),
    Idiom("mine", (), set_of(PIECE), "those u in MANY where u.owner is me", me=True),
    Idiom("of", ("p",), set_of(PIECE), "those u in MANY where u.owner is p and u.space in AREA"),
    Idiom("friend", ("s",), YES_NO, "any u in MANY where u.space is s and u.owner is me", me=True),
    Idiom("foe", ("s",), YES_NO, "any u in MANY where u.owner is not me and s is u.space", me=True),
    Idiom("army", ("t",), set_of(PIECE), "those u in MANY where u.owner is t.owner"),
    Idiom("held", ("p",), set_of(SPACE), "spaces_of(those u in MANY where u.owner is p)"),
    Idiom(
        *("steps", ("t",), set_of(SPACE)),
        "those d in neighbours(t.space, straight) where (none u in MANY where u.space is d)",
    ),
    Idiom(
        *("hops", ("t",), JUMPS),
        "those j in jumps(t.space) where (any u in MANY where u.space is j.over) "
        "and (none u in MANY where u.space is j.dest)",
    ),
    Idiom(
        *("slides", ("t", "way"), set_of(SPACE)),
        "leading c in ray(t.space, way) where (none u in MANY where u.space is c)",
    ),
    Idiom("tally", ("p",), NUMBER, "count u in MANY where u.owner is p and u.space is not nowhere"),
)
RUNS_OF_PIECES = (
    Idiom("full", ("p",), YES_NO, "any l in RUNS where l.cells within spaces_of(those u in MANY where u.owner is p)"),
    Idiom(
        *("runs", ("t",), NUMBER),
        "count l in RUNS where t.space in l.cells "
        "and l.cells within spaces_of(those u in MANY where u.owner is t.owner)",
    ),
    Idiom(
        *("formed", ("t",), YES_NO),
        "any l in RUNS where t.space in l.cells and l.cells within spaces_of(those u in MANY where u.owner is t.owner)",
    ),
)
OF_MARKS = (
    Idiom("free", ("s",), YES_NO, "s.MARK is nobody"),
    Idiom("marks", ("p",), set_of(SPACE), "those c in AREA where c.MARK is p"),
    Idiom("number", ("p",), NUMBER, "count c in AREA where c.MARK is p"),
    Idiom(
        *("row", ("s", "way"), set_of(SPACE)),
        "leading c in ray(s, way) where c.MARK is not nobody and c.MARK is not me",
        me=True,
    ),
    Idiom("filled", (), YES_NO, "none c in AREA where c.MARK is nobody"),
    Idiom(
        *("flips", ("s",), set_of(SPACE)),
        "union ((leading c in ray(s, way) where c.MARK is BETWEEN) "
        "if (first d in ray(s, way) where d.MARK is not BETWEEN).MARK is END otherwise []) for way in WAYS",
        me=True,
    ),
    Idiom(
        *("turned", ("s", "way"), set_of(SPACE)),
        "(leading c in ray(s, way) where c.MARK is BETWEEN) "
        "if (first d in ray(s, way) where d.MARK is not BETWEEN).MARK is END otherwise []",
        me=True,
    ),
    Idiom(
        *("crossed", ("p",), YES_NO),
        "any c in connected(those a in AREA where (a.row if p is white otherwise a.column) is 1, "
        "those d in AREA where d.MARK is p) "
        "where c in (those e in AREA where (e.row if p is white otherwise e.column) is 2)",
    ),
    Idiom(
        *("joined", ("p",), YES_NO),
        "any c in connected(those a in AREA where a.column is 1, those d in AREA where d.MARK is p) "
        "where c in (those e in AREA where e.column is 2)",
    ),
)
RUNS_OF_MARKS = (
    Idiom("line", ("p",), YES_NO, "any l in RUNS where l.cells within (those c in AREA where c.MARK is p)"),
)


class Idioms:
    """Writes some of these values."""

    def __init__(self, routines: Routines) -> None:
        self.routines = routines
        self.world = routines.world
        self.dice = routines.dice

    def declare(self) -> None:
        """Writes values about pieces and about what is kept for spaces."""
        for one in self.world.pieces:
            if self.world.chance(0.8):
                self._some(OF_PIECES, RUNS_OF_PIECES, one, one.of, {"MANY": self.world.plurals[one]})
        for variable in self.world.variables:
            if variable.keys == (SPACE,) and variable.type == PLAYER and variable.maybe:
                self._marks(variable)

    def _marks(self, variable: Variable) -> None:
        plain = "board" not in self.world.grids
        idioms = tuple(idiom for idiom in OF_MARKS if not (plain and "column" in idiom.body))
        words = {"MARK": variable.name, "AREA": self.world.areas[0]}
        self._some(idioms, RUNS_OF_MARKS, PIECE, variable.name, words)

    def _some(
        self, plain: tuple[Idiom, ...], with_runs: tuple[Idiom, ...], piece: Type, end: str, words: dict[str, str]
    ) -> None:
        """Some of the idioms, each by a name of its own; `words` are put into their bodies."""
        plurals = self.world.plurals
        runs = [name for of, name in plurals.items() if of.of.startswith("line ") or of.of.endswith("figure")]
        found: list[tuple[Idiom, str, dict[str, str]]] = [(idiom, end, {}) for idiom in plain]
        found += [(idiom, f"{end}{k}", {"RUNS": name}) for k, name in enumerate(runs) for idiom in with_runs]
        for idiom, ending, more in self.dice.sample(found, self.dice.randint(1, 2 + 2 * self.world.size)):
            body = idiom.body
            for word, put in {**self._any_words(), **words, **more}.items():
                body = body.replace(word, put)
            self._write(idiom, f"{idiom.name}_{ending}", body, piece)

    def _any_words(self) -> dict[str, str]:
        """What words in bodies stand for, where nothing else says it."""
        return {
            "AREA": self.dice.choice(self.world.areas),
            "BETWEEN": self.dice.choice(["next_seat(me)", "next_seat(me)", "mover", "nobody", self.world.players[-1]]),
            "END": self.dice.choice(["me", "me", "mover", self.world.players[0]]),
            "WAYS": self.dice.choice(["any_way", "straight", "[north, east]"]),
        }

    def _write(self, idiom: Idiom, name: str, body: str, piece: Type) -> None:
        takes = [piece if PARAMETERS[word] == PIECE else PARAMETERS[word] for word in idiom.takes]
        written = ", ".join(f"{word}: {of.of}" for word, of in zip(idiom.takes, takes, strict=True))
        head = f"{name}({written})" if takes else name
        self.routines.rules.append(f"value {head} is {body}")
        gives = Type(piece.of, idiom.gives.shape) if idiom.gives.of == PIECE.of else idiom.gives
        self.routines.known_value(name, takes, gives, idiom.me, brackets=bool(takes))
