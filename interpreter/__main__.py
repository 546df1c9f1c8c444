"""`python -m interpreter` is the command `rulewright`."""

import sys

from interpreter.commands import main

if __name__ == "__main__":
    sys.exit(main())
