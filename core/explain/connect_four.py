"""Threats, forks, and places that must not be given away: the words of Connect Four."""

from __future__ import annotations

from core.explain.words import Words
from core.game import Move
from core.games.connect_four import ConnectFour
from core.phrase import Phrase, phrase
from core.position import Position, other


class ConnectFourWords(Words):
    """Says what a disc threatens, blocks or gives away."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """The weightiest of what a disc does."""
        game, s = position.game, position.state
        assert isinstance(game, ConnectFour)
        after = position.play(move)
        opponent = position.game.players[other(position.turn)]
        if after.outcome:
            if after.outcome.winner is None:
                return phrase("It fills the board: a draw.")
            return phrase("It completes {k} in a row and wins.", k=game.k)
        mine, theirs = after.state[0] ^ after.state[1], after.state[0]
        answers = _winning(game, theirs, after)
        if len(answers) > 1:
            return phrase(
                "It leaves columns {columns} to {player}, who wins there.", columns=_names(answers), player=opponent
            )
        if answers:
            return phrase(
                "It leaves column {column} to {player}, who wins there.", column=_names(answers), player=opponent
            )
        threats = _winning(game, mine, after)
        if len(threats) > 1:
            return phrase(
                "A fork: it threatens columns {columns} at once, and one block is not enough.", columns=_names(threats)
            )
        blocks = game.has_line(theirs | game.landing(s, move))
        if blocks and threats:
            return phrase("It blocks {player} and threatens column {column}.", player=opponent, column=_names(threats))
        if blocks:
            return phrase("It blocks {player}.", player=opponent)
        if threats:
            return phrase("It threatens column {column}.", column=_names(threats))
        columns = _new_columns(game, position, after)
        if len(columns) > 1:
            return phrase(
                "It makes threats higher up: {player} must not play below them in columns {columns}.",
                player=opponent,
                columns=_names(columns),
            )
        if columns:
            return phrase(
                "It makes a threat higher up: {player} must not play below it in column {column}.",
                player=opponent,
                column=_names(columns),
            )
        return None

    def outlook(self, position: Position, move: Move) -> Phrase | None:
        """The lines that it may still become part of."""
        game, (own, taken) = position.game, position.state
        assert isinstance(game, ConnectFour)
        place = game.landing(position.state, move)
        lines = sum(1 for line in game.lines if line & place and not line & (own ^ taken))
        return phrase("{lines} lines through that place are still open.", lines=lines) if lines > 1 else None

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The side of the board."""
        game = position.game
        assert isinstance(game, ConnectFour)
        off = 2 * move - game.columns + 1
        if abs(off) <= 1:
            return phrase("Look at the middle.")
        return phrase("Look at the left side.") if off < 0 else phrase("Look at the right side.")


def _winning(game: ConnectFour, discs: int, position: Position) -> list[int]:
    """The columns in which a disc falls to a place that completes a line of these discs."""
    return [column for column in position.moves if game.has_line(discs | game.landing(position.state, column))]


def _new_columns(game: ConnectFour, before: Position, after: Position) -> list[int]:
    """The columns in which the last disc made its player a threat that has the next place to fall to right below it."""
    old, new = before.state[0], after.state[0] ^ after.state[1]
    above = {column: game.landing(after.state, column) << 1 & game.places for column in after.moves}
    return [
        column
        for column, place in above.items()
        if place and game.has_line(new | place) and not game.has_line(old | place)
    ]


def _names(columns: list[int]) -> str:
    return " ".join(str(column + 1) for column in columns)
