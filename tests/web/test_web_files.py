"""Files of games of other programs on a server: shown, played on, and never kept there."""

from __future__ import annotations

from pathlib import Path

from far_clients import far_server, in_loop
from wargrid_web.settings import Limits

GAME = '[White "Ada"]\n[Black "Blaise"]\n\n1. e4 e5 2. Bc4 (2. Nf3) 2... Nc6 3. Qh5 Nf6 *\n'
TWO = f'{GAME}\n[White "Cora"]\n\n1. d4 Ke4 *\n'


@in_loop
async def test_a_game_of_a_file_is_shown_and_nothing_of_it_is_kept(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        before = sorted(tmp_path.rglob("*"))
        shown = (await far.post("/api/files", {"text": GAME, "name": "a.pgn"})).json
        assert len(shown["film"]["frames"]) == 7
        assert "Ada" in shown["film"]["players"]
        assert "1. e4 e5 2. Bc4 (2. Nf3) 2... Nc6" in shown["line"]["files"]["pgn"]
        notes = await far.post("/api/files/notes", {"key": shown["key"]})
        assert notes.status == 200
        assert sorted(tmp_path.rglob("*")) == before


@in_loop
async def test_one_of_several_games_is_asked_for_and_what_is_wrong_is_said(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        listed = (await far.post("/api/files", {"text": TWO})).json
        assert [title[:7] for title in listed["games"]] == ["1. Ada ", "2. Cora"]
        shown = (await far.post("/api/files", {"text": TWO, "number": 2})).json
        assert "Ke4" in shown["told"][0]
        assert (await far.post("/api/files", {"text": TWO, "number": 3})).status == 422


@in_loop
async def test_a_match_goes_on_from_a_game_of_a_file(tmp_path: Path) -> None:
    async with far_server(tmp_path) as far:
        reply = await far.post("/api/files/branch", {"text": GAME, "number": 1, "at": 2})
        assert reply.status == 201
        assert [seat["kind"] for seat in reply.json["seats"]] == ["me", "2"]
        page = await far.post("/api/files/replay", {"text": GAME, "number": 1})
        assert page.status == 200


@in_loop
async def test_what_is_no_game_of_this_server_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with far_server(tmp_path, rulesets=("draughts/english",)) as far:
        for text in ("Dear Ada", GAME, "\0", '[Variant "Janggi"]\n\n1. e4 *'):
            reply = await far.post("/api/files", {"text": text})
            assert reply.status == 422, text
            assert reply.json["error"], text
    async with far_server(tmp_path, limits=Limits(file=100)) as far:
        assert (await far.post("/api/files", {"text": "x" * 200})).status == 413
