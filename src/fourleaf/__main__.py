"""`python -m fourleaf` is `fourleaf`."""

import sys

from fourleaf.cli import main

if __name__ == "__main__":
    sys.exit(main())
