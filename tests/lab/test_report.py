"""Reports of many games: what they hold, and the page that shows them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boxes import boxed
from command_line import Captured, Run
from wargrid.match import Match
from wargrid_lab import Comparison, Fairness, Row, Terms, Undone, moves_of, play_game
from wargrid_lab.report import compare_report, fair_report, save_report
from wargrid_remote import apply

MARKUP = "</script><img src=x>"
TERMS = Terms(("random", "random"), nodes=1, max_moves=10)
LINE = ("--player", "random", "--nodes", "1", "--games", "2", "--max-moves", "10")


def fairness(games: int, name: str = "Box") -> Fairness:
    game = boxed(f"name: Duel => name: '{name}'")
    fair = Fairness(game, TERMS, 0.1, Undone(boxed(), only="turn.actions"))
    for number in range(games):
        for ruleset in (0, 1):
            fair.add(ruleset, play_game(game, TERMS, number))
    return fair


def test_the_moves_of_a_game_lead_to_its_end_again() -> None:
    """With the rolls of its dice, and without those of openings that were drawn again."""
    fair = fairness(6)
    for row in fair.figures().games:
        match = Match(fair.games[0], by_hand=True)
        for move in moves_of(fair.games[0], TERMS, row.number):
            match.play(move)
        ended = match.result
        assert (ended and ended.winner, ended and ended.reason) == (row.side, row.ending)
        assert match.position.turn == row.length


def test_a_report_holds_every_game_once_and_the_cells_of_the_board() -> None:
    fair = fairness(3)
    report = fair_report(fair, TERMS, "en")
    assert {*report.headlines, *report.sentences} == set(fair.sentences("en"))
    assert sum(sum(each.counts) for each in report.lengths) == 3
    assert sum(bar.value for bar in report.plots[1].bars) == pytest.approx(1)
    view = apply(None, report.start.difference)
    stays = fair.figures().cells("stays", "red")
    counted = dict(zip(view.cell_names, report.heats[0].counts, strict=True))
    assert {cell: n for cell, n in counted.items() if n} == stays
    assert len(report.games) == 3
    numbers = [f"Game {game.number}:" for game in fair.figures().typical()]
    assert [each.title.split(" ")[0:2] for each in report.games] == [n.split(" ") for n in numbers]


def test_the_plot_of_changes_is_of_the_side_that_the_sentences_are_of() -> None:
    """The second side wins all, and half as much without the change."""
    fair = Fairness(boxed(), TERMS, 0.1, Undone(boxed(), only="turn.actions"))
    counts = play_game(boxed(), TERMS, 0).counts
    for number in range(4):
        fair.add(0, Row(number, 1, 0, 8, 4, "slay", counts))
        fair.add(1, Row(number, number % 2, 0, 8, 4, "slay", counts))
    report = fair_report(fair, TERMS, "en")
    (changes,) = (plot for plot in report.plots if plot.kind == "changes")
    assert "blue" in changes.title
    assert [bar.value for bar in changes.bars] == [-0.5]


def test_a_report_of_no_game_says_so() -> None:
    report = fair_report(fairness(0), TERMS, "en")
    assert len(report.headlines) == 1
    assert (report.games, report.lengths, report.plots) == ((), (), ())


def test_a_comparison_shows_the_changes_and_the_second_ruleset() -> None:
    one, other = boxed(), boxed("actions: 2 => actions: 1")
    compared = Comparison(one, other, TERMS)
    for number in range(4):
        for ruleset, game in enumerate((one, other)):
            compared.add(ruleset, play_game(game, TERMS, number))
    report = compare_report(compared, TERMS, "fr")
    (changes,) = (plot for plot in report.plots if plot.kind == "changes")
    assert [bar.value for bar in changes.bars] == [
        compared.differences[name].value for name in ("side", "first", "draws", "cut")
    ]
    assert report.grids[0].heads[1:3] == ("A", "B")
    assert len(report.grids[0].rows) == len(compared.lines("fr"))


def test_no_name_in_a_report_becomes_markup(tmp_path: Path) -> None:
    file = tmp_path / "fair.html"
    save_report(file, fair_report(fairness(1, MARKUP), TERMS, "en"))
    page = file.read_text("utf-8")
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert "default-src 'none'" in page


@pytest.mark.usefixtures("box_folder")
@pytest.mark.parametrize(
    "command", [("fair", "box.yaml"), ("compare", "box.yaml", "--set", "turn.actions=1")]
)
def test_the_commands_write_a_page_and_replace_no_file(
    capsys: Captured, command: tuple[str, ...]
) -> None:
    run = Run(capsys, *command, *LINE, "--report", "fair.html")
    assert (run.code, run.out.splitlines()[-1]) == (0, "The report is in fair.html.")
    assert Path("fair.html").read_bytes().startswith(b"<!doctype html>")
    again = Run(capsys, *command, *LINE, "--report", "fair.html")
    assert (again.code, again.out) == (2, "")
    assert "fair.html" in again.err


@pytest.mark.usefixtures("box_folder")
@pytest.mark.parametrize("terminal", [True, False])
def test_a_terminal_says_that_the_report_is_being_written(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    run = Run(capsys, "fair", "box.yaml", *LINE, "--report", "fair.html")
    assert ("\rThe report is being written …\x1b[K\r\x1b[K" in run.err) is terminal


@pytest.mark.usefixtures("box_folder")
def test_a_page_that_cannot_be_written_costs_no_figures(capsys: Captured) -> None:
    Path("file").write_text("")
    run = Run(capsys, "fair", "box.yaml", *LINE, "--json", "--report", "file/fair.html")
    found = json.loads(run.out)
    assert (run.code, found["games"]) == (2, 2)
    assert "fair.html" in found["error"]
