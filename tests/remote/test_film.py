"""Films: every position of a match as a watcher saw it, and the page that shows them."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from pathlib import Path

import pytest

from places import ROOT
from support import loaded
from wargrid.cli.main import main
from wargrid.core.position import Position
from wargrid.core.state import Result
from wargrid.match import Branch, Header, Match, Note, Notes, header_for, read_move, save_record
from wargrid_play.table import Table
from wargrid_remote import apply, dump_film, film_of, replay_html
from wargrid_web.replay import SCRIPTS

MARKUP = "</script><b>"


def played(ruleset: str, *moves: str, players: tuple[str, ...] = ()) -> tuple[Match, Header]:
    match = Match(loaded(ruleset), by_hand=True)
    for text in moves:
        match.play(read_move(match.game, match.position, text))
    return match, header_for(match.game, players=players)


def test_the_frames_lead_through_what_a_watcher_saw() -> None:
    match, header = played("chess/standard", "e2-e4", "d7-d5", "e4xd5")
    film = film_of(match, header, "fr")
    view, seen = None, Table(match, "fr", seats=()).view()
    for frame in film.frames:
        view = apply(view, frame.difference)
    assert view is not None
    assert view.units == seen.units
    assert view.log == seen.log
    assert film.stops == (0, 1, 2, 3)
    assert [len(frame.news) > 0 for frame in film.frames] == [False, True, True, True]
    assert len(film.scores) == 4


def test_a_resignation_is_what_is_said_of_the_last_move() -> None:
    match, header = played("chess/standard", "e2-e4", "d7-d5")
    match.resign(0)
    film = film_of(match, header, "en")
    ended = [(note.at, note.text) for note in film.notes if note.kind == "ended"]
    assert ended == [(2, Table(match, "en", seats=()).wording.reason(*_ending(match)))]


def _ending(match: Match) -> tuple[Result, Position]:
    assert match.result is not None
    return match.result, match.position


def test_a_film_tells_nothing_of_armies_that_are_set_up_in_secret() -> None:
    empty, header = played("lionheart/level2")
    begun, _ = played("lionheart/level2")
    for _ in range(3):
        begun.play(begun.game.moves(begun.position)[0])
    assert begun.game.engine.hides(begun.position)
    assert dump_film(film_of(begun, header, "en")) == dump_film(film_of(empty, header, "en"))


def test_a_ground_that_changes_is_drawn_from_that_frame_on() -> None:
    match, header = played("xiangqi/terrains")
    while match.to_act is not None and len(match.plies) < 6:
        match.play(match.game.moves(match.position)[0])
    film = film_of(match, header, "en")
    begins = [at for at, _ in film.boards]
    assert begins[0] == 0
    assert len(begins) == len({board.board.ground for _, board in film.boards}) > 1


def test_nothing_in_a_film_becomes_markup_and_no_other_script_may_run() -> None:
    match, header = played("chess/standard", "e2-e4", players=(MARKUP, "Bob"))
    page = replay_html(match, header, "en").decode()
    assert page.count("</script>") == 2
    data = re.search(r'<script type="application/json" id="shown">(.*?)</script>', page, re.DOTALL)
    script = re.search(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert data
    assert script
    assert json.loads(data[1])["players"] == f"{MARKUP} – Bob"
    digest = b64encode(sha256(script[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in page
    assert "default-src 'none'" in page
    assert not re.search(r"^(import|export)\b", script[1], re.MULTILINE)
    assert "http" not in script[1].replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("kind", SCRIPTS)
def test_no_two_modules_of_a_file_name_something_alike(kind: str) -> None:
    named = re.compile(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
    scripts = ROOT / "frontends/wargrid_web/static/js"
    texts = [(scripts / f"{name}.js").read_text("utf-8") for name in SCRIPTS[kind]]
    names = Counter(name for text in texts for name in named.findall(text))
    assert [name for name, count in names.items() if count > 1] == []


def test_the_command_writes_a_page_and_replaces_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, page = tmp_path / "game.wargrid", tmp_path / "game.html"
    save_record(record, *played("breakthrough/standard", "a2-a3"))
    assert main(["replay", str(record), "--html", str(page)]) == 0
    assert str(page) in capsys.readouterr().out
    before = page.read_bytes()
    assert before.startswith(b"<!doctype html>")
    assert main(["replay", str(record), "--html", str(page)]) != 0
    assert page.read_bytes() == before


def test_comments_and_branches_are_said_of_their_moves() -> None:
    match, header = played("chess/standard", "e2-e4", "d7-d5", "e4xd5")
    branch = Branch(1, ("e7-e5", "g1-f3"), "Open", (Note(1, "Classical."),))
    match.notes = Notes((Note(2, "Scandinavian.", (6,)),), (branch,))
    film = film_of(match, header, "en")
    assert [(note.at, note.kind, note.text) for note in film.notes] == [
        (1, "said", "Tried instead: Open: 1… e5 2. Nf3."),
        (2, "said", "Scandinavian."),
    ]
    assert "d5?!" in str(film.frames[2])
