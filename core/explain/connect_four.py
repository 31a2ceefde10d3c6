"""Threats, forks, and places that must not be given away: the words of Connect Four."""

from __future__ import annotations

from collections.abc import Sequence

from core.explain.words import Words, sentences
from core.game import Move, State
from core.games.connect_four import ConnectFour
from core.phrase import Phrase, phrase
from core.position import Position, other


class ConnectFourWords(Words[ConnectFour]):
    """Says what a disc threatens, blocks or gives away, and how answers right above decide the rest."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """The weightiest of what a disc does."""
        game, s, after = self.game, position.state, position.play(move)
        opponent = game.players[other(position.turn)]
        if after.outcome:
            if after.outcome.winner is None:
                return phrase("It fills the board: a draw.")
            return phrase("It completes {k} in a row and wins.", k=game.k)
        theirs, mine = after.state[0], after.state[0] ^ after.state[1]
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
        wins = game.completing(mine)
        if threats and wins & game.landing(after.state, threats[0]) << 1:
            return phrase("It threatens column {column} twice: above the block it wins.", column=_names(threats))
        said = _deed(threats, bool(game.completing(theirs) & game.landing(s, move)), opponent)
        above = _above(game, after, wins, theirs)
        return sentences(said, above) if said else _higher(game, position, after, wins, above)

    def answers(self, position: Position) -> Sequence[Move]:
        """The columns in which the opponent would win, unless the player to move can."""
        game, (own, taken) = self.game, position.state
        return () if _winning(game, own, position) else _winning(game, own ^ taken, position)

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The side of the board."""
        off = 2 * move - self.game.columns + 1
        if abs(off) <= 1:
            return phrase("Look at the middle.")
        return phrase("Look at the left side.") if off < 0 else phrase("Look at the right side.")


def _winning(game: ConnectFour, discs: int, position: Position) -> list[int]:
    """The columns in which a disc falls to a place that completes a line of these discs."""
    wins = game.completing(discs)
    return [column for column in position.moves if wins & game.landing(position.state, column)]


def _deed(threats: Sequence[int], blocks: bool, opponent: str) -> Phrase | None:
    """What a disc threatens and blocks at once."""
    if blocks and threats:
        return phrase("It blocks {player} and threatens column {column}.", player=opponent, column=_names(threats))
    if blocks:
        return phrase("It blocks {player}.", player=opponent)
    return phrase("It threatens column {column}.", column=_names(threats)) if threats else None


def _higher(game: ConnectFour, before: Position, after: Position, wins: int, above: Phrase | None) -> Phrase | None:
    """The threats, higher up than the next discs fall, that the last disc made, and what is said of answers right above or else
    who comes to play below."""
    s, opponent = after.state, game.players[after.turn]
    new = wins & ~game.completing(before.state[0]) & ~s[1]
    free = after.moves
    near = [column for column in free if game.landing(s, column) << 1 & new]
    if len(near) > 1:
        higher = phrase(
            "It makes threats higher up: {player} must not play below them in columns {columns}.",
            player=opponent,
            columns=_names(near),
        )
        return sentences(higher, above)
    # Of several threats in one column the lowest counts: it is decided before the others.
    found = [(row, column) for column in near or free if (row := _row(game, s, column, new))]
    if not found:
        return above
    row, column = min(found)
    named = {"row": row, "column": column + 1}
    made = (
        phrase("It makes a threat on an odd row, {row} in column {column}.", **named)
        if row % 2
        else phrase("It makes a threat on an even row, {row} in column {column}.", **named)
    )
    return sentences(made, above or _below(game, before, after, row, column, bool(near)))


def _below(game: ConnectFour, before: Position, after: Position, row: int, column: Move, near: bool) -> Phrase:
    """Who must not play below a threat, where that is possible at once, and who has to in the end: players take turns, so the
    number of places left tells."""
    opponent = game.players[after.turn]
    places = (game.places & ~after.state[1]).bit_count() - (game.rows - row + 1)
    last = game.players[after.turn if places % 2 else before.turn]
    if near and last == opponent:
        return phrase("{player} must not play below it, but has to once the rest is full.", player=opponent)
    if near:
        return phrase("{player} must not play below it.", player=opponent)
    return phrase("Once the rest is full, {player} has to play below it.", player=last)


def _row(game: ConnectFour, s: State, column: Move, wins: int) -> int:
    """The row, from 1, of the lowest of these places in a column above where the next disc falls; 0 where there is none."""
    place = game.landing(s, column)
    while place & game.places:
        place <<= 1
        if place & wins:
            return (place.bit_length() - 1) % game.height + 1
    return 0


def _above(game: ConnectFour, after: Position, wins: int, theirs: int) -> Phrase | None:
    """What it leads to when every disc of the opponent, who is to move, is answered right above it: as each of them has but one
    answer, what places they get is known. In a column with a win in reach of such an answer nothing beyond it matters."""
    s, opponent = after.state, game.players[after.turn]
    winning, got = [], theirs
    for column in after.moves:
        place = game.landing(s, column)
        while place & game.places:
            got |= place
            answer = place << 1
            if not answer & game.places:
                return None
            if answer & wins:
                winning.append(column)
                break
            place = answer << 1
    if game.has_line(got):
        return None
    if len(winning) > 1:
        return phrase("Zugzwang: answering right above wins in columns {columns}.", columns=_names(winning))
    if winning:
        return phrase("Zugzwang: answering right above wins in column {column}.", column=_names(winning))
    return phrase("Answering right above leaves {player} no line.", player=opponent)


def _names(columns: Sequence[int]) -> str:
    return " ".join(str(column + 1) for column in columns)
