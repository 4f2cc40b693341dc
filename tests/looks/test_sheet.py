"""The parts of pictures for pages: one sheet a game, and the ground of its board."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from places import ROOT
from support import loaded
from wargrid.match import Match
from wargrid_play.looks import looks_of
from wargrid_play.looks.palettes import PALETTES
from wargrid_play.table import Table, View
from wargrid_remote import drawn
from wargrid_web.colours import colours_css

PAGES = ROOT / "frontends/wargrid_web/static"
NAME = re.compile(r'\bid="([^"]+)"')
USED = re.compile(r'(?:href="#|url\(#)([^")]+)')


def _view(name: str) -> View:
    match = Match(loaded(name))
    match.begin()
    return Table(match).view()


@pytest.mark.parametrize("name", ["skirmish/ford", "xiangqi/standard", "battle/conquest"])
def test_what_a_board_uses_is_in_the_sheet_of_its_game_once(name: str) -> None:
    view = _view(name)
    made, sheet = drawn(view, looks_of(loaded(name)))
    names = NAME.findall(sheet)
    assert len(names) == len(set(names))
    assert all(each.startswith(made.prefix) for each in names)
    legend = "".join(entry.drawn for entry in made.legend)
    assert set(USED.findall(sheet + made.board.ground + legend)) <= set(names)
    ElementTree.fromstring(f"<svg>{made.board.ground}{legend}</svg>")
    assert len(made.board.centres) == len(view.places)
    types = {(unit.type, unit.side) for unit in view.units}
    assert {f"{made.prefix}icon.{type_}.{side}" for type_, side in types} <= set(names)


def test_a_flipped_board_has_the_same_cells_on_other_places() -> None:
    view, looks = _view("skirmish/ford"), looks_of(loaded("skirmish/ford"))
    usual, turned = (drawn(view, looks, wishes)[0] for wishes in ("", "f"))
    assert usual.board.centres == turned.board.centres
    assert usual.board.ground != turned.board.ground


def test_colours_that_all_tell_apart_make_another_sheet() -> None:
    view, looks = _view("xiangqi/standard"), looks_of(loaded("xiangqi/standard"))
    assert len({drawn(view, looks, wishes)[0].sheet for wishes in ("", "s", "c", "sc")}) == 4


def test_every_colour_that_the_page_uses_is_one_of_the_window() -> None:
    styles = [path.read_text("utf-8") for path in (PAGES / "css").glob("*.css")]
    used = set(re.findall(r"var\(--([\w-]+)\)", "".join(styles)))
    own = set(re.findall(r"--([\w-]+): ", "".join(styles)))
    known = set(re.findall(r"--([\w-]+): #", colours_css()))
    assert used - own <= known
    assert known == {name.lower().replace("_", "-") for name in PALETTES["dark"]}


def test_no_script_of_the_page_makes_markup_of_texts() -> None:
    scripts = [path.read_text("utf-8") for path in (PAGES / "js").glob("*.js")]
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", "".join(scripts)
    )
