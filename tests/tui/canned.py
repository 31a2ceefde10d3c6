"""Analyses that were made once and are kept beside the pictures, so that no picture changes with what an engine says today.

``RENEW_GOLDENS=1`` keeps those that are missing; who wants them all anew removes the file first.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from core.analysis import Analysis
from core.players.worker.request import Request

FOLDER = Path(__file__).parent.parent / "goldens"
RENEW = "RENEW_GOLDENS"
KEPT = FOLDER / "analyses.jsonl"
"""A line for each: what was asked, and the answer."""


@cache
def _kept() -> dict[str, Analysis]:
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    return {asked: Analysis.from_json(answer) for asked, answer in map(json.loads, lines)}


def canned(request: Request, think: Callable[[Request], Analysis]) -> Analysis:
    """The answer that is kept; where there is none, the engine's, which is kept when that is asked for."""
    known, position = _kept(), request.position
    asked = f"{position.game.id} {position.text} {request.engine} {request.limit}"
    if asked not in known:
        assert os.environ.get(RENEW), f"No analysis is kept for {asked}; {RENEW}=1 keeps one."
        known[asked] = think(request)
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(json.dumps([asked, known[asked].to_json()], ensure_ascii=False) + "\n")
    return known[asked]
