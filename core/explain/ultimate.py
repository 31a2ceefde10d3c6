"""Boards won, boards sent to, free choices given away: the words of ultimate tic-tac-toe."""

from __future__ import annotations

from collections.abc import Callable

from core.explain.words import Words, sentences
from core.game import Move, State
from core.games.ultimate import ALL, FREE, LINES, O_BOARDS, OPEN, TURN, WHERE, X_BOARDS, Ultimate, has_line
from core.phrase import Phrase, phrase
from core.position import Position, other
from core.strategies.open_win import applies, reason, reply


class UltimateWords(Words[Ultimate]):
    """Says what a move does in its board and to the lines of boards, and what the opponent may do next."""

    def why(self, position: Position, move: Move) -> Phrase | None:
        """What happens in the board, what that means for the game, then where the opponent is sent; of a won game the plan."""
        game, after = self.game, position.play(move)
        if after.outcome:
            return _ending(game, position, move)
        if applies(game) and move == reply(position.state):
            return reason(position.state)
        return sentences(_deed(game, position, move), _boards(game, position, move), _consequence(after))

    def column(self, position: Position) -> tuple[Phrase, Callable[[Move], str]] | None:
        """The board to which a move sends the opponent, all open ones where the choice is free, nothing where the game ends."""
        game = self.game

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


def _ending(game: Ultimate, position: Position, move: Move) -> Phrase:
    """How the move ends the game."""
    after = position.play(move)
    assert after.outcome
    won = game.boards(after.state)[move // 9].owner != game.boards(position.state)[move // 9].owner
    if won and after.outcome.winner == position.turn:
        return phrase("It wins board {board}, and the game.", board=move // 9 + 1)
    if after.outcome.winner is None:
        return phrase("No open cell is left: a draw.")
    winner = game.players[after.outcome.winner]
    return phrase("No open cell is left, and {player} has more boards.", player=winner)


def _deed(game: Ultimate, position: Position, move: Move) -> Phrase | None:
    """What the move does in its own board."""
    s, (board, cell) = position.state, divmod(move, 9)
    after = game.play(s, move)
    if game.boards(after)[board].owner != game.boards(s)[board].owner:
        return phrase("It wins board {board}.", board=board + 1)
    if game.boards(s)[board].owner >= 0:
        return phrase("Board {board} is already won.", board=board + 1)
    mine, theirs = s[board] >> 9 * s[TURN] & ALL, s[board] >> 9 * (1 - s[TURN]) & ALL
    if mine | theirs | 1 << cell == ALL:
        return phrase("It fills board {board}, and nobody wins it.", board=board + 1)
    if has_line(theirs | 1 << cell) and not _winning(theirs, mine | 1 << cell):
        return phrase("It blocks {player} in board {board}.", player=_player(position, False), board=board + 1)
    if _winning(mine | 1 << cell, theirs) and not _winning(mine, theirs):
        return phrase("It makes two in a row in board {board}.", board=board + 1)
    return None


def _boards(game: Ultimate, position: Position, move: Move) -> Phrase | None:
    """What the move does to the lines of boards: those of the opponent that it closes, or else those that it opens. Where five
    boards win, how many there are."""
    s = position.state
    after, me = game.play(s, move), 1 if s[TURN] else 0
    won = after[X_BOARDS + me] != s[X_BOARDS + me]
    if game.tic_tac_ku:
        count = after[X_BOARDS + me].bit_count()
        return phrase("That makes {count} of the five boards that win.", count=count) if won else None
    closed = [line for line in _lacking_one(s, 1 - me) if line not in _lacking_one(after, 1 - me)]
    if closed:
        boards = " ".join(str(board + 1) for board in range(9) if closed[0] >> board & 1)
        return phrase("It blocks {player}'s line {boards}.", player=_player(position, False), boards=boards)
    opened = _lacking_one(after, me) if won else []
    last = sorted(
        {(line & ~after[X_BOARDS + me]).bit_length() for line in opened if line >> move // 9 & 1},
    )
    if len(last) > 1:
        return phrase("Any of the boards {boards} would now win the game.", boards=" ".join(map(str, last)))
    return phrase("Board {board} alone would now win the game.", board=last[0]) if last else None


def _lacking_one(s: State, player: int) -> list[int]:
    """The lines of which a player has two boards and can still win the third."""
    won = s[X_BOARDS + player]
    return [
        line for line in LINES if (line & won).bit_count() == 2 and _can_win(s, (line & ~won).bit_length() - 1, player)
    ]


def _can_win(s: State, board: int, player: int) -> bool:
    """Whether nobody has won a board, and a row in it is free of the other player's marks."""
    others = s[board] >> 9 * (1 - player) & ALL
    return not (s[X_BOARDS] | s[O_BOARDS]) >> board & 1 and any(not row & others for row in LINES)


def _consequence(after: Position) -> Phrase:
    """What the opponent, who is to move, may do."""
    game, s, player = after.game, after.state, _player(after, True)
    wins = any(game.value(child) == -1 for child in (game.play(s, reply) for reply in after.moves))
    if s[WHERE] == FREE:
        if wins:
            return phrase("It gives {player} a free choice, and the win of the game with it.", player=player)
        boards = [board + 1 for board in range(9) if s[OPEN] >> board & 1 and _wins_board(s, board, s[TURN])]
        if len(boards) > 1:
            return phrase(
                "It gives {player} a free choice, and one of the boards {boards} with it.",
                player=player,
                boards=" ".join(map(str, boards)),
            )
        if boards:
            return phrase("It gives {player} a free choice, and board {board} with it.", player=player, board=boards[0])
        return phrase("It gives {player} a free choice.", player=player)
    board = s[WHERE]
    sent = {"player": player, "board": board + 1}
    if wins:
        return phrase("It sends {player} to board {board}, where {player} can win the game.", **sent)
    if (s[X_BOARDS] | s[O_BOARDS]) >> board & 1:
        return phrase("It sends {player} to board {board}, which is already won.", **sent)
    if _wins_board(s, board, s[TURN]):
        return phrase("It sends {player} to board {board}, which {player} can win, but not the game.", **sent)
    if _wins_board(s, board, 1 - s[TURN]):
        return phrase(
            "It sends {player} to board {board}, where {other} needs one more cell.",
            **sent,
            other=_player(after, False),
        )
    if not any(_can_win(s, board, each) for each in (0, 1)):
        return phrase("It sends {player} to board {board}, which nobody can win now.", **sent)
    return phrase("It sends {player} to board {board}.", **sent)


def _wins_board(s: State, board: int, player: int) -> bool:
    """Whether a cell would win a board for a player that nobody has won."""
    marks, others = s[board] >> 9 * player & ALL, s[board] >> 9 * (1 - player) & ALL
    return not (s[X_BOARDS] | s[O_BOARDS]) >> board & 1 and bool(_winning(marks, others))


def _winning(marks: int, others: int) -> int:
    """The empty cells of a board that complete a line of these marks."""
    return sum(1 << cell for cell in range(9) if not (marks | others) >> cell & 1 and has_line(marks | 1 << cell))


def _player(position: Position, to_move: bool) -> str:
    return position.game.players[position.turn if to_move else other(position.turn)]
