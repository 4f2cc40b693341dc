"""Tests of rules, written in YAML beside the ruleset: a picture, a move, the dice, and what must come of it.

``reading`` finds the files and reads them as ``models`` allow; ``trying`` plays each test from what
``setting_up`` draws; ``judging`` compares the ``moment`` after each step with what is expected,
``weighing`` its odds, ``happened`` its events, ``pictures`` a part of its board. ``outcome`` tells
what came of a test, ``coverage`` what of a ruleset no test has reached.
"""
