"""``python -m tests.tui.serve.served HOME LIMITS``: a hall as ``triqui serve`` opens it, with limits as JSON gives them, at some
free port of 127.0.0.1."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from core.phrase import Phrase
from tui.serve.limits import Limits
from tui.serve.running import Plan, serve


def main() -> None:
    """Serve until asked to end."""
    home, limits = Path(sys.argv[1]), Limits(**json.loads(sys.argv[2]))

    def told(what: Phrase) -> None:
        print(what, flush=True)

    asyncio.run(serve(Plan(home, 0, "127.0.0.1", "", None, "Plaza", limits), told))


if __name__ == "__main__":
    main()
