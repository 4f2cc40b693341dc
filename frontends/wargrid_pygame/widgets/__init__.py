"""Widgets: buttons, fields, text, key help and diagnostics."""
