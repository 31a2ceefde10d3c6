"""Ultimate tic-tac-toe: its known values, the board to which each cell sends, and the longest defence to a forced win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.game import State
from core.games import get
from core.games.ultimate import ALL, FREE, WHERE, Ultimate, has_line
from core.kits import family, kit_of
from core.perft import perft
from core.phrase import Sentence, fact, figure
from core.position import Position, other
from core.strategies.open_win import ForcedWin, applies, reply
from core.study.sources import OPEN_WIN, OURS, ULTIMATE
from core.study.study import (
    PagePart,
    PlayLink,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    Text,
    Topic,
    Unstudied,
)

USUAL = "ultimate"
OPEN = "ultimate/open"
MIN_WIN, MAX_WIN = 29, 43
"""Minimum and maximum length of the win in the open game with best play, by Bertholon and others."""
_COUNTED = 4
"""Number of plies for which the games are counted."""


class StrategyLengths(NamedTuple):
    """The minimum and maximum length in plies of a game that X plays by the strategy."""

    least: int
    most: int


@lru_cache(maxsize=2)
def played_out(game: Ultimate) -> dict[State, StrategyLengths]:
    """The strategy against every reply: the remaining length of the game for every position with O to move. Raises
    AssertionError if a game is not won."""
    found: dict[State, StrategyLengths] = {}

    def after_x(s: State) -> StrategyLengths:
        move = reply(s)
        assert move is not None
        after = game.play(s, move)
        value = game.value(after)
        if value is not None:
            assert value == -1
            return StrategyLengths(1, 1)
        if after not in found:
            each = [after_x(game.play(after, answer)) for answer in game.moves(after)]
            found[after] = StrategyLengths(1 + min(each).least, 1 + max(lengths.most for lengths in each))
        return StrategyLengths(1 + found[after].least, 1 + found[after].most)

    after_x(game.start())
    return found


class SendsShown(NamedTuple):
    """A position, to show where its cells send."""

    position: Position


def study(question: StudyQuestion) -> Iterator[Study]:
    """The study of the rules of a game and of a position."""
    position = question.at(USUAL)
    game = position.game
    if not isinstance(game, Ultimate):
        raise Unstudied(
            (
                "ultimate is about ultimate tic-tac-toe, not about {game}; choose ultimate or one of its options, as in "
                "{example}."
            ),
            game=game.id,
            example=OPEN,
        )
    name = fact("ultimate.study", game=game.name)
    rules: list[PagePart] = [_known(game), StudyPicture("ultimate.map", SendsShown(position))]
    if not position.outcome:
        rules.append(_sends(position))
    yield Study(question, name, tuple(rules), (ULTIMATE, OURS)).unfinished()
    won = game if applies(game) else get(OPEN)
    assert isinstance(won, Ultimate)
    longest = _longest(won, position if applies(game) else Position.start(won))
    parts = (*rules, *longest, _replies(won), _names(game))
    yield Study(question, name, parts, (ULTIMATE, OPEN_WIN, OURS), nodes=len(played_out(won)))


def _known(game: Ultimate) -> Text:
    counts = [figure(count) for count, _plies in zip(perft(Position.start(game)), range(_COUNTED), strict=False)]
    courses = fact("ultimate.known.courses", **dict(zip(("one", "two", "three", "four"), counts, strict=True)))
    if applies(game):
        known = [fact("ultimate.known.solved", least=MIN_WIN, most=MAX_WIN)]
    else:
        unsolved = fact("ultimate.known.five") if game.stay_open else fact("ultimate.known.unsolved")
        known = [unsolved, fact("ultimate.known.open", game=OPEN)]
    return Text("ultimate.known", (courses, *known, fact("ultimate.known.source")))


# Where a cell sends.


class _Sends(NamedTuple):
    """Where a cell sends the other player, who has won that board, and the cells that complete a line there."""

    cell: int
    sends: Sentence
    won: str
    wins: str
    blocks: str
    look: str


def _sends(position: Position) -> StudyTable:
    game, s = position.game, position.state
    assert isinstance(game, Ultimate)
    mover, waiter = position.turn, other(position.turn)
    rows: list[_Sends] = []
    playable = {move % 9 for move in position.moves}
    for cell in range(9):
        local = game.boards(s)[cell]
        to = fact("ultimate.sends.board", board=cell + 1) if local.open else fact("ultimate.sends.any")
        owner = game.letters[local.owner] if local.owner >= 0 else ""
        wins, blocks = (_lacking(s, cell, player) if local.open else "" for player in (waiter, mover))
        rows.append(_Sends(cell + 1, to, owner, wins, blocks, "notable" if cell in playable else "minor"))
    values = {"player": game.players[mover], "other": game.players[waiter]}
    return StudyTable("ultimate.sends", tuple(rows), (fact("ultimate.sends.note"),), values=values)


def _lacking(s: State, board: int, player: int) -> str:
    """The cells of a board that complete a line for a player, none if there is a line."""
    mine, theirs = s[board] >> 9 * player & ALL, s[board] >> 9 * (1 - player) & ALL
    if has_line(mine) or has_line(theirs):
        return ""
    free = ALL & ~(mine | theirs)
    return " ".join(str(cell + 1) for cell in range(9) if free >> cell & 1 and has_line(mine | 1 << cell))


# The forced win with open boards.


class _WinMove(NamedTuple):
    """A move of the longest defence, the board it sends to, the boards won by then, and the moves left."""

    ply: int
    player: str
    name: str
    to: Sentence | str
    x: int
    o: int
    left: int
    look: str
    play: PlayLink


def _longest(game: Ultimate, position: Position) -> tuple[PagePart, ...]:
    win = ForcedWin(game, lambda nodes: None)
    plies = None if position.outcome else win.plies(position.state)
    if plies is None:
        return (Text("ultimate.longest", (fact("ultimate.longest.left"),)),)
    rows: list[_WinMove] = []
    names: list[str] = []
    start = None if position == Position.start(game) else position.text
    at = position
    for ply, move in enumerate(win.line(position.state), 1):
        player, name = game.players[at.turn], at.name(move)
        at = at.play(move)
        names.append(name)
        where = at.state[WHERE]
        to: Sentence | str = "" if at.outcome else fact("ultimate.longest.any") if where == FREE else str(where + 1)
        x, o = (sum(board.owner == player for board in game.boards(at.state)) for player in (0, 1))
        look = ("second", "first")[ply % 2] if position.turn == 0 else ""
        play = PlayLink(game.id, " ".join(names), start)
        rows.append(_WinMove(ply, player, name, to, x, o, plies - ply, look, play))
    return (StudyTable("ultimate.longest", tuple(rows), (fact("ultimate.longest.note", plies=plies),)),)


class _ReplyLengths(NamedTuple):
    """A reply of O, and the lengths of the games after it."""

    reply: str
    least: int
    most: int
    play: PlayLink


def _replies(game: Ultimate) -> StudyTable:
    found = played_out(game)
    first = game.play(game.start(), reply(game.start()) or 0)
    position = Position(game, first)
    rows: list[_ReplyLengths] = []
    opening = Position.start(game).name(reply(game.start()) or 0)
    for move in position.moves:
        answered = game.play(first, move)
        lengths, name = found[game.play(answered, reply(answered) or 0)], position.name(move)
        play = PlayLink(game.id, f"{opening} {name}")
        rows.append(_ReplyLengths(name, lengths.least + 3, lengths.most + 3, play))
    note = fact(
        "ultimate.replies.note",
        opening=opening,
        positions=figure(len(found)),
        least=found[first].least + 1,
        most=found[first].most + 1,
    )
    return StudyTable("ultimate.replies", tuple(rows), (note,))


class _Name(NamedTuple):
    """Another name of the game."""

    name: str


def _names(game: Ultimate) -> StudyTable:
    rows = tuple(map(_Name, kit_of(game.id).aliases))
    return StudyTable("ultimate.names", rows, (fact("ultimate.names.note", game=family(game.id)),))


def about(position: Position) -> StudyQuestion | None:
    """The study of any unfinished position of ultimate tic-tac-toe."""
    if not isinstance(position.game, Ultimate) or position.outcome:
        return None
    return StudyQuestion("ultimate", (position.game.id,), "", position.text)


TOPIC = Topic(
    "ultimate",
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
