"""Chess and its variants, counted: published figures, and those of Fairy-Stockfish.

The figures of the variants, and of the last two positions of chess, were counted by
Fairy-Stockfish 14, those of Crazyhouse by python-chess.
"""

from __future__ import annotations

import pytest

from support import loaded
from wargrid.authoring.perft import perft, perft_table
from wargrid.match import read_fen, write_fen

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

COUNTED: list[tuple[str, str, list[int]]] = [
    ("standard", START, [20, 400, 8_902, 197_281]),
    ("standard", KIWIPETE, [48, 2_039, 97_862]),
    ("standard", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2_812, 43_238]),
    ("standard", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     [6, 264, 9_467]),
    ("standard", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1_486, 62_379]),
    ("standard", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", [24, 496, 9_483]),
    ("standard", "r3k2r/8/8/8/3pPp2/8/8/R3K1RR b KQkq e3 0 1", [29, 829, 20_501]),
    ("variants/king_of_the_hill", "8/2k5/2p5/3p4/8/3KP3/5P2/8 w - - 0 1", [8, 64, 581, 4_647]),
    ("variants/king_of_the_hill", "r3k2r/ppp2ppp/8/3pp3/8/2KP4/PPP2PPP/R6R w kq - 0 1",
     [26, 651, 15_819]),
    ("variants/three_check", "8/8/2k5/8/3R4/4K3/6r1/3Q4 w - - 3+3 0 1", [33, 486, 15_391]),
    ("variants/three_check", "4k3/8/8/8/8/8/8/R3K2Q w Q - 3+3 0 1", [32, 127, 4_556, 21_600]),
    ("variants/three_check", "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 3+3 0 1",
     [6, 203, 6_250]),
    ("variants/horde", "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1", [30, 241, 6_633]),
    ("variants/horde", "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1",
     [13, 172, 2_205]),
    ("variants/horde", "r3k2r/p2p4/8/8/1p6/8/P1P4P/PP4PP w kq - 0 1", [10, 220, 2_117]),
    ("variants/capablanca",
     "r4k3r/p1pp1pp1pp/1p3p4/4p5/4P5/1P3P4/P1PP1PP1PP/R4K3R w KQkq - 0 1", [26, 676, 17_938]),
    ("variants/capablanca", "4k4r/1P3a4/10/2pP6/5C4/10/4p5/R4K4 w Qk c6 0 1", [6, 173]),
    ("variants/knightmate", "r3k2r/pppp1ppp/2m2m2/4p3/4P3/2M2M2/PPPP1PPP/R3K2R w KQkq - 0 1",
     [28, 787, 22_845]),
    ("variants/los_alamos", "r2k1r/1P2p1/6/6/1p2P1/R2K1R w - - 0 1", [23, 358, 6_283, 103_560]),
    ("variants/crazyhouse",
     "r1bqk2r/pppp1ppp/2n1p3/4P3/1b1Pn3/2NB1N2/PPP2PPP/R1BQK2R[] b KQkq - 0 1",
     [42, 1_347, 58_057]),
    ("variants/crazyhouse", "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", [301, 75_353]),
    ("variants/crazyhouse", "r3k2r/pp1p1p1p/8/4p3/3P4/8/PPP2PPP/R3K2R[NPqb] w KQkq - 0 1",
     [105, 11_124]),
    ("variants/crazyhouse", "4k3/1P6/8/3pP3/8/8/6p1/4K3[Rr] w - d6 0 1", [68, 3_847]),
    ("variants/crazyhouse", "6rk/6pp/8/8/8/8/PP6/K1R5[Nn] w - - 0 1", [74, 4_680]),
    ("variants/antichess", "8/P6k/8/3pP3/8/2b5/1K5p/8 w - d6 0 1", [2, 12, 147, 1_736]),
]  # fmt: skip

AT_ONCE = 3_000
"""How many sequences are counted in every run of the tests."""


def _ids(case: object) -> str:
    return case.split(" ")[0].rpartition("/")[2] if isinstance(case, str) else ""


@pytest.mark.parametrize(("name", "fen", "counts"), COUNTED, ids=_ids)
def test_the_first_plies_are_counted(name: str, fen: str, counts: list[int]) -> None:
    """The deeper ones are counted by a slow test."""
    game = loaded(f"chess/{name}")
    cheap = [count for count in counts if count <= AT_ONCE]
    assert perft_table(game, read_fen(game, fen), len(cheap)) == cheap


def test_the_start_is_counted_to_the_third_ply() -> None:
    """A figure that every chess program knows."""
    game = loaded("chess/standard")
    assert perft(game, game.start(), 3) == 8_902


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fen", "counts"), COUNTED, ids=_ids)
def test_the_last_ply_is_counted(name: str, fen: str, counts: list[int]) -> None:
    """Castling, en passant, promotion and pins occur in all of them together."""
    game = loaded(f"chess/{name}")
    assert perft(game, read_fen(game, fen), len(counts)) == counts[-1]


@pytest.mark.parametrize(("name", "fen"), [case[:2] for case in COUNTED], ids=_ids)
def test_a_fen_comes_back_with_castling_and_en_passant(name: str, fen: str) -> None:
    assert write_fen(read_fen(loaded(f"chess/{name}"), fen)) == fen
