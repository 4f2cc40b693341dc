"""Other moves tried in a review of the page: branches kept by the browser, and played on from."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from far_clients import Far, Reply, far_server, in_loop
from support import loaded
from wargrid.match import Match, header_for
from wargrid_formats import Opened
from wargrid_web.lines import Change, Input, Kept, Lines
from wargrid_web.making import BadRequest
from wargrid_web.settings import Limits

GAME = (
    '[White "Ada"]\n[Black "Blaise"]\n\n1. e4 e5 2. Bc4 (2. Nf3 Nc6 {old} (2... d6)) 2... Nc6 *\n'
)

D2, D4 = 11, 27
"""Cells of a chessboard."""


async def over(far: Far) -> tuple[str, str, str]:
    """Play two moves of chess until Black resigns; returns its name, White's secret, watchers'."""
    made = await far.made("chess/standard", seats=["me", "link"])
    sides = [await far.sit(made, 0), await far.sit(made, 1)]
    await sides[0].do(type="e2-e4")
    await sides[1].do(type="e7-e5")
    await sides[1].do(press="resign")
    await sides[1].do(press="confirm")
    return made["id"], made["seats"][0]["secret"], made["watch"]


async def tried(far: Far, path: str, wish: dict[str, Any], **change: Any) -> Any:
    reply = await far.post(path, wish | change)
    assert reply.status == 200, reply.json
    return reply.json


def kept(line: Any) -> dict[str, Any]:
    """Return what a browser sends of a line that it was shown."""
    return {"notes": line["notes"], "path": line["path"]}


def typed(text: str) -> list[dict[str, str]]:
    return [{"type": text}]


@in_loop
async def test_a_move_that_is_tried_becomes_a_branch_with_name_and_comment(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        match, secret, _ = await over(far)
        where, wish = f"/api/lines/{match}", {"secret": secret}
        line = await tried(far, where, wish, does="try", at=1, inputs=typed("c5"))
        assert (line["path"], line["at"], len(line["film"]["frames"])) == ([0], 1, 2)
        line = await tried(far, where, wish | kept(line), does="try", at=1, inputs=typed("Nf3"))
        assert (line["path"], line["at"], len(line["film"]["frames"])) == ([0], 2, 3)
        line = await tried(far, where, wish | kept(line), does="name", at=2, said="Sicilian")
        line = await tried(far, where, wish | kept(line), does="comment", at=1, said="sharp")
        assert (line["name"], line["said"]) == ("Sicilian", [[1, "sharp", "sharp"]])
        assert "1. e4 e5 (1... c5 {sharp} 2. Nf3)" in line["files"]["pgn"].replace("\n", " ")
        game = await tried(far, where, wish | kept(line) | {"path": []}, does="show")
        assert [row[:2] for row in game["rows"]] == [[[0], 1]]
        assert game["film"] is None
        page = await far.post(f"/api/replays/{match}", wish | kept(line))
        assert b"Sicilian" in page.body
        gone = await tried(far, where, wish | kept(line), does="delete")
        assert (gone["notes"], gone["path"], gone["rows"]) == ("", [], [])


@in_loop
async def test_a_move_is_clicked_and_nothing_of_it_is_kept_on_the_server(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        match, secret, watch = await over(far)
        where, wish = f"/api/lines/{match}", {"secret": watch, "does": "try", "at": 0}
        first = await tried(far, where, wish, inputs=[{"click": D2}])
        assert first["trial"]["set"]["selected"] == D2
        line = await tried(far, where, wish, inputs=[{"click": D2}, {"click": D4}])
        assert line["path"] == [0]
        other = await tried(far, where, {"secret": secret})
        assert (other["notes"], other["rows"]) == ("", [])


@in_loop
async def test_a_match_goes_on_from_a_branch_for_players_watchers_and_files(
    tmp_path: Path,
) -> None:
    async with far_server(tmp_path) as far:
        match, secret, watch = await over(far)
        for each, own in ((secret, 0), (watch, 1)):
            line = await tried(
                far, f"/api/lines/{match}", {"secret": each}, does="try", inputs=typed("d4")
            )
            asked = {"secret": each, "at": 1, **kept(line)}
            await begins(far, await far.post(f"/api/branches/{match}", asked), own, "d4")
        asked = {"text": GAME, "path": [0], "at": 1}
        await begins(far, await far.post("/api/files/branch", asked), 1, "Nf3")


async def begins(far: Far, reply: Reply, own: int, move: str) -> None:
    """Check whose seat the visitor has in a new match, and a move that was made before."""
    assert reply.status == 201, reply.json
    assert [seat["kind"] == "me" for seat in reply.json["seats"]] == [own == 0, own == 1]
    player = await far.sit(reply.json, own)
    assert any(line.text.startswith(move) for line in player.view.log), player.view.log


@in_loop
async def test_branches_of_a_file_are_lines_that_more_can_leave(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        shown = (await far.post("/api/files", {"text": GAME})).json
        assert [row[:2] for row in shown["line"]["rows"]] == [[[0], 2]]
        wish = {"text": GAME, "path": [0]}
        line = await tried(far, "/api/files/line", wish)
        assert [row[:2] for row in line["rows"]] == [[[0, 0], 1]]
        assert line["said"] == [[2, "old", "old"]]
        line = await tried(far, "/api/files/line", wish, does="try", at=0, inputs=typed("d4"))
        assert line["path"] == [1]
        assert "(2. d4)" in line["files"]["pgn"].replace("\n", " ")


@in_loop
async def test_marks_and_words_of_variations_are_shown(tmp_path: Path) -> None:
    said = "1. e4 e5 2. Bc4 ({Better} 2. Nf3! $14 Nc6) ({Or wait.}) 2... Nc6?? *\n"
    text = GAME.partition("1.")[0] + said
    async with far_server(tmp_path) as far:
        shown = (await far.post("/api/files", {"text": text})).json
        assert [row[2] for row in shown["line"]["rows"]] == ["2. Nf3! += Nc6 · Better"]
        assert shown["line"]["said"] == [[2, "Or wait.", ""]]
        assert "Nc6??" in str(shown["film"])
        line = await tried(far, "/api/files/line", {"text": text, "path": [0]})
        assert line["said"] == [[0, "Or wait.\nBetter", "Better"]]
        assert "Nf3! +=" in str(line["film"])


BAD = {
    "no such move": {"does": "try", "inputs": [{"type": "e9"}]},
    "illegal": {"does": "try", "inputs": [{"type": "Ke3"}]},
    "no notes": {"notes": "Dear Ada"},
    "too deep": {"notes": "\n".join("  " * (n + 1) + "branch 0:" for n in range(80))},
    "too many": {
        "does": "delete",
        "path": [0],
        "notes": "  branch 0:\n" + "    move e2-e4\n" * 1_001 + "    move e7-e5",
    },
}


@in_loop
async def test_what_cannot_be_tried_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        for name, wrong in BAD.items():
            reply = await far.post("/api/files/line", {"text": GAME} | wrong)
            assert reply.status == 422, name
            assert reply.json["error"].endswith((".", "?")), name
        asked = [{"press": "resign"}, {"press": "confirm"}]  # they answer no question
        line = await tried(far, "/api/files/line", {"text": GAME}, does="try", inputs=asked)
        assert not line["trial"]["set"].get("over")


def test_no_move_is_tried_while_armies_are_set_up_in_secret() -> None:
    match, choose = Match(loaded("lionheart/level2")), random.Random(1)
    while not match.game.engine.hides(match.position):
        match.play(choose.choice(match.game.moves(match.position)))
    lines = Lines(Opened(match, header_for(match.game)), Kept(), "en")
    wish = Change(does="try", at=len(match.plies), inputs=(Input(click=0),))
    with pytest.raises(BadRequest, match="lines_hidden"):
        lines.answer(wish)


@in_loop
async def test_trying_costs_work_and_goes_on_matches_not_at_all(tmp_path: Path) -> None:
    async with far_server(tmp_path, limits=Limits(work=(0.0, 2.0))) as far:
        made = await far.made("chess/standard", seats=["me", "link"])
        wish = {"secret": made["seats"][0]["secret"]}
        told = [(await far.post(f"/api/lines/{made['id']}", wish)).status for _ in range(3)]
        assert told == [409, 409, 429]
