"""Icons are checked before they are drawn: hostile files are drawn or refused, never more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hostile_icons
from wargrid_play.looks.loader import LooksError, icon_text
from wargrid_play.looks.svg import icon as checked
from wargrid_play.looks.svg_check import MAX_ELEMENTS, UndrawableError, check_svg

MEMORY = 64 * 1024
"""How many KiB more than an ordinary icon a hostile one takes at most."""


def icon(inner: str, box: str = "0 0 32 32") -> str:
    return hostile_icons.svg(inner, box)


def reason(source: str) -> str:
    """The key of the text that says why an icon is refused."""
    with pytest.raises(UndrawableError) as caught:
        checked(source)
    return caught.value.why.key.removeprefix("looks.why.")


class TestRefused:
    @pytest.mark.parametrize(
        ("inner", "why"),
        [
            ("<style>rect{</style>", "element"),
            ('<image href="/etc/passwd"/>', "element"),
            ('<filter id="f"/>', "element"),
            ("<script/>", "element"),
            ('<radialGradient id="a" xlink:href="#a"/>', "loop"),
            ('<g id="a"><use href="#a"/></g>', "loop"),
            ('<use href="other.svg#a"/>', "reference"),
            ('<use href="#missing"/>', "reference"),
            ('<rect fill="url(http://localhost/x)"/>', "reference"),
            ('<rect stroke-width="2000000"/>', "value"),
            ('<rect width="1e999"/>', "value"),
            ('<g transform="scale(20)"><g transform="scale(20)"/></g>', "enlarged"),
            ('<path d="M0 0H3000" stroke-dasharray="0.001"/>', "dashes"),
            ('<g stroke-dasharray="0.001"><path d="M0 0H3000"/></g>', "dashes"),
            ("<g>" * 300 + "</g>" * 300, "depth"),
            ("<g/>" * (MAX_ELEMENTS + 1), "elements"),
            ("<g>", "no_drawing"),
            ("", "blank"),
            ('<rect x="99" width="9" height="9" fill="red"/>', "blank"),
        ],
    )
    def test_an_icon_is_refused_for_its_content(self, inner: str, why: str) -> None:
        """Each family of hostile files has a reason of its own."""
        assert reason(icon(inner)) == why

    @pytest.mark.parametrize(
        ("source", "why"),
        [
            ("", "no_svg"),
            ("<html/>", "no_svg"),
            ("<svg></svg>", "no_view_box"),
            (icon("", "0 0 9 -9"), "view_box"),
            (icon("", "0 0 wide 9"), "view_box"),
            (icon("", "0 0 0.0001 0.0001"), "box_size"),
            ("<!DOCTYPE svg>" + icon(""), "doctype"),
            (icon(" " * 300_000), "large"),
        ],
    )
    def test_an_icon_is_refused_for_its_form(self, source: str, why: str) -> None:
        """What is no SVG, has no usable view box, declares entities or is too large."""
        assert reason(source) == why

    def test_elements_are_counted_as_often_as_use_draws_them(self) -> None:
        """Three levels of thirty are 27,000 elements in a file of 2 KiB."""
        bombs = dict(hostile_icons.bombs())
        assert reason(bombs["use 30 to the power of 3"]) == "elements"
        assert reason(bombs["a large path used often"]) == "numbers"

    def test_a_file_larger_than_the_limit_is_not_read(self, tmp_path: Path) -> None:
        """The refusal names the limit."""
        (tmp_path / "a.svg").write_bytes(b" " * 10_000_000)
        with pytest.raises(LooksError, match="262144"):
            icon_text(tmp_path / "a.svg")


class TestDrawn:
    def test_only_what_is_allowed_is_written_again(self) -> None:
        """Event handlers, links and unknown namespaces are left out, ids are renamed."""
        clean = check_svg(
            icon('<metadata>x</metadata><g id="body" onclick="x"><rect style="fill:red"/></g>')
        )
        assert clean.endswith('"><g id="i0"><rect fill="red"></rect></g></svg>')


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """How each hostile file fared in a process of its own."""
    folder = tmp_path_factory.mktemp("icons")
    command = [sys.executable, hostile_icons.__file__, str(folder)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
class TestHostileFiles:
    def test_every_file_is_drawn_or_refused_with_a_sentence(
        self, judged: list[dict[str, object]]
    ) -> None:
        """No process ends by a signal, by its limit of CPU time or with a traceback."""
        assert len(judged) >= 100
        assert [one for one in judged if one["status"] != 0] == []
        said = [str(one["said"]) for one in judged]
        assert all(text == "drawn" or " cannot be drawn: " in text for text in said)
        assert not any("looks.why" in text for text in said)

    def test_no_file_takes_much_more_memory_than_an_ordinary_icon(
        self, judged: list[dict[str, object]]
    ) -> None:
        """Peak memory of each process, 64 MiB above that of an ordinary icon at most."""
        ordinary = judged[0]["memory"]
        assert judged[0]["said"] == "drawn"
        assert isinstance(ordinary, int)
        assert [one for one in judged if int(str(one["memory"])) > ordinary + MEMORY] == []

    def test_nothing_outside_the_file_is_drawn(self, judged: list[dict[str, object]]) -> None:
        """Images, and references to other files, are refused."""
        named = [one for one in judged if str(one["name"]).startswith("other_files: ")]
        drawn = [one["name"] for one in named if one["said"] == "drawn"]
        assert drawn == ["other_files: style sheet elsewhere", "other_files: font elsewhere"]
