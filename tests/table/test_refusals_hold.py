"""Refusals that name cells or counts, against what the engine lists in the same position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from support import is_variant, loaded, two_rulesets_first
from wargrid import CHANCE, Game, Move, Position
from wargrid.core.moves import DO, MOVE, TAKE, TURN
from wargrid.core.refusal import Refusal
from wargrid.core.state import WALL
from wargrid.match import read_move
from wargrid.text import Message
from wargrid_play.table.wording import facing_words

POSITIONS: Final = 120
ILLEGAL: Final = 40
"""In how many positions of a game, and with how many illegal moves in each, refusals are read."""


def positions(game: Game, number: int) -> Iterator[Position]:
    """Yield positions of random games, one of every four."""
    draw = random.Random(5)
    position, left = game.start(), number
    while left:
        if position.result is not None:
            position = game.start()
        if game.to_act(position) == CHANCE:
            position = game.step(position, game.engine.draw(position, draw.random()))
            continue
        if draw.random() < 0.25 and not game.engine.is_deploying(position):
            left -= 1
            yield position
        position = game.step(position, draw.choice(game.moves(position)))


def illegal_moves(game: Game, position: Position, draw: random.Random) -> Iterator[Move]:
    """Yield moves of the side's units to any cells: near ones, those of enemies, and others."""
    own = [unit.cell for unit in position.standing() if unit.side == position.side]
    foes = [unit.cell for unit in position.standing() if unit.side != position.side]
    if not own:
        return
    name, legal = game.grid.name, {move.key for move in game.moves(position)}
    for _ in range(ILLEGAL):
        source = draw.choice(own)
        near = [source + step for step in (-2, -1, 1, 2, -game.grid.columns, game.grid.columns)]
        cells = draw.choice([near, foes or near, range(game.grid.cells)])
        target = draw.choice([*cells]) % game.grid.cells
        texts = [f"{name(source)}{sign}{name(target)}" for sign in "-x"]
        if game.grid.facings > 1:
            texts.append(f"{name(source)}>{draw.choice(game.grid.facing_names)}")
        move = read_move(game, position, draw.choice(texts))
        if move.key not in legal:
            yield move


class Said:
    """A refusal with the position and the move that it is about."""

    def __init__(self, game: Game, position: Position, move: Move, refusal: Refusal) -> None:
        self.game, self.position, self.move = game, position, move
        self.code, self.values = refusal.code, dict(refusal.values)
        self.cell = game.grid.name
        self.own = [m for m in game.moves(position) if m.source == move.source]
        unit = position.at(move.source)
        self.striker = game.engine.armed_type(unit.type, move.word)

    def listed(self, *verbs: str) -> set[str]:
        """The cells of the unit's legal moves of some verbs."""
        return {self.cell(m.target) for m in self.own if m.verb in verbs}

    def strikes(self, facing: int) -> set[str]:
        """The cells that the unit could strike in the open if it faced somewhere."""
        unit = self.position.at(self.move.source)
        pattern = self.game.engine.tables.attack_pattern(self.striker, unit.side, unit.cell, facing)
        return {self.cell(cell) for cell in pattern.struck()}

    def after_turn(self, facing: int) -> set[str]:
        """The cells that the unit could go to, take or attack once it has turned, blockers seen."""
        turned = self.position.copy()
        turned.place = turned.place[:]
        unit = turned.board[self.move.source]
        turned.place[unit] = self.move.source * self.game.grid.facings + facing
        found = self.game.engine.rows.moves(turned)
        return {
            self.cell(m.target) for m in found
            if (m.source, m.verb) == (self.move.source, self.move.verb)
        }  # fmt: skip


def names_in(value: object) -> set[str]:
    """The names of cells in a list such as ``a1, a2 or a3``."""
    if isinstance(value, Message):
        value = value.text("en")
    return set(str(value).replace(" or ", ", ").split(", "))


def check_step(said: Said) -> None:
    step = said.values["step"]
    if not isinstance(step, Message):
        assert step == ""
        return
    key, values = step.key.removeprefix("refusals.step."), dict(step.values)
    target = said.cell(said.move.target)
    if key == "turn":
        words = dict(zip(facing_words(said.game.grid), range(said.game.grid.facings), strict=True))
        facing = words[values["facing"].key.removeprefix("events.facing.")]
        assert facing in {m.facing for m in said.own if m.verb == TURN}
        assert target in said.after_turn(facing)
    elif key in ("move", "take"):
        assert names_in(values["cells"]) == said.listed(MOVE if key == "move" else TAKE)
    elif key in ("move.many", "take.many"):
        verb = MOVE if key.startswith("move") else TAKE
        assert values["n"] == len(said.listed(verb))
    elif key == "slide":
        assert values["to"] in said.listed(MOVE, TAKE)
    else:
        assert not said.listed(MOVE, TAKE)


def check_range(said: Said) -> None:
    """The cell is out of reach now, and what is said of others holds."""
    facing = said.position.facing_of(said.position.board[said.move.source])
    target, now = said.cell(said.move.target), said.strikes(facing)
    assert target not in now
    check_step(said)
    reach = said.values["reach"]
    if not isinstance(reach, Message):
        return
    anywhere = set().union(*map(said.strikes, range(said.game.grid.facings)))
    values = dict(reach.values)
    if reach.key == "refusals.reach.front":
        assert now == {values["front"]}
    else:
        assert (target in anywhere) == (reach.key == "refusals.reach.facing")


def check_beyond(said: Said) -> None:
    assert said.cell(said.move.target) not in said.strikes(0)


def check_unit_there(said: Said) -> None:
    cell = said.game.grid.cell(said.values["cell"])
    unit = said.position.board[cell]
    assert unit > 0
    assert said.values["unit"] == said.position.type_of(unit).name


def check_wall_there(said: Said) -> None:
    assert said.position.board[said.game.grid.cell(said.values["cell"])] == WALL


def check_must_take(said: Said) -> None:
    takers = {said.cell(m.source) for m in said.game.moves(said.position) if m.verb == TAKE}
    assert (set(said.values["cells"]), said.values["n"]) == (takers, len(takers))


def check_helpers(said: Said) -> None:
    movers = {said.cell(m.source) for m in said.game.moves(said.position) if m.source >= 0}
    named = {dict(each.values)["cell"] for each in said.values["helpers"]}
    assert named <= movers
    assert named == movers or len(named) == 8


def check_cost(said: Said) -> None:
    assert said.values["left"] == said.position.budget < said.values["cost"]


def check_promotion(said: Said) -> None:
    types = {m.word for m in said.own if m.target == said.move.target and m.word}
    units = said.game.ruleset.units
    letters = {dict(each.values)["letter"] for each in said.values["types"]}
    assert letters == {units[word].letter for word in types}


def check_never(said: Said) -> None:
    """No unit of this type ever does it, whatever stands around."""
    verb = said.code.removeprefix("never_")
    assert not any(m.verb == verb and m.verb != DO for m in said.own)


CHECKS: Final[dict[str, Callable[[Said], None]]] = {
    "out_of_reach": check_step, "out_of_range": check_range, "beyond_range": check_beyond,
    "occupied": check_unit_there, "in_the_way": check_unit_there, "shot_stopped": check_unit_there,
    "own_target": check_unit_there, "wall": check_wall_there, "wall_in_the_way": check_wall_there,
    "must_take": check_must_take, "in_check": check_helpers, "too_dear": check_cost,
    "promotion": check_promotion, "never_move": check_never, "never_attack": check_never,
    "never_turn": check_never,
}  # fmt: skip


@two_rulesets_first
def test_what_refusals_name_is_what_the_engine_lists(name: str) -> None:
    """Cells to go to, to take on and to attack, turns that help, units in the way, and counts."""
    game, draw, seen = loaded(name), random.Random(3), set[str]()
    for position in positions(game, POSITIONS // 4 if is_variant(name) else POSITIONS):
        for move in illegal_moves(game, position, draw):
            refusal: Any = game.why_not(position, move)
            assert refusal is not None
            assert "{" not in refusal.text("en") + refusal.text("fr")
            seen.add(refusal.code)
            if refusal.code in CHECKS:
                CHECKS[refusal.code](Said(game, position, move, refusal))
    assert seen & set(CHECKS)
