"""Checks of a valid ruleset: semantic errors and warnings."""
