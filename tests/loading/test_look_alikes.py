"""Signs of other scripts that look like those of a Latin keyboard: they are named."""

from __future__ import annotations

import pytest

from boxes import BOX, diagnostics
from support import loaded
from wargrid.match import NotationError, read_move

KEYBOARDS = {
    "\u0430": "CYRILLIC SMALL LETTER A", "\u0455": "CYRILLIC SMALL LETTER DZE",
    "\u03bf": "GREEK SMALL LETTER OMICRON", "\u2212": "MINUS SIGN",
    "\uff13": "FULLWIDTH DIGIT THREE",
}  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "sign"),
    [
        ("units:", "unit\u0455:", "\u0455"),
        ("slay: chief", "sl\u0430y: chief", "\u0430"),
        ("actions: 2", "actions: \u22122", "\u2212"),
        ("actions: 2", "actions: \uff13", "\uff13"),
        ("  . c g .", "  . \u03bf g .", "\u03bf"),
    ],
    ids=["key", "word", "minus", "digit", "letter of a diagram"],
)
def test_an_error_names_a_sign_that_looks_like_another(old: str, new: str, sign: str) -> None:
    assert old in BOX
    found = diagnostics(BOX.replace(old, new, 1), {})
    assert any(KEYBOARDS[sign] in each.sentence() for each in found)


def test_a_typed_move_with_such_a_letter_names_it() -> None:
    game = loaded("chess/standard")
    with pytest.raises(NotationError) as refused:
        read_move(game, game.start(), "\u04352-e4")
    assert "CYRILLIC SMALL LETTER IE" in refused.value.refusal.text("en")
