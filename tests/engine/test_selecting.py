"""Selectors: every key picks the units and cells that a plain loop over the board picks."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from pydantic import TypeAdapter

from agents import met
from rulesets import made
from wargrid import Game, Position
from wargrid.core.selecting import ATTACKER, NO_ROLES, ROLES, SUBJECT, TAKER, Roles
from wargrid.ruleset.selecting.binding import bound_cells, bound_units
from wargrid.ruleset.selecting.selectors import CellSelectors, UnitSelector

Keys = Mapping[str, Any]

SEEDS = range(8)
"""Each is another set of selectors."""

TYPES, TERRAINS = ("rook", "man", "lord"), ("plain", "hill", "wood")
ZONES, SIDES = ("camp", "ford", "home"), ("white", "black")

BODY = """
terrains:
  plain: {{letter: ".", name: Plain}}
  hill: {{letter: "#", name: Hill}}
  wood: {{letter: "*", name: Wood}}
zones: {{camp: {{each: "a1:b2"}}, ford: "c3 d3 c4", home: {{white: a1, black: "d4 e4"}}}}
markers:
  ammo: {{per: unit, units: [rook, man], start: 2, most: 3}}
  flag: {{per: cell, holds: side, start: {{ford: white, camp: own}}}}
  mud: {{per: cell, start: {{ford: 2}}, most: 4}}
  scent: {{per: cell, of: side, start: {{camp: 1}}, most: 3}}
  gold: {{per: side, start: {{white: 3, black: 1}}}}
units:
  rook:
    letter: R
    name: Rook
    men: 3
    move: {{slide: orthogonal}}
    captures: by_moving
    abilities: {{mark: {{sets: {{mud: 3}}}}}}
  man:
    {{letter: M, name: Man, move: {{step: all}}, captures: by_moving, uses: {{move: {{ammo: 1}}}}}}
  lord:
    letter: L
    name: Lord
    men: 2
    move: {{path: {{points: 2, costs: foot}}}}
    attack: {{at: {{around: all}}, by: removal}}
costs: {{foot: {{plain: 1, hill: 2, wood: 1}}}}
victory: {{limit: {{turns: 30}}}}
traits: {traits}
"""

TURN = """turn:
  actions: 4
  may: {move: 1, turn: 1, attack: 1, mark: 1}
"""

SETUP = """
    r m . l r m
    m . r . m l
    . # . * . .
    . . # . * .
    M L R . M .
    R M . L . R
"""

NO_UNITS, NO_GROUND = (dict.fromkeys(map(ord, letters), ".") for letters in ("rmlRML", "#*"))

FACINGS = {"squares": "~", "turned": "4"}

SHAPES = (*FACINGS, "hexes", "turned hexes")

CELLS = TypeAdapter(CellSelectors)


def written(selectors: list[Keys]) -> str:
    """Write selectors as traits with numbers."""
    traits = {f"t{number}": each for number, each in enumerate(selectors)}
    return json.dumps(traits)


class Maker:
    """Makes selectors at random, as they are written in YAML."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def some(self, words: tuple[str, ...]) -> str | list[str]:
        one = self.rng.choice(words)
        return one if self.rng.random() < 0.6 else [one, self.rng.choice(words)]

    def span(self, most: int) -> Any:
        low = self.rng.randint(0, most)
        high = self.rng.randint(low, most)
        return self.rng.choice(
            [low, {"least": low}, {"most": high}, {"least": low, "most": high}, {"exactly": low}]
        )

    def zone(self) -> Any:
        if self.rng.random() < 0.3:
            return {"name": self.rng.choice(ZONES), "of": self.rng.choice(("own", "enemy"))}
        return self.some(ZONES)

    def around(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self.rng.random() < 0.4:
            found["distance"] = self.rng.choice((1, 2, 3))
        if self.rng.random() < 0.4:
            found["directions"] = self.rng.choice(("orthogonal", "back", ["forward", "left"]))
        if self.rng.random() < 0.4:
            found["count"] = self.span(3)
        return found

    def whose(self) -> str:
        return self.rng.choice(("own", "enemy", "its_own", "its_enemy", "any"))

    def looked_for(self) -> dict[str, Any]:
        return {"whose": self.whose(), **self.units(1)}

    def units(self, deep: int) -> dict[str, Any]:
        """Make a selector of units; one ``deep`` in another asks nothing about the near."""
        makers = {
            "whose": self.whose,
            "unit": lambda: self.some(TYPES),
            "zone": self.zone,
            "terrain": lambda: self.some(TERRAINS),
            "men": lambda: self.rng.choice(["full", "reduced", self.span(3)]),
            "bears": self.marks,
            "has": lambda: self.some(("moved", "attacked", "acted")),
            "went": lambda: self.span(3),
        }
        if not deep:
            makers |= {
                "near": self.near,
                "beside": lambda: {**self.cells(1), **self.around()},
                "in_line": self.line,
                "behind": self.looked_for,
                "also": lambda: self.units(1),
                "not": lambda: self.rng.choice([self.units(1), [self.units(1), self.units(1)]]),
            }
        keys = self.rng.sample(sorted(makers), self.rng.choice((1, 1, 2, 3)))
        return {key: makers[key]() for key in keys}

    def line(self) -> dict[str, Any]:
        found = self.looked_for()
        if self.rng.random() < 0.5:
            found["directions"] = self.rng.choice(("orthogonal", "forward", ["left", "back"]))
        return found

    def near(self) -> dict[str, Any]:
        around = self.around()
        if self.rng.random() < 0.7:
            return {**self.looked_for(), **around}
        around.pop("count", None)
        return {"role": self.rng.choice(("subject", "attacker", "chosen")), **around}

    def owner(self) -> str:
        return self.rng.choice(("own", "enemy", "its_own", "its_enemy"))

    def marks(self) -> dict[str, Any]:
        word = self.rng.choice(("ammo", "flag", "mud", "scent", "gold"))
        return {word: self.owner() if word == "flag" else self.span(3)}

    def marks_of_cells(self) -> dict[str, Any]:
        word = self.rng.choice(("flag", "mud", "scent"))
        return {word: self.owner() if word == "flag" else self.span(3)}

    def cells(self, deep: int) -> dict[str, Any]:
        makers = {
            "zone": self.zone,
            "terrain": lambda: self.some(TERRAINS),
            "empty": lambda: self.rng.random() < 0.5,
            "holds": lambda: {"whose": self.whose(), **self.units(1)},
            "bears": self.marks_of_cells,
            "row": lambda: self.rng.choice([1, 2, "last", [1, "last"]]),
            "column": lambda: self.rng.choice(["b", ["a", "d"]]),
            "edge": lambda: self.rng.choice(["back", "front", "left", "right", "any"]),
        }
        if not deep:
            makers |= {
                "near": self.near,
                "beside": lambda: {**self.cells(1), **self.around()},
                "distance": lambda: self.rng.choice((1, 2, 3)),
                "also": lambda: self.cells(1),
                "not": lambda: [self.cells(1)],
            }
        keys = self.rng.sample(sorted(makers), self.rng.choice((1, 1, 2)))
        return {key: makers[key]() for key in keys}


class Loop:
    """Judges a selector as it is written, by loops over the board."""

    def __init__(self, position: Position, side: int, roles: Roles) -> None:
        self.position = position
        self.game: Any = position.roster.game
        self.grid = self.game.grid
        self.side = side
        self.roles = roles

    def units(self, keys: Keys, viewer: int = -1) -> list[int]:
        placed = sorted(self.position.standing(), key=lambda each: each.cell)
        return [each.unit for each in placed if self.unit(keys, each, each.cell, viewer)]

    def unit(self, keys: Keys, placed: Any, cell: int, viewer: int = -1) -> bool:
        sees = placed.side if viewer < 0 else viewer
        return all(
            getattr(self, f"_{key}")(value, placed, cell, sees)
            for key, value in keys.items()
            if key not in ("distance", "directions", "count")
        )

    def _whose(self, whose: str, placed: Any, cell: int, viewer: int) -> bool:
        by = viewer if whose.startswith("its_") else self.side
        return whose == "any" or (placed.side == by) == whose.endswith("own")

    def _unit(self, words: Any, placed: Any, cell: int, viewer: int) -> bool:
        return placed.type.word in listed(words)

    def _zone(self, zone: Any, placed: Any, cell: int, viewer: int) -> bool:
        return self.in_zone(zone, cell, placed.side)

    def _terrain(self, words: Any, placed: Any, cell: int, viewer: int) -> bool:
        return self.game.grounds[placed.side].terrain[cell] in listed(words)

    def _men(self, men: Any, placed: Any, cell: int, viewer: int) -> bool:
        if isinstance(men, str):
            return (placed.men == placed.type.men) == (men == "full")
        return within(placed.men, men)

    def _bears(self, marks: Keys, placed: Any, cell: int, viewer: int) -> bool:
        for word, wanted in marks.items():
            marker = self.game.markers[word]
            where = placed.side if marker.per == "side" else marker.place(cell, placed.side)
            at = placed.unit if marker.per == "unit" else where
            value = self.position.marks[marker.number][at]
            if isinstance(wanted, str):
                if value != self._held(wanted, placed.side) + 1:
                    return False
            elif not within(value, wanted):
                return False
        return True

    def _held(self, wanted: str, viewer: int) -> int:
        """The side that a cell belongs to, as the side of the rule or of the unit sees it."""
        seen_by = viewer if wanted.startswith("its_") else self.side
        return seen_by if wanted.endswith("own") else 1 - seen_by

    def _deed(self, word: str, placed: Any) -> int:
        found: int = self.position.marks[self.game.markers[f"has {word}"].number][placed.unit]
        return found

    def _has(self, deeds: Any, placed: Any, cell: int, viewer: int) -> bool:
        return any(self._deed(deed, placed) for deed in listed(deeds))

    def _went(self, cells: Any, placed: Any, cell: int, viewer: int) -> bool:
        return within(self._deed("went", placed), cells)

    def _near(self, near: Keys, placed: Any, cell: int, viewer: int) -> bool:
        forward = self.position.facing_of(placed.unit)
        around = self.steps(cell, near, forward)
        if "role" in near:
            return self.roles[ROLES.index(near["role"])] in around
        taker, found = self.roles[TAKER], 0
        for other in self.position.standing():
            if other.unit != placed.unit and (other.cell in around or other.cell == taker):
                found += Loop(self.position, self.side, NO_ROLES).unit(
                    near, other, other.cell, placed.side
                )
        return within(found, near.get("count", 1))

    def _beside(self, beside: Keys, placed: Any, cell: int, viewer: int) -> bool:
        around = self.steps(cell, beside, self.position.facing_of(placed.unit))
        return within(
            sum(self.cell(beside, each, placed.side, True) for each in around),
            beside.get("count", 1),
        )

    def _in_line(self, keys: Keys, placed: Any, cell: int, viewer: int) -> bool:
        forward = self.position.facing_of(placed.unit)
        for step in self.grid.steps(keys.get("directions", "all"), forward):
            at = self.grid.shifted(cell, forward, *step)
            while at >= 0 and self.position.board[at] in (0, placed.unit):
                at = self.grid.shifted(at, forward, *step)
            unit = self.position.board[at] if at >= 0 else 0
            if unit > 0 and self.unit(keys, self.position.at(at), at, placed.side):
                return True
        return False

    def _behind(self, keys: Keys, placed: Any, cell: int, viewer: int) -> bool:
        start = self.roles[ATTACKER]
        for step in self.grid.steps("all", 0) if start >= 0 else ():
            at = start
            while at >= 0 and at != cell:
                at = self.grid.shifted(at, 0, *step)
            beyond = self.grid.shifted(at, 0, *step) if at >= 0 and start != cell else -1
            if beyond >= 0 and self.position.board[beyond] not in (0, -1, placed.unit):
                return self.unit(keys, self.position.at(beyond), beyond, placed.side)
        return False

    def _also(self, keys: Any, placed: Any, cell: int, viewer: int) -> bool:
        return any(self.unit(each, placed, cell, viewer) for each in listed(keys))

    def _not(self, keys: Any, placed: Any, cell: int, viewer: int) -> bool:
        return not any(self.unit(each, placed, cell, viewer) for each in listed(keys))

    # Cells

    def cells(self, keys: Keys, viewer: int) -> list[int]:
        return [cell for cell in range(self.grid.cells) if self.cell(keys, cell, viewer)]

    def cell(self, keys: Keys, cell: int, viewer: int, inside: bool = False) -> bool:
        counts = ("directions", "count", "distance" if inside else "")
        asked = [(key, value) for key, value in keys.items() if key not in counts]
        return all(self.cell_key(key, value, cell, viewer) for key, value in asked)

    def cell_key(self, key: str, value: Any, cell: int, viewer: int) -> bool:
        board = self.position.board
        if key == "zone":
            return self.in_zone(value, cell, viewer)
        if key == "terrain":
            return self.game.grounds[viewer].terrain[cell] in listed(value)
        if key == "empty":
            return (board[cell] == 0) == value
        if key == "holds":
            return board[cell] > 0 and any(
                self.unit(each, self.position.at(cell), cell, viewer) for each in listed(value)
            )
        if key == "bears":
            return all(self.cell_bears(word, each, cell, viewer) for word, each in value.items())
        if key == "distance":
            return self.roles[SUBJECT] in self.steps(cell, {"distance": value}, 0)
        if key in ("row", "column", "edge"):
            return self.lies(key, value, cell, viewer)
        if key == "near":
            around = self.steps(cell, value, self.game.forward[viewer])
            if "role" in value:
                return self.roles[ROLES.index(value["role"])] in around
            units = [self.position.at(at) for at in around if board[at] > 0]
            loop = Loop(self.position, self.side, NO_ROLES)
            found = sum(loop.unit(value, each, each.cell, viewer) for each in units)
            return within(found, value.get("count", 1))
        if key == "beside":
            around = self.steps(cell, value, self.game.forward[viewer])
            found = sum(self.cell(value, each, viewer, True) for each in around)
            return within(found, value.get("count", 1))
        if key == "also":
            return any(self.cell(each, cell, viewer) for each in listed(value))
        assert key == "not"
        return not any(self.cell(each, cell, viewer) for each in listed(value))

    def cell_bears(self, word: str, wanted: Any, cell: int, viewer: int) -> bool:
        marker = self.game.markers[word]
        value = self.position.marks[marker.number][marker.place(cell, viewer)]
        if isinstance(wanted, str):
            return bool(value == self._held(wanted, viewer) + 1)
        return within(value, wanted)

    def lies(self, key: str, value: Any, cell: int, viewer: int) -> bool:
        row, column = self.grid.row_and_column(cell)
        if key == "column":
            return chr(ord("a") + column) in listed(value)
        rows, columns = self.grid.rows, self.grid.columns
        # The rows from each edge, clockwise: behind a side, on its left, before it, on its right.
        depths = [row + 1, column + 1, rows - row, columns - column]
        back = ("south", "west", "north", "east").index(self.game.sides[viewer].edge)
        turned = depths[back:] + depths[:back]
        if key == "row":
            last = turned[0] + turned[2] - 1
            return any(turned[0] == (last if n == "last" else n) for n in listed(value))
        at = dict(zip(("back", "left", "front", "right"), turned, strict=True))
        return 1 in at.values() if value == "any" else at[value] == 1

    # What both share

    def in_zone(self, zone: Any, cell: int, side: int) -> bool:
        if isinstance(zone, dict):
            side = side if zone["of"] == "own" else 1 - side
            zone = zone["name"]
        zones = self.game.grounds[side].zones
        return any(cell in zones[word] for word in listed(zone))

    def steps(self, cell: int, keys: Keys, forward: int) -> set[int]:
        """Return the cells that so many steps lead to, by trying every step from every cell."""
        reached = {cell}
        for _ in range(keys.get("distance", 1)):
            reached |= {
                self.grid.shifted(each, forward, *step)
                for each in reached
                for step in self.grid.steps(keys.get("directions", "all"), forward)
            } - {-1}
        return reached - {cell}


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def within(number: int, wanted: Any) -> bool:
    span = {"least": wanted} if isinstance(wanted, int) else wanted
    if "exactly" in span:
        return bool(number == span["exactly"])
    return bool(span.get("least", 0) <= number <= span.get("most", 1 << 30))


HEX_SETUP = "\n".join(f"  {line}" for line in SETUP.translate(NO_GROUND).strip().splitlines())


@cache
def field(shape: str, seed: int) -> tuple[Game, list[Keys]]:
    """Return a game on a board of this kind with traits made at random, and these."""
    maker = Maker(seed)
    selectors: list[Keys] = [maker.units(0) for _ in range(20)]
    selectors += [{"has": "moved"}, {"has": "attacked"}, {"has": "acted"}, {"went": 1}]
    body = BODY.format(traits=written(selectors))
    if shape.endswith("hexes"):
        facing = "6" if shape == "turned hexes" else "~"
        board = f"board: {{columns: 6, rows: 6, shape: hex, facing: {facing}}}"
        sides = "sides: {white: {edge: west}, black: {edge: east}}" if facing == "6" else ""
        return made(f"{body}{board}\n{sides}\nsetup: |\n{HEX_SETUP}\n", turn=TURN), selectors
    how = {"setup": SETUP.translate(NO_GROUND), "ground": SETUP.translate(NO_UNITS)}
    return made(body, turn=TURN, facing=FACINGS[shape], **how), selectors


def roles_of(position: Position, seed: int) -> Roles:
    """Return roles of units at random; a third of rules have no taker."""
    rng, units = random.Random(seed), [each.cell for each in position.standing()]
    roles = list(NO_ROLES)
    roles[SUBJECT] = roles[ATTACKER] = rng.choice(units)
    roles[TAKER] = rng.choice((-1, *rng.choices(units, k=2)))
    return tuple(roles)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_selector_picks_the_units_that_a_loop_over_the_board_picks(shape: str, seed: int) -> None:
    game, selectors = field(shape, seed)
    picked_some = left_some = 0
    for position in met(game, 4, seed):
        roles = roles_of(position, position.turn)
        for number, keys in enumerate(selectors):
            for side in (0, 1):
                bound = bound_units(traits_of(game, number), game.engine, side)
                picked = bound.units(position, roles)
                assert picked == Loop(position, side, roles).units(keys), (keys, side, roles)
                picked_some += bool(picked)
                left_some += len(picked) < len(list(position.standing()))
    assert picked_some > 20
    assert left_some > 20


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_unit_is_judged_as_if_it_stood_elsewhere(shape: str, seed: int) -> None:
    """Its own cell is then empty, and it is not near itself."""
    game, selectors = field(shape, seed)
    for position in met(game, 3, seed):
        rng, roles = random.Random(position.turn), roles_of(position, position.turn)
        free = [cell for cell in range(game.grid.cells) if not position.board[cell]]
        for placed in position.standing():
            cells = {rng.choice(free), *game.grid.line(placed.cell, 0, 1)}
            for number, keys in enumerate(selectors):
                bound = bound_units(traits_of(game, number), game.engine, 0)
                loop = Loop(position, 0, roles)
                for cell in cells:
                    picked = bound.holds_at(position, placed.unit, cell, roles)
                    assert picked == loop.unit(keys, placed, cell), (keys, placed, cell)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_selector_picks_the_cells_that_a_loop_over_the_board_picks(shape: str, seed: int) -> None:
    game, maker = field(shape, seed)[0], Maker(seed)
    selectors = [maker.cells(0) for _ in range(20)]
    picked_some = left_some = 0
    for position in met(game, 4, seed):
        roles = roles_of(position, position.turn)
        for keys in selectors:
            read = CELLS.validate_python(keys)
            for side, viewer in ((0, 0), (0, 1), (1, 1)):
                picked = bound_cells(read, game.engine, side, viewer).cells(position, roles)
                assert picked == Loop(position, side, roles).cells(keys, viewer), (keys, side)
                picked_some += bool(picked)
                left_some += len(picked) < game.grid.cells
    assert picked_some > 20
    assert left_some > 20


@cache
def traits_of(game: Game, number: int) -> tuple[UnitSelector, ...]:
    return (game.ruleset.traits[f"t{number}"],)
