"""Games of five in a row for files of other programs, and their stones by column and row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import CoreError, IllegalMove, UnknownGame, quoted
from core.game import Game
from core.games import get
from core.games.gomoku import FIVE, GOMOKU, SIZES
from core.kinds.lines import LineGame
from core.kits import family
from core.notation.common import wrong
from core.play.match import Match

EXACT, SWAP2 = "exact", "swap2"
OTHER_RULES = ("renju", "caro")
"""Rules of five in a row that no game here has."""


class Stone(NamedTuple):
    """A stone of a file: its ``line``, and its column ``x`` and row ``y`` from 0, to the right and down."""

    line: int
    x: int
    y: int


def boards(columns: int, rows: int, exact: bool | None, named: Game | None) -> list[LineGame]:
    """The games that a file may mean, the likelier one first. ``exact`` is whether six in a row do not win, None if the
    file does not say. A ``named`` game decides that, and has to be one of five in a row.

    Raises UnknownGame.
    """
    if named is not None:
        return [_named(columns, rows, named)]
    games = [_board(columns, rows, each) for each in ((False, True) if exact is None else (exact,))]
    found = [game for game in games if game]
    if not found:
        raise UnknownGame(
            "There is no five in a row on {columns}x{rows} points here: boards have at most {most} points on a side, and "
            "exactly five wins only on 15x15, 19x19 and 20x20.",
            columns=columns,
            rows=rows,
            most=max(SIZES),
        )
    return found


def _board(columns: int, rows: int, exact: bool) -> LineGame | None:
    """The game of five in a row on a board; None if there is none."""
    if columns == rows and columns in SIZES:
        return _gomoku(columns, exact)
    try:
        game = None if exact else get(f"mnk:{columns},{rows},{FIVE}")
    except UnknownGame:
        return None
    return game if isinstance(game, LineGame) else None


def _gomoku(size: int, exact: bool) -> LineGame:
    options = ["" if size == SIZES[0] else f"/{size}", f"/{EXACT}" if exact else ""]
    game = get(GOMOKU.id + "".join(options))
    assert isinstance(game, LineGame)
    return game


def _named(columns: int, rows: int, named: Game) -> LineGame:
    """The named game on the board of a file: gomoku has several sizes. Raises UnknownGame."""
    if family(named.id) == GOMOKU.id and isinstance(named, LineGame):
        exact = named.board.exact
        if columns == rows and columns in SIZES:
            return _gomoku(columns, exact)
        game = _board(columns, rows, exact)
        if game:
            return game
    elif isinstance(named, LineGame) and (named.columns, named.rows) == (columns, rows) and is_plain(named):
        return named
    raise UnknownGame(
        "This file has five in a row on {columns}x{rows} points, not {game}; leave the game out, or name another.",
        columns=columns,
        rows=rows,
        game=named.id,
    )


def is_plain(game: Game) -> bool:
    """Whether a game is five in a row without further rules, as files of other programs have it."""
    return (
        isinstance(game, LineGame)
        and game.k == FIVE
        and game.layers == 1
        and not (game.misere or game.board.toroidal or game.board.gravity or game.points)
        and SWAP2 not in game.options
        and game.content is None
    )


def written(game: Game, format: str) -> LineGame:
    """The game, if files of a format can hold it. Raises CoreError."""
    if isinstance(game, LineGame) and is_plain(game):
        return game
    raise CoreError(
        "{format} is for five in a row only, not for {game}; export text or JSON.", format=format, game=game.id
    )


def replayed(games: Sequence[LineGame], players: tuple[str, str], start: str | None, stones: Sequence[Stone]) -> Match:
    """The match of some stones, by the first of the games in which all of them can be played. Raises BadGames with the
    line and the number of the first that cannot."""
    failed: tuple[int, CoreError] | None = None
    for game in games:
        match = Match(game, players, start)
        try:
            for stone in stones:
                match = match.play(cell(game, stone))
            return match
        except CoreError as error:
            if failed is None or len(match.moves) >= failed[0]:
                failed = len(match.moves) + 1, error
    assert failed, "there is a game"
    ply, fault = failed
    raise wrong(stones[ply - 1].line, "Move {ply}: {reason}", ply=ply, reason=fault.phrase) from fault


def cell(game: LineGame, stone: Stone) -> int:
    """The place of a stone. Raises IllegalMove off the board."""
    if 0 <= stone.x < game.columns and 0 <= stone.y < game.rows:
        return stone.y * game.columns + stone.x
    raise IllegalMove(
        "Column {x}, row {y} is off the board of {columns}x{rows} points.",
        x=stone.x + 1,
        y=stone.y + 1,
        columns=game.columns,
        rows=game.rows,
    )


def places(match: Match) -> Iterable[tuple[int, int]]:
    """Column and row of each move, from 0."""
    game = match.game
    assert isinstance(game, LineGame)
    return ((move % game.columns, move // game.columns) for move in match.moves)


def refuse_other(rule: str, named: Game | None) -> None:
    """Raise UnknownGame for rules that no game here has, unless a game was named."""
    if named is None and any(word in rule.lower() for word in OTHER_RULES):
        raise UnknownGame(
            "The rule {rule} is not supported; name gomoku to read the game anyway.",
            rule=quoted(rule),
        )
