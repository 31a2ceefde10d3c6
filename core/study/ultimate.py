"""Ultimate tic-tac-toe: what is known of it and what is not, where each cell sends, and the longest defence against the forced
win with open boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from core.game import State
from core.games import get
from core.games.ultimate import ALL, FREE, WHERE, Ultimate, has_line
from core.kits import family, kit_of
from core.perft import perft
from core.phrase import Phrase, phrase
from core.position import Position, other
from core.strategies.open_win import ForcedWin, applies, reply
from core.study.sources import OPEN_WIN, OURS, ULTIMATE
from core.study.study import (
    Cell,
    Marked,
    PagePart,
    PlayLink,
    Study,
    StudyPicture,
    StudyQuestion,
    StudyTable,
    TableColumn,
    Text,
    Topic,
    Unstudied,
    figure,
)

USUAL = "ultimate"
OPEN = "ultimate/open"
LEAST_WIN, MOST_WIN = 29, 43
"""Plies between which the open game is won under best play, by Bertholon and others."""
_COUNTED = 4
"""Plies up to which the courses of a game are counted."""


class StrategyLengths(NamedTuple):
    """How long a game lasts that X plays by the strategy: at least and at most, in plies."""

    least: int
    most: int


@lru_cache(maxsize=2)
def played_out(game: Ultimate) -> dict[State, StrategyLengths]:
    """The strategy against every reply: for every position with O to move that comes up, how long the game still lasts. Raises
    AssertionError should a game not be won."""
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


def study(question: StudyQuestion) -> Iterator[Study]:
    """What there is to tell of the rules of a game and of a position."""
    position = question.at(USUAL)
    game = position.game
    if not isinstance(game, Ultimate):
        raise Unstudied(
            "ultimate is about ultimate tic-tac-toe, not about {game}; take ultimate or one of its options, as in {example}.",
            game=game.id,
            example=OPEN,
        )
    name = phrase("What is known of {game}", game=game.name)
    told: tuple[PagePart, ...] = (_known(game), _map(position))
    told += (_sends(position),) if not position.outcome else ()
    yield Study(question, name, told, (ULTIMATE, OURS)).unfinished()
    won = game if applies(game) else get(OPEN)
    assert isinstance(won, Ultimate)
    longest = _longest(won, position if applies(game) else Position.start(won))
    told = (told[0], *told[1:], *longest, _replies(won), _names(game))
    yield Study(question, name, told, (ULTIMATE, OPEN_WIN, OURS), nodes=len(played_out(won)))


def _known(game: Ultimate) -> Text:
    counts = [figure(count) for count, _plies in zip(perft(Position.start(game)), range(_COUNTED), strict=False)]
    courses = phrase(
        "After 1, 2, 3 and 4 moves there are {one}, {two}, {three} and {four} courses of the game.",
        **dict(zip(("one", "two", "three", "four"), counts, strict=True)),
    )
    paragraphs = [courses, _open_known() if applies(game) else _closed_known(game)]
    if not applies(game):
        paragraphs.append(
            phrase(
                "Known is the game with open boards ({game}), where a won board is played in until it is full: X wins. The "
                "strategy is played out here against every reply.",
                game=OPEN,
            )
        )
    paragraphs.append(
        phrase(
            "The source says that there is no clear strategy to win. That is so with closed boards; with open ones a simple "
            "one wins. It also says that local moves alone rule the game: they also choose the board of the next move, which "
            "is what makes it hard to judge."
        )
    )
    return Text("known", phrase("Known"), tuple(paragraphs))


def _open_known() -> Phrase:
    return phrase(
        "Solved: X wins. Under best play that takes at least {least} and at most {most} moves of both players; which number it "
        "is nobody knows.",
        least=LEAST_WIN,
        most=MOST_WIN,
    )


def _closed_known(game: Ultimate) -> Phrase:
    if game.stay_open:
        return phrase("Not solved: the strategy for open boards wins three in line, and here five boards win.")
    return phrase(
        "Not solved: nobody knows whether X wins, O wins, or best play ends in a draw. The hall proves endgames only."
    )


# Where a cell sends.


def _map(position: Position) -> StudyPicture:
    game = position.game
    assert isinstance(game, Ultimate)
    s = position.state
    rows = []
    locals_ = game.boards(s)
    for top in (0, 3, 6):
        cells = []
        for board in range(top, top + 3):
            owner = game.letters[locals_[board].owner] if locals_[board].owner >= 0 else "·"
            state = "=" if not locals_[board].open else " "
            here = s[WHERE] == board or (s[WHERE] == FREE and locals_[board].open)
            cells.append(f"{'>' if here and not position.outcome else ' '}{board + 1} {owner}{state}")
        rows.append("│" + "│".join(f"{cell} " for cell in cells) + "│")
    rule = "─" * 6
    lines = [f"╭{rule}┬{rule}┬{rule}╮", rows[0], f"├{rule}┼{rule}┼{rule}┤", rows[1], f"├{rule}┼{rule}┼{rule}┤", rows[2]]
    lines.append(f"╰{rule}┴{rule}┴{rule}╯")
    notes = (
        phrase(
            "The cell played in has the number of the board in which the opponent plays next. X or O: who has won the board; = "
            "it is closed, and whoever is sent there chooses freely; > where {player} may play now.",
            player=game.players[position.turn],
        ),
    )
    return StudyPicture("map", phrase("Where cells send"), tuple(lines), notes)


def _sends(position: Position) -> StudyTable:
    game, s = position.game, position.state
    assert isinstance(game, Ultimate)
    mover = position.turn
    rows: list[tuple[Cell, ...]] = []
    playable = {move % 9 for move in position.moves}
    for cell in range(9):
        local = game.boards(s)[cell]
        to: Phrase = phrase("board {board}", board=cell + 1) if local.open else phrase("any open board")
        owner = game.letters[local.owner] if local.owner >= 0 else ""
        wins = [_lacking(s, cell, player) if local.open else "" for player in (other(mover), mover)]
        rows.append((Marked(cell + 1, "strong" if cell in playable else "dim"), to, owner, *wins))
    return StudyTable(
        "sends",
        phrase("Cells"),
        (
            TableColumn("cell", phrase("cell"), True),
            TableColumn("sends", phrase("sends {player} to", player=game.players[other(mover)])),
            TableColumn("won", phrase("won by")),
            TableColumn("wins", phrase("{player} completes at", player=game.players[other(mover)])),
            TableColumn("blocks", phrase("{player} lacks", player=game.players[mover])),
        ),
        tuple(rows),
        (phrase("As the boards stand before the move; the cells that can be played now are bright."),),
    )


def _lacking(s: State, board: int, player: int) -> str:
    """The cells of a board with which a player would complete a line, none where the player has one."""
    mine, theirs = s[board] >> 9 * player & ALL, s[board] >> 9 * (1 - player) & ALL
    if has_line(mine) or has_line(theirs):
        return ""
    free = ALL & ~(mine | theirs)
    return " ".join(str(cell + 1) for cell in range(9) if free >> cell & 1 and has_line(mine | 1 << cell))


# The forced win with open boards.


def _longest(game: Ultimate, position: Position) -> tuple[PagePart, ...]:
    win = ForcedWin(game, lambda nodes: None)
    title = phrase("Longest defence")
    plies = None if position.outcome else win.plies(position.state)
    if plies is None:
        left = phrase("X has left the strategy here, or the game is over: there is no forced win to play out.")
        return (Text("longest", title, (left,)),)
    rows: list[tuple[Cell, ...]] = []
    names: list[str] = []
    start = None if position == Position.start(game) else position.text
    at = position
    for ply, move in enumerate(win.line(position.state), 1):
        player, name = game.players[at.turn], at.name(move)
        at = at.play(move)
        names.append(name)
        where = at.state[WHERE]
        to: Phrase | str = "" if at.outcome else phrase("any") if where == FREE else str(where + 1)
        owners = [sum(board.owner == player for board in game.boards(at.state)) for player in (0, 1)]
        play = PlayLink(game.id, " ".join(names), start)
        rows.append(
            (
                ply,
                Marked(player, ("second", "first")[ply % 2] if position.turn == 0 else ""),
                Marked(name, "", play),
                to,
                *owners,
                plies - ply,
            )
        )
    columns = (
        *(
            TableColumn("ply", phrase("move"), True),
            TableColumn("player", phrase("by")),
            TableColumn("name", phrase("cell")),
        ),
        *(
            TableColumn("to", phrase("sends to")),
            TableColumn("x", phrase("X boards"), True),
            TableColumn("o", phrase("O boards"), True),
        ),
        TableColumn("left", phrase("left"), True),
    )
    note = phrase(
        "X plays the strategy, O what holds out longest against it: {plies} moves. Enter opens a game there, in which < "
        "and > walk.",
        plies=plies,
    )
    return (StudyTable("longest", title, columns, tuple(rows), (note,)),)


def _replies(game: Ultimate) -> StudyTable:
    found = played_out(game)
    first = game.play(game.start(), reply(game.start()) or 0)
    position = Position(game, first)
    rows: list[tuple[Cell, ...]] = []
    opening = Position.start(game).name(reply(game.start()) or 0)
    for move in position.moves:
        after = game.play(game.play(first, move), reply(game.play(first, move)) or 0)
        name = position.name(move)
        rows.append(
            (Marked(name, "", PlayLink(game.id, f"{opening} {name}")), found[after].least + 3, found[after].most + 3)
        )
    return StudyTable(
        "replies",
        phrase("Replies"),
        (
            TableColumn("reply", phrase("O's first reply")),
            TableColumn("least", phrase("at least"), True),
            TableColumn("most", phrase("at most"), True),
        ),
        tuple(rows),
        (
            phrase(
                "After {opening} by X. Whatever O plays, {positions} positions with O to move come up, and every game is won "
                "by X, in {least} to {most} moves.",
                opening=opening,
                positions=figure(len(found)),
                least=found[first].least + 1,
                most=found[first].most + 1,
            ),
        ),
    )


def _names(game: Ultimate) -> StudyTable:
    rows = tuple((alias,) for alias in kit_of(game.id).aliases)
    return StudyTable(
        "names",
        phrase("Names"),
        (TableColumn("name", phrase("name")),),
        rows,
        (
            phrase(
                "Each is found by / on the home screen, and a command takes it in place of {game}.",
                game=family(game.id),
            ),
        ),
    )


def about(position: Position) -> StudyQuestion | None:
    """What is known, of any position of ultimate tic-tac-toe that is not over."""
    if not isinstance(position.game, Ultimate) or position.outcome:
        return None
    return StudyQuestion("ultimate", (position.game.id,), "", position.text)


TOPIC = Topic(
    "ultimate",
    phrase("Ultimate tic-tac-toe"),
    phrase("What is known, where cells send, and the longest defence against the forced win."),
    "[GAME]",
    study,
    about,
    usual=USUAL,
)
