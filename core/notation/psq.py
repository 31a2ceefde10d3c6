"""Games of Piskvork, the manager of Gomocup (``.psq``)::

    Piskvorky 20x20, 11:11, 0       columns x rows, levels of the two players, who begins (0 the first, 1 the second)
    10,9,120                        column, row (both from 1, to the right and down), milliseconds
    12,10,350
    pbrain-one.exe                  in tournaments: the first player, whoever began
    two.zip                         and the second
    -1                              an error code: 15 for a loss on time
    1,Freestyle                     in files of contests: who won (1, 2; 0 nobody), and the rule

So ``1,1`` is our a1. Sources: ``openPsq``, ``savePsq``, ``wrNames`` and ``finishGame`` in ``source/game.cpp`` of
https://github.com/plastovicka/Piskvork, and ``extend_pos`` in ``server/server.py`` of
https://github.com/Gomocup/GomocupJudge, which always writes -1. Without a rule line six in a row win, unless a move
follows such a row. Times of moves are not kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from core.errors import CoreError, quoted
from core.game import Game, Player, Reason
from core.notation.boards import OTHER_RULES, Stone, boards, places, refuse_other, replayed, written
from core.notation.common import (
    NAMELESS,
    Asked,
    BadGames,
    GameLines,
    GameOrFault,
    NumberedLine,
    ReadGame,
    at,
    attempt,
    ended,
    foreign,
    name_of,
    person,
    pieces,
    too_long,
    wrong,
)
from core.position import Outcome, other
from core.store.rows import Stored

_WORD = "piskvorky"
_HEAD = re.compile(r"piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*,\s*-?[0-9]+\s*:\s*-?[0-9]+\s*,\s*([01])", re.IGNORECASE)
_MOVE = re.compile(r"(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*(?:,\s*-?[0-9]*)?")
_CODE = re.compile(r"-?[0-9]{1,4}")
_RULE = re.compile(r"(-?[0-9]{1,4})\s*,\s*([A-Za-z][A-Za-z0-9 ]*)")
_RULES = {"freestyle": False, "standard": True}
"""The names of the rules, and whether six in a row do not win."""
_TIMEOUT, _NO_ERROR, _NOBODY, _UNFINISHED = 15, -1, 0, -1


def claims(line: str) -> bool:
    """Whether a file that begins with this line is of this format."""
    return line[: len(_WORD)].lower() == _WORD


def read(lines: Iterable[str], asked: Asked) -> Iterator[GameOrFault]:
    """The games of one or several files, one after the other."""
    for piece in pieces(lines, lambda line: claims(line.lstrip())):
        yield attempt(partial(_read, piece, asked))


def _read(piece: GameLines, asked: Asked) -> ReadGame:
    if piece.too_long:
        raise too_long(piece.too_long)
    number, head = piece.lines[0]
    found = _HEAD.fullmatch(head.strip())
    if not found:
        raise wrong(
            number,
            "{text} does not begin a game of Piskvork; begin it as in: Piskvorky 20x20, 11:11, 0",
            text=quoted(head.strip()),
        )
    columns, rows, second_began = int(found[1]), int(found[2]), found[3] == "1"
    stones = list(_stones(piece.lines[1:]))
    names, code, winner, rule = _tail(piece.lines[1 + len(stones) :], asked.game)
    players = names[::-1] if second_began else names
    try:
        games = boards(columns, rows, _RULES.get(rule.lower()), asked.game)
    except CoreError as error:
        raise at(number, error) from error
    match = replayed(games, (players[0], players[1]), None, stones)
    won: Player | None = None if winner not in (1, 2) else 1 if (winner == 1) == second_began else 0
    outcome = None
    if code == _TIMEOUT:
        outcome = Outcome(other(match.position.turn) if won is None else won, Reason.TIME)
    elif won is not None:
        outcome = Outcome(won, Reason.ABANDONED)
    elif winner == _NOBODY:
        outcome = Outcome(None, Reason.AGREED)
    return ReadGame(foreign(ended(match, outcome), asked), number)


def _stones(lines: list[NumberedLine]) -> Iterator[Stone]:
    for number, line in lines:
        found = _MOVE.fullmatch(line.strip())
        if not found:
            return
        yield Stone(number, int(found[1]) - 1, int(found[2]) - 1)


def _tail(lines: list[NumberedLine], named: Game | None) -> tuple[tuple[str, str], int, int | None, str]:
    """The lines after the moves: players, error code, number of the winner, and rule. Raises BadGames, for rules that no
    game here has unless a game was ``named``."""
    rest, code, winner, rule = list(lines), _NO_ERROR, None, ""
    if rest and (found := _RULE.fullmatch(rest[-1][1].strip())):
        winner, rule = int(found[1]), found[2].strip()
        number, _line = rest.pop()
        if rule.lower() not in (*_RULES, *OTHER_RULES):
            raise wrong(number, "{rule} is not a rule; write Freestyle, Standard, Renju or Caro.", rule=quoted(rule))
        try:
            refuse_other(rule, named)
        except CoreError as error:
            raise at(number, error) from error
    if rest and _CODE.fullmatch(rest[-1][1].strip()):
        code = int(rest.pop()[1].strip())
    if not rest:
        return (NAMELESS, NAMELESS), code, winner, rule
    if len(rest) == 2 and not _CODE.fullmatch(rest[0][1].strip()):
        return (person(rest[0][1]), person(rest[1][1])), code, winner, rule
    raise _bad_tail(rest[0])


def _bad_tail(line: NumberedLine) -> BadGames:
    return wrong(
        line[0],
        "{text} is not a move, such as 8,8,100. After the moves come two names, an error code, and the winner with the "
        "rule, or nothing.",
        text=quoted(line[1].strip()),
    )


def write(stored: Stored) -> str:
    """A game in this format. Raises CoreError for another game than five in a row, and for one with a start position or
    with a player's name that would be read as something else."""
    match = stored.match
    game = written(match.game, "psq")
    if match.start is not None:
        raise CoreError("This game begins with a position, which psq cannot show; export SGF, text or JSON.")
    lines = [f"Piskvorky {game.columns}x{game.rows}, 11:11, 0"]
    lines += [f"{x + 1},{y + 1},0" for x, y in places(match)]
    if match.players != (NAMELESS, NAMELESS):
        lines += map(_name_written, match.players)
    outcome = match.outcome
    timeout = outcome is not None and outcome.reason is Reason.TIME
    lines.append(str(_TIMEOUT if timeout else _NO_ERROR))
    winner = _UNFINISHED if outcome is None else _NOBODY if outcome.winner is None else outcome.winner + 1
    rule = next(name for name, exact in _RULES.items() if exact == game.board.exact)
    return "\n".join([*lines, f"{winner},{rule.capitalize()}", ""])


def _name_written(seat: str) -> str:
    """The line of a player. Raises CoreError."""
    name = name_of(seat)
    if not name.strip() or claims(name.lstrip()) or _MOVE.fullmatch(name.strip()):
        raise CoreError("psq cannot hold the name {name}; export SGF, text or JSON.", name=quoted(name))
    return name
