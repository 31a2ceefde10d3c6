"""What a review says of a game, its moves and its values, on the screen and in lines of text."""

from __future__ import annotations

from core.account import Account, unknown
from core.analysis import Score
from core.position import Position
from core.review import MISTAKES
from tui.text import words
from tui.text.catalogue import _, say

HELD = 6
"""So many moves that would have kept the value are named."""


def worth(score: Score, position: Position) -> str:
    """A value with its distance, as ``draw in 6``; a guess with the sign of one."""
    if unknown(score, position):
        return _("unknown")
    word = words.value_word(score)
    if not score.verdict:
        return f"~ {word}"
    distance = words.distance(score)
    return _("{value} in {plies}").format(value=word, plies=distance) if distance else word


def looked_at(account: Account) -> str:
    """How many positions have been looked at, while some have not."""
    return _("Positions looked at: {number} of {count}.").format(
        number=account.count - account.unseen, count=account.count
    )


def move_text(account: Account, ply: int) -> str:
    """A move and who made it, by ply from 0: ``O c1``."""
    position = account.positions[ply]
    return f"{words.players(position.game)[position.turn]} {position.name(account.moves[ply])}"


def turned_by(account: Account) -> str:
    """What turned the game; empty where nothing did."""
    if not account.turn:
        return ""
    if account.given_up and account.loser is not None:
        return _("{loser} resigned").format(loser=words.players(account.positions[0].game)[account.loser])
    return _("move {number}, {move}").format(number=account.turn, move=move_text(account, account.turn - 1))


def turned(account: Account) -> str:
    """What it was worth before and after it turned; empty where it did not."""
    if account.turned is None:
        return ""
    before, after = (worth(score, account.positions[0]) for score in account.turned)
    return f"{before}  ->  {after}"


def names(position: Position, moves: tuple[int, ...]) -> str:
    """Some moves in notation, the first of them where there are many."""
    return " ".join(map(position.name, moves[:HELD])) + (" …" if len(moves) > HELD else "")


def said(account: Account, ply: int) -> str:
    """What is to be said of a move, in a sentence; empty where nothing is known of it."""
    judgement, before = account.judgements.get(ply), account.before(ply)
    if judgement is None:
        return ""
    held = account.better(ply)
    if judgement.glyph in MISTAKES and before and before.proven and held:
        return _("{before} thrown away; {moves} held it.").format(
            before=words.value_word(before), moves=names(account.positions[ply], held)
        )
    return say(judgement.note) + "."
