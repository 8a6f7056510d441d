"""`python -m plywood.cluster`, the same as `plywood-cluster`."""

import sys

from .main import main

sys.exit(main())
