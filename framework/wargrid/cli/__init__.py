"""The command line: one module for each command; commands print and nothing else."""

from __future__ import annotations

from wargrid.cli.main import main

__all__ = [
    "main",
]  # fmt: skip
