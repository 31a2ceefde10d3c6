"""Measurements of the app in a terminal of its own, compared with a minimal app."""

from __future__ import annotations

BARE_TEXT = "to move"
"""The text of the bare app."""
