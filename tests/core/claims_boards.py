"""What the sentences of Connect Four and of ultimate tic-tac-toe claim: a part of ``claims``."""

from __future__ import annotations

from collections.abc import Callable

from tests.core.held import (
    answered_above,
    boards_to_win,
    closes,
    free,
    lacking,
    last_below,
    not_below,
    raised,
    winnable,
)
from tests.core.said import Said, above, names, sent, without

BOARDS: dict[str, Callable[[Said], bool]] = {
    # Connect Four.
    "It completes {k} in a row and wins.": lambda s: s.result == 1 and {s["k"]} == set(map(len, s.rules.lines)),  # type: ignore[attr-defined]
    "It leaves column {column} to {player}, who wins there.": lambda s: (
        s.answers == {s["column"]} and s["player"] == s.seats[1 - s.me]
    ),
    "It leaves columns {columns} to {player}, who wins there.": lambda s: (
        s.answers == set(names(s["columns"])) and len(s.answers) > 1 and s["player"] == s.seats[1 - s.me]
    ),
    "A fork: it threatens columns {columns} at once, and one block is not enough.": lambda s: s.is_fork(
        names(s["columns"])
    ),
    "It blocks {player} and threatens column {column}.": lambda s: (
        s.blocks and s.makes([s["column"]]) and s["player"] == s.seats[1 - s.me]
    ),
    "It blocks {player}.": lambda s: s.blocks and s["player"] == s.seats[1 - s.me],
    "It threatens column {column}.": lambda s: s.makes([s["column"]]),
    "It threatens column {column} twice: above the block it wins.": lambda s: (
        s.makes([s["column"]]) and s["column"] in s.rules.wins(s.answered(s["column"]))
    ),
    "It makes a threat on an odd row, {row} in column {column}.": lambda s: s["row"] % 2 == 1 and raised(s, s.values),
    "It makes a threat on an even row, {row} in column {column}.": lambda s: s["row"] % 2 == 0 and raised(s, s.values),
    "{player} must not play below it.": lambda s: not_below(s),
    "{player} must not play below it, but has to once the rest is full.": lambda s: not_below(s) and last_below(s),
    "Once the rest is full, {player} has to play below it.": last_below,
    "Zugzwang: answering right above wins in column {column}.": lambda s: answered_above(s, wins=[s["column"]]),
    "Zugzwang: answering right above wins in columns {columns}.": lambda s: (
        answered_above(s, wins=names(s["columns"])) and len(names(s["columns"])) > 1
    ),
    "Answering right above leaves {player} no line.": lambda s: s["player"] == s.seats[1 - s.me] and answered_above(s),
    "It makes threats higher up: {player} must not play below them in columns {columns}.": lambda s: (
        above(s, "columns") and len(names(s["columns"])) > 1
    ),
    "Look at the middle.": lambda s: abs(2 * int(s.name) - 1 - len(s.before[1])) <= 1,
    "Look at the left side.": lambda s: 2 * int(s.name) - 1 < len(s.before[1]),
    "Look at the right side.": lambda s: 2 * int(s.name) - 1 > len(s.before[1]),
    # Ultimate.
    "It wins board {board}, and the game.": lambda s: (
        s.result == 1 and (s.before[2][s.board], s.after[2][s.board]) == (".", "XO"[s.me])
    ),
    "No open cell is left, and {player} has more boards.": lambda s: (
        not s.rules.after(s.after)
        and s.result == (1 if s["player"] == s.seats[s.me] else -1)
        and s.after[2].count("XO"[s.seats.index(s["player"])]) > s.after[2].count("OX"[s.seats.index(s["player"])])
    ),
    "It fills board {board}, and nobody wins it.": lambda s: (
        s["board"] == s.board + 1 and "." not in s.after[1][s.board] and s.after[2][s.board] == "."
    ),
    "That makes {count} of the five boards that win.": lambda s: (
        "tic-tac-ku" in s.rules.options  # type: ignore[attr-defined]
        and s.after[2].count("XO"[s.me]) == s["count"] == s.before[2].count("XO"[s.me]) + 1
    ),
    "It blocks {player}'s line {boards}.": closes,
    "Board {board} alone would now win the game.": lambda s: lacking(s) == {str(s["board"])},
    "Any of the boards {boards} would now win the game.": lambda s: lacking(s) == set(names(s["boards"])),
    "No open cell is left: a draw.": lambda s: s.result == 0 and not s.rules.after(s.after),
    "It wins board {board}.": lambda s: (
        s["board"] == s.board + 1 and (s.before[2][s.board], s.after[2][s.board]) == (".", "XO"[s.me])
    ),
    "Board {board} is already won.": lambda s: s["board"] == s.board + 1 and s.before[2][s.board] != ".",
    "It blocks {player} in board {board}.": lambda s: (
        s["board"] == s.board + 1
        and s.before[2][s.board] == "."
        and s["player"] == s.seats[1 - s.me]
        and s.board_wins(s.before, s.board, 1 - s.me)
        and not s.board_wins(without(s), s.board, 1 - s.me)
    ),
    "It makes two in a row in board {board}.": lambda s: (
        s["board"] == s.board + 1 and s.board_wins(s.after, s.board, s.me) and not s.board_wins(s.before, s.board, s.me)
    ),
    "It gives {player} a free choice, and the win of the game with it.": lambda s: free(s) and bool(s.answers),
    "It gives {player} a free choice, and board {board} with it.": lambda s: (
        free(s) and not s.answers and boards_to_win(s) == {str(s["board"])}
    ),
    "It gives {player} a free choice, and one of the boards {boards} with it.": lambda s: (
        free(s) and not s.answers and boards_to_win(s) == set(names(s["boards"]))
    ),
    "It gives {player} a free choice.": lambda s: free(s) and not s.answers and not boards_to_win(s),
    "It sends {player} to board {board}, where {player} can win the game.": lambda s: sent(s) and bool(s.answers),
    "It sends {player} to board {board}, which is already won.": lambda s: (
        sent(s) and s.after[2][s["board"] - 1] != "."
    ),
    "It sends {player} to board {board}, which {player} can win, but not the game.": lambda s: (
        sent(s) and s.board_wins(s.after, s["board"] - 1, 1 - s.me) and not s.answers
    ),
    "It sends {player} to board {board}, which nobody can win now.": lambda s: (
        sent(s) and not any(winnable(s, s.after, s["board"] - 1, player) for player in (0, 1))
    ),
    "It sends {player} to board {board}, where {other} needs one more cell.": lambda s: (
        sent(s) and s["other"] == s.seats[s.me] and s.board_wins(s.after, s["board"] - 1, s.me)
    ),
    "It sends {player} to board {board}.": lambda s: sent(s),
    "Look at the centre of board {board}.": lambda s: s["board"] == s.board + 1 and s.spot == 4,
    "Look at the edges of board {board}.": lambda s: s["board"] == s.board + 1 and s.spot in (1, 3, 5, 7),
    "sends to": lambda s: (
        s.column[s.name].split()
        == ([] if s.rules.result(s.after) is not None else sorted({name[0] for name in s.rules.replies(s.after)}))
    ),
    "Look at the corners of board {board}.": lambda s: s["board"] == s.board + 1 and s.spot in (0, 2, 6, 8),
    "Centres send O back to the middle board until it is full.": lambda s: s.spot == 4 and s.sent == 4,
    "Cell {cell} of every board sends O to board {cell}.": lambda s: (
        s["cell"] == s.spot + 1 and s.sent in (s.spot, None)
    ),
    "X holds cell {held} of board {board}, so it takes the opposite one: O is sent to boards {held} and {cell} only.": (
        lambda s: (
            s["board"] == s.board + 1
            and s["cell"] == s.spot + 1 == 10 - s["held"]
            and s.before[1][s.board][s["held"] - 1] == "X"
            and s.sent in (s.spot, None)
        )
    ),
}
