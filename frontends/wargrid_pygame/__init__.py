"""The window: draws a table and hands it clicks and keys."""

from wargrid.text import register

register(__name__)
