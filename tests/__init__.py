"""The tests, and their tools. What they start finds the code and the tests that stand beside them, whatever is installed."""

import os
from pathlib import Path

os.environ["PYTHONPATH"] = str(Path(__file__).parent.parent)
