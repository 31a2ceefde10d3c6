"""Whole ids for the games of one's own in a file of an earlier version, which wrote the first digits of the hash."""

from __future__ import annotations

import json
import sqlite3

from core.own.definition import begins, digest


def write_whole_ids(db: sqlite3.Connection) -> None:
    """Give each row of a game of one's own the id that its rules have, and so the exercises of the same game. Rows that came
    without their rules stay as they are. Raises sqlite3.Error."""
    found: dict[str, set[str]] = {}
    for (row,) in db.execute("SELECT rowid FROM games WHERE game GLOB 'own-*@????????'").fetchall():
        game, further = db.execute("SELECT game, further FROM games WHERE rowid = ?", (row,)).fetchone()
        try:
            rules = json.loads(further)["rules"]
            whole = f"{game.partition('@')[0]}@{digest(rules)}"
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
        if begins(game, whole):
            found.setdefault(game, set()).add(whole)
            db.execute("UPDATE games SET game = ? WHERE rowid = ?", (whole, row))
    for game, wholes in found.items():
        if len(wholes) == 1:
            db.execute("UPDATE OR IGNORE practice SET game = ? WHERE game = ?", (*wholes, game))
