"""The window: draws a table and hands it clicks and keys."""
