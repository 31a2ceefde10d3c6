"""Threat, block, fork, centre: the words of k in a row."""

from __future__ import annotations

from string import ascii_letters

from core.explain.words import Picture, Words
from core.game import Move, Player
from core.games.mnk import WildMnk
from core.kinds.lanes import members, pairing
from core.kinds.lines import LineGame
from core.phrase import Phrase, phrase
from core.position import Position, other

_LARGEST = 100
"""Most cells of a board on which pairs are looked for: they have to be found while somebody waits."""


class LineWords(Words):
    """Explains moves of the plain game; misere and wild play have no such simple words."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What the move does to the threats on the board."""
        game = position.game
        if not isinstance(game, LineGame) or isinstance(game, WildMnk) or game.misere or game.cell(move) < 0:
            return None
        if position.play(move).outcome:
            return _ending(position, move)
        mine, theirs = game.sides(position.state)
        empty = ~(mine | theirs) & ~(1 << move)
        mine_after = mine | 1 << move
        answers = _threats(game, theirs, empty)
        threats = _threats(game, mine_after, empty)
        blocks = move in _threats(game, theirs, ~(mine | theirs))
        if answers:
            return phrase("It leaves {cell} to the opponent, who wins there.", cell=_names(position, answers))
        if len(threats) > 1:
            if blocks:
                return phrase("It blocks and makes a fork: {cells}.", cells=_names(position, threats))
            return phrase(
                "A fork: it threatens {cells} at once, and one block is not enough.", cells=_names(position, threats)
            )
        if blocks and threats:
            return phrase("It blocks a threat and makes one at {cell}.", cell=_names(position, threats))
        if blocks:
            return phrase("It blocks the opponent's threat.")
        if threats:
            return phrase("It threatens {cell}.", cell=_names(position, threats))
        forks = _forks(game, theirs, empty)
        if forks:
            return phrase("Beware: the opponent can fork at {cells}.", cells=_names(position, forks))
        if _forks(game, theirs, ~(mine | theirs)):
            return phrase("It takes the fork away from the opponent.")
        return None

    def outlook(self, position: Position, move: Move) -> Phrase | None:
        """The lines that it may still become part of."""
        game = position.game
        if not isinstance(game, LineGame) or isinstance(game, WildMnk) or game.misere or game.cell(move) < 0:
            return None
        _mine, theirs = game.sides(position.state)
        lines = sum(line >> move & 1 for line in game.lines if not line & theirs)
        if lines < 2:
            return None
        place = _place(game, move)
        return phrase("{place}: {lines} lines through it are still open.", place=place, lines=lines)

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The kind of square, or on a large board the part of the board."""
        game = position.game
        if not isinstance(game, LineGame) or game.cell(move) < 0:
            return None
        if game.layers > 1:
            return phrase("Look at layer {layer}.", layer=game.format_cell(game.cell(move))[0])
        if game.cell_count <= 25:
            return phrase("Look at this kind of square: {place}.", place=_place(game, game.cell(move)))
        column, row = game.cell(move) % game.columns, game.cell(move) // game.columns
        return phrase(
            "Look at columns {first} to {last}, rows {top} to {bottom}.",
            first=chr(ord("a") + max(0, column - 2)),
            last=chr(ord("a") + min(game.columns - 1, column + 2)),
            top=max(1, row - 1),
            bottom=min(game.rows, row + 3),
        )

    def proof(self, position: Position, move: Move | None) -> Picture | None:
        """The pairs by which the player who is not to move, or the one who made the move, keeps the other from a line."""
        game, turn = position.game, position.turn
        if not isinstance(game, LineGame) or isinstance(game, WildMnk) or game.misere or game.cell_count > _LARGEST:
            return None
        picture = None if position.outcome else _pairs(position, other(turn))
        if picture is None and move is not None and game.cell(move) >= 0 and not position.play(move).outcome:
            picture = _pairs(position.play(move), turn)
        return picture


def _pairs(position: Position, blocker: Player) -> Picture | None:
    """The pairs of a player who answers, a letter for each; None where there are none, or more than letters."""
    game = position.game
    assert isinstance(game, LineGame)
    pairs = pairing(game, position.state, blocker)
    if not pairs or len(pairs) > len(ascii_letters):
        return None
    text = phrase(
        "{blocker} answers in the same pair, and every line open to {attacker} holds one.",
        blocker=game.players[blocker],
        attacker=game.players[other(blocker)],
    )
    return Picture(text, {cell: ascii_letters[i] for i, pair in enumerate(pairs) for cell in pair})


def _ending(position: Position, move: Move) -> Phrase:
    outcome = position.play(move).outcome
    if outcome and outcome.winner is not None:
        return phrase("It completes the line and wins.")
    return phrase("It fills the board: a draw.")


def _threats(game: LineGame, marks: int, empty: int) -> list[int]:
    """The empty cells that would complete a line of these marks, ascending; one that makes it too long does not."""
    cells = 0
    for line in game.lines:
        missing = line & ~marks
        if missing & empty and not missing & (missing - 1):
            cells |= missing
    return [cell for cell in members(cells) if game.whole_lines(marks | 1 << cell)]


def _forks(game: LineGame, marks: int, empty: int) -> list[int]:
    """The empty cells that would make two threats or more, ascending. Tried are those on a line that lacks just two marks."""
    cells = 0
    for line in game.lines:
        missing = line & ~marks
        if not missing & ~empty and missing.bit_count() == 2:
            cells |= missing
    return [cell for cell in members(cells) if len(_threats(game, marks | 1 << cell, empty & ~(1 << cell))) > 1]


def _names(position: Position, cells: list[int]) -> str:
    return " ".join(position.name(cell) for cell in cells)


def _place(game: LineGame, cell: int) -> Phrase:
    """What kind of square a cell is, by the number of its coordinates at an end of the board."""
    layer, place = divmod(cell, game.columns * game.rows)
    at = [(place % game.columns, game.columns), (place // game.columns, game.rows)]
    if game.layers > 1:
        at.append((layer, game.layers))
    if all(abs(2 * index - size + 1) <= 1 for index, size in at):
        return phrase("the centre")
    ends = sum(index in (0, size - 1) for index, size in at)
    if game.layers > 1:
        return (phrase("a face"), phrase("an edge"), phrase("a corner"))[ends - 1]
    return (phrase("an inner square"), phrase("an edge"), phrase("a corner"))[ends]
