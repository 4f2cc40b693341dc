"""Tests of rules, written in YAML beside a ruleset: a picture, a move, the dice, the result."""
