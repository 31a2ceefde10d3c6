"""What a screen tells of the course of a game: marks on the cells, moves with their judgements, values, the score."""

from __future__ import annotations

from collections.abc import Mapping

from core.analysis import Analysis
from core.game import Move, Player
from core.kits import unknown
from core.play.series import Series
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from core.score import Score
from tui.drawing.cell import CellMark
from tui.text import words
from tui.text.catalogue import _, figures, say
from tui.widgets.panel import PanelMove

MANY, MARKED_GUESSES = 40, 12
"""Where there are many moves, only so many of the best cells show a guess: hundreds of ``~`` would hide the board."""


def cell_marks(analysis: Analysis | None, shown: Position) -> Mapping[Move, CellMark]:
    """The marks for the cells of the position shown, best move first; none of moves of which nothing is known, and none from an
    analysis of another position."""
    if analysis is None or analysis.position != shown:
        return {}
    lines = analysis.lines
    # Moves that are guessed alike are marked all or not at all: most of them the engine has not looked at.
    least = lines[MARKED_GUESSES].score if len(lines) > MANY else None
    return {
        line.move: CellMark(words.mark(line.score), words.short_value(line.score), words.role(line.score))
        for line in lines
        if line.score.proven or ((least is None or least < line.score) and not unknown(line.score, shown.game.id))
    }


def played(state: Snapshot, told: Account) -> list[PanelMove]:
    """The moves so far with what is known of them."""
    rows = []
    judged = told.judgements
    for ply, name in enumerate(state.names):
        player = words.players(state.game)[state.positions[ply].turn]
        judgement = judged.get(ply)
        forced = _("chance, time up") if ply + 1 in state.forced else ""
        if judgement is None:
            rows.append(PanelMove(ply + 1, player, name, "", "dim", forced))
            continue
        sign = judgement.glyph or words.mark(judgement.score)
        rows.append(PanelMove(ply + 1, player, name, sign, words.role(judgement.score), forced or say(judgement.note)))
    return rows


def passed_on(analysis: Analysis | None, found: Score | None) -> Score | None:
    """What is ``found`` out of the position of an analysis by the course of the game, where that is more than the engine has
    proven by now."""
    return None if analysis is None or found is None or found == analysis.score else found


def informed(analysis: Analysis | None, position: Position, score: Score | None) -> Analysis | None:
    """An analysis with what is known of its position; as it is where that is another one."""
    return analysis.given(score) if analysis and analysis.position == position else analysis


def progress(analysis: Analysis | None) -> str:
    """How far an engine is, in a word."""
    if analysis is None:
        return ""
    if analysis.lines and analysis.settled:
        return _("exact")
    return _("done") if analysis.final else _("live")


def game_of_series(state: Snapshot) -> str:
    """Which game of the series this is: ``game 2/3``."""
    return f"{_('game')} {state.number}" + (f"/{state.series.length}" if state.series.length else "")


def points_text(series: Series, player: Player) -> str:
    """What a player has made in a series, a draw counting half."""
    return figures(f"{series.wins[player] + series.draws / 2:g}")


def points(state: Snapshot) -> tuple[int, int]:
    """The games won by who sits on each seat now."""
    wins = state.series.wins
    return wins if state.series.first_of(state.number) == 0 else (wins[1], wins[0])
