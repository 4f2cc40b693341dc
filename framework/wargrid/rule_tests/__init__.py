"""Tests of rules, written in YAML beside the ruleset: a picture, a move, the dice, and what must come of it.

``reading`` finds and reads the files, ``trying`` sets up and plays each test, ``judging`` compares what came of it,
``coverage`` notes what of a ruleset no test has reached, ``report`` tells all of it.
"""
