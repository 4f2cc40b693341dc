"""``python -m wargrid`` is the command ``wargrid``."""

import sys

from wargrid.cli import main

sys.exit(main())
