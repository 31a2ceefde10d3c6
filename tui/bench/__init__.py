"""Measurements of the app as players run it: in a terminal of its own, beside an app that does next to nothing."""

from __future__ import annotations

BARE_TEXT = "to move"
"""What the bare app shows."""
