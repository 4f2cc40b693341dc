"""Changes of the box that a reload brings, and code beside it."""

NEARER = "move: {ahead: 2} => move: {ahead: 1}"
STRONGER = "men: 2 => men: 3"

CODE = """\
from wargrid import Plugin

with open(__file__ + ".ran", "a") as ran:
    ran.write("x")


class Quiet(Plugin):
    \"\"\"Changes nothing.\"\"\"
"""
