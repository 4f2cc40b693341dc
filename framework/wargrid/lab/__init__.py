"""Games between computer players, counted: whom a ruleset favours, and what would change that."""

from __future__ import annotations

from wargrid.lab.changes import Change, Undone, undone
from wargrid.lab.compare import MEASURES, SHARES, Difference, difference
from wargrid.lab.fairness import Fairness, share_json
from wargrid.lab.figures import Figures, Share, wilson
from wargrid.lab.play import MAX_MOVES, OPENING, Row, Terms, play_game
from wargrid.lab.pool import Pool, Task, simulate_games
from wargrid.lab.sentences import changed_by, percent, side_name, summary, verdict_sentences
from wargrid.lab.store import LabError, Store, run_digest
from wargrid.lab.trial import Progress, Trial
from wargrid.lab.verdict import Judge, SequentialTest, Verdict, verdict_on

__all__ = [
    "MAX_MOVES", "MEASURES", "OPENING", "SHARES", "Change", "Difference", "Fairness", "Figures",
    "Judge", "LabError", "Pool", "Progress", "Row", "SequentialTest", "Share", "Store", "Task",
    "Terms", "Trial", "Undone", "Verdict", "changed_by", "difference", "percent", "play_game",
    "run_digest", "share_json", "side_name", "simulate_games", "summary", "undone", "verdict_on",
    "verdict_sentences", "wilson",
]  # fmt: skip
