"""Shogi and Minishogi, counted: the published figures, and positions with hands.

The latter are as Fairy-Stockfish 14 counts them, without the pawns that mate as they are dropped.
As a script, ``python tests/games/shogi/test_shogi_perft.py`` counts one ply of Shogi more, and
prints 19,861,490.
"""

from __future__ import annotations

import pytest

import wargrid
from support import loaded
from wargrid.authoring.perft import perft, perft_table
from wargrid.match import read_fen, write_fen

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1"

COUNTED: list[tuple[str, str, list[int]]] = [
    ("standard", START, [30, 900, 25_470, 719_731]),
    ("standard", "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL[Pp] w - - 0 1",
     [47, 1_950]),
    ("standard", "4k4/9/4P4/9/9/9/9/9/4K4[RBGSNLPrbgsnlp] w - - 0 1", [514, 247_229]),
    ("standard", "9/4T4/4k4/9/3d5/9/4p4/4K4/9[GSPPgsp] w - - 0 1", [5, 30]),
    ("variants/minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", [14, 181, 2_512, 35_401, 533_203]),
    ("variants/minishogi", "2k2/2b2/2P2/5/1K3[RGSrgsp] w - - 0 1", [68, 4_935]),
]  # fmt: skip

AT_ONCE = 3_000
"""How many sequences are counted in every run of the tests."""


def _ids(case: object) -> str:
    return case.split(" ")[0].rpartition("/")[2] if isinstance(case, str) else ""


@pytest.mark.parametrize(("name", "fen", "counts"), COUNTED, ids=_ids)
def test_the_first_plies_of_shogi_are_counted(name: str, fen: str, counts: list[int]) -> None:
    """The deeper ones are counted by a slow test."""
    game = loaded(f"shogi/{name}")
    cheap = [count for count in counts if count <= AT_ONCE]
    assert perft_table(game, read_fen(game, fen), len(cheap)) == cheap


@pytest.mark.slow
@pytest.mark.parametrize(("name", "fen", "counts"), COUNTED, ids=_ids)
def test_the_last_ply_of_shogi_is_counted(name: str, fen: str, counts: list[int]) -> None:
    """Drops, promotions and checks occur in all of them together."""
    game = loaded(f"shogi/{name}")
    assert perft(game, read_fen(game, fen), len(counts)) == counts[-1]


@pytest.mark.parametrize(("name", "fen"), [case[:2] for case in COUNTED], ids=_ids)
def test_a_fen_of_shogi_comes_back_with_its_hands(name: str, fen: str) -> None:
    assert write_fen(read_fen(loaded(f"shogi/{name}"), fen)) == fen


if __name__ == "__main__":
    shogi = wargrid.load("shogi/standard")
    print(f"{perft(shogi, shogi.start(), 5):,}")
