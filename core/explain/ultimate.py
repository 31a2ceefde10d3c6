"""Boards won, boards sent to, free choices given away: the words of ultimate tic-tac-toe."""

from __future__ import annotations

from collections.abc import Callable

from core.explain.words import Words
from core.game import Move
from core.games.ultimate import ALL, FREE, TURN, WHERE, Ultimate, has_line
from core.phrase import Phrase, phrase
from core.position import Position, other
from core.strategies.open_win import applies, reason, reply


class UltimateWords(Words):
    """Says what a move does in its board, and what the opponent may do next."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What happens in the board, then where the opponent is sent; of a forced win, how it goes on."""
        after = position.play(move)
        if after.outcome:
            if after.outcome.winner == position.turn:
                return phrase("It decides the game.")
            return phrase("No open cell is left: a draw.") if after.outcome.winner is None else None
        game = position.game
        if isinstance(game, Ultimate) and applies(game) and move == reply(position.state):
            return reason(position.state)
        deed, consequence = _deed(position, move), _consequence(after)
        return phrase("{deed} {consequence}", deed=deed, consequence=consequence) if deed else consequence

    def column(self, position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
        """The board to which a move sends the opponent, all open ones where he may choose, nothing where the game ends."""
        game = position.game
        assert isinstance(game, Ultimate)

        def sends(move: Move) -> str:
            after = game.play(position.state, move)
            if after[WHERE] < FREE:
                return str(after[WHERE] + 1)
            return " ".join(str(board + 1) for board, local in enumerate(game.boards(after)) if local.open)

        return phrase("sends to"), sends

    def where(self, position: Position, move: Move) -> Phrase | None:
        """The board where the choice is free, else the kind of cell."""
        board, cell = divmod(move, 9)
        if position.state[WHERE] == FREE:
            return phrase("Look at board {board}.", board=board + 1)
        if cell == 4:
            return phrase("Look at the centre of board {board}.", board=board + 1)
        if cell % 2:
            return phrase("Look at the edges of board {board}.", board=board + 1)
        return phrase("Look at the corners of board {board}.", board=board + 1)


def _deed(position: Position, move: Move) -> Phrase | None:
    """What the move does in its own board."""
    game, s = position.game, position.state
    assert isinstance(game, Ultimate)
    board, cell = divmod(move, 9)
    if game.boards(game.play(s, move))[board].owner != game.boards(s)[board].owner:
        return phrase("It wins board {board}.", board=board + 1)
    if game.boards(s)[board].owner >= 0:
        return phrase("Board {board} is won already.", board=board + 1)
    mine, theirs = s[board] >> 9 * s[TURN] & ALL, s[board] >> 9 * (1 - s[TURN]) & ALL
    if has_line(theirs | 1 << cell) and not _winning(theirs, mine | 1 << cell):
        return phrase("It blocks {player} in board {board}.", player=_player(position, False), board=board + 1)
    if _winning(mine | 1 << cell, theirs) and not _winning(mine, theirs):
        return phrase("It makes two in a row in board {board}.", board=board + 1)
    return None


def _consequence(after: Position) -> Phrase:
    """What the opponent, who is to move, may do."""
    s, player = after.state, _player(after, True)
    wins = any(after.game.value(child) == -1 for child in (after.game.play(s, reply) for reply in after.moves))
    if s[WHERE] == FREE:
        if wins:
            return phrase("{player} may choose any open board, and can win the game.", player=player)
        return phrase("{player} may choose any open board.", player=player)
    board = s[WHERE]
    if wins:
        return phrase("It sends {player} to board {board}, who can win the game there.", player=player, board=board + 1)
    theirs, mine = s[board] >> 9 * s[TURN] & ALL, s[board] >> 9 * (1 - s[TURN]) & ALL
    if has_line(mine) or has_line(theirs):
        return phrase("It sends {player} to board {board}, which is won already.", player=player, board=board + 1)
    if _winning(theirs, mine):
        return phrase("It sends {player} to board {board}, who can win it.", player=player, board=board + 1)
    if _winning(mine, theirs):
        return phrase(
            "It sends {player} to board {board}, where {other} lacks one cell.",
            player=player,
            board=board + 1,
            other=_player(after, False),
        )
    return phrase("It sends {player} to board {board}.", player=player, board=board + 1)


def _winning(marks: int, others: int) -> int:
    """The empty cells of a board that complete a line of these marks."""
    return sum(1 << cell for cell in range(9) if not (marks | others) >> cell & 1 and has_line(marks | 1 << cell))


def _player(position: Position, to_move: bool) -> str:
    return position.game.players[position.turn if to_move else other(position.turn)]
