"""Positions as people paste them, each beside the one that Wargrid writes."""

from __future__ import annotations

import pytest

from support import loaded
from wargrid import Position
from wargrid.match import PositionError, write_fen
from wargrid.text import LANGUAGES
from wargrid_formats.command import position_of

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"
PASTED = {
    ("chess/standard", f"{START} KQkq - 0 1"): f"{START} KQkq - 0 1",
    ("chess/standard", "startpos"): f"{START} KQkq - 0 1",
    ("chess/standard", f"position fen {START} KQkq - 0 1"): f"{START} KQkq - 0 1",
    ("chess/standard", f'\ufeff"{START} KQkq - 0 1"'): f"{START} KQkq - 0 1",
    ("chess/standard", f"position fen {START} KQkq - 0 1 moves e2e4 e7e5 g1f3"): (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    ),
    ("chess/standard", "startpos moves e2e4 e7e5 g1f3"): (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    ),
    ("chess/standard", "fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8n"): (
        "N3k3/8/8/8/8/8/8/4K3 b - - 0 1"
    ),
    ("chess/standard", f'[FEN "{START} KQkq - 0 1"]'): f"{START} KQkq - 0 1",
    ("chess/standard", f"{START} HAha - 0 1"): f"{START} KQkq - 0 1",
    ("chess/standard", f"{START} Hq - 0 1"): f"{START} Kq - 0 1",
    ("chess/standard", '4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "a; b";'): (
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    ),
    ("chess/standard", "4k3/8/8/8/8/8/4P3/4K3 b - - hmvc 3; fmvn 9;"): (
        "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9"
    ),
    ("chess/standard", "1. e4 e5 2. Nf3"): (
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    ),
    ("chess/variants/crazyhouse", "r~3k3/8/8/8/8/8/8/Q~3K3/Ppn w - - 0 1"): (
        "o3k3/8/8/8/8/8/8/D3K3[Pnp] w - - 0 1"
    ),
    ("chess/variants/crazyhouse", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1"): (
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"
    ),
    ("xiangqi/standard", "4k4/9/9/9/9/9/9/9/9/RHEAKAEHR r"): (
        "4k4/9/9/9/9/9/9/9/9/RNBAKABNR w - - 0 1"
    ),
    ("shogi/standard", "sfen 4k4/9/4+P4/9/9/9/9/9/4K4 w 2Gr 12"): (
        "4k4/9/4T4/9/9/9/9/9/4K4[GGr] b - - 0 6"
    ),
    ("draughts/english", "W:W21,22,K30:B1,2,K5"): None,
    ("draughts/international", "B:W31-40,K6:B1,2,K45"): None,
}
"""What is pasted in a game, and the FEN; None where a FEN does not say what was read."""


def read(name: str, text: str) -> Position:
    return position_of(loaded(name), text)


def test_what_people_paste_is_the_position_they_mean() -> None:
    for (name, text), fen in PASTED.items():
        found = read(name, text)
        assert fen is None or write_fen(found) == fen, text


WRONG = {
    ("chess/standard", "W:W21:B1"): "by_squares",
    ("draughts/english", "W:W99:B1"): "square",
    ("draughts/english", "W:W21,21:B1"): "square_twice",
    ("chess/standard", f"{START} KQkq - 0 1 bm"): "fen",
    ("xiangqi/standard", "1. e4 e5"): "no_game",
    ("chess/standard", "1. Ke3"): "no_game",
    ("chess/standard", "1. e4 e6 2. e9 *"): "no_game",
    ("chess/standard", "startpos moves e2e4 e2e4"): "move",
    ("chess/standard", "my favourite one"): "no_fen",
}


def test_what_is_no_position_of_the_game_is_refused_in_a_sentence() -> None:
    for (name, text), code in WRONG.items():
        with pytest.raises(PositionError) as error:
            read(name, text)
        assert error.value.refusal.code.startswith(f"position.{code}"), text
        assert all("position." not in error.value.text(language) for language in LANGUAGES)
