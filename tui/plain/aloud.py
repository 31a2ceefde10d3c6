"""Texts as they are said: what stands for a word on a screen becomes that word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from core.analysis import Analysis, Line, unknown
from core.errors import printable
from core.game import Player
from core.phrase import Phrase, phrase
from core.position import Position
from core.score import Proof, Score
from tui.text import reviewed, words
from tui.text.catalogue import _, figures
from tui.text.seats import player_names

SYMBOLS: Mapping[str, Phrase] = {
    "●": phrase("Black"),
    "○": phrase("White"),
    "≥": phrase("at least"),
    "≤": phrase("at most"),
    "∞": phrase("endless"),
    "½": phrase("one half"),
    " -> ": phrase(", then "),
    "…": phrase("and more"),
    "(~)": phrase("by estimate"),
    "~": phrase("by estimate"),
    "±": phrase("plus or minus"),
}
"""Symbols and what they are called."""
GLYPHS: Mapping[str, Phrase] = {
    "??": phrase("blunder"),
    "?": phrase("mistake"),
    "?!": phrase("slip"),
    "!": phrase("only move"),
}
"""The marks of a review and what they are called."""
SHOWN = 10
"""Values that are said unless all are asked for."""


def aloud(text: str) -> str:
    """A text without symbols, on one line and without anything that steers a terminal."""
    said = re.sub(
        r"(?<![\w.])(\+(?= ?\d)|-(?=\d*[.,]\d))",
        lambda found: f"{_('plus') if found[1] == '+' else _('minus')} ",
        " ".join(text.split()),
    )
    for symbol, word in SYMBOLS.items():
        spoken = _(word.template)
        said = re.sub(rf"{re.escape(symbol)}(?=\w)", f"{spoken} ", said).replace(symbol, spoken)
    return printable(" ".join(said.split()))


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def joined(*sentences: str) -> str:
    """Sentences one after the other, without the empty ones."""
    return " ".join(filter(None, sentences))


def listed(texts: Iterable[str]) -> str:
    """Several things in one sentence: ``a1, b2, c3``."""
    return ", ".join(texts)


def spans(numbers: Iterable[int]) -> str:
    """Ascending numbers, three and more neighbours together: ``1 to 4, 6, 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    return listed(span(run[0], run[-1]) if len(run) > 2 else listed(map(str, run)) for run in runs)


def span(first: int, last: int) -> str:
    """``1 to 4``."""
    text = _("{first} to {last}") if first < last else "{last}"
    return text.format(first=figures(f"{first:,}"), last=figures(f"{last:,}"))


def name_of(position: Position, player: Player) -> str:
    """What a player is called."""
    return aloud(words.players(position.game)[player])


def pairing(seats: tuple[str, str]) -> str:
    """Both players of a game: ``You against Best, 2 easy``."""
    first, second = player_names(seats, full=True)
    return _("{first} against {second}").format(first=first, second=second)


def worth(score: Score, position: Position) -> str:
    """What a score says: ``draw in 6``, ``win in ≤9``, ``at least a draw``, or an estimate that is called one."""
    if score.verdict and not score.proven:
        return _("at least a draw") if score.proof is Proof.AT_LEAST else _("at most a draw")
    if score.verdict or unknown(score, position.game.id):
        return reviewed.worth(score, position)
    guess = words.value_word(Score.estimate(score.value))
    if score.proof is Proof.AT_MOST:
        return _("estimate, at most {value}").format(value=guess)
    return _("estimate {value}").format(value=guess)


def value(analysis: Analysis, line: Line) -> str:
    """What a move is worth: ``b1: draw in 6``."""
    return f"{analysis.position.name(line.move)}: {worth(line.score, analysis.position)}"


def values(analysis: Analysis, every: bool) -> list[str]:
    """What the moves are worth, the best first, a line each."""
    shown = analysis.lines if every else analysis.lines[:SHOWN]
    turn = name_of(analysis.position, analysis.position.turn)
    heading = _("Values for {player}, best first. A number counts the moves to the end; an estimate is a guess.")
    said = [heading.format(player=turn), *(value(analysis, line) for line in shown)]
    left = len(analysis.lines) - len(shown) + analysis.omitted
    if left:
        said.append(_("And {count} more.").format(count=figures(f"{left:,}")))
    return said
