"""Files that are too large, too deep, or of something else: a sentence with its place each time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from support import loaded
from wargrid import Game
from wargrid.text import LANGUAGES
from wargrid_formats import FormatError, formats, open_game, read_games, read_games_at
from wargrid_formats.claims import Claim
from wargrid_formats.decoding import MAX_BYTES
from wargrid_formats.form import speech_of
from wargrid_formats.tree import MAX_GAMES, Source


def refused(data: bytes, name: str = "") -> FormatError:
    with pytest.raises(FormatError) as error:
        open_game(read_games(data, name).game())
    assert all("formats." not in error.value.text(language) for language in LANGUAGES)
    return error.value


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Of 100 MB, no more than the limit is read; the file here has holes, and takes no room."""
    file = tmp_path / "huge.pgn"
    with file.open("wb") as stream:
        stream.truncate(100 << 20)
    with pytest.raises(FormatError) as error:
        read_games_at(file)
    assert error.value.code == "too_big"
    assert refused(b"1. e4 " * (MAX_BYTES // 6 + 1)).code == "too_big"


WRONG = {
    b"Dear Ada, how are you?": "unknown",
    b"": "unknown",
    b"\x00\x01PNG": "no_text",
    b'[Variant "Martian"]\n\n1. e4 *': "variant",
    b'[GameType "25"]\n\n1. 32-28 *': "variant",
    b'[FEN "8/8 w"]\n\n1. e4 *': "start",
    b"1. Ke3 e5 *": "no_move",
    b"(;GM[1];B[aa])": "variant",
    b"(;B[aa])": "no_variant",
    b"(" * 6_000: "unknown",
    b"(;GM[2]SZ[6];B[cd])": "size",
    b"(;" + b"(" * 6_000: "too_nested",
    "手合割：二枚落ち\n1 ７六歩(77)\n".encode(): "variant",
    "手合割：平手\n".encode(): "no_games",
}


def test_what_is_no_game_is_refused_in_a_sentence() -> None:
    for data, code in WRONG.items():
        assert refused(data).code == code, data[:40]


def test_a_claim_on_other_types_than_those_of_the_ruleset_is_an_error_of_the_file() -> None:
    for pieces in ({"king": "OU"}, {"martian": "MA"}):
        claim = Claim(game="standard", pieces=pieces)
        with pytest.raises(FormatError) as error:
            speech_of(formats()["csa"], loaded("shogi/standard"), claim, None)
        assert error.value.code == "pieces"


def test_an_error_names_file_line_and_column() -> None:
    error = refused(b'[White "Ada"]\n\n1. Ke3 e5 *', "mine.pgn")
    assert (error.notice.line, error.notice.column) == (3, 4)
    assert "line 3, column 4" in error.text()


def test_variations_a_thousand_deep_are_left_out_from_the_fifty_first_on() -> None:
    text = "1. e4 e5 " + "(1... e5 " * 1_000 + ")" * 1_000 + " 2. Nf3 *"
    (game,) = read_games(text.encode()).games
    assert [notice.code for notice in game.notices] == ["too_deep"]
    opened = open_game(game)
    assert len(opened.match.plies) == 3
    depth, branches = 0, opened.match.notes.branches
    while branches:
        depth, branches = depth + 1, branches[0].branches
    assert depth == 50


def test_the_thousandth_game_is_the_last(tmp_path: Path) -> None:
    games = read_games(b'[White "Ada"]\n\n1. e4 *\n\n' * (MAX_GAMES + 5)).games
    assert len(games) == MAX_GAMES
    assert games[-1].notices[-1].code == "more_games"


def test_a_storm_of_variations_has_few_notices() -> None:
    known: dict[Any, Game] = {}
    (game,) = read_games(b"1. e4 " + b"(1. d5) " * 60 + b"e5 *").games
    assert len(open_game(game, games=known).notices) == 50
    (game,) = read_games(b"1. e4 " + b"(1. d4) " * 20 + b"e5 *").games
    assert [notice.code for notice in open_game(game, 10, known).notices] == ["too_long"]


def test_a_variant_is_a_name_and_never_a_path(tmp_path: Path) -> None:
    """A file from elsewhere may not have files of this computer read."""
    file = tmp_path / "chess" / "standard.yaml"
    file.parent.mkdir()
    file.write_text("format: [")
    for named in (str(file), "../standard.yaml", f"{file.parent}/standard"):
        assert refused(f'[Variant "{named}"]\n\n1. e4 *'.encode()).code == "variant"


STORMS = ("[", "{", "(", ")", "$", '[a "', ";", "\\", "!", "%\n", "1", "e4 ", "(;B[", "変化：1手\n")


def test_storms_of_one_sign_are_read_or_refused_by_every_format() -> None:
    for form in formats().values():
        for sign in STORMS:
            with suppress(FormatError):
                games = form.read(Source(f"1. e4 e5 {sign * 2_000}"))
                assert all(len(game.notices) <= 51 for game in games), (form.name, sign)
