"""``python -m wargrid`` is the command ``wargrid``.

Python looks first into the folder one is in then: that goes to the end here, lest a file
``random.py`` in it be run.
"""

import os
import sys

if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
    sys.path.append(sys.path.pop(0))

from wargrid.cli import main

if __name__ == "__main__":  # worker processes import this module under another name
    sys.exit(main())
