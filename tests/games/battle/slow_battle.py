"""Battle's moves worked out anew for every position, slowly and plainly, to compare the engine's
lists with."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from wargrid import Position

COSTS: Final = {
    "foot": {"plain": 1, "road": 1, "city": 1, "forest": 1, "mountain": 2, "river": 2},
    "boots": dict.fromkeys(("plain", "road", "city", "forest", "mountain", "river"), 1),
    "treads": {"plain": 1, "road": 1, "city": 1, "forest": 2},
    "air": dict.fromkeys(("plain", "road", "city", "forest", "mountain", "river"), 1),
}
WALKS: Final = {
    "infantry": ("foot", 3), "antitank": ("boots", 2), "tank": ("treads", 6),
    "artillery": ("treads", 5),
    "aa": ("treads", 6), "helicopter": ("air", 6),
}  # fmt: skip


def legal(position: Position, moved: set[int], attacked: set[int]) -> set[tuple[str, int, int]]:
    """Verb, source and target of every legal move; ``moved`` and ``attacked`` are the units that
    have."""
    found = {("end", -1, -1)}
    for stands in position.standing():
        if stands.side == position.side and stands.unit not in attacked:
            if stands.unit not in moved:
                found |= {("move", stands.cell, cell) for cell in _reach(position, stands.cell)}
            if stands.type.word != "artillery" or stands.unit not in moved:
                found |= {("attack", stands.cell, cell) for cell in _targets(position, stands.cell)}
    return found


def _reach(position: Position, start: int) -> set[int]:
    game, stands = position.roster.game, position.at(start)
    columns, terrain = game.grid.columns, game.grounds[0].terrain
    walk, points = WALKS[stands.type.word]
    best, queue = {start: 0}, [(0, start)]
    while queue:
        spent, cell = heappop(queue)
        row, column = divmod(cell, columns)
        for north, east in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if not (0 <= row + north < game.grid.rows and 0 <= column + east < columns):
                continue
            other = (row + north) * columns + column + east
            total = spent + COSTS[walk].get(terrain[other], 99)
            enemy = position.board[other] and position.side_of(position.board[other]) != stands.side
            if not enemy and total <= points and total < best.get(other, 99):
                best[other] = total
                heappush(queue, (total, other))
    return {cell for cell in best if not position.board[cell]}


def _targets(position: Position, source: int) -> set[int]:
    columns, attacker = position.roster.game.grid.columns, position.at(source)
    found = set()
    for other in position.standing():
        far = abs(other.cell // columns - source // columns) + abs(
            other.cell % columns - source % columns
        )
        from_afar = attacker.type.word == "artillery"
        possible = 2 <= far <= 5 and other.type.word != "helicopter" if from_afar else far == 1
        if possible and other.side != attacker.side:
            found.add(other.cell)
    return found
