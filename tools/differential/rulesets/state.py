"""Declares cards and where they lie, counters, and what is kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from .boards import Ground
from .texts import DIRECTION, NUMBER, PLAYER, SPACE, YES_NO, Place, Symbol, Type, Variable, list_of, set_of
from .world import World

CARD, PART, TINT = Type("card"), Type("part"), Type("tint")
PLACES = [
    ("pile", "deck", (), "hidden refilled from heap"),
    ("pile", "heap", (), ""),
    ("row", "line", (), "size 3"),
    ("set", "hand", (PLAYER,), "seen by owner"),
    ("set", "jars", (PLAYER,), ""),
    ("set", "rest", (), "hidden"),
]


@dataclass(slots=True)
class Rows:
    """The rows of a data file while they are being written: plain fields, and rules text that is filled in later."""

    ids: list[str]
    fields: list[dict[str, str]]
    texts: list[str] = field(default_factory=list)


class Kept:
    """Writes the declarations of everything that changes besides pieces."""

    def __init__(self, world: World, ground: Ground) -> None:
        self.world = world
        self.dice = world.dice
        self.rules = ground.rules
        self.cards: Rows | None = None

    def declare(self) -> None:
        """Writes all of them."""
        if self.world.has("cards", 1.2):
            self._cards()
        self._counters()
        for _ in range(self.dice.randint(0, 2 + self.world.size)):
            self._keep()

    # ---- cards

    def _cards(self) -> None:
        world, dice = self.world, self.dice
        world.rows.append(CARD)
        ids = [f"card_{letter}" for letter in "abcdefgh"[: dice.randint(3, 8)]]
        rows = Rows(ids, [])
        world.plurals[CARD] = "cards"
        world.constants[CARD] = ids[:3]
        nested = world.has("nested rows", 0.6)
        self.rules.append(f'data cards of card from "cards.yaml"{" with parts of part" if nested else ""}')
        next_card = world.has("next card", 0.5)
        for _ in ids:
            fields = {"tint": dice.choice(world.constants[TINT]), "worth": str(dice.randint(0, 4))}
            if world.has("rare cards"):
                fields["rare"] = dice.choice(["yes", "no"])
            if next_card and world.chance(0.6):
                fields["next"] = dice.choice(ids)
            if world.has("card targets", 0.5):
                targets = dice.sample(world.constants[TINT], dice.randint(0, 2))
                fields["targets"] = f"[{', '.join(targets)}]"
            if nested:
                parts = [f"{{size: {dice.randint(0, 3)}}}" for _ in range(dice.randint(1, 2))]
                fields["parts"] = f"[{', '.join(parts)}]"
            rows.fields.append(fields)
        self.cards = rows
        world.add(
            Symbol(TINT, "{0}.tint", (CARD,), weight=1.5),
            Symbol(NUMBER, "{0}.worth", (CARD,), weight=1.5, finite=True),
        )
        if world.has("rare cards"):
            world.add(Symbol(YES_NO, "{0}.rare", (CARD,)))
        if next_card:
            world.add(Symbol(CARD, "{0}.next", (CARD,)))
        if world.has("card targets", 0.5):
            world.add(Symbol(list_of(TINT), "{0}.targets", (CARD,)))
        if nested:
            world.plurals[PART] = "parts"
            world.add(
                Symbol(set_of(PART), "{0}.parts", (CARD,)),
                Symbol(CARD, "{0}.card", (PART,), weight=0.5),
                Symbol(NUMBER, "{0}.size", (PART,), weight=0.5, finite=True),
            )
        if world.has("numbered rows", 0.4):
            world.add(Symbol(CARD, "cards[{0}]", (NUMBER,), weight=0.4))
        self._places()

    def _places(self) -> None:
        """Places for the cards; the first one holds them at the start."""
        world = self.world
        lines = []
        for shape, name, keys, more in PLACES:
            if name in ("deck", "heap", "hand") or world.has(f"place {name}"):
                each = " for each player" if keys else ""
                lines.append(f"  {shape} {name}{each} {more}".rstrip())
                gives = set_of(CARD) if shape == "set" else list_of(CARD)
                forms = [f"{name}[{{0}}]", f"{{0}}.{name}"] if keys else [name]
                world.places.append(Place(name, CARD, forms[-1], keys, shape, "hidden" in more))
                world.add(*(Symbol(gives, form, keys, weight=1.2) for form in forms))
                if shape == "pile":
                    world.add(Symbol(list_of(CARD), f"top_of({{0}}, {name})", (NUMBER,), weight=0.3))
        self.rules.append("\n".join(["places of card:", *lines]))

    # ---- counters

    def _counters(self) -> None:
        world, dice = self.world, self.dice
        self._counter("score", (PLAYER,), 0, 0, dice.choice([4, 9, 30]))
        shapes: list[tuple[str, tuple[Type, ...]]] = [("gold", (PLAYER,)), ("turns", ()), ("wear", (TINT,))]
        shapes += [("ranks", (PLAYER, TINT)), ("heat", (SPACE,)), ("ticks", (NUMBER,))]
        for name, keys in shapes:
            if name == "gold" or world.has(f"counter {name}"):
                low = -3 if world.has(f"below zero {name}", 0.4) else 0
                self._counter(name, keys, low, dice.randint(0, 3), dice.choice([3, 5, 9]))

    def _counter(self, name: str, keys: tuple[Type, ...], low: int, start: int, high: int) -> None:
        world = self.world
        down = f" down to {low}" if low else ""
        top = str(high)
        if keys == (PLAYER,) and world.has(f"cap of {name}", 0.4):
            top = f"most_{name}"
            first = world.players[0]
            self.rules.append(f"value {top}(p: player) is {high} if p is {first} otherwise {high - 1}")
        reset = ""
        if name != "score" and world.has(f"reset of {name}", 0.4):
            reset = f" reset each {self.dice.choice(['turn', 'round'])}"
        self.rules.append(f"counter {name}{self._each(keys)} from {start}{down} up to {top}{reset}")
        self._known(Variable(name, NUMBER, "", keys, "counter", low, high))

    def _each(self, keys: tuple[Type, ...], game: str = " for the game") -> str:
        if not keys:
            return game
        words = {"space": f"space of {self.world.areas[0]}", "number": "1 to 3"}
        return f" for each {', '.join(words.get(key.of, key.of) for key in keys)}"

    def _known(self, variable: Variable) -> None:
        """Makes a variable known, under each way in which it can be written."""
        name, keys = variable.name, variable.keys
        places = ", ".join(f"{{{k}}}" for k in range(len(keys)))
        forms = [f"{name}[{places}]"] if keys else [name]
        if len(keys) == 1 and keys[0] != NUMBER:
            forms.append(f"{{0}}.{name}")
        form = self.dice.choice(forms)
        finite = variable.type == NUMBER
        self.world.variables.append(
            Variable(
                name,
                variable.type,
                form,
                keys,
                variable.role,
                variable.low,
                variable.high,
                variable.maybe,
                variable.pile,
            )
        )
        self.world.add(*(Symbol(variable.type, each, keys, weight=1.0, finite=finite) for each in forms))

    # ---- keeps

    def _keep(self) -> None:
        world, dice = self.world, self.dice
        name = world.fresh("kept")
        members = [of for of in world.known() if " " not in of.of]
        keys: tuple[Type, ...] = ()
        if world.chance(0.6):
            choices = [(PLAYER,), (SPACE,), (TINT,), (PLAYER, TINT), (NUMBER,), *((of,) for of in world.pieces)]
            keys = dice.choice([*choices, *((of,) for of in world.rows)])
        of = dice.choice(members)
        variable = Variable(name, of, "", keys)
        start = ""
        kind = dice.choice(["number", "number", "yes_no", "one", "maybe", "maybe", "set", "set", "list", "pile"])
        match kind:
            case "number":
                low, high = dice.choice([(0, 1), (0, 5), (-2, 3)])
                written = f"number {'(0 - 2)' if low < 0 else low} to {high}"
                variable = Variable(name, NUMBER, "", keys, "keep", low, high)
                start = f" from {dice.randint(0, high)}"
            case "yes_no":
                written, variable = "yes_no", Variable(name, YES_NO, "", keys)
                start = f" from {dice.choice(['yes', 'no'])}"
            case "one":
                written = f"space of {world.areas[0]}" if of == SPACE and world.chance(0.5) else of.of
                if of in world.constants and of != SPACE:
                    start = f" from {dice.choice(world.constants[of])}"
            case "maybe":
                written, variable = f"maybe {of.of}", Variable(name, of, "", keys, maybe=True)
            case "set":
                written, variable = f"set of {of.of}", Variable(name, set_of(of), "", keys)
            case "list":
                size = dice.randint(1, 6)
                written, variable = f"list of {of.of} up to {size}", Variable(name, list_of(of), "", keys, high=size)
            case _:
                written, variable = f"pile of {of.of}", Variable(name, list_of(of), "", keys, pile=True)
        if of == DIRECTION and kind in ("one", "maybe"):
            start = f" from {dice.choice(world.constants[DIRECTION])}"
        hiding = (
            dice.choice([" hidden", " seen by owner"]) if world.has(f"hiding {name}", 0.3) and PLAYER in keys else ""
        )
        reset = f" reset each {dice.choice(['turn', 'round'])}" if world.has(f"reset of {name}", 0.3) else ""
        self.rules.append(f"keep {name}{self._each(keys, '')} as {written}{start}{hiding}{reset}")
        self._known(variable)
