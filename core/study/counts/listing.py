"""The list of all games of a board, page by page, as Arias prints it: moves, stars after the end, and 1 for the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count, islice
from typing import NamedTuple

from core.game import Move, State
from core.phrase import fact, figure
from core.position import Position
from core.study.counts.counted import asked, number, small
from core.study.counts.counting import MAX_PLIES, Counting
from core.study.sources import OURS, TRIQUI
from core.study.study import (
    PlayLink,
    Study,
    StudyQuestion,
    StudyTable,
    Topic,
    Unstudied,
    called,
)

PAGE = 100
"""Games on one page."""
MAX_TRIED = 140_000
"""Maximum number of moves tried at each ply: enough for 4x3, and few enough to refuse a larger board at once."""
_SPREAD = 12
"""Maximum number of moves with a column each, as in Arias's sheets."""
_STAR = "*"


def study(question: StudyQuestion) -> Iterator[Study]:
    """One page of the list. The arguments are a game and a page number."""
    words, page = question.arguments, 1
    if words and words[-1].isascii() and words[-1].isdecimal():
        *words, page = *words[:-1], int(words[-1][:9])  # type: ignore[assignment]
    board = replace(question, arguments=tuple(words))
    position, counting = _counted(board)
    game, all_games = position.game, counting.known[position.state]
    pages = -(-all_games.games // PAGE)
    if not 1 <= page <= pages:
        raise Unstudied("The list has {pages} pages; there is no page {page}.", pages=figure(pages), page=page)

    def turned(to: int) -> StudyQuestion | None:
        return replace(question, arguments=(game.id, str(to))) if 1 <= to <= pages else None

    rows = islice(_rows(board, position, counting, PAGE * (page - 1)), PAGE)
    first, second = called(game)
    longest = all_games.longest
    table = StudyTable(
        "listing.games",
        tuple(rows),
        (
            fact("listing.games.page", page=figure(page), pages=figure(pages)),
            fact("listing.games.note", game=game.id, pages=pages),
        ),
        turned(page - 1),
        turned(page + 1),
        values={"first": first, "second": second},
        without=("moves",) if longest <= _SPREAD else (),
        labels={"move": range(1, longest + 1) if longest <= _SPREAD else ()},
    )
    heading = fact("listing.study", games=figure(all_games.games), game=game.name)
    yield Study(question, heading, (table,), (TRIQUI, OURS), nodes=counting.tried)


@lru_cache(maxsize=1)
def _counted(board: StudyQuestion) -> tuple[Position, Counting]:
    """All games from a position, counted once for all pages. Raises as :func:`asked` does, and Unstudied if the games are too
    many or too long."""
    position = asked(board)
    game = position.game
    if not game.finite:
        raise Unstudied(
            "Games of {game} may never end, so they cannot all be listed; choose another game.", game=game.id
        )
    layer = {position.state}
    begun = len(board.moves.split())
    for nth in range(begun + 1, begun + MAX_PLIES + 1):
        moves = list[tuple[State, Sequence[Move]]]()
        tried = 0
        for state in layer:
            moves.append((state, game.moves(state)))
            tried += len(moves[-1][1])
            if tried > MAX_TRIED:
                raise Unstudied(
                    "{game} has too many games to list: at most {most} moves are tried at each move, and at move {nth} "
                    "there are more; choose a smaller board, or give first moves with --moves.",
                    game=game.id,
                    most=figure(MAX_TRIED),
                    nth=nth,
                )
        after = {game.play(state, move) for state, each in moves for move in each}
        layer = {state for state in after if game.value(state) is None}
        if not layer:
            break
    else:
        raise Unstudied(
            "{game} has games of more than {most} moves, too long to list; choose a smaller board.",
            game=game.id,
            most=figure(MAX_PLIES),
        )
    counting = Counting(game)
    for _tried in counting.count([position.state], MAX_PLIES * MAX_TRIED):
        pass
    return position, counting


class _Listed(NamedTuple):
    """A game: its moves in a column each, or in one if there are many; and 1 for the winner."""

    number: int
    moves: str | None
    move: tuple[str, ...]
    first: int | None
    second: int | None
    play: PlayLink


def _rows(question: StudyQuestion, position: Position, counting: Counting, skip: int) -> Iterator[_Listed]:
    """The games in the order of their moves after the first ``skip``, with Arias's numbers of squares."""
    game, begun, longest = position.game, question.moves.split(), counting.known[position.state].longest
    squares = [number(position, move) for move in range(game.move_count)]
    for at, (moves, end) in zip(count(skip + 1), counting.games(position.state, skip), strict=False):
        state, names = position.state, list[str]()
        for move in moves:  # unchecked: checking them again would double the time of a whole list
            names.append(game.format_move(state, move))
            state = game.play(state, move)
        before_the_end = PlayLink(game.id, " ".join([*begun, *names[:-1]]), question.position)
        shown = [str(squares[move] or name) for move, name in zip(moves, names, strict=True)]
        shown += [_STAR] * (longest - len(moves))
        first, second, _drawn = counting.known[end].shares
        row = _Listed(at, None, tuple(shown), first or None, second or None, before_the_end)
        yield row if longest <= _SPREAD else row._replace(moves=" ".join(shown), move=())


def about(position: Position) -> StudyQuestion | None:
    """The list of the games from a position, if they are counted without delay."""
    if position.outcome or not small(position):
        return None
    start = position == Position.start(position.game)
    return StudyQuestion("listing", (position.game.id,), position=None if start else position.text)


TOPIC = Topic(
    "listing",
    "[GAME [PAGE]]",
    study,
    about,
)
