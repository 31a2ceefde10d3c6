"""``python -m triqui`` is the command ``triqui``."""

from tui.command.start import start

raise SystemExit(start())
