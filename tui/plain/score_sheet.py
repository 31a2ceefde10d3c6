"""The moves so far, as on a score sheet."""

from __future__ import annotations

from core.game import Remark
from core.play.source import Snapshot
from core.review.account import Account
from tui.plain.aloud import GLYPHS
from tui.plain.vocabulary import number_in
from tui.text import reviewed
from tui.text.catalogue import _, say


def score_sheet(state: Snapshot, account: Account, text: str = "") -> list[str]:
    """The moves, or only the last of them, as many as ``text`` says, each with its number, its side and what is known of it.
    While the game goes on, that is told only of a person's moves that were answered: more would tell what the position is
    worth."""
    count, last = len(state.match.moves), number_in(text)
    if text and not last:
        return [_("Say moves, or moves and a number for the last ones, as in moves 10.")]
    if not count:
        return [_("Nobody has moved; say legal for the moves that you can make.")]
    own = reviewed.own_seats(state)
    lines = []
    for ply in range(max(0, count - last) if last else 0, count):
        told = state.match.outcome is not None or (ply < count - 1 and state.match.positions[ply].turn in own)
        remark = [_("random, time up")] if state.match.remark(ply + 1) is Remark.FORCED else []
        glyph = GLYPHS.get(reviewed.glyph(account, ply)) if told else None
        said = reviewed.said(account, ply).rstrip(".") if told else ""
        moved = ", ".join([reviewed.move_text(account, ply), *remark, *([say(glyph)] if glyph else [])])
        lines.append(f"{ply + 1}. {moved}: {said}." if said else f"{ply + 1}. {moved}.")
    return lines
