"""`python -m cascadia_print`."""

import sys

from cascadia_print.cli import main

if __name__ == "__main__":
    sys.exit(main())
