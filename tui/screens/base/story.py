"""The course of a game as screens show it: marks on the cells, moves with their judgements, values, the score."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from core.analysis import Analysis, Limit, proven_here, unknown
from core.game import Move, Player, Remark
from core.play.series import Series
from core.play.source import Snapshot
from core.position import Position
from core.review.account import Account
from core.review.verdicts import FAULTS
from core.score import Score, Verdict
from tui.drawing.cell import CellMark
from tui.drawing.theme import SHADES
from tui.text import words
from tui.text.catalogue import _, figures, say
from tui.widgets.panel import PanelMove

MANY, MARKED_GUESSES = 40, 12
"""Where there are many moves, only so many of the best cells show a guess: hundreds of ``~`` would hide the board."""


MIN_SPREAD = 0.12
"""Minimum difference of two estimates of which one has the best shade and one the worst: two hundredths for each step."""
MAX_NAMED = 6
"""Maximum number of losing moves that a sentence names."""


def cell_marks(analysis: Analysis | None, shown: Position) -> Mapping[Move, CellMark]:
    """The marks for the cells of the position shown, best move first; none of moves of which nothing is known, and none from an
    analysis of another position."""
    if analysis is None or analysis.position != shown:
        return {}
    lines = analysis.lines
    # Moves that are guessed alike are marked all or not at all: most of them the engine has not looked at.
    least = lines[MARKED_GUESSES].score if len(lines) > MANY else None
    scores = {
        line.move: line.score
        for line in lines
        if line.score.proven or ((least is None or least < line.score) and not unknown(line.score, shown.game.id))
    }
    shade = _shades([score.value for score in scores.values() if not score.proven])
    return {
        move: CellMark(
            words.mark(score),
            words.short_value(score),
            words.role(score),
            f"on-{words.role(score)}" if score.proven else shade(score.value),
        )
        for move, score in scores.items()
    }


def _shades(values: Collection[float]) -> Callable[[float], str]:
    """The ground below each of some estimates, from the best to the worst of them; ``MIN_SPREAD`` keeps estimates alike that
    hardly differ."""
    best, worst = max(values, default=0.0), min(values, default=0.0)
    spread = max(best - worst, MIN_SPREAD)
    return lambda value: f"shade-{1 + round((SHADES - 1) * (best - value) / spread)}"


def played(state: Snapshot, told: Account, last: int) -> list[PanelMove]:
    """The last moves, as many as may be shown, with what is known of them."""
    rows = []
    judged = told.judgements
    for ply in range(max(0, len(state.match.moves) - last), len(state.match.moves)):
        name = state.match.names[ply]
        player = words.players(state.match.game)[state.match.positions[ply].turn]
        judgement = judged.get(ply)
        forced = _("random, time up") if state.match.remark(ply + 1) is Remark.FORCED else ""
        if judgement is None:
            rows.append(PanelMove(ply + 1, player, name, "", "dim", forced))
            continue
        sign = judgement.glyph or words.mark(judgement.score)
        rows.append(PanelMove(ply + 1, player, name, sign, words.role(judgement.score), forced or say(judgement.note)))
    return rows


def judged_own(state: Snapshot, told: Account, last: int, at: int, own: Collection[int]) -> list[PanelMove]:
    """The last moves, with what is known of the players' ``own`` moves that were answered before ply ``at``: a mark on a later
    move would tell what the position on the board is worth."""
    return [
        row
        if row.ply < at and state.match.positions[row.ply - 1].turn in own
        else row._replace(sign="", role="dim", note="")
        for row in played(state, told, last)
    ]


def last_judged(state: Snapshot, told: Account, at: int, own: Collection[int]) -> tuple[PanelMove, str] | None:
    """The last of the players' ``own`` moves that was answered before ply ``at``, and a sentence on the moves that would have
    lost instead of it; None where there is none, or nothing is known of it."""
    ply = next((ply for ply in range(at - 2, -1, -1) if state.match.positions[ply].turn in own), None)
    judgement, analysis = (None, None) if ply is None else (told.judgements.get(ply), told.analyses[ply])
    if ply is None or judgement is None or analysis is None:
        return None
    line = analysis.line(state.match.moves[ply])
    note = say(judgement.note)
    if judgement.glyph in FAULTS and line and line.score.proven:
        note = f"{words.prospect(line, analysis)}; {note}"
    player = words.players(state.match.game)[state.match.positions[ply].turn]
    score = judgement.score
    move = PanelMove(ply + 1, player, state.match.names[ply], words.mark(score), words.role(score), note)
    return move, "" if judgement.glyph in FAULTS else _losing(analysis)


def _losing(analysis: Analysis) -> str:
    """Which moves lose where not all do, in a sentence; empty where none is proven to."""
    lost = [line for line in analysis.lines if line.score.proven and line.score.verdict is Verdict.LOSE]
    if not lost or len(lost) == len(analysis.lines):
        return ""
    names = [analysis.position.name(line.move) for line in lost]
    listed = " ".join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")
    plies = {line.score.plies for line in lost}
    if len(plies) == 1 and (distance := plies.pop()) is not None:
        return _("{moves} would have lost in {plies}.").format(moves=listed, plies=distance)
    return _("{moves} would have lost.").format(moves=listed)


def passed_on(analysis: Analysis | None, found: Score | None) -> Score | None:
    """What is ``found`` out of the position of an analysis by the course of the game, where that is more than the engine has
    proven by now."""
    return None if analysis is None or found is None or found == analysis.score else found


def informed(analysis: Analysis | None, position: Position, score: Score | None) -> Analysis | None:
    """An analysis with what is known of its position; as it is where that is another one."""
    return analysis.given(score) if analysis and analysis.position == position else analysis


def own_proof(analysis: Analysis | None, position: Position) -> bool:
    """Whether an engine has itself proven what a position is worth: of the start of a game that may be known without it."""
    if analysis is None or analysis.position != position or analysis.score is None:
        return False
    known = proven_here(position) is not None and not all(line.score.proven for line in analysis.lines)
    return analysis.score.proven and not known


def progress(analysis: Analysis | None) -> str:
    """How far an engine is, in a word."""
    if analysis is None:
        return ""
    if analysis.lines and analysis.settled:
        return _("exact")
    return _("done") if analysis.final else _("live")


def thinks_on_words(limit: Limit) -> str:
    """That an engine thinks on, and for how long."""
    return _("The engine has {seconds} s more to think.").format(seconds=figures(f"{limit.seconds:g}"))


def game_of_series(state: Snapshot) -> str:
    """Which game of the series this is: ``game 2/3``."""
    return f"{_('game')} {state.match.number}" + (
        f"/{state.match.standing.length}" if state.match.standing.length else ""
    )


def points_text(series: Series, player: Player) -> str:
    """What a player has made in a series, a draw counting half."""
    return figures(f"{series.tally(player).points:g}")


def points(state: Snapshot) -> tuple[int, int]:
    """The games won by who sits on each seat now."""
    wins = state.match.standing.wins
    return wins if state.match.standing.first_of(state.match.number) == 0 else (wins[1], wins[0])
