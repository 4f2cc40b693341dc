"""Games between computer players, counted: which side a ruleset favours, and what changes that."""

from __future__ import annotations

from wargrid_lab.games.play import MAX_MOVES, OPENING, Row, Terms, moves_of, play_game
from wargrid_lab.games.pool import GamePool, Pool, Task, simulate_games
from wargrid_lab.games.store import LabError, Store, run_digest
from wargrid_lab.trial import Progress, Trial
from wargrid_lab.verdicts.changes import Change, Undone, undone
from wargrid_lab.verdicts.compare import EFFECTS, MEASURES, SHARES, difference
from wargrid_lab.verdicts.comparison import Comparison
from wargrid_lab.verdicts.condition import Condition, figure_names, values_of
from wargrid_lab.verdicts.fairness import Fairness, Neighbour
from wargrid_lab.verdicts.figures import Estimate, Figures, Share, wilson
from wargrid_lab.verdicts.flaws import Flaw, flaws_of
from wargrid_lab.verdicts.numbers import numbers_json, share_json
from wargrid_lab.verdicts.sentences import (
    changed_by,
    endings_said,
    percent,
    players_said,
    side_name,
    summary,
    unused_sentences,
    verdict_sentences,
)
from wargrid_lab.verdicts.verdict import Judge, SequentialTest, Verdict, verdict_on

__all__ = [
    "EFFECTS", "MAX_MOVES", "MEASURES", "OPENING", "SHARES", "Change", "Comparison", "Condition",
    "Estimate", "Fairness", "Figures", "Flaw", "GamePool", "Judge", "LabError", "Neighbour", "Pool",
    "Progress", "Row", "SequentialTest", "Share", "Store", "Task", "Terms", "Trial", "Undone",
    "Verdict", "changed_by", "difference", "endings_said", "figure_names", "flaws_of", "moves_of",
    "numbers_json", "percent", "play_game", "players_said", "run_digest", "share_json", "side_name",
    "simulate_games", "summary", "undone", "unused_sentences", "values_of", "verdict_on",
    "verdict_sentences", "wilson",
]  # fmt: skip
