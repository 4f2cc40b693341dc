"""Points joined by lines: neighbours, lines, distances and symmetries of a drawn board."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from wargrid.core.grid import OFF
from wargrid.core.points import PointGrid

SQUARES = {
    "a1": (0, 0), "d1": (6, 0), "g1": (12, 0), "a4": (0, 6), "g4": (12, 6),
    "a7": (0, 12), "d7": (6, 12), "g7": (12, 12), "b2": (2, 2), "d2": (6, 2), "f2": (10, 2),
    "b4": (2, 6), "f4": (10, 6), "b6": (2, 10), "d6": (6, 10), "f6": (10, 10),
}  # fmt: skip
LINES = (
    "a1-d1-g1 a7-d7-g7 a1-a4-a7 g1-g4-g7 b2-d2-f2 b6-d6-f6 b2-b4-b6 f2-f4-f6 "
    "a4-b4 f4-g4 d1-d2 d6-d7"
)
MERELS = PointGrid(SQUARES, [line.split("-") for line in LINES.split()])
"""Six men's morris: two squares, joined in the middle of their sides; places in halves."""


def cell(name: str) -> int:
    return MERELS.cell(name)


def names(cells: Iterable[int]) -> str:
    return " ".join(MERELS.name(each) for each in cells)


def neighbours(name: str) -> set[int]:
    ends = {MERELS.shifted(cell(name), 0, *step) for step in MERELS.steps("all", 0)}
    return ends - {OFF}


@pytest.mark.parametrize(
    ("name", "next_to_it"), [("a1", "d1 a4"), ("d1", "a1 d2 g1"), ("b4", "a4 b2 b6")]
)
def test_neighbours_are_the_next_points_of_lines(name: str, next_to_it: str) -> None:
    assert neighbours(name) == {cell(each) for each in next_to_it.split()}


def test_points_are_numbered_from_the_south_west() -> None:
    assert names(range(5)) == "a1 d1 g1 b2 d2"


def test_a_ray_follows_one_line_to_its_end() -> None:
    rays = [MERELS.ray(cell("a1"), 0, step) for step in MERELS.steps("all", 0)]
    assert sorted(names(ray) for ray in rays if ray) == ["a4 a7", "d1 g1"]
    assert [names(MERELS.ray(cell("a1"), 0, step, 1)) for step in ((0, 1), (2, 1))] == ["d1", "a4"]


def test_a_ray_does_not_turn_into_another_line() -> None:
    rays = [MERELS.ray(cell("d2"), 0, step) for step in MERELS.steps("all", 0)]
    assert sorted(names(ray) for ray in rays if ray) == ["b2", "d1", "f2"]


@pytest.mark.parametrize(
    ("start", "end", "steps"), [("a1", "a1", 0), ("a1", "g1", 2), ("a1", "b2", 3), ("a1", "f6", 5)]
)
def test_distances_count_steps_along_lines(start: str, end: str, steps: int) -> None:
    assert MERELS.distance(cell(start), cell(end)) == steps
    assert MERELS.distance(cell(end), cell(start)) == steps
    around = {there: far for far, there in MERELS.around(cell(start), steps)}
    assert around[cell(end)] == steps


def test_no_line_leads_to_a_point_of_another_part() -> None:
    apart = PointGrid(
        {"a1": (0, 0), "b1": (2, 0), "c1": (4, 0), "d1": (6, 0)}, [["a1", "b1"], ["c1", "d1"]]
    )
    assert apart.distance(0, 2) > apart.distance(0, 1)
    assert apart.around(0, 3) == [(0, 0), (1, 1)]


def test_sight_goes_along_a_line() -> None:
    assert MERELS.between(cell("a1"), cell("g1")) == ((cell("d1"),),)
    assert MERELS.between(cell("a1"), cell("b2")) == ()
    assert names(MERELS.straight(cell("a7"), cell("a1"))) == "a7 a4 a1"
    assert names(MERELS.straight(cell("a1"), cell("b2"))) == "a1 b2"


def test_every_point_has_an_image_and_is_the_image_of_it() -> None:
    assert MERELS.turns
    assert MERELS.mirrors
    assert MERELS.name(MERELS.turned(cell("a4"))) == "g4"
    assert MERELS.name(MERELS.mirrored(cell("b2"))) == "b6"
    assert all(MERELS.turned(MERELS.turned(each)) == each for each in range(MERELS.cells))


def test_a_triangle_has_no_half_turn() -> None:
    triangle = PointGrid({"a1": (0, 0), "c1": (4, 0), "b2": (2, 2)}, [["a1", "c1", "b2"]])
    assert not triangle.turns
    assert not triangle.mirrors


def test_a_diagram_has_the_points_below_each_other() -> None:
    drawn = MERELS.draw({each: "" if each else "M" for each in range(MERELS.cells)})
    assert drawn.splitlines() == [
        ".   .   .",
        "  . . .",
        ". .   . .",
        "  . . .",
        "M   .   .",
    ]
    assert [len(line) for line in MERELS.lines] == [3, 3, 4, 3, 3]


@pytest.mark.parametrize(
    ("start", "way", "end"),
    [("a1", (1, 0), "d1"), ("a1", (0, 1), "a4"), ("d2", (0, -1), "d1"), ("g1", (1, 0), "g1"),
     ("b2", (-1, 0), "a1")],
)  # fmt: skip
def test_the_cursor_goes_to_the_nearest_point_that_way(
    start: str, way: tuple[int, int], end: str
) -> None:
    assert MERELS.name(MERELS.moved(cell(start), *way)) == end


def test_arrow_keys_lead_to_every_point() -> None:
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    reached = [cell("a1")]
    for here in reached:
        reached += {MERELS.moved(here, *way) for way in ways} - {*reached}
    assert {*reached} == {*range(MERELS.cells)}


def test_a_box_holds_the_points_between_two_corners() -> None:
    assert names(MERELS.box(cell("a1"), cell("d2"))) == "a1 d1 b2 d2"
