"""The player's boards on the disk: found by name, given away, taken in, and kept from harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargrid import load
from wargrid.core.hands import hand_of
from wargrid.source.diagnostics import RulesetError
from wargrid_editor import shelf
from wargrid_editor.editor import Editor
from wargrid_editor.scenario import Scenario, open_scenario
from wargrid_editor.shelf import BoardError

MORRIS = """
setup: |
  M     .     m
    .   M   .
      . . .
  . . .   . . .
      . m .
    .   M   .
  M     .     m
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def painted() -> Editor:
    editor = Editor(open_scenario("battle/default"))
    editor.title = "My ridge"
    editor.press("terrain:mountain")
    editor.stroke([0])
    return editor


def saved(name: str = "My ridge") -> Scenario:
    editor = painted()
    return shelf.save(editor.scenario, editor.text(), name)


def test_no_other_board_is_written_over() -> None:
    saved()
    with pytest.raises(BoardError, match="taken"):
        saved()
    with pytest.raises(BoardError, match="taken"):
        saved("ford")  # that of the game itself
    assert len(shelf.boards("battle/default")) == 4


@pytest.mark.parametrize("name", ["", "...", "///", "  "])
def test_a_board_needs_a_name(name: str) -> None:
    with pytest.raises(BoardError, match="no_name"):
        saved(name)


def test_a_file_is_given_away_and_taken_in_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved()
    (board,) = [each for each in shelf.boards("battle/default") if each.own]
    given = shelf.export(board, shelf.export_name(board, tmp_path))
    monkeypatch.setenv("WARGRID_HOME", str(tmp_path / "elsewhere"))
    taken = shelf.take_in(given)
    assert (taken.ruleset, taken.name) == ("battle/default", "my_ridge")
    assert load("battle/default", scenario="my_ridge").engine.grounds[0].terrain[0] == "mountain"
    assert shelf.take_in(given).path == taken.path  # not twice
    text = given.read_text("utf-8").replace("battle/default", "battle/default.yaml")
    given.write_text(text, "utf-8")
    assert shelf.take_in(given).ruleset == "battle/default"


def test_a_board_brings_the_hands_of_a_game_half_played(tmp_path: Path) -> None:
    """They are laid over those of the rules, and stay in a file that is saved once more."""
    file = tmp_path / "half.yaml"
    hands = "hand: {man: {white: 5, black: 6}}"
    file.write_text(f"ruleset: morris/nine\n{MORRIS}{hands}\n", encoding="utf-8")
    assert shelf.take_in(file).ruleset == "morris/nine"
    position = load("morris/nine", scenario=str(file)).start()
    assert [hand_of(position, side) for side in (0, 1)] == [{"man": 5}, {"man": 6}]
    opened = open_scenario("morris/nine", path=file)
    assert opened.board is not None
    assert hands in opened.text(opened.board, "Half").splitlines()


def test_a_board_without_its_ruleset_goes_to_the_first_that_takes_it(tmp_path: Path) -> None:
    file = tmp_path / "plain.yaml"
    setup = "\n".join("  " + " ".join(row) for row in ("p" * 8, *["." * 8] * 6, "P" * 8))
    file.write_text(f"name: Rows\nsetup: |\n{setup}\n", encoding="utf-8")
    assert shelf.take_in(file).ruleset in ("breakthrough/standard", "chess/standard")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("ruleset: no/such\nboard: {columns: 9}\n", "no_ruleset"),
        ("name: Nothing\n", "no_board"),
        ("tests: []\nruleset: chess/standard\n", "no_board"),
    ],
)
def test_what_is_no_board_is_refused(tmp_path: Path, text: str, error: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BoardError, match=error):
        shelf.take_in(file)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="no_file"):
        shelf.take_in(tmp_path / "missing.yaml")


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("board: {columns: 121}", "too_large"),
        ("board: {columns: 14, rows: 10, terrain: '?'}", "picture_rows"),
        ("start: {men: {a1: 3}}", "start_no_unit"),
        ("start: {men: {c9: 99}}", "start_men"),
        ("start: {markers: {fuel: {c9: 3}}}", "no_such_markers"),
        ("deploy: {zone: a}", "scenario_deploys"),
        ("turn: {actions: 3}", "not_of_scenario"),
        ("ruleset: chess/standard", "scenario_of_other"),
    ],
)
def test_a_wrong_scenario_says_where_and_what(tmp_path: Path, lines: str, name: str) -> None:
    file = tmp_path / "wrong.yaml"
    board = "board: {columns: 14, rows: 10}\n" if "board" not in lines else ""
    setup = load("battle/default").source_text.partition("setup: |\n")[2].partition("cites")[0]
    file.write_text(f"{lines}\n{board}setup: |\n{setup}", encoding="utf-8")
    with pytest.raises(RulesetError) as raised:
        load("battle/default", scenario=file)
    assert name in [each.name for each in raised.value.diagnostics]


def test_a_renamed_board_keeps_its_content() -> None:
    saved()
    (board,) = [each for each in shelf.boards("battle/default") if each.own]
    path = shelf.rename(board, "The other")
    assert path.stem == "the_other"
    assert not board.path.exists()
    assert load("battle/default", scenario="the_other").engine.grounds[0].terrain[0] == "mountain"


def test_a_copy_has_a_name_of_its_own() -> None:
    saved()
    (board,) = [each for each in shelf.boards("battle/default") if each.own]
    shelf.copy(board, "Second")
    assert {each.name for each in shelf.boards("battle/default") if each.own} == {
        "my_ridge", "second",
    }  # fmt: skip


def test_a_deleted_board_is_gone_from_the_list() -> None:
    saved()
    (board,) = [each for each in shelf.boards("battle/default") if each.own]
    assert shelf.delete(board.path).exists()
    assert not any(each.own for each in shelf.boards("battle/default"))


def test_a_draft_has_every_stroke_and_is_gone_on_with() -> None:
    editor, draft = painted(), shelf.Draft()
    draft.save(editor)
    editor.stroke([7])
    draft.save(editor)
    (found,) = shelf.drafts("battle/default")
    again = shelf.resume(found.path)
    assert again.board == editor.board
    assert again.title == "My ridge"
    draft.drop()
    assert shelf.drafts() == []


BROKEN = (b"\xff{", b"[]", b"null", b"3", b"{}", b"[" * 10**5, b'{"ruleset": 3, "text": ""}')


@pytest.mark.parametrize("content", BROKEN)
def test_a_damaged_draft_is_left_out_and_told(home: Path, content: bytes) -> None:
    (home / "drafts").mkdir(parents=True)
    (home / "drafts" / "x.draft").write_bytes(content)
    assert shelf.drafts() == []
    (damage,) = shelf.mend_drafts()
    assert (home / "drafts" / damage.aside).read_bytes() == content
    assert shelf.mend_drafts() == []


def test_the_stroke_before_takes_the_place_of_a_damaged_draft() -> None:
    editor, draft = painted(), shelf.Draft()
    draft.save(editor)
    before = editor.board
    editor.stroke([7])
    draft.save(editor)
    draft.path.write_bytes(b"damaged")
    assert [each.key for each in shelf.mend_drafts()] == ["earlier"]
    (found,) = shelf.drafts()
    assert shelf.resume(found.path).board == before


# Two windows on one board


def two_windows() -> tuple[Editor, Editor]:
    scenario = saved()
    one, two = (Editor(open_scenario("battle/default", None, scenario.path)) for _ in range(2))
    for editor, cell in ((one, 1), (two, 2)):
        editor.press("terrain:mountain")
        editor.stroke([cell])
    return one, two


def test_a_draft_knows_that_its_board_has_changed_since() -> None:
    one, two = two_windows()
    draft = shelf.Draft()
    draft.save(two)
    shelf.save(one.scenario, one.text(), "My ridge")
    again = shelf.resume(draft.path)
    with pytest.raises(BoardError, match="changed"):
        shelf.save(again.scenario, again.text(), "My ridge")


def test_two_windows_on_one_draft_lose_no_stroke() -> None:
    first = shelf.Draft()
    first.save(painted())
    one, two = shelf.resume(first.path), shelf.resume(first.path)
    drafts = shelf.Draft(first.path), shelf.Draft(first.path)
    for editor, draft, cell in zip((one, two), drafts, (1, 2), strict=True):
        editor.press("terrain:mountain")
        editor.stroke([cell])
        draft.save(editor)
    boards = [shelf.resume(draft.path).board for draft in drafts]
    assert boards == [one.board, two.board]
    drafts[1].drop()
    assert shelf.resume(drafts[0].path).board == one.board
